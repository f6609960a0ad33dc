// Calls to tokens of which the function or the receiver is free.
import { callOf, isToken } from "../calldata.js";
import type { Rule } from "../rule.js";
import { placeOf, signingBranches } from "../signing.js";

const moving: ReadonlySet<string> = new Set(["transfer", "transferFrom"]);

export const freeToken: Rule = {
	code: "Q3523",
	name: "free-token",
	severity: "warning",
	reason: "whoever may call a token freely may transfer it to anybody and approve anybody",
	policy(policy, report) {
		for (const branch of signingBranches(policy)) {
			const call = callOf(branch);
			if (call === undefined || !call.carriesData) continue;
			const message = problemOf(call);
			if (message === undefined) continue;
			const node = placeOf(policy, [branch]);
			report(
				{ in: policy, ...(node === undefined ? {} : { slot: "condition" as const, node }) },
				{
					message: `\`${policy.name}\` ${message}`,
					help: "bound contract, function and receiver together, one policy for each contract",
				},
			);
			return;
		}
	},
	cases: {
		valid: [
			"eth.tx.to == '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48' && eth.tx.data[0..10] == '0xa9059cbb' && eth.tx.data[34..74] == '00000000000000000000000000000000000000aa'",
			"eth.tx.to == '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48' && eth.tx.function_name == 'transfer' && eth.tx.contract_call_args['to'] == '0x00000000000000000000000000000000000000aa'",
			"eth.tx.to == '0x00000000000000000000000000000000000000aa'",
			"eth.tx.to == '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48' && eth.tx.data == '0x'",
		],
		invalid: [
			"eth.tx.to == '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'",
			"eth.tx.to in ['<USDC_ADDRESS>', '<AAVE_POOL>']",
			"eth.tx.to == '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48' && eth.tx.data[0..10] == '0xa9059cbb'",
			"eth.tx.data[0..10] == '0xa9059cbb' && eth.tx.data[34..74] == '00000000000000000000000000000000000000aa'",
			"eth.tx.to in ['0x00000000000000000000000000000000000000aa', '0x00000000000000000000000000000000000000bb'] && eth.tx.data[0..10] in ['0x095ea7b3', '0x617ba037']",
		],
	},
};

function problemOf(call: NonNullable<ReturnType<typeof callOf>>): string | undefined {
	const { contracts, functions } = call;
	const token = contracts?.find(isToken);
	if (functions === undefined) {
		if (token !== undefined && !call.constrainsArguments) return `allows every function of the token \`${token}\``;
		return contracts === undefined && call.constrainsArguments
			? "looks at arguments of whatever contract and function"
			: undefined;
	}
	const moves = functions.some((name) => moving.has(name));
	if (moves && !call.constrainsRecipient) return `allows \`${functions.find((name) => moving.has(name))}\` to any receiver`;
	if (moves && contracts === undefined) return "allows the transfer of whatever token";
	if (contracts !== undefined && contracts.length > 1 && functions.length > 1 && !call.constrainsArguments) {
		return `allows each of ${functions.length} functions on each of ${contracts.length} contracts`;
	}
	return undefined;
}
