// What it takes to satisfy a consensus, found by asking it: people are made up who have the identifiers, tags and
// credentials that the expression names, and one about whom nothing is known; the language then says which of them are
// enough. So the answer is the evaluator's, not a second reading of the expression.
import type { Checked } from "../language/check.js";
import { compile } from "../language/compile.js";
import {
	type Approver,
	type Credential,
	consensusBindings,
	Electorate,
	type SmallestSets,
	type Vote,
	type Voter,
} from "../language/electorate.js";
import { growsWithVotes } from "../language/growing.js";
import type { CompiledExpression } from "../language/policy.js";
import { type Expression, walk } from "../language/tree.js";

export interface ConsensusFacts {
	/** Whether anybody at all satisfies it alone. */
	readonly anyone: boolean;
	/** The smallest sets of people that satisfy it, each as votes; empty when none was found. */
	readonly sets: readonly (readonly Vote[])[];
	/** Whether these are all. */
	readonly complete: boolean;
	/** The fewest people that satisfy it; undefined when none were found. */
	readonly fewest: number | undefined;
	/** False when a further vote can make a satisfied consensus unsatisfied. */
	readonly monotone: boolean;
	/** Whether these votes satisfy it. */
	satisfiedBy(votes: readonly Vote[]): boolean;
	/** What it compares with, by what kind of thing it names. */
	readonly names: Names;
}

export interface Names {
	readonly users: readonly string[];
	readonly tags: readonly string[];
	readonly credentials: readonly string[];
}

/** Characters times people that are worth looking at. */
const ENOUGH_WORK = 10_000_000;

const nobodyNamed: Names = { users: [], tags: [], credentials: [] };

/** Somebody about whom nothing is known. */
export const stranger: Vote = { user: { id: "\u0000stranger", tags: [] } };

/** Without an expression, anybody satisfies it. */
export function consensusFacts(checked: Checked | undefined): ConsensusFacts {
	if (checked === undefined) {
		return {
			anyone: true,
			sets: [[stranger]],
			complete: true,
			fewest: 1,
			monotone: true,
			satisfiedBy: (votes) => votes.length > 0,
			names: nobodyNamed,
		};
	}
	const program = compile(checked);
	const satisfiedBy = (votes: readonly Vote[]): boolean => program.evaluate(consensusBindings(votes)) === true;
	const names = namesIn(checked.expression);
	const people = voters(checked.expression, names);
	const { sets, complete } = smallestSets({ checked, program }, people);
	// Somebody with several of the tags is the exception, and a rule of its own speaks about it.
	const ordinary = sets.filter((set) => set.every(({ user }) => user.tags.length <= 1));
	const fewest = fewestOf(ordinary) ?? fewestOf(sets);
	const everybody = people.flatMap(votesOf);
	const monotone =
		growsWithVotes(checked.expression) ||
		sets.every((set) => everybody.every((more) => isAmong(more, set) || satisfiedBy([...set, more])));
	return { anyone: satisfiedBy([stranger]), sets, complete, fewest, monotone, satisfiedBy, names };
}

/** Nothing is asked of a text so long, with so many names in it, that one answer would take seconds. */
function smallestSets(consensus: CompiledExpression, people: readonly Voter[]): SmallestSets {
	const work = consensus.checked.text.length * people.length;
	if (work * people.length > 20 * ENOUGH_WORK) return { sets: [], complete: false };
	// The longer it is, the less often it is asked.
	const budget = Math.max(100, Math.min(2000, Math.floor(ENOUGH_WORK / work)));
	return new Electorate(people).smallestSets(consensus, { most: 60, budget });
}

function fewestOf(sets: readonly (readonly Vote[])[]): number | undefined {
	return sets.reduce<number | undefined>((least, set) => Math.min(least ?? set.length, set.length), undefined);
}

/** Whether every set of people that satisfies one consensus satisfies the other. */
export function whoeverSatisfies(a: ConsensusFacts, b: ConsensusFacts): boolean {
	return a.complete && a.sets.length > 0 && a.monotone && b.monotone && a.sets.every((set) => b.satisfiedBy(set));
}

function votesOf({ user, credentials }: Voter): readonly Vote[] {
	return credentials.length === 0 ? [{ user }] : credentials.map((credential) => ({ user, credential }));
}

function isAmong(vote: Vote, set: readonly Vote[]): boolean {
	return set.some((each) => each.user.id === vote.user.id);
}

/** People enough to tell what the expression asks for. */
function voters(expression: Expression, names: Names): readonly Voter[] {
	const many = Math.min(6, largestCount(expression) + 1);
	const people: Approver[] = [];
	const texts = textsComparedWith(expression);
	for (const id of names.users) people.push({ id, tags: [] }, { id: `${id}\u0000tagged`, tags: [...names.tags] });
	for (const email of texts.email) people.push({ id: `\u0000email ${email}`, tags: [], email });
	for (const alias of texts.alias) people.push({ id: `\u0000alias ${alias}`, tags: [], alias });
	for (let copy = 1; copy <= many; copy += 1) {
		for (const tag of names.tags) people.push({ id: `\u0000${copy} tag ${tag}`, tags: [tag] });
		if (names.tags.length > 1) people.push({ id: `\u0000${copy} tags`, tags: [...names.tags] });
		people.push({ id: `\u0000${copy}`, tags: [] });
	}
	const credentials = credentialsNamed(expression, names);
	return people.map((user) => ({
		user,
		credentials: credentials.map((each, index) => ({
			...each,
			id: each.id === "" ? `${user.id} ${index}` : each.id,
			user_id: user.id,
		})),
	}));
}

function credentialsNamed(expression: Expression, names: Names): readonly Credential[] {
	const texts = textsComparedWith(expression);
	const plain = { id: "", user_id: "", type: "CREDENTIAL_TYPE_API_KEY_P256", public_key: "" };
	const found: Credential[] = [];
	for (const id of names.credentials) found.push({ ...plain, id });
	for (const type of texts.type) found.push({ ...plain, type });
	for (const public_key of texts.public_key) found.push({ ...plain, public_key });
	for (const credential_id of texts.credential_id) found.push({ ...plain, credential_id });
	return found.length === 0 ? [] : [plain, ...found].slice(0, 12);
}

type Compared = "id" | "user_id" | "tags" | "email" | "alias" | "type" | "public_key" | "credential_id";

/** The texts that a field is compared with, by the field's name and whether it is of a credential. */
function textsComparedWith(expression: Expression): Readonly<Record<Compared | "credential id", readonly string[]>> {
	const found: Record<Compared | "credential id", Set<string>> = {
		id: new Set(),
		"credential id": new Set(),
		user_id: new Set(),
		tags: new Set(),
		email: new Set(),
		alias: new Set(),
		type: new Set(),
		public_key: new Set(),
		credential_id: new Set(),
	};
	const visit = (node: Expression, lists: ReadonlyMap<string, string>): void => {
		if (node.kind === "quantifier") {
			visit(node.target, lists);
			let target = node.target;
			while (target.kind === "quantifier") target = target.target;
			visit(node.body, new Map(lists).set(node.variable, target.kind === "name" ? target.name : ""));
			return;
		}
		const sides =
			node.kind === "comparison" ? [node.left, node.right] : node.kind === "method" ? [node.target, ...node.arguments] : [];
		const field = sides.find((side) => side.kind === "field");
		if (field?.kind === "field" && Object.hasOwn(found, field.name)) {
			const list = field.target.kind === "name" ? lists.get(field.target.name) : undefined;
			const key = field.name === "id" && list === "credentials" ? "credential id" : (field.name as Compared);
			for (const side of sides) walk(side, (part) => part.kind === "string" && void found[key].add(part.value));
		}
		walk(node, (part) => {
			if (part === node) return true;
			visit(part, lists);
			return false;
		});
	};
	visit(expression, new Map());
	const lists = Object.entries(found).map(([name, texts]): readonly [string, readonly string[]] => [name, [...texts]]);
	return Object.fromEntries(lists) as unknown as ReturnType<typeof textsComparedWith>;
}

/** The identifiers that a consensus names. */
export function namesIn(expression: Expression): Names {
	const texts = textsComparedWith(expression);
	return {
		users: [...new Set([...texts.id, ...texts.user_id])],
		tags: texts.tags,
		credentials: texts["credential id"],
	};
}

function largestCount(expression: Expression): number {
	let largest = 1;
	walk(expression, (node) => {
		if (node.kind === "integer") largest = Math.max(largest, Number(node.value > 5n ? 5n : node.value));
		return true;
	});
	return largest;
}
