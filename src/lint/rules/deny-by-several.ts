// A DENY whose consensus one person does not satisfy, or more people undo.
import type { Rule } from "../rule.js";

export const denyBySeveral: Rule = {
	code: "Q3543",
	name: "deny-by-several",
	severity: "warning",
	reason: "a DENY applies once its consensus is satisfied: one that needs several people does not stop a single one",
	policy(policy, report) {
		const { consensus, needs } = policy;
		if (policy.effect !== "EFFECT_DENY" || consensus === undefined) return;
		const place = { in: policy, slot: "consensus" as const, node: consensus.checked.expression };
		if (!needs.monotone) {
			report(place, {
				message: `a further approval lifts \`${policy.name}\`: its consensus can become unsatisfied`,
				help: "say whom it is for: `approvers.any(user, …)`",
			});
		} else if (needs.fewest !== undefined && needs.fewest > 1) {
			report(place, {
				message: `\`${policy.name}\` denies only when ${needs.fewest} people have approved: before that it does not`,
				help: "say whom it is for: `approvers.any(user, …)`",
			});
		}
	},
	cases: {
		valid: [
			{ effect: "EFFECT_DENY", condition: "activity.action == 'EXPORT'", consensus: "approvers.any(u, u.tags.contains('t'))" },
		],
		invalid: [
			{ effect: "EFFECT_DENY", consensus: "approvers.filter(u, u.tags.contains('t')).count() < 1" },
			{ effect: "EFFECT_DENY", condition: "activity.action == 'EXPORT'", consensus: "approvers.count() >= 2" },
		],
	},
};
