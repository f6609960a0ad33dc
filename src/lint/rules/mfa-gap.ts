// A user with MFA policies of which none is for everything else.
import type { Rule } from "../rule.js";

export const mfaGap: Rule = {
	code: "Q3591",
	name: "mfa-gap",
	severity: "info",
	reason: "what no MFA policy of a user matches needs no second factor",
	all({ mfaPolicies }, report) {
		const users = [...new Set(mfaPolicies.map(({ user }) => user))].sort();
		for (const user of users) {
			const own = mfaPolicies.filter((each) => each.user === user).sort((a, b) => a.order - b.order);
			if (own.some(({ condition }) => condition.branches.possible.some((branch) => branch.literals.length === 0))) continue;
			const last = own[own.length - 1];
			if (last === undefined) continue;
			report(
				{ in: last },
				{
					message: `\`${user}\` needs no second factor for what none of these ${own.length === 1 ? "conditions" : `${own.length} conditions`} matches`,
					help: "add one with the condition `true` and the highest order, if everything is meant",
				},
			);
		}
	},
	cases: {
		valid: [
			{
				mfaPolicies: [
					{ condition: "activity.action == 'EXPORT'", order: 0 },
					{ condition: "true", order: 1 },
				],
			},
		],
		invalid: [{ mfaPolicies: [{ condition: "activity.action == 'EXPORT'" }] }],
	},
};
