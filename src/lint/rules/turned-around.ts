// A change that turns a live policy around.
import { sameTree } from "../../language/same-tree.js";
import { slots } from "../../language/slot.js";
import { type Expression, partsOf } from "../../language/tree.js";
import type { Rule } from "../rule.js";

export const turnedAround: Rule = {
	code: "Q3603",
	name: "turned-around",
	severity: "warning",
	reason: "an update replaces the whole expression: a lost `!`, `any` for `all` or `>` for `<` makes it mean the opposite",
	live: true,
	policy(policy, report, { live }) {
		const before = live?.find(({ name }) => name === policy.name);
		if (before === undefined) return;
		if (before.effect !== policy.effect) {
			report(
				{ in: policy },
				{
					message: `the effect of \`${policy.name}\` turns from \`${before.effect}\` to \`${policy.effect}\``,
					help: "make sure that this is meant",
				},
			);
		}
		for (const slot of slots) {
			const old = before[slot]?.checked.expression;
			const next = policy[slot]?.checked.expression;
			if (old !== undefined && next === undefined) {
				report({ in: policy }, { message: `\`${policy.name}\` loses its ${slot}`, help: "make sure that this is meant" });
			}
			if (old === undefined || next === undefined) continue;
			const turn = turnBetween(old, next);
			if (turn !== undefined) {
				report(
					{ in: policy, slot, node: turn.node },
					{ message: `the live policy says ${turn.was} here: this turns it around`, help: "make sure that this is meant" },
				);
			}
		}
	},
	cases: {
		valid: [
			{
				policies: [{ name: "A", condition: "eth.tx.value > 5" }],
				live: [{ name: "A", effect: "EFFECT_ALLOW", condition: "eth.tx.value > 6" }],
			},
			{
				policies: [{ name: "A", condition: "eth.tx.value > 5" }],
				live: [{ name: "B", effect: "EFFECT_ALLOW", condition: "eth.tx.value < 5" }],
			},
		],
		invalid: [
			{
				policies: [{ name: "A", effect: "EFFECT_DENY", condition: "eth.tx.to in ['0xaa']" }],
				live: [{ name: "A", effect: "EFFECT_DENY", condition: "!(eth.tx.to in ['0xaa'])" }],
			},
			{
				policies: [{ name: "A", condition: "solana.tx.transfers.any(t, t.to == 'a')" }],
				live: [{ name: "A", effect: "EFFECT_ALLOW", condition: "solana.tx.transfers.all(t, t.to == 'a')" }],
			},
			{
				policies: [{ name: "A", condition: "eth.tx.value > 5" }],
				live: [{ name: "A", effect: "EFFECT_ALLOW", condition: "eth.tx.value < 5" }],
			},
			{
				policies: [{ name: "A", effect: "EFFECT_DENY", condition: "eth.tx.value < 5" }],
				live: [{ name: "A", effect: "EFFECT_ALLOW", condition: "eth.tx.value < 5" }],
			},
			{
				policies: [{ name: "A", condition: "eth.tx.value < 5" }],
				live: [{ name: "A", effect: "EFFECT_ALLOW", condition: "eth.tx.value < 5", consensus: "approvers.count() >= 2" }],
			},
		],
	},
};

interface Turn {
	readonly node: Expression;
	readonly was: string;
}

const opposite: Readonly<Record<string, readonly string[]>> = {
	"==": ["!="],
	"!=": ["=="],
	"<": [">", ">="],
	"<=": [">", ">="],
	">": ["<", "<="],
	">=": ["<", "<="],
};

function turnBetween(before: Expression, after: Expression): Turn | undefined {
	if (before.kind === "not" && after.kind !== "not" && sameTree(before.operand, after)) return { node: after, was: "`!(…)`" };
	if (after.kind === "not" && before.kind !== "not" && sameTree(after.operand, before))
		return { node: after, was: "it without `!`" };
	if (
		before.kind === "quantifier" &&
		after.kind === "quantifier" &&
		before.name !== after.name &&
		sameTree(before.target, after.target)
	) {
		return { node: after, was: `\`${before.name}\`` };
	}
	if (
		before.kind === "comparison" &&
		after.kind === "comparison" &&
		opposite[before.operator]?.includes(after.operator) === true &&
		sameTree(before.left, after.left)
	) {
		return { node: after, was: `\`${before.operator}\`` };
	}
	if ((before.kind === "and" && after.kind === "or") || (before.kind === "or" && after.kind === "and")) {
		const shared = before.operands.filter((operand) => after.operands.some((each) => sameTree(each, operand)));
		if (shared.length >= 2) return { node: after, was: before.kind === "and" ? "`&&`" : "`||`" };
	}
	if (before.kind !== after.kind) return undefined;
	const old = partsOf(before);
	const next = partsOf(after);
	if (old.length !== next.length) return undefined;
	for (const [index, part] of next.entries()) {
		const turn = turnBetween(old[index] ?? part, part);
		if (turn !== undefined) return turn;
	}
	return undefined;
}
