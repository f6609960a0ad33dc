// An index or slice beside an alternative that does not need it: where there is less than that, the alternative fails too.
import { pathOf } from "../../language/path.js";
import type { Rule } from "../rule.js";

export const unguardedSlice: Rule = {
	code: "Q3504",
	name: "unguarded-slice",
	severity: "warning",
	reason: "both sides of `||` are always evaluated, so an index or slice that is out of range spoils the alternative that works",
	policy(policy, report) {
		const { condition } = policy;
		if (policy.effect !== "EFFECT_ALLOW" || condition === undefined || policy.branches.possible.length < 2) return;
		for (const { node, cause } of condition.hazards) {
			if (cause !== "range") continue;
			const text = condition.text.slice(node.start, node.end);
			const path = pathOf(node) ?? text;
			if (policy.branches.possible.every((branch) => branch.literals.some(({ reads }) => reads.has(path)))) continue;
			report(
				{ in: policy, slot: "condition", node },
				{
					message: `\`${text}\` is an error where there is less than that, also for the alternative that does not need it`,
					help: "write one policy for each alternative; `count() > 0 &&` does not protect what follows",
				},
			);
			return;
		}
	},
	cases: {
		valid: ["eth.tx.data[0..10] == '0xa9059cbb'", "eth.tx.data[0..10] == '0xa9059cbb' || eth.tx.data[0..10] == '0x095ea7b3'"],
		invalid: ["eth.tx.to == '0x00000000000000000000000000000000000000aa' || eth.tx.data[0..10] == '0xa9059cbb'"],
	},
};
