// An ALLOW without a consensus.
import type { Rule } from "../rule.js";

export const allowAnybody: Rule = {
	code: "Q3511",
	name: "allow-anybody",
	severity: "warning",
	reason: "without a consensus every user of the organisation may do it, alone",
	policy(policy, report) {
		if (policy.effect !== "EFFECT_ALLOW" || policy.consensus !== undefined) return;
		report(
			{ in: policy },
			{
				message: `\`${policy.name}\` allows it to every user: it has no consensus`,
				help: "say who, as in `approvers.any(user, user.tags.contains('${UserTag/name}'))`",
			},
		);
	},
	cases: {
		valid: [
			{ effect: "EFFECT_ALLOW", condition: "activity.action == 'SIGN'", consensus: "approvers.any(u, u.id == 'a')" },
			{ effect: "EFFECT_DENY", condition: "activity.action == 'EXPORT'" },
		],
		invalid: ["eth.tx.to == '0x00000000000000000000000000000000000000aa'"],
	},
};
