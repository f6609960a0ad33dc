// A DENY that hits everybody.
import type { Rule } from "../rule.js";

export const denyEverybody: Rule = {
	code: "Q3540",
	name: "deny-everybody",
	severity: "warning",
	reason: "a DENY without a consensus holds for every user but the root quorum, administrators included",
	policy(policy, report) {
		if (policy.effect !== "EFFECT_DENY" || !policy.needs.anyone) return;
		if (policy.branches.possible.some(({ literals }) => literals.length === 0)) return;
		report(
			{
				in: policy,
				...(policy.consensus === undefined ? {} : { slot: "consensus" as const, node: policy.consensus.checked.expression }),
			},
			{
				message: `\`${policy.name}\` denies it to every user, administrators included`,
				help: "if somebody is meant, name them in `consensus`; if everybody is, say so in `notes` and allow this rule",
			},
		);
	},
	cases: {
		valid: [{ effect: "EFFECT_DENY", condition: "activity.action == 'EXPORT'", consensus: "approvers.any(u, u.id == 'a')" }],
		invalid: [
			{ effect: "EFFECT_DENY", condition: "activity.action == 'EXPORT'" },
			{ effect: "EFFECT_DENY", condition: "activity.action == 'EXPORT'", consensus: "true" },
			{ effect: "EFFECT_DENY", condition: "activity.action == 'EXPORT'", consensus: "approvers.count() >= 1" },
		],
	},
};
