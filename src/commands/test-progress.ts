// What a long run of tests says while it runs, on standard error: one line that moves on a terminal, a heartbeat elsewhere.
import { setImmediate } from "node:timers/promises";
import { type Context, isUnattended } from "./context.js";

const HEARTBEAT_MS = 10_000;
const MOVING_MS = 500;
/** Steps between two looks at the world outside. */
const STRIDE = 20;

export interface TestProgress {
	/** Tells, now and then, how far a run is. */
	step(what: string, done: number, of: number): void;
	/** The same, and gives signals a chance. Throws when the command was interrupted. */
	pause(what: string, done: number, of: number): Promise<void>;
	/** Takes the moving line away. */
	clear(): void;
}

export function testProgress(context: Context, silent: boolean): TestProgress {
	const moving = !isUnattended(context);
	let told = context.clock.now();
	let shown = false;
	const step = (what: string, done: number, of: number): void => {
		if (silent || done % STRIDE !== 0) return;
		const now = context.clock.now();
		if (now - told < (moving ? MOVING_MS : HEARTBEAT_MS)) return;
		told = now;
		shown = moving;
		context.stderr.write(moving ? `\r\u001b[K${what} ${done} of ${of}` : `${what} ${done} of ${of}\n`);
	};
	return {
		step,
		async pause(what, done, of) {
			step(what, done, of);
			if (done % STRIDE === 0) await setImmediate();
			context.signal.throwIfAborted();
		},
		clear() {
			if (shown) context.stderr.write("\r\u001b[K");
			shown = false;
		},
	};
}
