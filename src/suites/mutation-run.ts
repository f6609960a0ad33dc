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
import { type Mutant, Mutations, mostMutantsOf, mutantsOf } from "./mutants.js";
import type { PreparedSuite, PreparedTest } from "./test-run.js";

export interface MutationOptions {
	/** Mutants that are tried at most; the rest is counted. */
	readonly most: number;
	/** Hears after each mutant that was found or tried, of how many at most; may wait, and may throw to stop. */
	progress(what: "found" | "tried", done: number, of: number): Promise<void>;
}

export interface MutationResult {
	readonly tried: number;
	/** Changes that were not even looked at: at most that many mutants. */
	readonly leftOut: number;
	readonly survivors: readonly (Pick<Mutant, "slot" | "range" | "change"> & { readonly address: Address })[];
}

/** A mutant to be tried: it stands in for the policy at an address, in every suite. */
interface Candidate extends Pick<Mutant, "slot" | "range" | "change"> {
	readonly address: Address;
	/** Whether some test of a suite fails because of it. */
	kills(suite: MutatedSuite): boolean;
}

/** A policy, with its mutants and how many they are at most. */
interface Source {
	readonly most: number;
	candidates(): Iterable<Candidate>;
}

/**
 * Tries every mutant of every policy and MFA policy on suites whose tests all pass. Suites resolve references differently, so
 * what is found in the first is made anew of the policies of the others.
 */
export async function tryMutants(suites: readonly PreparedSuite[], { most, progress }: MutationOptions): Promise<MutationResult> {
	const [first] = suites;
	if (first === undefined) return { tried: 0, leftOut: 0, survivors: [] };
	const mutations = new Mutations();
	const { chosen, leftOut } = await choose(sourcesOf(first.set, mutations), { most, progress });
	const mutated = suites.map((suite) => new MutatedSuite(suite, mutations));
	const survivors: MutationResult["survivors"][number][] = [];
	for (const [index, candidate] of chosen.entries()) {
		const { kills, ...survivor } = candidate;
		if (!mutated.some((suite) => kills(suite))) survivors.push(survivor);
		await progress("tried", index + 1, chosen.length);
	}
	return { tried: chosen.length, leftOut, survivors };
}

/** Makes mutants until there are enough. What comes after is counted and not made: that takes long where lists are long. */
async function choose(
	sources: readonly Source[],
	{ most, progress }: MutationOptions,
): Promise<{ readonly chosen: readonly Candidate[]; readonly leftOut: number }> {
	const total = sources.reduce((sum, each) => sum + each.most, 0);
	const chosen: Candidate[] = [];
	let leftOut = 0;
	for (const source of sources) {
		if (chosen.length >= most) {
			leftOut += source.most;
			continue;
		}
		let found = 0;
		for (const candidate of source.candidates()) {
			if (chosen.length >= most) {
				leftOut += source.most - found;
				break;
			}
			chosen.push(candidate);
			found += 1;
			await progress("found", chosen.length, Math.min(most, total));
		}
	}
	return { chosen, leftOut };
}

function sourcesOf(set: PolicySet, mutations: Mutations): readonly Source[] {
	const policies = set.policies.flatMap(({ id }): Source[] => {
		const text = set.texts.get(id);
		return text === undefined
			? []
			: [{ most: mostMutantsOf(text, mutations), candidates: () => policyCandidates(text, mutations) }];
	});
	const mfaPolicies = [...set.mfaPolicies.values()].flat().map((policy): Source => {
		const { changes } = mutations.of(policy.condition.checked.text, "condition");
		return { most: changes + 1, candidates: () => mfaCandidates(policy, mutations) };
	});
	return [...policies, ...mfaPolicies];
}

function* policyCandidates(text: PolicyText, mutations: Mutations): Generator<Candidate> {
	for (const mutant of mutantsOf(text, mutations)) {
		const { of: _, ...told } = mutant;
		yield { ...told, address: text.id, kills: (suite) => suite.killsPolicy(text.id, mutant) };
	}
}

function* mfaCandidates({ id, condition }: MfaPolicy, mutations: Mutations): Generator<Candidate> {
	yield { address: id, change: "the MFA policy is taken away", kills: (suite) => suite.killsMfa(id, undefined) };
	for (const { number, range, change } of mutations.of(condition.checked.text, "condition").mutants()) {
		yield { address: id, slot: "condition", range, change, kills: (suite) => suite.killsMfa(id, number) };
	}
}

interface MutatedTest {
	readonly test: PreparedTest;
	readonly decided: RequestDecision;
}

class MutatedSuite {
	readonly #suite: PreparedSuite;
	readonly #mutations: Mutations;
	readonly #tests: readonly MutatedTest[];

	constructor(suite: PreparedSuite, mutations: Mutations) {
		this.#suite = suite;
		this.#mutations = mutations;
		this.#tests = suite.tests.map((test) => ({ test, decided: decideRequest(test.prepared, suite.set) }));
	}

	/** Whether a test fails with the mutant in the policy's place. */
	killsPolicy(address: Address, mutant: Mutant): boolean {
		const { set } = this.#suite;
		const text = set.texts.get(address);
		const place = set.policies.findIndex((each) => each.id === address);
		if (text === undefined || place === -1) return false;
		const mutated = mutant.of(text);
		const policy = mutated === undefined ? undefined : compilePolicy(mutated);
		const policies = policy === undefined ? set.policies.filter((each) => each.id !== address) : set.policies.with(place, policy);
		return this.#tests.some(({ test, decided }) => {
			if (policy !== undefined && saysTheSame(policy, mutant.slot, place, test.prepared, decided)) return false;
			return this.#fails(test, decideRequest(test.prepared, { ...set, policies }));
		});
	}

	/**
	 * The same for an MFA policy, on which no other part of the decision depends. The number is that of a change to its
	 * condition; without one it is taken away.
	 */
	killsMfa(address: Address, number: number | undefined): boolean {
		for (const [userId, own] of this.#suite.set.mfaPolicies) {
			const policy = own.find((each) => each.id === address);
			if (policy === undefined) continue;
			const changed =
				number === undefined ? undefined : this.#mutations.of(policy.condition.checked.text, "condition").changed(number);
			const condition = compileExpression(changed, "condition");
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
