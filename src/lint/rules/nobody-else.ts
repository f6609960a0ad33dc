// `approvers.all(…)`: nobody else approved, and not: all of them did.

import { walk } from "../../language/tree.js";
import type { Rule } from "../rule.js";

export const nobodyElse: Rule = {
	code: "Q3552",
	name: "nobody-else",
	severity: "warning",
	reason: "`approvers.all` asks every one who approved: it is satisfied by one of them, and spoilt by anybody else's approval",
	policy(policy, report) {
		const expression = policy.consensus?.checked.expression;
		if (expression === undefined) return;
		walk(expression, (node) => {
			if (node.kind !== "quantifier" || node.name !== "all" || node.target.kind !== "name" || node.target.name !== "approvers")
				return true;
			report(
				{ in: policy, slot: "consensus", node },
				{
					message: "`approvers.all(…)` says that nobody else has approved, not that all of them have",
					help: "ask for each: `approvers.any(u, u.id == 'a') && approvers.any(u, u.id == 'b')`, or count",
				},
			);
			return false;
		});
	},
	cases: {
		valid: [{ effect: "EFFECT_ALLOW", consensus: "approvers.any(u, u.tags.all(t, t != 'x'))" }],
		invalid: [{ effect: "EFFECT_ALLOW", consensus: "approvers.all(u, u.id == 'a' || u.id == 'b')" }],
	},
};
