// Calibrating the evaluator: past requests are evaluated again, and the outcomes compared with those the service recorded.
// Agreement is counted, disagreement is listed with its reasons, and what the record does not hold is counted as such.
import { type Activity, timestampMilliseconds } from "../api/activity.js";
import { activityPages } from "../api/activity-pages.js";
import { HTTP_STATUS, ServiceFailure } from "../api/failure.js";
import type { QueryPort, QueryResult } from "../api/port.js";
import { compareText } from "../base/canonical-json.js";
import type { CalibrationReport, Disagreement, UnknownReason } from "../model/calibration.js";
import { instantOf } from "./change-times.js";
import { type Listed, Past, type PastAsked, type Told } from "./past-evaluation.js";

type EvaluationRecord = QueryResult<"get_policy_evaluations">["policyEvaluations"][number];

export interface CalibrateOptions {
	/** Reads what the service lists now; asked once the log was read. */
	readonly list: () => Promise<Listed>;
	/** Activities that are looked at, the newest first. */
	readonly limit: number;
	/** Questions that are under way at once. */
	readonly concurrency: number;
	/** Told after each activity whose evaluations were read. */
	readonly onProgress?: (done: number, of: number) => void;
	/** Stops reading; the promise then rejects with its reason. */
	readonly signal?: AbortSignal;
}

export type Findings = Pick<
	CalibrationReport,
	"activities" | "evaluations" | "summary" | "policies" | "outcomes" | "unknown" | "disagreements"
>;

/** Reads the log and compares. Rejects with `ServiceFailure`; the profile must be `full`. */
export async function calibrate(port: QueryPort, options: CalibrateOptions): Promise<Findings> {
	const { activities, complete } = await readLog(port, options);
	// Read after the log: what changed meanwhile is then newer than every vote that is looked at, and seen to be.
	const past = new Past(await options.list(), activities, complete);
	const tally = new Tally(past);
	for (const { activity, records } of await readEvaluations(port, activities, options)) tally.add(activity, records);
	return { activities: { read: activities.length, complete, ...span(activities) }, ...tally.findings() };
}

async function readLog(
	port: QueryPort,
	{ limit, signal }: CalibrateOptions,
): Promise<{ readonly activities: readonly Activity[]; readonly complete: boolean }> {
	const found: Activity[] = [];
	for await (const { activities, last, complete } of activityPages(port, {})) {
		signal?.throwIfAborted();
		found.push(...activities);
		if (found.length > limit) return { activities: found.slice(0, limit), complete: false };
		if (last) return { activities: found, complete };
		if (found.length === limit) return { activities: found, complete: false };
	}
	return { activities: found, complete: true };
}

async function readEvaluations(
	port: QueryPort,
	activities: readonly Activity[],
	{ concurrency, onProgress, signal }: CalibrateOptions,
): Promise<readonly { readonly activity: Activity; readonly records: readonly EvaluationRecord[] }[]> {
	const read: { readonly activity: Activity; readonly records: readonly EvaluationRecord[] }[] = new Array(activities.length);
	let next = 0;
	let done = 0;
	const worker = async (): Promise<void> => {
		for (let index = next++; index < activities.length; index = next++) {
			signal?.throwIfAborted();
			const activity = activities[index];
			if (activity === undefined) return;
			read[index] = { activity, records: await evaluationsOf(port, activity.id) };
			done += 1;
			onProgress?.(done, activities.length);
		}
	};
	await Promise.all(Array.from({ length: Math.max(1, concurrency) }, worker));
	return read;
}

/** None for an activity the service has forgotten meanwhile. */
async function evaluationsOf(port: QueryPort, activityId: string): Promise<readonly EvaluationRecord[]> {
	try {
		return (await port.query("get_policy_evaluations", { activityId })).policyEvaluations;
	} catch (failure) {
		if (failure instanceof ServiceFailure && failure.httpStatus === HTTP_STATUS.NotFound) return [];
		throw failure;
	}
}

function span(activities: readonly Activity[]): { readonly oldest?: string; readonly newest?: string } {
	let oldest = Number.POSITIVE_INFINITY;
	let newest = Number.NEGATIVE_INFINITY;
	// A log may hold more of them than a call takes arguments.
	for (const { createdAt } of activities) {
		const time = timestampMilliseconds(createdAt);
		if (time === undefined) continue;
		oldest = Math.min(oldest, time);
		newest = Math.max(newest, time);
	}
	if (oldest > newest) return {};
	return { oldest: new Date(oldest).toISOString(), newest: new Date(newest).toISOString() };
}

interface Count {
	agreed: number;
	disagreed: number;
	unknown: number;
}

class Tally {
	readonly #past: Past;
	readonly #policies = new Map<string, Count>();
	readonly #outcomes = new Map<string, { readonly theirs: string; readonly ours: string; count: number }>();
	readonly #unknown = new Map<UnknownReason, number>();
	readonly #disagreements: Disagreement[] = [];
	#records = 0;
	#without = 0;

	constructor(past: Past) {
		this.#past = past;
	}

	add(activity: Activity, records: readonly EvaluationRecord[]): void {
		if (records.length === 0) return;
		const asked = this.#past.ask(activity);
		for (const record of records) {
			this.#records += 1;
			if (record.policyEvaluations.length === 0) this.#without += 1;
			for (const { policyId, outcome } of record.policyEvaluations) {
				this.#compare(asked, record.voteId, policyId, outcome);
			}
		}
	}

	#compare(asked: PastAsked, voteId: string, policyId: string, theirs: string): void {
		const { activity, votes } = asked;
		const count = this.#policies.get(policyId) ?? { agreed: 0, disagreed: 0, unknown: 0 };
		this.#policies.set(policyId, count);
		const told: Told = DECIDED_BY_POLICIES.has(theirs)
			? this.#past.tell(asked, voteId, policyId)
			: { known: false, why: "not-a-policy-outcome" };
		if (!told.known) {
			count.unknown += 1;
			this.#unknown.set(told.why, (this.#unknown.get(told.why) ?? 0) + 1);
			return;
		}
		const ours = told.outcome;
		const key = `${theirs} ${ours}`;
		const pair = this.#outcomes.get(key) ?? { theirs, ours, count: 0 };
		pair.count += 1;
		this.#outcomes.set(key, pair);
		if (theirs === ours) {
			count.agreed += 1;
			return;
		}
		count.disagreed += 1;
		const at = votes.find((vote) => vote.id === voteId)?.at ?? instantOf(activity.createdAt);
		this.#disagreements.push({
			activity_id: activity.id,
			activity_type: activity.type,
			vote_id: voteId,
			at: new Date(at).toISOString(),
			policy_id: policyId,
			...this.#named(policyId),
			theirs,
			ours,
			reasons: told.reasons(),
		});
	}

	findings(): Omit<Findings, "activities"> {
		const counts = [...this.#policies.entries()];
		const sum = (of: keyof Count): number => counts.reduce((total, [, count]) => total + count[of], 0);
		return {
			evaluations: { read: this.#records, without_policies: this.#without },
			summary: { agreed: sum("agreed"), disagreed: sum("disagreed"), unknown: sum("unknown") },
			policies: counts
				.map(([id, count]) => ({ policy_id: id, ...this.#named(id), ...count }))
				.sort((a, b) => compareText(a.policy_name ?? "", b.policy_name ?? "") || compareText(a.policy_id, b.policy_id)),
			outcomes: [...this.#outcomes.values()].sort((a, b) => compareText(a.theirs, b.theirs) || compareText(a.ours, b.ours)),
			unknown: [...this.#unknown].map(([reason, count]) => ({ reason, count })).sort((a, b) => compareText(a.reason, b.reason)),
			disagreements: [...this.#disagreements].sort(
				(a, b) => compareText(a.at, b.at) || compareText(a.activity_id, b.activity_id) || compareText(a.policy_id, b.policy_id),
			),
		};
	}

	#named(policyId: string): { readonly policy_name?: string } {
		const name = this.#past.policies.nameOf(policyId);
		return name === undefined ? {} : { policy_name: name };
	}
}

/** Others say that a vote was refused, or came before its voter had proven enough. */
const DECIDED_BY_POLICIES: ReadonlySet<string> = new Set([
	"OUTCOME_ALLOW",
	"OUTCOME_DENY_EXPLICIT",
	"OUTCOME_DENY_IMPLICIT",
	"OUTCOME_REQUIRES_CONSENSUS",
	"OUTCOME_ERROR",
	"OUTCOME_TIME_INACTIVE",
]);
