// Parts that are always true or always false: they look like a condition and are none.
import { print } from "../../language/print.js";
import { sameTree } from "../../language/same-tree.js";
import { type Expression, walk } from "../../language/tree.js";
import type { Report, Rule } from "../rule.js";
import type { LintPolicy, Part } from "../subject.js";

export const constantPart: Rule = {
	code: "Q3546",
	name: "constant-part",
	severity: "warning",
	reason: "a part that never changes, or that says again what has been said, is no condition",
	policy(policy, report) {
		for (const part of [policy.condition, policy.consensus, policy.time]) if (part !== undefined) look(policy, part, report);
	},
	cases: {
		valid: [
			"eth.tx.value >= 1",
			"true",
			{ effect: "EFFECT_DENY", condition: "activity.action == 'EXPORT'", consensus: "true" },
			"wallet.id == 'a' || wallet.id == 'b'",
		],
		invalid: [
			"eth.tx.value >= 0 && wallet.id == 'a'",
			"eth.tx.value < 0",
			"wallet.id == 'a' && wallet.id == 'a'",
			"eth.tx.to == eth.tx.to",
			"1 < 2",
			"wallet.id == 'a' && true",
			"eth.tx.chain_id != 1 || eth.tx.chain_id != 10",
			{ effect: "EFFECT_ALLOW", consensus: "approvers.any(u, u.id == 'a') || approvers.count() >= 0" },
		],
	},
};

function look(policy: LintPolicy, part: Part, report: Report): void {
	const { expression, typing } = part.checked;
	const tell = (node: Expression, message: string, help: string): void =>
		report({ in: policy, slot: part.slot, node }, { message, help });
	walk(expression, (node) => {
		if (node.kind === "comparison") {
			const always = truthOf(
				node,
				(side) => typing.types[side.id]?.kind === "uint" || countsOrAmounts(side, typing.origins[side.id]?.field.unit),
			);
			if (always !== undefined) tell(node, `\`${print(node)}\` is always ${always}`, "remove it, or compare with what is meant");
			return true;
		}
		if (node.kind !== "and" && node.kind !== "or") return true;
		for (const [index, operand] of node.operands.entries()) {
			if (operand.kind === "boolean") {
				tell(
					operand,
					`\`${operand.value}\` beside ${node.kind === "and" ? "`&&`" : "`||`"} ${effectOf(node.kind, operand.value)}`,
					"remove it",
				);
			} else if (node.operands.slice(0, index).some((before) => sameTree(before, operand))) {
				tell(operand, `\`${shortened(print(operand))}\` stands here twice`, "remove one of the two, or correct it");
			}
		}
		const path = node.kind === "or" ? exclusions(node.operands) : undefined;
		if (path !== undefined) tell(node, `one of these is always true: \`${path}\` cannot equal both`, "join exclusions by `&&`");
		return true;
	});
}

function effectOf(kind: "and" | "or", value: boolean): string {
	return (kind === "and") === value ? "changes nothing" : `makes all of it ${value}`;
}

const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 57)}…` : text);

/** Whether two operands exclude different values of one path: then one of them holds. */
function exclusions(operands: readonly Expression[]): string | undefined {
	const seen = new Map<string, string>();
	for (const operand of operands) {
		if (operand.kind !== "comparison" || operand.operator !== "!=") continue;
		const path = print(operand.left);
		const value = print(operand.right);
		const before = seen.get(path);
		if (before !== undefined && before !== value) return path;
		seen.set(path, value);
	}
	return undefined;
}

/** Integers that are never negative: lengths, amounts, and what is unsigned. */
function countsOrAmounts(node: Expression, unit: string | undefined): boolean {
	return (node.kind === "method" && node.name === "count") || (node.kind === "field" && unit !== undefined);
}

function truthOf(node: Expression & { kind: "comparison" }, isNatural: (side: Expression) => boolean): boolean | undefined {
	const { left, right, operator } = node;
	if (left.kind === "integer" && right.kind === "integer" && operator !== "in") return compare(left.value, right.value, operator);
	if (left.kind === "string" && right.kind === "string") {
		if (operator === "==") return left.value === right.value;
		return operator === "!=" ? left.value !== right.value : undefined;
	}
	if (operator !== "in" && sameTree(left, right)) return operator === "==" || operator === "<=" || operator === ">=";
	if (right.kind === "integer" && right.value === 0n && isNatural(left)) {
		if (operator === ">=") return true;
		if (operator === "<") return false;
	}
	if (left.kind === "integer" && left.value === 0n && isNatural(right)) {
		if (operator === "<=") return true;
		if (operator === ">") return false;
	}
	return undefined;
}

function compare(a: bigint, b: bigint, operator: string): boolean | undefined {
	switch (operator) {
		case "==":
			return a === b;
		case "!=":
			return a !== b;
		case "<":
			return a < b;
		case "<=":
			return a <= b;
		case ">":
			return a > b;
		case ">=":
			return a >= b;
		default:
			return undefined;
	}
}
