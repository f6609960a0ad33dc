// The first contract of a Tron transaction, taken for the only one.
import { isCounted } from "../lists.js";
import type { Rule } from "../rule.js";

export const singleContract: Rule = {
	code: "Q3532",
	name: "single-contract",
	severity: "info",
	reason: "a Tron transaction has one contract today, and the service keeps the right to allow more",
	policy(policy, report) {
		if (policy.effect === undefined) return;
		for (const branch of policy.branches.possible) {
			const literal = branch.literals.find(({ reads }) => [...reads].some((path) => path.startsWith("tron.tx.contract[0]")));
			if (literal === undefined || isCounted(branch, "tron.tx.contract")) continue;
			report(
				{ in: policy, slot: "condition", node: literal.node },
				{ message: "only the first contract of the transaction is looked at", help: "add `tron.tx.contract.count() == 1`" },
			);
			return;
		}
	},
	cases: {
		valid: [
			"tron.tx.contract.count() == 1 && tron.tx.contract[0].type == 'TransferContract'",
			"tron.tx.contract.all(c, c.type == 'TransferContract')",
		],
		invalid: ["tron.tx.contract[0].type == 'TransferContract'"],
	},
};
