// A consensus that anybody satisfies.
import type { Rule } from "../rule.js";

export const emptyConsensus: Rule = {
	code: "Q3556",
	name: "empty-consensus",
	severity: "warning",
	reason: "a consensus that every single approver satisfies names nobody",
	policy(policy, report) {
		const { consensus, needs } = policy;
		if (policy.effect !== "EFFECT_ALLOW" || consensus === undefined || !needs.anyone) return;
		report(
			{ in: policy, slot: "consensus", node: consensus.checked.expression },
			{
				message: `anybody satisfies the consensus of \`${policy.name}\` alone`,
				help: "name users or tags, or ask for more than one approval",
			},
		);
	},
	cases: {
		valid: [
			{ effect: "EFFECT_ALLOW", consensus: "approvers.count() >= 2" },
			{ effect: "EFFECT_DENY", condition: "activity.action == 'EXPORT'", consensus: "true" },
		],
		invalid: [
			{ effect: "EFFECT_ALLOW", consensus: "true" },
			{ effect: "EFFECT_ALLOW", consensus: "approvers.any(u, true)" },
			{ effect: "EFFECT_ALLOW", consensus: "approvers.count() >= 1" },
			{ effect: "EFFECT_ALLOW", consensus: "approvers.any(u, u.id == 'a') || approvers.any(u, u.id != 'a')" },
		],
	},
};
