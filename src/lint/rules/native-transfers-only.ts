// Only native transfers of a Solana transaction are looked at.
import { boundsInstructions } from "../lists.js";
import type { Rule } from "../rule.js";
import { mentions, placeOf, readsBelow } from "../signing.js";

export const nativeTransfersOnly: Rule = {
	code: "Q3520",
	name: "native-transfers-only",
	severity: "warning",
	reason: "`transfers` holds top-level transfers of the System Program: tokens and inner transfers are not among them",
	policy(policy, report) {
		if (policy.effect === undefined) return;
		const branches = policy.branches.possible.filter(
			(branch) =>
				branch.literals.some((literal) => readsBelow(literal, "solana.tx.transfers")) &&
				!mentions(branch, "solana.tx.spl_transfers") &&
				!boundsInstructions(branch),
		);
		if (branches.length === 0) return;
		const node = placeOf(policy, branches);
		report(
			{ in: policy, ...(node === undefined ? {} : { slot: "condition" as const, node }) },
			{
				message: `\`${policy.name}\` sees native transfers only: token transfers pass unseen`,
				help: "look at `solana.tx.spl_transfers` too, and bound the instructions or programs",
			},
		);
	},
	cases: {
		valid: ["solana.tx.instructions.count() == 1 && solana.tx.transfers.all(t, t.to == 'a')"],
		invalid: [
			"solana.tx.transfers.all(t, t.to == 'a')",
			{ effect: "EFFECT_DENY", condition: "solana.tx.transfers.any(t, t.amount > 5)" },
		],
	},
};
