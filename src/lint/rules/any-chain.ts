// An ALLOW of EVM transactions on whatever chain.

import type { Rule } from "../rule.js";
import { mentions, placeOf, readsBelow, signingBranches } from "../signing.js";

export const anyChain: Rule = {
	code: "Q3515",
	name: "any-chain",
	severity: "info",
	reason: "one address can be a different contract on each chain, and a signature for one chain is asked for on another",
	policy(policy, report) {
		const branches = signingBranches(policy).filter(
			(branch) =>
				branch.literals.some((literal) => readsBelow(literal, "eth.tx")) &&
				!mentions(branch, "eth.tx.chain_id") &&
				branch.literals.some(({ reads }) => [...reads].some((path) => /^eth\.tx\.(to|data|function_|contract_call)/.test(path))),
		);
		if (branches.length === 0) return;
		const node = placeOf(policy, branches);
		report(
			{ in: policy, ...(node === undefined ? {} : { slot: "condition" as const, node }) },
			{
				message: `\`${policy.name}\` holds on every EVM chain`,
				help: "add `eth.tx.chain_id == 1`, or the chains that are meant",
			},
		);
	},
	cases: {
		valid: [
			"eth.tx.to == '0x00000000000000000000000000000000000000aa' && eth.tx.chain_id == 1",
			"eth.tx.value <= 5",
			"solana.tx.instructions.count() == 1",
		],
		invalid: ["eth.tx.to == '0x00000000000000000000000000000000000000aa'"],
	},
};
