// What an interrupted apply left on its way: each body that was written down is sent again, to the letter, so that the
// service answers with the same activity. Nothing new is begun here.
import type { Activity } from "../api/activity.js";
import { timestampMilliseconds } from "../api/activity.js";
import { activityPages } from "../api/activity-pages.js";
import { ServiceFailure } from "../api/failure.js";
import { isActivityName } from "../api/operations.js";
import type { ActivityPort } from "../api/port.js";
import type { Clock } from "../base/clock.js";
import type { Step } from "../model/plan.js";
import type { JournalIntent, JournalOutcome } from "../state/journal-record.js";
import { failedRequest, settle } from "./outcome.js";
import type { StepLog } from "./step-log.js";

/** After an hour the service refuses a body as stale; five minutes less allow for the way and for clocks that differ. */
export const RESEND_MS = 55 * 60 * 1000;

export interface Unfinished {
	readonly steps: readonly Step[];
	readonly intents: ReadonlyMap<string, JournalIntent>;
	readonly outcomes: ReadonlyMap<string, JournalOutcome>;
}

export interface Recovery {
	/** Everything that is settled now, by step: what was before and what was found out. */
	readonly settled: ReadonlyMap<string, JournalOutcome>;
	/** Steps found to be done, failed or waiting that nobody knew about before. */
	readonly found: readonly JournalOutcome[];
	/** Steps of which it still is not known whether they were carried out. */
	readonly unknown: readonly { readonly step: Step; readonly reason: string }[];
}

export async function recover(
	unfinished: Unfinished,
	port: ActivityPort,
	log: Pick<StepLog, "settle">,
	clock: Clock,
	signal: AbortSignal,
): Promise<Recovery> {
	const settled = new Map(unfinished.outcomes);
	const found: JournalOutcome[] = [];
	const unknown: { step: Step; reason: string }[] = [];
	for (const step of unfinished.steps) {
		const intent = unfinished.intents.get(step.id);
		const before = unfinished.outcomes.get(step.id);
		if (intent === undefined || (before !== undefined && before.status !== "pending")) continue;
		const asked = await askAgain(step, intent, before, port, clock, signal);
		if ("reason" in asked) {
			if (before === undefined) unknown.push({ step, reason: asked.reason });
			continue;
		}
		if (before?.status !== asked.outcome.status) found.push(asked.outcome);
		settled.set(step.id, asked.outcome);
		log.settle(asked.outcome);
	}
	return { settled, found, unknown };
}

type Asked = { readonly outcome: JournalOutcome } | { readonly reason: string };

async function askAgain(
	step: Step,
	intent: JournalIntent,
	before: JournalOutcome | undefined,
	port: ActivityPort,
	clock: Clock,
	signal: AbortSignal,
): Promise<Asked> {
	try {
		const activity = await findActivity(intent, before, port, clock, signal);
		if (activity === "never-arrived") {
			return { outcome: { step: step.id, status: "failed", reason: "it never reached the service" } };
		}
		if (activity === undefined) {
			return { reason: "it is older than an hour, so the service would not take it again, and the profile cannot look it up" };
		}
		return {
			outcome: settle(step, activity) ?? { step: step.id, status: "pending", activity: refer(activity), needs: "more time" },
		};
	} catch (failure) {
		if (!(failure instanceof ServiceFailure)) throw failure;
		const failed = failedRequest(failure);
		if (!failed.settled) return { reason: failure.message };
		return { outcome: { step: step.id, status: "failed", reason: failure.message } };
	}
}

const refer = (activity: Activity) => ({ id: activity.id, status: activity.status, fingerprint: activity.fingerprint });

async function findActivity(
	intent: JournalIntent,
	before: JournalOutcome | undefined,
	port: ActivityPort,
	clock: Clock,
	signal: AbortSignal,
): Promise<Activity | "never-arrived" | undefined> {
	const known = before?.activity?.id;
	if (known !== undefined && port.offers("get_activity")) {
		return (await port.query("get_activity", { activityId: known })).activity as unknown as Activity;
	}
	if (isActivityName(intent.operation) && clock.now() - intent.timestampMs < RESEND_MS) {
		const prepared = { ...intent, operation: intent.operation };
		return port.follow(await port.submit(prepared, signal), prepared, signal);
	}
	return port.offers("list_activities") ? searchLog(intent, port) : undefined;
}

/** Looks for a body's fingerprint in the log, back to when it was written. Undefined when the log could not be read through. */
async function searchLog(intent: JournalIntent, port: ActivityPort): Promise<Activity | "never-arrived" | undefined> {
	for await (const { activities, last, complete } of activityPages(port, {})) {
		if (!complete) return undefined;
		const same = activities.find((activity) => activity.fingerprint === intent.fingerprint);
		if (same !== undefined) return same;
		const end = activities.at(-1);
		if (last || end === undefined || olderThan(end, intent.timestampMs)) return "never-arrived";
	}
	return undefined;
}

/** The service may stamp whole seconds, and its clock may be behind ours. */
function olderThan(activity: Activity, timestampMs: number): boolean {
	const at = timestampMilliseconds(activity.createdAt);
	return at !== undefined && at < timestampMs - 10 * 60 * 1000;
}
