// Value leaves in ways that a DENY on transactions does not see.
import { whoeverSatisfies } from "../consensus-facts.js";
import type { Rule } from "../rule.js";
import { kindsIn, listed } from "../signing.js";

const ways =
	/^(EXECUTE_SWAP|EARN_DEPOSIT|EARN_WITHDRAW|SPARK_PREPARE_TRANSFER|SPARK_SIGN_FROST|EXPORT_WALLET|EXPORT_WALLET_ACCOUNT|EXPORT_PRIVATE_KEY)$/;

export const otherWays: Rule = {
	code: "Q3606",
	name: "other-ways",
	severity: "info",
	reason: "a DENY that reads the transaction does not see swaps, deposits, Spark transfers and exports",
	all({ policies }, report) {
		for (const deny of policies) {
			if (deny.effect !== "EFFECT_DENY" || deny.condition === undefined) continue;
			if (!deny.condition.atoms.some(({ path }) => path.startsWith("eth.tx."))) continue;
			const kinds = new Set(
				policies
					.filter((policy) => policy.effect === "EFFECT_ALLOW" && whoeverSatisfies(policy.needs, deny.needs))
					.flatMap((policy) => kindsIn(policy.contexts, ({ activity }) => ways.test(activity.kind ?? ""))),
			);
			if (kinds.size === 0) continue;
			report(
				{ in: deny },
				{
					message: `those whom \`${deny.name}\` binds may move value in ways it does not see: ${listed([...kinds])}`,
					help: "narrow what they are allowed to kinds of activities, or deny these too",
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
						condition: "activity.kind == 'SIGN_TRANSACTION'",
						consensus: "approvers.any(u, u.id == 'a')",
					},
					{ name: "D", effect: "EFFECT_DENY", condition: "eth.tx.value > 5", consensus: "approvers.any(u, u.id == 'a')" },
				],
			},
		],
		invalid: [
			{
				policies: [
					{
						name: "A",
						effect: "EFFECT_ALLOW",
						condition: "activity.action == 'SIGN'",
						consensus: "approvers.any(u, u.id == 'a')",
					},
					{ name: "D", effect: "EFFECT_DENY", condition: "eth.tx.value > 5", consensus: "approvers.any(u, u.id == 'a')" },
				],
			},
		],
	},
};
