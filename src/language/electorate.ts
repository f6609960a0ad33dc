// Everyone whose vote could count, and what is still missing for a consensus: which smallest sets of further votes would
// satisfy it. People whom an expression cannot tell apart are counted, not enumerated, so that the question stays small.
import type { Binding, Bindings } from "./bindings.js";
import type { Program } from "./compile.js";
import { EvaluationError } from "./evaluation-error.js";
import { growsWithVotes } from "./growing.js";
import type { CompiledExpression } from "./policy.js";
import { compareTakings, searchByLeavingOut, searchBySize, type Taking } from "./smallest-takings.js";
import { type Expression, walk } from "./tree.js";

/** A user as `approvers` shows them. */
export interface Approver {
	readonly id: string;
	readonly tags: readonly string[];
	readonly email?: string;
	readonly alias?: string;
}

/** A credential as `credentials` shows it. */
export interface Credential {
	readonly id: string;
	readonly user_id: string;
	readonly type: string;
	readonly credential_id?: string;
	readonly public_key: string;
}

/** An approval: who, and with what it was signed. */
export interface Vote {
	readonly user: Approver;
	readonly credential?: Credential;
}

/** Someone who could vote, with the credentials they could do it with. */
export interface Voter {
	readonly user: Approver;
	readonly credentials: readonly Credential[];
}

/** Votes that are missing: `count` of these users. */
export interface Missing {
	readonly count: number;
	readonly userIds: readonly string[];
	/** They are missing of the root quorum, not by a policy. */
	readonly rootQuorum?: true;
}

export type Reach =
	| { readonly status: "satisfied" }
	| { readonly status: "error"; readonly error: EvaluationError }
	/** Further votes would satisfy it: any one of `ways` is enough. `complete` is false when the search was cut short. */
	| { readonly status: "pending"; readonly ways: readonly (readonly Missing[])[]; readonly complete: boolean }
	/** No further votes satisfy it, or it does not need the vote of the one who asked. */
	| { readonly status: "unreachable" };

/** The votes as the slot `consensus` sees them: each user once, the credential of each vote. */
export function consensusBindings(votes: readonly Vote[]): Bindings {
	const users = new Map<string, Approver>();
	for (const { user } of votes) if (!users.has(user.id)) users.set(user.id, user);
	return {
		approvers: [...users.values()] as unknown as readonly Binding[],
		credentials: votes.flatMap((vote) => vote.credential ?? []) as unknown as readonly Binding[],
	};
}

/** Votes that an expression cannot tell apart. */
interface Group {
	readonly votes: readonly Vote[];
	/** More of them than this change nothing. */
	readonly most: number;
}

/** Sets of votes, and whether they are all there are. */
export interface SmallestSets {
	readonly sets: readonly (readonly Vote[])[];
	readonly complete: boolean;
}

const votesIn = (groups: readonly Group[], taking: Taking): readonly Vote[] =>
	taking.flatMap((count, index) => groups[index]?.votes.slice(0, count) ?? []);

const lookIn = ({ checked }: CompiledExpression) => (growsWithVotes(checked.expression) ? searchByLeavingOut : searchBySize);

/** How many sets of votes one question may look at, and how many ways it may find. */
const budget = 4000;
const mostWays = 50;

/** The people of an organization. Remembers, for each expression, whom it cannot tell apart; make a new one when they change. */
export class Electorate {
	readonly #voters: readonly Voter[];
	readonly #groups = new WeakMap<Program, readonly Group[]>();

	constructor(voters: readonly Voter[]) {
		this.#voters = voters;
	}

	/** What a consensus still needs. The first vote is that of the one who asked; without any vote nothing is satisfied. */
	reach(consensus: CompiledExpression | undefined, votes: readonly Vote[]): Reach {
		if (consensus === undefined) return { status: "satisfied" };
		const { program } = consensus;
		const now = program.evaluate(consensusBindings(votes));
		if (now === true) return { status: "satisfied" };
		if (now instanceof EvaluationError) return { status: "error", error: now };
		const voted = new Set(votes.map((vote) => vote.user.id));
		const groups = this.#groupsOf(consensus).flatMap((group) => {
			const left = group.votes.filter((vote) => !voted.has(vote.user.id));
			return left.length === 0 ? [] : [{ votes: left, most: Math.min(group.most, left.length) }];
		});
		return search(consensus, votes, groups);
	}

	/**
	 * The smallest sets of votes that satisfy a consensus, whoever asks: of people that it cannot tell apart one set stands for
	 * all. At most `most` of them, found by asking about no more than about `budget` sets.
	 */
	smallestSets(
		consensus: CompiledExpression,
		{ most, budget }: { readonly most: number; readonly budget: number },
	): SmallestSets {
		const groups = this.#groupsOf(consensus);
		const takings: Taking[] = [];
		const complete = lookIn(consensus)({
			most: groups.map((group) => group.most),
			satisfies: (taking) => consensus.program.evaluate(consensusBindings(votesIn(groups, taking))) === true,
			found: (taking) => takings.push(taking) < most,
			budget,
		});
		return { sets: takings.sort(compareTakings).map((taking) => votesIn(groups, taking)), complete };
	}

	#groupsOf(consensus: CompiledExpression): readonly Group[] {
		const { program, checked } = consensus;
		const known = this.#groups.get(program);
		if (known !== undefined) return known;
		const { literals, largest, separable, byCredential } = distinctions(checked.expression);
		const groups = new Map<string, Vote[]>();
		for (const { user, credentials } of this.#voters) {
			const possible: readonly Vote[] =
				credentials.length === 0 || !byCredential ? [{ user }] : credentials.map((credential) => ({ user, credential }));
			for (const vote of possible) {
				const key = separable ? keyOf(vote, literals) : JSON.stringify([user.id, vote.credential?.id]);
				const group = groups.get(key);
				if (group === undefined) groups.set(key, [vote]);
				else if (group[group.length - 1]?.user.id !== user.id) group.push(vote);
			}
		}
		const made = [...groups.values()].map((each) => ({ votes: each, most: Math.min(each.length, largest + 1) }));
		this.#groups.set(program, made);
		return made;
	}
}

interface Distinctions {
	readonly literals: ReadonlySet<string>;
	readonly largest: number;
	readonly separable: boolean;
	/** Whether it matters with which credential somebody votes. */
	readonly byCredential: boolean;
}

/** What an expression can tell people apart by: the texts it compares with, and how far it counts. */
function distinctions(expression: Expression): Distinctions {
	let byCredential = false;
	const literals = new Set<string>();
	let largest = 1;
	let separable = true;
	walk(expression, (node) => {
		if (node.kind === "string") literals.add(node.value);
		else if (node.kind === "name") byCredential ||= node.name === "credentials";
		else if (node.kind === "integer") largest = Math.max(largest, node.value > 1000n ? 1000 : Number(node.value));
		else if (node.kind === "slice" || node.kind === "index") separable = false;
		else if (
			node.kind === "comparison" &&
			![node.left, node.right].some(isLiteral) &&
			!isCount(node.left) &&
			!isCount(node.right)
		) {
			separable = false;
		} else if (node.kind === "method" && node.name === "count" && node.target.kind === "field") separable = false;
		return undefined;
	});
	return { literals, largest, separable, byCredential };
}

function isLiteral(node: Expression): boolean {
	return (
		node.kind === "string" ||
		node.kind === "integer" ||
		node.kind === "boolean" ||
		(node.kind === "list" && node.elements.every(isLiteral))
	);
}

function isCount(node: Expression): boolean {
	return node.kind === "method" && node.name === "count";
}

function keyOf({ user, credential }: Vote, literals: ReadonlySet<string>): string {
	const shown = (text: string | undefined): string | null =>
		text !== undefined && literals.has(text) ? text : text === undefined ? null : "";
	return JSON.stringify([
		shown(user.id),
		user.tags.filter((tag) => literals.has(tag)).sort(),
		shown(user.email),
		shown(user.alias),
		credential === undefined
			? null
			: [
					shown(credential.id),
					shown(credential.user_id),
					shown(credential.type),
					shown(credential.credential_id),
					shown(credential.public_key),
				],
	]);
}

/** Looks for the smallest sets of further votes. */
function search(consensus: CompiledExpression, votes: readonly Vote[], groups: readonly Group[]): Reach {
	const satisfied = (candidates: readonly Vote[]): boolean => consensus.program.evaluate(consensusBindings(candidates)) === true;
	const added = (taking: Taking): readonly Vote[] => votesIn(groups, taking);
	const ways: Taking[] = [];
	let relevant = false;
	const ended = lookIn(consensus)({
		most: groups.map((group) => group.most),
		satisfies: (taking) => satisfied([...votes, ...added(taking)]),
		found(taking) {
			const needed = relevant || needsAsker(votes, added(taking), satisfied);
			// Ways without end are not listed, but whether the one who asked belongs to one of them decides.
			if (ways.length < mostWays || (needed && !relevant)) ways.push(taking);
			relevant = needed;
			return ways.length < mostWays || !relevant;
		},
		budget,
	});
	if (!relevant) return { status: "unreachable" };
	const missing = ways.sort(compareTakings).map((counts) =>
		counts.flatMap((count, index) => {
			const group = groups[index];
			return count === 0 || group === undefined ? [] : [{ count, userIds: group.votes.map((vote) => vote.user.id) }];
		}),
	);
	return { status: "pending", ways: missing, complete: ended };
}

/** Whether a smallest satisfying part of these votes contains that of the one who asked. */
function needsAsker(votes: readonly Vote[], extra: readonly Vote[], satisfied: (votes: readonly Vote[]) => boolean): boolean {
	const [asker, ...others] = votes;
	if (asker === undefined) return true;
	let kept = [...others, ...extra];
	for (const each of [...kept]) {
		const fewer = kept.filter((vote) => vote !== each);
		if (satisfied([asker, ...fewer])) kept = fewer;
	}
	return !satisfied(kept);
}
