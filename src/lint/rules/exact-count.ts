// A consensus that asks for exactly so many.
import { walk } from "../../language/tree.js";
import type { Rule } from "../rule.js";

export const exactCount: Rule = {
	code: "Q3558",
	name: "exact-count",
	severity: "warning",
	reason: "one more approval than asked for makes an exact count false again, and `== 1` means anybody",
	policy(policy, report) {
		const expression = policy.consensus?.checked.expression;
		if (expression === undefined) return;
		walk(expression, (node) => {
			if (node.kind !== "comparison" || node.operator !== "==") return true;
			const count = [node.left, node.right].find((side) => side.kind === "method" && side.name === "count");
			const number = [node.left, node.right].find((side) => side.kind === "integer");
			if (count === undefined || number?.kind !== "integer") return true;
			report(
				{ in: policy, slot: "consensus", node },
				{
					message: `exactly ${number.value} approval${number.value === 1n ? "" : "s"} satisfy this, and one more does not`,
					help: `write \`>= ${number.value}\``,
				},
			);
			return true;
		});
	},
	cases: {
		valid: [{ effect: "EFFECT_ALLOW", consensus: "approvers.count() >= 2" }, "solana.tx.transfers.count() == 1"],
		invalid: [
			{ effect: "EFFECT_ALLOW", consensus: "approvers.count() == 1" },
			{ effect: "EFFECT_ALLOW", consensus: "approvers.filter(u, u.tags.contains('t')).count() == 2" },
		],
	},
};
