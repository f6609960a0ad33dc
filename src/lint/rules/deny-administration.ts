// A DENY that reaches the management of policies or users without naming it.
import type { Rule } from "../rule.js";
import { anyOf } from "../signing.js";

export const denyAdministration: Rule = {
	code: "Q3542",
	name: "deny-administration",
	severity: "warning",
	reason: "a DENY that excludes by what it is not also covers the management of policies and users, and votes of those it is for",
	policy(policy, report) {
		const { condition } = policy;
		if (policy.effect !== "EFFECT_DENY" || condition === undefined) return;
		const branch = policy.branches.possible.find(
			(each) =>
				each.literals.length > 0 &&
				each.literals.every(({ constraint }) => constraint.kind === "text" && constraint.allowed === undefined) &&
				anyOf(policy.contextsOf(each), ({ activity }) => activity.resource === "POLICY" && activity.action === "UPDATE"),
		);
		if (branch === undefined) return;
		report(
			{ in: policy, slot: "condition", node: condition.checked.expression },
			{
				message: `\`${policy.name}\` also denies managing policies and users, and whatever those it is for approve together with others`,
				help: "name what is denied",
			},
		);
	},
	cases: {
		valid: [
			{ effect: "EFFECT_DENY", condition: "activity.resource == 'POLICY'" },
			{ effect: "EFFECT_DENY", condition: "activity.kind != 'CREATE_POLICY' && activity.action == 'EXPORT'" },
		],
		invalid: [
			{
				effect: "EFFECT_DENY",
				condition: "activity.type != 'ACTIVITY_TYPE_CREATE_API_KEYS_V2'",
				consensus: "approvers.any(u, u.tags.contains('t'))",
			},
		],
	},
};
