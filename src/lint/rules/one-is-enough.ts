// One person satisfies a consensus that is said to need several.
import type { Rule } from "../rule.js";

const several =
	/\b(both|two|three|dual|co-?approv\w*|co-?sign\w*|multi-?(user|approv\w*)|quorum|four[- ]eyes|with approval|needs? approval|requires? (approval|\w+ approval))\b/i;

export const oneIsEnough: Rule = {
	code: "Q3551",
	name: "one-is-enough",
	severity: "warning",
	reason: "a consensus of alternatives is satisfied by any one of them",
	policy(policy, report) {
		const { consensus, needs } = policy;
		if (policy.effect !== "EFFECT_ALLOW" || consensus === undefined || needs.fewest !== 1 || needs.anyone) return;
		const said = several.exec(`${policy.name}\n${policy.notes ?? ""}`)?.[0];
		if (said === undefined) return;
		report(
			{ in: policy, slot: "consensus", node: consensus.checked.expression },
			{
				message: `one person alone satisfies the consensus of \`${policy.name}\`, which speaks of \`${said}\``,
				help: "join what is needed together by `&&`, or count: `approvers.filter(user, …).count() >= 2`",
			},
		);
	},
	cases: {
		valid: [
			{ name: "Two signers", effect: "EFFECT_ALLOW", consensus: "approvers.count() >= 2" },
			{ name: "Signers", effect: "EFFECT_ALLOW", consensus: "approvers.any(u, u.id == 'a') || approvers.any(u, u.id == 'b')" },
		],
		invalid: [
			{
				name: "Agent with approval",
				effect: "EFFECT_ALLOW",
				consensus: "approvers.any(u, u.id == 'a') || approvers.any(u, u.id == 'b')",
			},
			{
				name: "Large",
				notes: "needs approval by both",
				effect: "EFFECT_ALLOW",
				consensus: "approvers.any(u, u.tags.contains('t'))",
			},
		],
	},
};
