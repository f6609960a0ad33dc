// One person alone may remove MFA policies.
import type { Rule } from "../rule.js";
import { anyOf } from "../signing.js";

export const singleRecovery: Rule = {
	code: "Q3596",
	name: "single-recovery",
	severity: "warning",
	reason: "whoever may remove MFA policies alone is a second factor's single point of failure",
	policy(policy, report) {
		const { condition, needs } = policy;
		if (policy.effect !== "EFFECT_ALLOW" || condition === undefined || needs.fewest !== 1) return;
		const named = policy.branches.possible.some((branch) => {
			const contexts = policy.contextsOf(branch);
			return (
				anyOf(contexts, ({ activity }) => activity.kind === "DELETE_MFA_POLICY") &&
				!anyOf(contexts, ({ activity }) => activity.resource !== "MFA_POLICY")
			);
		});
		if (!named) return;
		report(
			{
				in: policy,
				...(policy.consensus === undefined ? {} : { slot: "consensus" as const, node: policy.consensus.checked.expression }),
			},
			{ message: `\`${policy.name}\` lets one person alone remove MFA policies`, help: "ask for two of several people" },
		);
	},
	cases: {
		valid: [
			{
				effect: "EFFECT_ALLOW",
				condition: "activity.resource == 'MFA_POLICY' && activity.action == 'DELETE'",
				consensus: "approvers.count() >= 2",
			},
		],
		invalid: [
			{
				effect: "EFFECT_ALLOW",
				condition: "activity.resource == 'MFA_POLICY' && activity.action == 'DELETE'",
				consensus: "approvers.any(u, u.id == 'a')",
			},
		],
	},
};
