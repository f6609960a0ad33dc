// An ALLOW that says nothing about what it allows.

import type { Rule } from "../rule.js";
import { placeOf } from "../signing.js";

export const allowEverything: Rule = {
	code: "Q3510",
	name: "allow-everything",
	severity: "warning",
	reason: "an ALLOW without a condition covers exports, new users and new policies as well",
	policy(policy, report) {
		if (policy.effect !== "EFFECT_ALLOW") return;
		const branch = policy.branches.possible.find(({ literals }) => literals.length === 0);
		if (branch === undefined) return;
		const node = placeOf(policy, [branch]);
		report(
			{ in: policy, ...(node === undefined ? {} : { slot: "condition" as const, node }) },
			{
				message:
					policy.condition === undefined
						? `\`${policy.name}\` allows every activity: it has no condition`
						: `\`${policy.name}\` allows every activity: its condition is always true`,
				help: "say what is allowed, at least by `activity.kind` or by `activity.resource` and `activity.action`",
			},
		);
	},
	cases: {
		valid: ["activity.kind == 'SIGN_TRANSACTION'", { effect: "EFFECT_DENY", condition: "true" }],
		invalid: ["true", { effect: "EFFECT_ALLOW", consensus: "approvers.count() >= 2" }, "activity.kind == 'OAUTH' || true"],
	},
};
