// A program that signs, and may make itself further keys.
import { whoeverSatisfies } from "../consensus-facts.js";
import type { Rule } from "../rule.js";
import { anyOf, signs } from "../signing.js";

const automated = /\b(agent|bot|automation|automated|backend|service|worker|machine|daemon|ci)\b/i;

export const ownCredentials: Rule = {
	code: "Q3601",
	name: "own-credentials",
	severity: "info",
	reason: "users may create credentials for themselves unless a policy denies it: a program's stolen key can make itself others",
	all({ policies }, report) {
		const denies = policies.filter(
			(policy) =>
				policy.effect === "EFFECT_DENY" && anyOf(policy.contexts, ({ activity }) => activity.kind === "CREATE_API_KEYS"),
		);
		for (const policy of policies) {
			if (policy.effect !== "EFFECT_ALLOW" || policy.needs.fewest !== 1 || policy.needs.anyone) continue;
			if (!automated.test(`${policy.name} ${policy.notes ?? ""}`.replaceAll(/[_-]/g, " ")) || !anyOf(policy.contexts, signs))
				continue;
			if (denies.some((deny) => whoeverSatisfies(policy.needs, deny.needs))) continue;
			report(
				{ in: policy },
				{
					message: `whom \`${policy.name}\` is for may also create credentials for themselves`,
					help: "add a DENY on `activity.resource == 'CREDENTIAL'` for them",
				},
			);
		}
	},
	cases: {
		valid: [
			{
				name: "Treasurers",
				effect: "EFFECT_ALLOW",
				condition: "activity.action == 'SIGN'",
				consensus: "approvers.any(u, u.id == 'a')",
			},
			{
				policies: [
					{
						name: "Agent signs",
						effect: "EFFECT_ALLOW",
						condition: "activity.action == 'SIGN'",
						consensus: "approvers.any(u, u.id == 'a')",
					},
					{
						name: "No keys",
						effect: "EFFECT_DENY",
						condition: "activity.resource == 'CREDENTIAL'",
						consensus: "approvers.any(u, u.id == 'a')",
					},
				],
			},
		],
		invalid: [
			{
				name: "Agent signs",
				effect: "EFFECT_ALLOW",
				condition: "activity.action == 'SIGN'",
				consensus: "approvers.any(u, u.id == 'a')",
			},
		],
	},
};
