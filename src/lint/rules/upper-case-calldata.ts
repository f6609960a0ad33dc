// Upper-case hex compared with call data.
import { stringsComparedWith } from "../compared-strings.js";
import type { Rule } from "../rule.js";

export const upperCaseCalldata: Rule = {
	code: "Q3576",
	name: "upper-case-calldata",
	severity: "warning",
	reason: "call data is compared letter by letter, and all that is known of has lower-case digits",
	policy(policy, report) {
		for (const { path, literal } of stringsComparedWith(policy.condition)) {
			if (
				!/^(eth\.tx\.data|eth\.tx\.function_signature|tron\.tx\.contract\[[^\]]*\]\.data|solana\.tx\.instructions\[[^\]]*\]\.instruction_data_hex)/.test(
					path,
				)
			)
				continue;
			if (!/^(0x)?[0-9a-fA-F]+$/.test(literal.value) || !/[A-F]/.test(literal.value)) continue;
			report(
				{ in: policy, slot: "condition", node: literal },
				{
					message: `\`${literal.value}\` has upper-case digits, and call data has none`,
					help: `write \`'${literal.value.toLowerCase()}'\``,
				},
			);
		}
	},
	cases: {
		valid: ["eth.tx.data[0..10] == '0xa9059cbb'", "tempo.tx.calls.all(c, c.input[0..10] == '0xA9059CBB')"],
		invalid: ["eth.tx.data[0..10] == '0xA9059CBB'", "solana.tx.instructions.any(i, i.instruction_data_hex == '0A')"],
	},
};
