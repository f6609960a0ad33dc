// A DENY of everything.
import type { Rule } from "../rule.js";

export const denyEverything: Rule = {
	code: "Q3541",
	name: "deny-everything",
	severity: "warning",
	reason: "a DENY without a condition freezes whom it is for; only the root quorum can take it away again",
	policy(policy, report) {
		if (policy.effect !== "EFFECT_DENY" || !policy.branches.possible.some(({ literals }) => literals.length === 0)) return;
		const everybody = policy.needs.anyone;
		report(
			{
				in: policy,
				...(policy.condition === undefined ? {} : { slot: "condition" as const, node: policy.condition.checked.expression }),
			},
			{
				message: everybody
					? `\`${policy.name}\` denies everything to everybody: only the root quorum can act, and undo it`
					: `\`${policy.name}\` denies everything to those it is for`,
				help: "say what is denied; to shut somebody out, remove their credentials or tags",
				...(everybody ? { severity: "error" as const } : {}),
			},
		);
	},
	cases: {
		valid: [{ effect: "EFFECT_DENY", condition: "activity.action == 'EXPORT'" }, "true"],
		invalid: [
			{ effect: "EFFECT_DENY", condition: "true" },
			{ effect: "EFFECT_DENY", consensus: "approvers.any(u, u.id == 'a')" },
		],
	},
};
