// EVM transactions without a bound on what they may cost.
import type { Rule } from "../rule.js";
import { placeOf, readsBelow, signingBranches } from "../signing.js";

export const gasUnbounded: Rule = {
	code: "Q3530",
	name: "gas-unbounded",
	severity: "off",
	reason: "whoever may set gas and fees freely may spend the wallet's coins on them",
	policy(policy, report) {
		const branches = signingBranches(policy).filter(
			(branch) =>
				branch.literals.some((literal) => readsBelow(literal, "eth.tx")) &&
				!branch.literals.some(({ reads }) => [...reads].some((path) => /^eth\.tx\.(gas|max_)/.test(path))),
		);
		if (branches.length === 0) return;
		const node = placeOf(policy, branches);
		report(
			{ in: policy, ...(node === undefined ? {} : { slot: "condition" as const, node }) },
			{
				message: `\`${policy.name}\` bounds neither gas nor fees`,
				help: "add `eth.tx.gas <= …` and `eth.tx.max_fee_per_gas <= …`",
			},
		);
	},
	cases: {
		valid: ["eth.tx.value <= 5 && eth.tx.gas <= 21000", "solana.tx.instructions.count() == 1"],
		invalid: ["eth.tx.value <= 5"],
	},
};
