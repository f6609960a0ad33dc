// An ALLOW that allows nothing that another one does not allow already.
import { covers } from "../coverage.js";
import type { Rule } from "../rule.js";

export const uselessAllow: Rule = {
	code: "Q3526",
	name: "useless-allow",
	severity: "warning",
	reason: "one ALLOW is enough: a second one with more conditions restricts nothing",
	all({ policies }, report) {
		const allows = policies.filter((policy) => policy.effect === "EFFECT_ALLOW");
		for (const narrow of allows) {
			const wide = allows.find(
				(each) => each !== narrow && covers(each, narrow) && !(covers(narrow, each) && each.address > narrow.address),
			);
			if (wide === undefined) continue;
			const same = covers(narrow, wide);
			report(
				{ in: narrow },
				{
					message: same
						? `\`${narrow.name}\` allows exactly what \`${wide.name}\` allows`
						: `\`${narrow.name}\` restricts nothing: \`${wide.name}\` allows all of it already`,
					help: same ? "remove one of the two" : `narrow \`${wide.name}\`, or write what is not wanted as a DENY`,
				},
			);
		}
	},
	cases: {
		valid: [
			{
				policies: [
					{ name: "A", effect: "EFFECT_ALLOW", condition: "eth.tx.value <= 5", consensus: "approvers.any(u, u.id == 'a')" },
					{
						name: "B",
						effect: "EFFECT_ALLOW",
						condition: "eth.tx.value > 5",
						consensus: "approvers.any(u, u.id == 'a') && approvers.any(u, u.id == 'b')",
					},
				],
			},
			{
				policies: [
					{
						name: "A",
						effect: "EFFECT_ALLOW",
						condition: "activity.action == 'SIGN'",
						consensus: "approvers.any(u, u.id == 'a')",
					},
					{ name: "B", effect: "EFFECT_ALLOW", condition: "eth.tx.value <= 5", consensus: "approvers.any(u, u.id == 'b')" },
				],
			},
		],
		invalid: [
			{
				policies: [
					{
						name: "Agent signs",
						effect: "EFFECT_ALLOW",
						condition: "activity.action == 'SIGN' && wallet.id == 'w'",
						consensus: "approvers.any(u, u.id == 'a')",
					},
					{
						name: "Large needs a human",
						effect: "EFFECT_ALLOW",
						condition: "activity.action == 'SIGN' && wallet.id == 'w' && eth.tx.value > 5",
						consensus: "approvers.any(u, u.id == 'a') && approvers.any(u, u.id == 'h')",
					},
				],
			},
			{
				policies: [
					{
						name: "A",
						effect: "EFFECT_ALLOW",
						condition:
							"eth.tx.to in ['0x00000000000000000000000000000000000000aa', '0x00000000000000000000000000000000000000bb']",
					},
					{ name: "B", effect: "EFFECT_ALLOW", condition: "eth.tx.to == '0x00000000000000000000000000000000000000AA'" },
				],
			},
			{
				policies: [
					{ name: "A", condition: "eth.tx.value <= 5" },
					{ name: "B", condition: "eth.tx.value < 6" },
				],
			},
		],
	},
};
