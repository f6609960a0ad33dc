// Two searches for the smallest takings, and both find exactly those; and what is called growing never shrinks.
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { check } from "../../src/language/check.js";
import { compile } from "../../src/language/compile.js";
import { consensusBindings, type Vote } from "../../src/language/electorate.js";
import { growsWithVotes } from "../../src/language/growing.js";
import { print } from "../../src/language/print.js";
import {
	compareTakings,
	isWithin,
	type Search,
	searchByLeavingOut,
	searchBySize,
	type Taking,
} from "../../src/language/smallest-takings.js";
import { generateExpression } from "../support/expression-generator.js";

const most = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 5 });
/** Groups, and takings that are each enough. */
const question = most.chain((each) =>
	fc.record({
		most: fc.constant(each),
		enough: fc.array(fc.tuple(...each.map((count) => fc.integer({ min: 0, max: count }))), { maxLength: 6 }),
	}),
);

function all(search: (given: Search) => boolean, most: Taking, enough: readonly Taking[]) {
	const found: Taking[] = [];
	let asked = 0;
	const ended = search({
		most,
		satisfies: (taking) => {
			asked += 1;
			return enough.some((each) => isWithin(each, taking));
		},
		found: (taking) => {
			found.push(taking);
			return true;
		},
		budget: 100_000,
	});
	return { found: found.sort(compareTakings).map(String), ended, asked };
}

describe("the smallest takings", () => {
	test("are those of the given ones that hold no other, whichever way they are looked for", () => {
		fc.assert(
			fc.property(question, ({ most, enough }) => {
				// Nothing at all is asked about before the search begins.
				const wanted = enough.filter((each) => each.some((count) => count > 0));
				const smallest = wanted.filter(
					(each) => !wanted.some((other) => isWithin(other, each) && String(other) !== String(each)),
				);
				const expected = [...new Set([...smallest].sort(compareTakings).map(String))];
				expect(all(searchBySize, most, wanted)).toMatchObject({ found: expected, ended: true });
				expect(all(searchByLeavingOut, most, wanted)).toMatchObject({ found: expected, ended: true });
			}),
		);
	});

	test("leaving out asks about little where one taking is enough", () => {
		const groups = new Array<number>(60).fill(1);
		const { found, ended, asked } = all(searchByLeavingOut, groups, [groups]);
		expect([found, ended]).toEqual([[String(groups)], true]);
		expect(asked).toBeLessThan(200);
	});

	test("a budget ends either search, and so does whoever has seen enough", () => {
		const groups = new Array<number>(24).fill(1);
		const half = (taking: Taking): boolean => taking.reduce((sum, each) => sum + each, 0) >= 12;
		for (const search of [searchBySize, searchByLeavingOut]) {
			let seen = 0;
			const counted = (taking: Taking): boolean => {
				seen += 1;
				return half(taking);
			};
			expect(search({ most: groups, satisfies: counted, found: () => true, budget: 500 })).toBe(false);
			expect(seen).toBeLessThan(1000);
		}
		expect(searchByLeavingOut({ most: groups, satisfies: half, found: () => false, budget: 500 })).toBe(false);
	});
});

test("a consensus that grows with the votes stays true whatever votes come in", () => {
	const texts = ["a", "b", "key", ""];
	const vote = fc
		.record({
			id: fc.constantFrom(...texts),
			tags: fc.subarray(texts),
			type: fc.constantFrom("a", "b"),
		})
		.map(({ id, tags, type }): Vote => {
			return { user: { id, tags, email: "a", alias: "b" }, credential: { id, user_id: id, type, public_key: "key" } };
		});
	let growing = 0;
	fc.assert(
		fc.property(fc.gen(), fc.array(vote, { maxLength: 5 }), vote, (draw, votes, more) => {
			const checked = check(print(generateExpression(draw, { slot: "consensus", dynamic: false })), "consensus");
			if (!checked.wellTyped || !growsWithVotes(checked.expression)) return;
			growing += 1;
			const program = compile(checked);
			if (program.evaluate(consensusBindings(votes)) === true)
				expect(program.evaluate(consensusBindings([...votes, more]))).toBe(true);
		}),
		{ numRuns: 2000 },
	);
	expect(growing).toBeGreaterThan(20);
});

test("the fast search finds what the slow one finds, whatever users and credentials lack", () => {
	const texts = ["a", "b", "key", ""];
	const text = fc.constantFrom(...texts);
	const person = fc.record({
		tags: fc.subarray(texts),
		email: fc.option(text),
		alias: fc.option(text),
		key: fc.option(text),
	});
	// Whoever votes twice is the same person with the same credential both times.
	const votesOf = fc
		.tuple(
			fc.array(person, { minLength: texts.length, maxLength: texts.length }),
			fc.array(fc.nat(texts.length - 1), { minLength: 1, maxLength: 5 }),
		)
		.map(([people, voters]) =>
			voters.map((voter): Vote => {
				const id = texts[voter] ?? "";
				const { tags = [], email = null, alias = null, key = null } = people[voter] ?? {};
				return {
					user: { id, tags, ...(email === null ? {} : { email }), ...(alias === null ? {} : { alias }) },
					credential: { id, user_id: id, type: "a", public_key: "key", ...(key === null ? {} : { credential_id: key }) },
				};
			}),
		);
	let growing = 0;
	fc.assert(
		fc.property(fc.gen(), votesOf, (draw, votes) => {
			const checked = check(print(generateExpression(draw, { slot: "consensus", dynamic: false })), "consensus");
			if (!checked.wellTyped || !growsWithVotes(checked.expression)) return;
			growing += 1;
			const program = compile(checked);
			// Whoever searches has asked about no votes at all before.
			if (program.evaluate(consensusBindings([])) === true) return;
			const asked = (search: (given: Search) => boolean): readonly string[] => {
				const found: Taking[] = [];
				search({
					most: votes.map(() => 1),
					satisfies: (taking) => program.evaluate(consensusBindings(votes.filter((_, index) => taking[index] === 1))) === true,
					found: (taking) => found.push(taking) > 0,
					budget: 100_000,
				});
				return found.sort(compareTakings).map(String);
			};
			expect(asked(searchByLeavingOut)).toEqual(asked(searchBySize));
		}),
		{ numRuns: 2000 },
	);
	expect(growing).toBeGreaterThan(20);
});
