// Mutants by example: what a slip of the hand makes of an expression, and what is no mutant.
import { describe, expect, test } from "@jest/globals";
import type { Slot } from "../../../src/language/slot.js";
import { Mutations, mutantsOf } from "../../../src/suites/mutants.js";

const texts = (text: string, slot: Slot = "condition"): string[] =>
	[...new Mutations().of(text, slot).mutants()].map((each) => each.text);

describe("mutants of an expression", () => {
	test("operators are swapped, operands dropped, numbers shifted", () => {
		expect(texts("eth.tx.value <= 100 && eth.tx.chain_id == 1")).toEqual([
			"eth.tx.value <= 100 || eth.tx.chain_id == 1",
			"eth.tx.chain_id == 1",
			"eth.tx.value < 100 && eth.tx.chain_id == 1",
			"eth.tx.value > 100 && eth.tx.chain_id == 1",
			"eth.tx.value <= 101 && eth.tx.chain_id == 1",
			"eth.tx.value <= 99 && eth.tx.chain_id == 1",
			"eth.tx.value <= 100",
			"eth.tx.value <= 100 && eth.tx.chain_id != 1",
			"eth.tx.value <= 100 && eth.tx.chain_id == 2",
			"eth.tx.value <= 100 && eth.tx.chain_id == 0",
		]);
	});

	test("items are taken out of lists, memberships and negations turned round", () => {
		expect(texts("!(eth.tx.chain_id in [1, 10])")).toEqual([
			"eth.tx.chain_id in [1, 10]",
			"!(!(eth.tx.chain_id in [1, 10]))",
			"!(eth.tx.chain_id in [10])",
			"!(eth.tx.chain_id in [2, 10])",
			"!(eth.tx.chain_id in [0, 10])",
			"!(eth.tx.chain_id in [1])",
			"!(eth.tx.chain_id in [1, 11])",
			"!(eth.tx.chain_id in [1, 9])",
		]);
	});

	test("quantifiers and thresholds of a consensus", () => {
		expect(texts("approvers.any(u, u.tags.contains('a')) || approvers.count() >= 2", "consensus")).toEqual([
			"approvers.any(u, u.tags.contains('a')) && approvers.count() >= 2",
			"approvers.count() >= 2",
			"approvers.all(u, u.tags.contains('a')) || approvers.count() >= 2",
			"approvers.any(u, !(u.tags.contains('a'))) || approvers.count() >= 2",
			"approvers.any(u, u.tags.contains('a'))",
			"approvers.any(u, u.tags.contains('a')) || approvers.count() > 2",
			"approvers.any(u, u.tags.contains('a')) || approvers.count() < 2",
			"approvers.any(u, u.tags.contains('a')) || approvers.count() >= 3",
			"approvers.any(u, u.tags.contains('a')) || approvers.count() >= 1",
		]);
	});

	test("bounds of slices are places, not thresholds", () => {
		expect(texts("eth.tx.data[0..10] == '0xa9059cbb'")).toEqual(["eth.tx.data[0..10] != '0xa9059cbb'"]);
	});

	test("equal by tree is no mutant: one operand twice is dropped once", () => {
		const dropped = texts("eth.tx.nonce == 1 && eth.tx.nonce == 1").filter((each) => each === "eth.tx.nonce == 1");
		expect(dropped).toHaveLength(1);
	});

	test("what is not well-typed has none", () => {
		expect(texts("eth.tx.value == 'x'")).toEqual([]);
		expect(texts("eth.tx.value ==")).toEqual([]);
	});
});

describe("mutants of a policy", () => {
	test("it is taken away, its effect flipped, each expression left out", () => {
		const policy = { id: "p", effect: "EFFECT_DENY", condition: "activity.action == 'EXPORT'", time: "true" } as const;
		expect([...mutantsOf(policy)].map(({ slot, change }) => [slot, change])).toEqual([
			[undefined, "the policy is taken away"],
			[undefined, "`EFFECT_DENY` becomes `EFFECT_ALLOW`"],
			["condition", "`condition` is taken away"],
			["condition", "`==` becomes `!=` in `activity.action == 'EXPORT'`"],
			// Taking `true` away would change nothing.
			["time", "`true` becomes `false`"],
		]);
	});
});
