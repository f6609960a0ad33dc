// Upper-case hex compared with typed data, whose hex is in lower case.
import { stringsComparedWith } from "../compared-strings.js";
import type { Rule } from "../rule.js";

export const upperCaseTypedData: Rule = {
	code: "Q3570",
	name: "upper-case-typed-data",
	severity: "error",
	reason: "the service documents that hex in EIP-712 comparisons is in lower case: another case never matches",
	policy(policy, report) {
		for (const { path, literal } of stringsComparedWith(policy.condition)) {
			if (!path.startsWith("eth.eip_712.") || !/^0x[0-9a-fA-F]+$/.test(literal.value) || !/[A-F]/.test(literal.value)) continue;
			report(
				{ in: policy, slot: "condition", node: literal },
				{
					message: `\`${literal.value}\` has upper-case digits, and \`${path}\` has none`,
					help: `write \`'${literal.value.toLowerCase()}'\``,
				},
			);
		}
	},
	cases: {
		valid: [
			"eth.eip_712.message['token'] == '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'",
			"eth.tx.to == '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'",
		],
		invalid: [
			"eth.eip_712.message['permitted'][0]['token'] == '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'",
			"eth.eip_712.domain.verifying_contract in ['0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48']",
		],
	},
};
