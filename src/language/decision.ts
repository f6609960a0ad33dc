// The decision about a request: root quorum, then every policy, a DENY before an ALLOW, then what waits for more votes, then
// what is allowed or denied by default. The embedded service enforces with it; tests and explanations ask it.
import type { Bindings } from "./bindings.js";
import { type Decisions, defaultDecisions } from "./decisions.js";
import { consensusBindings, type Electorate, type Missing, type Vote } from "./electorate.js";
import { EvaluationError } from "./evaluation-error.js";
import { nanosOf } from "./instant.js";
import type { CompiledPolicy } from "./policy.js";
import type { Slot } from "./slot.js";
import { walk } from "./tree.js";

export type PolicyOutcome =
	| "OUTCOME_ALLOW"
	| "OUTCOME_DENY_EXPLICIT"
	| "OUTCOME_DENY_IMPLICIT"
	| "OUTCOME_REQUIRES_CONSENSUS"
	| "OUTCOME_ERROR"
	| "OUTCOME_TIME_INACTIVE";

/** What one policy says about a request. */
export interface PolicyEvaluation {
	readonly policyId: string;
	readonly outcome: PolicyOutcome;
	/** Where the outcome is an error: which expression, and why. */
	readonly error?: { readonly slot: Slot; readonly error: EvaluationError };
	/** Where it waits: the smallest sets of further votes that would satisfy it. */
	readonly ways?: readonly (readonly Missing[])[];
}

export interface RootQuorum {
	readonly threshold: number;
	readonly userIds: readonly string[];
}

/** What holds of each policy whoever votes: whether its time and its condition are satisfied. */
export interface Appraisal {
	readonly policies: readonly CompiledPolicy[];
	readonly verdicts: readonly Verdict[];
}

interface Verdict {
	readonly active: boolean | EvaluationError;
	readonly applies: boolean | EvaluationError;
}

export interface DecisionRequest {
	readonly appraisal: Appraisal;
	/** The approvals so far; the first is that of the one who asked. */
	readonly votes: readonly Vote[];
	/** Everyone who could vote. */
	readonly electorate: Electorate;
	readonly rootQuorum: RootQuorum;
	/** The activity is the root quorum's alone: no policy is consulted. */
	readonly rootQuorumOnly?: boolean;
	/** What needs no policy, such as a change of one's own credentials: allowed unless a policy speaks about it. */
	readonly implicitlyAllowed?: boolean;
	readonly decisions?: Decisions;
}

export interface Decision {
	readonly outcome: "OUTCOME_ALLOW" | "OUTCOME_DENY_EXPLICIT" | "OUTCOME_DENY_IMPLICIT" | "OUTCOME_REQUIRES_CONSENSUS";
	readonly decidedBy: "root-quorum" | "policies" | "implicit-permission" | "nobody";
	/** The policies the outcome is owed to. */
	readonly policyIds: readonly string[];
	/** Every policy's own outcome, in the order given; empty where none was consulted. */
	readonly policies: readonly PolicyEvaluation[];
	/** Where more votes are needed: from whom, each way being enough; the root quorum's own way, which no DENY binds, is the last. */
	readonly ways: readonly (readonly Missing[])[];
}

/**
 * Evaluates time and condition of every policy. `calls` holds the bindings of the slot `condition`: one entry, or one for
 * each call of a request that carries several; all calls must satisfy an ALLOW. `now` is in milliseconds since the epoch.
 */
export function appraise(
	policies: readonly CompiledPolicy[],
	calls: readonly Bindings[],
	now: number,
	decisions: Decisions = defaultDecisions,
): Appraisal {
	const time: Bindings = { time: { now: nanosOf(now) } };
	const verdicts = policies.map((policy) => {
		const active = policy.time === undefined ? true : policy.time.program.evaluate(time);
		const whenAny = policy.effect === "EFFECT_DENY" && decisions.denyOnBatch === "any";
		return { active, applies: conditionHolds(policy, calls, whenAny) };
	});
	return { policies, verdicts };
}

function conditionHolds(policy: CompiledPolicy, calls: readonly Bindings[], whenAny: boolean): boolean | EvaluationError {
	const { condition } = policy;
	if (condition === undefined) return true;
	let error: EvaluationError | undefined;
	let holds = !whenAny;
	for (const bindings of calls) {
		const result = condition.program.evaluate(bindings);
		if (result instanceof EvaluationError) error ??= result;
		else if (result === whenAny) holds = whenAny;
	}
	// A call that a DENY forbids is forbidden, whatever the others do.
	if (whenAny && holds) return true;
	return error ?? holds;
}

/** Decides about a request. Never throws. */
export function decide(request: DecisionRequest): Decision {
	const { votes, rootQuorum } = request;
	const rootVotes = new Set(votes.map((vote) => vote.user.id).filter((id) => rootQuorum.userIds.includes(id)));
	if (rootVotes.size >= Math.max(1, rootQuorum.threshold)) {
		return { outcome: "OUTCOME_ALLOW", decidedBy: "root-quorum", policyIds: [], policies: [], ways: [] };
	}
	const policies = request.rootQuorumOnly === true ? [] : evaluatePolicies(request);
	const having = (outcome: PolicyOutcome): readonly PolicyEvaluation[] => policies.filter((each) => each.outcome === outcome);
	const ids = (evaluations: readonly PolicyEvaluation[]): readonly string[] => evaluations.map((each) => each.policyId);

	const denying = having("OUTCOME_DENY_EXPLICIT");
	if (denying.length > 0) {
		return { outcome: "OUTCOME_DENY_EXPLICIT", decidedBy: "policies", policyIds: ids(denying), policies, ways: [] };
	}
	const allowing = having("OUTCOME_ALLOW");
	if (allowing.length > 0) {
		return { outcome: "OUTCOME_ALLOW", decidedBy: "policies", policyIds: ids(allowing), policies, ways: [] };
	}
	const waiting = having("OUTCOME_REQUIRES_CONSENSUS");
	const ways = waiting.flatMap((each) => each.ways ?? []);
	const roots = missingRoots(rootQuorum, rootVotes);
	// What waits for whomever may be approved by the root quorum instead; it starts to wait by itself once a member has approved.
	if (rootVotes.size > 0 || (waiting.length > 0 && roots.userIds.length >= roots.count)) ways.push([roots]);
	if (ways.length > 0) {
		const decidedBy = waiting.length > 0 ? "policies" : "root-quorum";
		return { outcome: "OUTCOME_REQUIRES_CONSENSUS", decidedBy, policyIds: ids(waiting), policies, ways };
	}
	if (request.implicitlyAllowed === true && !isNamed(request, policies)) {
		return { outcome: "OUTCOME_ALLOW", decidedBy: "implicit-permission", policyIds: [], policies, ways: [] };
	}
	return { outcome: "OUTCOME_DENY_IMPLICIT", decidedBy: "nobody", policyIds: [], policies, ways: [] };
}

function missingRoots(quorum: RootQuorum, voted: ReadonlySet<string>): Missing {
	const userIds = quorum.userIds.filter((id) => !voted.has(id));
	return { count: Math.max(1, quorum.threshold) - voted.size, userIds, rootQuorum: true };
}

function evaluatePolicies(request: DecisionRequest): PolicyEvaluation[] {
	const { appraisal, votes, electorate } = request;
	const bindings = consensusBindings(votes);
	return appraisal.policies.map((policy, index) => {
		const verdict = appraisal.verdicts[index] ?? { active: false, applies: false };
		const policyId = policy.id;
		if (verdict.active === false) return { policyId, outcome: "OUTCOME_TIME_INACTIVE" };
		const consensus = policy.consensus === undefined ? true : policy.consensus.program.evaluate(bindings);
		const failed = failure("time", verdict.active) ?? failure("condition", verdict.applies) ?? failure("consensus", consensus);
		if (failed !== undefined) return { policyId, outcome: "OUTCOME_ERROR", error: failed };
		if (verdict.applies !== true) return { policyId, outcome: "OUTCOME_DENY_IMPLICIT" };
		if (consensus === true) {
			return { policyId, outcome: policy.effect === "EFFECT_ALLOW" ? "OUTCOME_ALLOW" : "OUTCOME_DENY_EXPLICIT" };
		}
		if (policy.effect === "EFFECT_DENY") return { policyId, outcome: "OUTCOME_DENY_IMPLICIT" };
		const reach = electorate.reach(policy.consensus, votes);
		if (reach.status !== "pending") return { policyId, outcome: "OUTCOME_DENY_IMPLICIT" };
		return { policyId, outcome: "OUTCOME_REQUIRES_CONSENSUS", ways: reach.ways };
	});
}

function failure(slot: Slot, result: boolean | EvaluationError): PolicyEvaluation["error"] {
	return result instanceof EvaluationError ? { slot, error: result } : undefined;
}

/** Whether an ALLOW whose condition names the activity is true of it, though its consensus is not satisfied. */
function isNamed(request: DecisionRequest, policies: readonly PolicyEvaluation[]): boolean {
	if ((request.decisions ?? defaultDecisions).namedAllowReplacesImplicit === false) return false;
	return policies.some((evaluation, index) => {
		const policy = request.appraisal.policies[index];
		if (policy?.effect !== "EFFECT_ALLOW" || evaluation.outcome !== "OUTCOME_DENY_IMPLICIT") return false;
		if (request.appraisal.verdicts[index]?.applies !== true || policy.condition === undefined) return false;
		let named = false;
		walk(policy.condition.checked.expression, (node) => {
			if (node.kind === "name" && node.name === "activity") named = true;
			return !named;
		});
		return named;
	});
}
