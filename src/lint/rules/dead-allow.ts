// An ALLOW that a DENY takes back wherever it holds.
import { covers } from "../coverage.js";
import type { Rule } from "../rule.js";

export const deadAllow: Rule = {
	code: "Q3544",
	name: "dead-allow",
	severity: "warning",
	reason: "a DENY wins over every ALLOW: one that holds wherever the ALLOW does makes it void",
	all({ policies }, report) {
		const denies = policies.filter((policy) => policy.effect === "EFFECT_DENY");
		for (const policy of policies) {
			if (policy.effect !== "EFFECT_ALLOW") continue;
			const deny = denies.find((each) => covers(each, policy));
			if (deny === undefined) continue;
			report(
				{ in: policy },
				{
					message: `\`${policy.name}\` never allows anything: \`${deny.name}\` denies all of it`,
					help: "remove it, or narrow the DENY",
				},
			);
		}
	},
	cases: {
		valid: [
			{
				policies: [
					{
						name: "A",
						effect: "EFFECT_ALLOW",
						condition: "activity.action == 'EXPORT'",
						consensus: "approvers.any(u, u.id == 'a')",
					},
					{
						name: "D",
						effect: "EFFECT_DENY",
						condition: "activity.action == 'EXPORT'",
						consensus: "approvers.any(u, u.id == 'b')",
					},
				],
			},
		],
		invalid: [
			{
				policies: [
					{
						name: "A",
						effect: "EFFECT_ALLOW",
						condition: "activity.kind == 'EXPORT_WALLET'",
						consensus: "approvers.any(u, u.id == 'a')",
					},
					{ name: "D", effect: "EFFECT_DENY", condition: "activity.action == 'EXPORT'" },
				],
			},
		],
	},
};
