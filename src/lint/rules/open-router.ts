// Calls to contracts that call whatever they are told to.
import { callOf, isRouter } from "../calldata.js";
import type { Rule } from "../rule.js";
import { placeOf, signingBranches } from "../signing.js";

export const openRouter: Rule = {
	code: "Q3524",
	name: "open-router",
	severity: "warning",
	reason: "a router sends what it gets wherever its arguments say: allowing its address allows every receiver",
	policy(policy, report) {
		for (const branch of signingBranches(policy)) {
			const call = callOf(branch);
			const router = call?.contracts?.find(isRouter);
			if (call === undefined || router === undefined || call.constrainsArguments || !call.carriesData) continue;
			const node = placeOf(policy, [branch]);
			report(
				{ in: policy, ...(node === undefined ? {} : { slot: "condition" as const, node }) },
				{
					message: `\`${policy.name}\` allows \`${router}\` with any arguments: who receives is free`,
					help: "ask for the receiver too, by `eth.tx.contract_call_args['to']` or a slice of `eth.tx.data`",
				},
			);
			return;
		}
	},
	cases: {
		valid: [
			"eth.tx.to == '0xe592427a0aece92de3edee1f18e0157c05861564' && eth.tx.contract_call_args['recipient'] == '0x00000000000000000000000000000000000000aa'",
			"eth.tx.to == '0x00000000000000000000000000000000000000aa'",
		],
		invalid: [
			"eth.tx.to == '0xE592427A0AEce92De3Edee1F18E0157C05861564'",
			"eth.tx.to == '<SWAP_ROUTER>' && eth.tx.data[0..10] == '0x38ed1739'",
		],
	},
};
