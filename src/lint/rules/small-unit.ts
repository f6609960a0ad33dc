// Amounts that look like whole coins in a field that counts the smallest unit.
import type { Rule } from "../rule.js";

const least: Readonly<Record<string, { readonly below: bigint; readonly coin: string }>> = {
	wei: { below: 1_000_000_000n, coin: "1000000000000000000 wei are one coin" },
	lamports: { below: 1_000n, coin: "1000000000 lamports are one SOL" },
	sun: { below: 1_000n, coin: "1000000 sun are one TRX" },
};

export const smallUnit: Rule = {
	code: "Q3574",
	name: "small-unit",
	severity: "warning",
	reason: "amounts are in the smallest unit of a chain: a small number is next to nothing",
	policy(policy, report) {
		const { condition } = policy;
		if (condition === undefined) return;
		const { origins } = condition.checked.typing;
		for (const { node, operand, path } of condition.atoms) {
			if (operand?.kind !== "integer" || operand.value === 0n || node.kind !== "comparison") continue;
			const subject = node.left === operand ? node.right : node.left;
			const unit = origins[subject.id]?.field.unit ?? "";
			const rule = Object.hasOwn(least, unit) && !/fee|price/.test(path) ? least[unit] : undefined;
			if (rule === undefined || operand.value >= rule.below) continue;
			report(
				{ in: policy, slot: "condition", node: operand },
				{ message: `${operand.value} ${unit} are next to nothing`, help: rule.coin },
			);
		}
	},
	cases: {
		valid: ["eth.tx.value <= 1000000000000000000", "eth.tx.value == 0", "eth.tx.max_fee_per_gas <= 5"],
		invalid: ["eth.tx.value <= 1", "solana.tx.transfers.all(t, t.amount <= 5)", "tron.tx.contract[0].amount <= 100"],
	},
};
