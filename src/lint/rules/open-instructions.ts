// A Solana transaction in which more instructions may ride along.
import { boundsInstructions } from "../lists.js";
import type { Rule } from "../rule.js";
import { placeOf, readsBelow, signingBranches } from "../signing.js";

export const openInstructions: Rule = {
	code: "Q3518",
	name: "open-instructions",
	severity: "warning",
	reason: "a condition on transfers says nothing about the other instructions of the transaction",
	policy(policy, report) {
		const branches = signingBranches(policy).filter(
			(branch) => branch.literals.some((literal) => readsBelow(literal, "solana.tx")) && !boundsInstructions(branch),
		);
		if (branches.length === 0) return;
		const node = placeOf(policy, branches);
		report(
			{ in: policy, ...(node === undefined ? {} : { slot: "condition" as const, node }) },
			{
				message: `\`${policy.name}\` leaves open which other instructions the transaction has`,
				help: "add `solana.tx.instructions.count() == 1`, or `solana.tx.program_keys.all(p, p in […])`",
			},
		);
	},
	cases: {
		valid: [
			"solana.tx.instructions.count() == 1 && solana.tx.transfers.all(t, t.to == 'a')",
			"solana.tx.program_keys.all(p, p == '11111111111111111111111111111111')",
			"eth.tx.value <= 5",
		],
		invalid: ["solana.tx.transfers.all(t, t.to == 'a')", "solana.tx.recent_blockhash == 'a'"],
	},
};
