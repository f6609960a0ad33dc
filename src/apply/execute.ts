// Carrying out a plan: its steps and nothing else. Each is written down before it is sent; independent ones go side by
// side; a failed one stops those that need it. Prints nothing: it tells what happens through events.
import type { Activity } from "../api/activity.js";
import { ServiceFailure } from "../api/failure.js";
import type { ActivityName } from "../api/operations.js";
import { isActivityName } from "../api/operations.js";
import type { ActivityPort, PreparedActivity } from "../api/port.js";
import type { Plan, Step } from "../model/plan.js";
import type { StepOutcome } from "../model/report.js";
import type { JournalOutcome } from "../state/journal-record.js";
import { Identifiers } from "./identifiers.js";
import { failedRequest, settle } from "./outcome.js";
import type { StepLog } from "./step-log.js";

export type ApplyEvent =
	| { readonly type: "started"; readonly step: Step }
	| { readonly type: "finished"; readonly step: Step; readonly outcome: StepOutcome };

export interface ExecuteOptions {
	readonly plan: Pick<Plan, "steps">;
	readonly port: ActivityPort;
	readonly log: StepLog;
	/** Steps of this very plan that an earlier run settled. */
	readonly settled?: ReadonlyMap<string, JournalOutcome>;
	/** How many steps are under way at once. */
	readonly concurrency: number;
	readonly signal: AbortSignal;
	readonly onEvent: (event: ApplyEvent) => void;
}

export interface Execution {
	/** One per step, in the plan's order. */
	readonly outcomes: readonly StepOutcome[];
	readonly identifiers: Identifiers;
	readonly interrupted: boolean;
}

export async function execute(options: ExecuteOptions): Promise<Execution> {
	const { plan, signal } = options;
	const identifiers = new Identifiers();
	const outcomes = new Map<string, StepOutcome>();
	const waitsFor = new Map(plan.steps.map((step) => [step.id, new Set(step.depends_on)]));
	const dependants = new Map<string, Step[]>();
	for (const step of plan.steps) {
		for (const id of step.depends_on) {
			const list = dependants.get(id);
			if (list) list.push(step);
			else dependants.set(id, [step]);
		}
	}
	let halted: string | undefined;
	const ready: Step[] = plan.steps.filter((step) => step.depends_on.length === 0);

	const finish = (step: Step, outcome: StepOutcome) => {
		outcomes.set(step.id, outcome);
		options.onEvent({ type: "finished", step, outcome });
		for (const dependant of dependants.get(step.id) ?? []) {
			if (outcomes.has(dependant.id)) continue;
			if (outcome.status === "done") {
				const left = waitsFor.get(dependant.id);
				left?.delete(step.id);
				if (left?.size === 0) ready.push(dependant);
			} else {
				const why = outcome.status === "pending" ? "waits for approval" : "was not completed";
				finish(dependant, notStarted(dependant, `${step.id} (${step.operation}), which it needs, ${why}`));
			}
		}
	};

	const run = async (step: Step) => {
		const earlier = options.settled?.get(step.id);
		if (earlier !== undefined && earlier.status !== "pending") {
			finish(step, conclude(step, earlier, identifiers, true));
			return;
		}
		options.onEvent({ type: "started", step });
		const { outcome, halts } = await runStep(step, options, identifiers);
		if (halts) halted ??= `stopped after ${step.id} (${step.operation}): ${outcome.reason ?? ""}`;
		finish(step, outcome);
	};

	let next = 0;
	let broken: { readonly error: unknown } | undefined;
	let active = 0;
	let wake = (): void => {};
	const mayStart = () => halted === undefined && !signal.aborted;
	for (;;) {
		while (next < ready.length && active < options.concurrency && mayStart()) {
			const step = ready[next];
			next += 1;
			if (step === undefined || outcomes.has(step.id)) continue;
			active += 1;
			run(step)
				.catch((error: unknown) => {
					// A defect of ours: what is under way is awaited, nothing more is sent, and the defect is passed on.
					broken ??= { error };
					halted ??= "stopped by an internal error";
				})
				.finally(() => {
					active -= 1;
					wake();
				});
		}
		if (active === 0) break;
		await new Promise<void>((resolve) => {
			wake = resolve;
		});
	}
	if (broken !== undefined) throw broken.error;
	const why = signal.aborted ? "interrupted" : (halted ?? "not reached");
	for (const step of plan.steps) if (!outcomes.has(step.id)) finish(step, notStarted(step, why));
	return { outcomes: plan.steps.flatMap((step) => outcomes.get(step.id) ?? []), identifiers, interrupted: signal.aborted };
}

const about = (step: Step) => ({ step: step.id, operation: step.operation, addresses: step.addresses });

function notStarted(step: Step, reason: string): StepOutcome {
	return { ...about(step), status: "not-started", reason };
}

async function runStep(
	step: Step,
	options: ExecuteOptions,
	identifiers: Identifiers,
): Promise<{ readonly outcome: StepOutcome; readonly halts: boolean }> {
	const { port, log, signal } = options;
	const filled = identifiers.fill(step.parameters);
	if (!filled.ok) return { outcome: notStarted(step, `the identifier of \`${filled.missing}\` is not known`), halts: false };
	if (!isActivityName(step.operation)) {
		return {
			outcome: { ...about(step), status: "failed", reason: `\`${step.operation}\` is no operation this version knows` },
			halts: false,
		};
	}
	try {
		const activity = await send(step, step.operation, filled.parameters, port, log, signal);
		const settled = settle(step, activity);
		if (settled === undefined) {
			const outcome: StepOutcome = {
				...about(step),
				status: "pending",
				activity: { id: activity.id, status: activity.status, fingerprint: activity.fingerprint },
				needs: "more time: the service was still working on it",
			};
			return { outcome, halts: false };
		}
		log.settle(settled);
		return { outcome: conclude(step, settled, identifiers, false), halts: false };
	} catch (failure) {
		if (failure instanceof NotWrittenDown) return { outcome: notStarted(step, failure.message), halts: true };
		if (!(failure instanceof ServiceFailure)) throw failure;
		const failed = failedRequest(failure);
		if (failed.settled) log.settle({ step: step.id, status: "failed", reason: failure.message });
		return { outcome: { ...about(step), ...failed.outcome }, halts: failed.halts };
	}
}

/** The journal could not take the body, so it was not sent: what cannot be repeated after a crash must not begin. */
class NotWrittenDown extends Error {
	override readonly name = "NotWrittenDown";

	constructor(cause: unknown) {
		super(`the journal could not be written: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
	}
}

/** Submits a step, or follows the activity that already waits with the same intent. */
async function send(
	step: Step,
	operation: ActivityName,
	parameters: Step["parameters"],
	port: ActivityPort,
	log: StepLog,
	signal: AbortSignal,
): Promise<Activity> {
	if (step.pending_activity !== undefined && port.offers("get_activity")) {
		const { activity } = await port.query("get_activity", { activityId: step.pending_activity.id });
		return activity as unknown as Activity;
	}
	// The parameters were made from the catalogue's own rows, which is what the port's type asks for.
	const prepared: PreparedActivity = port.prepare(operation, parameters as never);
	await log.intend(step.id, prepared).catch((cause: unknown) => {
		throw new NotWrittenDown(cause);
	});
	// An interruption does not cut off a request that is on its way: its answer is worth the moment it takes.
	return port.follow(await port.submit(prepared), prepared, signal);
}

/** What settled steps amount to without running anything: their outcomes, and the identifiers they made. */
export function concludeSettled(
	steps: readonly Step[],
	settled: ReadonlyMap<string, JournalOutcome>,
): { readonly outcomes: readonly StepOutcome[]; readonly identifiers: Identifiers } {
	const identifiers = new Identifiers();
	const outcomes = steps.map((step) => {
		const found = settled.get(step.id);
		return found === undefined
			? notStarted(step, "the apply was interrupted before it")
			: conclude(step, found, identifiers, true);
	});
	return { outcomes, identifiers };
}

function conclude(step: Step, settled: JournalOutcome, identifiers: Identifiers, resumed: boolean): StepOutcome {
	const base = {
		...about(step),
		...(settled.activity === undefined ? {} : { activity: settled.activity }),
		...(resumed ? { resumed: true as const } : {}),
	};
	if (settled.status !== "done") {
		return {
			...base,
			status: settled.status,
			...(settled.needs === undefined ? {} : { needs: settled.needs }),
			...(settled.reason === undefined ? {} : { reason: settled.reason }),
		};
	}
	const missing = identifiers.learn(step, settled.result);
	if (missing.length > 0) {
		return {
			...base,
			status: "failed",
			reason: `the activity completed, and its result names no identifier for ${missing.map((each) => `\`${each}\``).join(", ")}`,
		};
	}
	return { ...base, status: "done" };
}
