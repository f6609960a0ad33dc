// Which mutants no test kills. Only the mutated policy is evaluated again; where it says what it said before, so does the
// decision, and only where it does not the whole is decided anew.
import { appraise, decide, type PolicyEvaluation } from "../language/decision.js";
import { EvaluationError } from "../language/evaluation-error.js";
import type { MfaPolicy } from "../language/mfa.js";
import { chooseMfaPolicy } from "../language/mfa.js";
import { type CompiledPolicy, compileExpression, compilePolicy, type PolicyText } from "../language/policy.js";
import type { Slot } from "../language/slot.js";
import type { Address } from "../model/address.js";
import type { PolicySet } from "../request/policy-set.js";
import { decideRequest, type PreparedRequest, type RequestDecision } from "../request/request-decision.js";
import { judge } from "./judgement.js";
import { expressionMutants, type Mutant, mutantsOf } from "./mutants.js";
import type { PreparedSuite, PreparedTest } from "./test-run.js";

export interface MutationOptions {
	/** Mutants that are tried at most; the rest is counted. */
	readonly most: number;
	/** Hears after each mutant how many of how many were tried; may wait, and may throw to stop. */
	progress(tried: number, of: number): Promise<void>;
}

export interface MutationResult {
	readonly tried: number;
	readonly leftOut: number;
	readonly survivors: readonly (Mutant & { readonly address: Address })[];
}

/** A mutant to be tried: it stands in for the policy at an address, in every suite. */
interface Candidate {
	readonly address: Address;
	readonly mutant: Mutant;
	/** Whether some test of a suite fails because of it; `at` is the place of the same change among the suite's own mutants. */
	kills(suite: MutatedSuite): boolean;
}

/**
 * Tries every mutant of every policy and MFA policy on suites whose tests all pass. Suites resolve references differently, so
 * each suite has mutants of its own, in the same order.
 */
export async function tryMutants(suites: readonly PreparedSuite[], { most, progress }: MutationOptions): Promise<MutationResult> {
	const [first] = suites;
	if (first === undefined) return { tried: 0, leftOut: 0, survivors: [] };
	const mutated = suites.map((suite) => new MutatedSuite(suite));
	const all = [...candidates(first.set)];
	const chosen = all.slice(0, most);
	const survivors: (Mutant & { readonly address: Address })[] = [];
	for (const [index, candidate] of chosen.entries()) {
		if (!mutated.some((suite) => candidate.kills(suite))) survivors.push({ ...candidate.mutant, address: candidate.address });
		await progress(index + 1, chosen.length);
	}
	return { tried: chosen.length, leftOut: all.length - chosen.length, survivors };
}

function* candidates(set: PolicySet): Generator<Candidate> {
	for (const { id } of set.policies) {
		const text = set.texts.get(id);
		if (text === undefined) continue;
		for (const [index, mutant] of mutantsOf(text).entries()) {
			yield { address: id, mutant, kills: (suite) => suite.killsPolicy(id, index) };
		}
	}
	for (const own of set.mfaPolicies.values()) {
		for (const policy of own) {
			for (const [index, mutant] of mfaMutants(policy).entries()) {
				yield { address: policy.id, mutant, kills: (suite) => suite.killsMfa(policy.id, index) };
			}
		}
	}
}

/** The mutants of an MFA policy: the text of its condition, or none where it is taken away. */
function mfaMutants({ condition }: MfaPolicy): readonly (Mutant & { readonly text: string | undefined })[] {
	const { text } = condition.checked;
	return [
		{ change: "the MFA policy is taken away", policy: undefined, text: undefined },
		...expressionMutants(text, "condition").map((each) => ({ ...each, slot: "condition" as const, policy: undefined })),
	];
}

interface MutatedTest {
	readonly test: PreparedTest;
	readonly decided: RequestDecision;
}

class MutatedSuite {
	readonly #suite: PreparedSuite;
	readonly #tests: readonly MutatedTest[];
	readonly #mutants = new Map<Address, readonly Mutant[]>();

	constructor(suite: PreparedSuite) {
		this.#suite = suite;
		this.#tests = suite.tests.map((test) => ({ test, decided: decideRequest(test.prepared, suite.set) }));
	}

	/** Whether a test fails with the mutant of that number in the policy's place. */
	killsPolicy(address: Address, index: number): boolean {
		const { set } = this.#suite;
		const text = set.texts.get(address);
		const place = set.policies.findIndex((each) => each.id === address);
		if (text === undefined || place === -1) return false;
		const mutant = this.#mutantsOf(text)[index];
		if (mutant === undefined) return false;
		const policy = mutant.policy === undefined ? undefined : compilePolicy(mutant.policy);
		const policies = policy === undefined ? set.policies.filter((each) => each.id !== address) : set.policies.with(place, policy);
		return this.#tests.some(({ test, decided }) => {
			if (policy !== undefined && saysTheSame(policy, mutant.slot, place, test.prepared, decided)) return false;
			return this.#fails(test, decideRequest(test.prepared, { ...set, policies }));
		});
	}

	/** The same for an MFA policy, on which no other part of the decision depends. */
	killsMfa(address: Address, index: number): boolean {
		const { set } = this.#suite;
		for (const [userId, own] of set.mfaPolicies) {
			const policy = own.find((each) => each.id === address);
			const mutant = policy && mfaMutants(policy)[index];
			if (policy === undefined || mutant === undefined) continue;
			const condition = compileExpression(mutant.text, "condition");
			const mutated = own.flatMap((each) => (each !== policy ? [each] : condition === undefined ? [] : [{ ...each, condition }]));
			return this.#tests.some(({ test, decided }) => {
				if (test.prepared.request.votes[0]?.userId !== userId) return false;
				return this.#fails(test, { ...decided, mfa: chooseMfaPolicy(mutated, decided.calls) });
			});
		}
		return false;
	}

	#fails({ test }: PreparedTest, { decision, mfa }: RequestDecision): boolean {
		return judge(test.expected, decision, mfa, this.#suite.suite.organization).differences.length > 0;
	}

	#mutantsOf(text: PolicyText): readonly Mutant[] {
		let mutants = this.#mutants.get(text.id);
		if (mutants === undefined) {
			mutants = mutantsOf(text);
			this.#mutants.set(text.id, mutants);
		}
		return mutants;
	}
}

/** Whether a policy in the place of another says the same about a request, so that the decision is the same. */
function saysTheSame(
	policy: CompiledPolicy,
	slot: Slot | undefined,
	place: number,
	prepared: PreparedRequest,
	decided: RequestDecision,
): boolean {
	const before = decided.decision.policies[place];
	// The root quorum decided: no policy was asked.
	if (before === undefined) return true;
	const appraisal = appraise([policy], prepared.calls, prepared.request.at);
	const [verdict] = appraisal.verdicts;
	const earlier = decided.appraisal.verdicts[place];
	if (!sameTruth(verdict?.applies, earlier?.applies)) return false;
	if (policy.effect !== decided.appraisal.policies[place]?.effect) return false;
	// Nothing but the consensus is left, and that is what it was.
	if ((slot === "condition" || slot === "time") && sameTruth(verdict?.active, earlier?.active)) return true;
	const [after] = decide({
		appraisal,
		votes: prepared.votes,
		electorate: prepared.electorate,
		rootQuorum: { threshold: 1, userIds: [] },
	}).policies;
	return after !== undefined && sameEvaluation(before, after);
}

/** Errors are all the same: the policy neither allows nor denies. */
function sameTruth(a: boolean | EvaluationError | undefined, b: boolean | EvaluationError | undefined): boolean {
	return a === b || (a instanceof EvaluationError && b instanceof EvaluationError);
}

function sameEvaluation(a: PolicyEvaluation, b: PolicyEvaluation): boolean {
	return a.outcome === b.outcome && JSON.stringify(a.ways ?? []) === JSON.stringify(b.ways ?? []);
}
