// `approve` without a bound on the amount.
import { callOf, isToken } from "../calldata.js";
import type { Rule } from "../rule.js";
import { placeOf, signingBranches } from "../signing.js";

export const unboundedApproval: Rule = {
	code: "Q3525",
	name: "unbounded-approval",
	severity: "warning",
	reason: "an approval without a bound lets its holder take everything, later and without asking",
	policy(policy, report) {
		for (const branch of signingBranches(policy)) {
			const call = callOf(branch);
			if (call === undefined || call.constrainsAmount || !call.carriesData) continue;
			const named = call.functions?.some((name) => name === "approve" || name === "increaseAllowance") === true;
			const free = call.functions === undefined && call.contracts?.some(isToken) === true && !call.constrainsArguments;
			if (!named && !free) continue;
			const node = placeOf(policy, [branch]);
			report(
				{ in: policy, ...(node === undefined ? {} : { slot: "condition" as const, node }) },
				{
					message: `\`${policy.name}\` allows approvals of any amount`,
					help: "bound the amount, by `eth.tx.contract_call_args['amount'] <= …` or the word `eth.tx.data[74..138]`, and the spender",
				},
			);
			return;
		}
	},
	cases: {
		valid: [
			"eth.tx.to == '<USDC>' && eth.tx.function_name == 'approve' && eth.tx.contract_call_args['amount'] <= 5",
			"eth.tx.to == '<USDC>' && eth.tx.data[0..10] == '0xa9059cbb'",
			"eth.tx.to == '0x00000000000000000000000000000000000000aa'",
		],
		invalid: [
			"eth.tx.data[2..10] == '095ea7b3' && eth.tx.data[34..74] == '00000000000000000000000000000000000000aa'",
			"eth.tx.function_name in ['approve', 'deposit']",
			"eth.tx.to == '<USDC>'",
		],
	},
};
