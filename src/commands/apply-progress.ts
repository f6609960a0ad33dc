// What an apply says while it runs: a line per step on a terminal, a heartbeat elsewhere. Standard error; the result is the report.
import type { ApplyEvent } from "../apply/execute.js";
import type { StepOutcome } from "../model/report.js";
import type { Palette } from "../render/palette.js";
import { oneLine } from "../render/printable.js";
import { type Context, isUnattended } from "./context.js";

const HEARTBEAT_MS = 10_000;
/** Past this many steps a line for each would hide more than it shows. */
const LINES = 200;

export interface Progress {
	onEvent(event: ApplyEvent): void;
	stop(): void;
}

export function showProgress(context: Context, palette: Palette, total: number, silent: boolean): Progress {
	const stopped = new AbortController();
	const began = new Map<string, number>();
	let finished = 0;
	const say = (text: string) => {
		if (!silent) context.stderr.write(`${text}\n`);
	};
	const beat = async () => {
		for (;;) {
			await context.clock.sleep(HEARTBEAT_MS, stopped.signal);
			say(`Still applying: ${finished} of ${total} steps finished, ${began.size} under way`);
		}
	};
	// Ends by being aborted.
	beat().catch(() => undefined);
	const each = total <= LINES || !isUnattended(context);
	return {
		onEvent(event) {
			const { step } = event;
			const name = `${step.id} ${step.operation} ${oneLine(step.addresses[0] ?? "")}${step.addresses.length > 1 ? ` and ${step.addresses.length - 1} more` : ""}`;
			if (event.type === "started") {
				began.set(step.id, context.clock.now());
				return;
			}
			finished += 1;
			const start = began.get(step.id);
			began.delete(step.id);
			if (start === undefined || !each) return;
			const took = ((context.clock.now() - start) / 1000).toFixed(1);
			say(`  ${describe(event.outcome, palette)} ${name} ${palette.faint(`(${took} s)`)}`);
		},
		stop: () => stopped.abort(new Error("done")),
	};
}

function describe({ status }: StepOutcome, palette: Palette): string {
	switch (status) {
		case "done":
			return palette.add("done   ");
		case "pending":
			return palette.warning("pending");
		case "unknown":
			return palette.error("unknown");
		default:
			return palette.error("failed ");
	}
}
