// What we make of a past request, policy by policy and vote by vote, and whether the record holds enough to say so.
import { type Activity, phaseOf } from "../api/activity.js";
import type { JsonObject } from "../base/json.js";
import type { Bindings } from "../language/bindings.js";
import { appraise, decide, type PolicyEvaluation, type PolicyOutcome } from "../language/decision.js";
import { Electorate } from "../language/electorate.js";
import { activityOf } from "../language/environment/activities.js";
import { targetRoots } from "../language/environment/roots.js";
import { consensusMayFail } from "../language/missing-values.js";
import { type CompiledPolicy, compilePolicy } from "../language/policy.js";
import type { UnknownReason } from "../model/calibration.js";
import type { ReasonView } from "../model/explanation.js";
import type { Organization } from "../model/organization.js";
import { type Evaluated, outcomeReasons } from "../request/outcome-reasons.js";
import type { Request } from "../request/request.js";
import { conditionBindings, votersOf, votesOf } from "../request/request-bindings.js";
import { type ChangeTimes, instantOf, targetChangedAt } from "./change-times.js";
import { openRoots, rootsRead } from "./open-roots.js";
import { type PastVote, pastRequest, votesOf as votesIn } from "./past-activity.js";
import { type LivePolicy, type NamedPolicy, PolicyHistory } from "./policy-history.js";

/** What the service lists now. */
export interface Listed {
	readonly organization: Organization;
	readonly policies: readonly LivePolicy[];
	readonly times: ChangeTimes;
}

const TARGETS: ReadonlySet<string> = new Set(targetRoots);

/** What one policy says about one vote, or why nobody can tell. */
export type Told =
	| { readonly known: true; readonly outcome: PolicyOutcome; reasons(): readonly ReasonView[] }
	| { readonly known: false; readonly why: UnknownReason };

/** An activity that is evaluated again: its record, and what it binds. */
export interface PastAsked {
	readonly activity: Activity;
	readonly votes: readonly PastVote[];
	readonly parameters: JsonObject;
	readonly calls: readonly Bindings[];
}

/** An organisation with its past: what is listed now, and the log as far back as it was read. */
export class Past {
	readonly policies: PolicyHistory;
	readonly #organization: Organization;
	readonly #times: ChangeTimes;
	readonly #electorate: Electorate;
	readonly #compiled = new Map<string, CompiledPolicy>();
	/** When people were last taken away, which no listing tells; milliseconds since the epoch. */
	readonly #peopleRemovedAt: number;
	readonly #credentialsRemovedAt: number;

	/** `complete`: there are no older activities. */
	constructor(listed: Listed, activities: readonly Activity[], complete: boolean) {
		this.#organization = listed.organization;
		this.#times = listed.times;
		this.policies = new PolicyHistory(listed.policies, activities, complete);
		this.#electorate = new Electorate(votersOf(listed.organization));
		const last = (resource: string): number =>
			activities
				.filter((each) => phaseOf(each.status) === "completed" && isRemoval(each.type, resource))
				.reduce((latest, each) => Math.max(latest, instantOf(each.updatedAt)), Number.NEGATIVE_INFINITY);
		this.#peopleRemovedAt = last("USER");
		this.#credentialsRemovedAt = Math.max(last("CREDENTIAL"), this.#peopleRemovedAt);
	}

	ask(activity: Activity): PastAsked {
		const votes = votesIn(activity);
		const request = pastRequest(activity, votes, instantOf(activity.createdAt));
		return { activity, votes, parameters: request.parameters, calls: conditionBindings(request, this.#organization) };
	}

	/** What a policy said when this vote was given, the votes before it included. */
	tell(asked: PastAsked, voteId: string, policyId: string): Told {
		const { activity, votes, calls } = asked;
		const unknown = (why: UnknownReason): Told => ({ known: false, why });
		const index = votes.findIndex((each) => each.id === voteId);
		const vote = votes[index];
		if (vote === undefined) return unknown("vote-lapsed");
		// A vote that nobody knows when it was given may have come before any other.
		if (votes.some(({ at }) => !Number.isFinite(at))) return unknown("vote-time-unread");
		if (activityOf(activity.type) === undefined) return unknown("activity-unknown");
		const policy = this.policies.at(policyId, vote.at);
		if (typeof policy === "string") return unknown(policy === "gone" ? "policy-gone" : "policy-changed");
		const compiled = this.#compile(policy);
		const unbound = this.#unbound(compiled, asked, vote.at);
		if (unbound !== undefined) return unknown(unbound);
		const request = pastRequest(activity, votes.slice(0, index + 1), vote.at);
		const evaluated: Evaluated = { calls, votes: votesOf(request, this.#organization), now: vote.at };
		const appraisal = appraise([compiled], calls, vote.at);
		const electorate = this.#electorate;
		// Only what the policy says is asked for.
		const rootQuorum = { threshold: Number.MAX_SAFE_INTEGER, userIds: [] };
		const [evaluation] = decide({ appraisal, votes: evaluated.votes, electorate, rootQuorum }).policies;
		if (evaluation === undefined) throw new Error("a policy that was asked has an outcome");
		const holds = appraisal.verdicts[0]?.applies === true;
		if (this.#peopleMatter(compiled, evaluation, holds, request)) return unknown("people-changed");
		const { outcome } = evaluation;
		return { known: true, outcome, reasons: () => outcomeReasons(compiled, evaluated, outcome) };
	}

	/** Why what the condition reads cannot be bound as it was. */
	#unbound(policy: CompiledPolicy, { activity, parameters, calls }: PastAsked, at: number): UnknownReason | undefined {
		const condition = policy.condition?.checked.expression;
		if (condition === undefined) return undefined;
		const [bindings = {}] = calls;
		const read = rootsRead(condition);
		const { documented, undocumented } = openRoots(activity.type, bindings);
		const changed = targetChangedAt(bindings, parameters, this.#times) >= at;
		if (changed && [...read].some((root) => root !== "activity")) return "target-changed";
		// What signed, or was exported, is not listed any more.
		if ([...read].some((root) => documented.has(root) && TARGETS.has(root))) return "target-changed";
		if ([...read].some((root) => documented.has(root))) return "payload-unread";
		return [...read].some((root) => undocumented.has(root)) ? "roots-undocumented" : undefined;
	}

	/** Whether the outcome rests on people of whom the record does not tell how they were. `holds`: the condition is true. */
	#peopleMatter(policy: CompiledPolicy, { outcome, error }: PolicyEvaluation, holds: boolean, { votes, at }: Request): boolean {
		const consensus = policy.consensus?.checked.expression;
		if (consensus === undefined || outcome === "OUTCOME_TIME_INACTIVE") return false;
		if (error !== undefined && error.slot !== "consensus") return false;
		// A condition that is false decides alone, unless the consensus would be an error for somebody else.
		if (!holds && error === undefined && !consensusMayFail(consensus)) return false;
		const read = rootsRead(consensus);
		const { users, credentials } = this.#times;
		const since = (times: ReadonlyMap<string, number>, id: string): boolean => (times.get(id) ?? Number.POSITIVE_INFINITY) >= at;
		const changed = (id: string): boolean => since(users, id) || (read.has("credentials") && since(credentials, id));
		if (votes.some((vote) => changed(vote.userId))) return true;
		// What is allowed or denied rests on those who voted; what waits, or cannot be reached, on everybody.
		if (outcome === "OUTCOME_ALLOW" || outcome === "OUTCOME_DENY_EXPLICIT" || outcome === "OUTCOME_ERROR") return false;
		const removed = read.has("credentials") ? this.#credentialsRemovedAt : this.#peopleRemovedAt;
		return removed >= at || [...users.keys()].some(changed);
	}

	/** Policies of one text are one: most are as they always were. */
	#compile(policy: NamedPolicy): CompiledPolicy {
		const { id, effect, condition, consensus, time } = policy;
		const key = JSON.stringify([id, effect, condition, consensus, time]);
		let compiled = this.#compiled.get(key);
		if (compiled === undefined) {
			compiled = compilePolicy(policy);
			this.#compiled.set(key, compiled);
		}
		return compiled;
	}
}

function isRemoval(type: string, resource: string): boolean {
	const row = activityOf(type);
	return row?.resource === resource && row.action === "DELETE";
}
