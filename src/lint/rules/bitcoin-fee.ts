// Bitcoin outputs without the fee, or the fee without the outputs.
import type { Rule } from "../rule.js";
import { mentions, placeOf, signingBranches } from "../signing.js";

export const bitcoinFee: Rule = {
	code: "Q3529",
	name: "bitcoin-fee",
	severity: "warning",
	reason: "what no output takes is fee: outputs and fee only bound a transaction together",
	policy(policy, report) {
		for (const branch of signingBranches(policy)) {
			const outputs = mentions(branch, "bitcoin.tx.outputs");
			const fee = mentions(branch, "bitcoin.tx.fee");
			if (outputs === fee) continue;
			const node = placeOf(policy, [branch]);
			report(
				{ in: policy, ...(node === undefined ? {} : { slot: "condition" as const, node }) },
				outputs
					? { message: `\`${policy.name}\` bounds the outputs and not the fee`, help: "add `bitcoin.tx.fee <= …`" }
					: {
							message: `\`${policy.name}\` bounds the fee and not the outputs`,
							help: "say who may receive: `bitcoin.tx.outputs.all(o, o.address in […])`",
						},
			);
			return;
		}
	},
	cases: {
		valid: [
			"bitcoin.tx.fee <= 5 && bitcoin.tx.outputs.all(o, o.address == 'a')",
			{ effect: "EFFECT_DENY", condition: "bitcoin.tx.fee > 5" },
		],
		invalid: ["bitcoin.tx.outputs.count() == 2 && bitcoin.tx.outputs.all(o, o.address == 'a')", "bitcoin.tx.fee <= 5"],
	},
};
