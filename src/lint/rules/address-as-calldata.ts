// One text compared with an address and with a piece of call data: they are never written alike.
import { stringsComparedWith } from "../compared-strings.js";
import type { Rule } from "../rule.js";

export const addressAsCalldata: Rule = {
	code: "Q3578",
	name: "address-as-calldata",
	severity: "error",
	reason: "an address in call data has no `0x` and no upper case: the text that fits the one never fits the other",
	policy(policy, report) {
		const strings = stringsComparedWith(policy.condition);
		const addresses = new Set(
			strings.filter(({ path }) => /\.(to|from|address)$/.test(path)).map(({ literal }) => literal.value),
		);
		for (const { path, literal } of strings) {
			if (!/^(eth\.tx\.data|tempo\.tx\.calls\[[^\]]*\]\.input)\[\d+\.\.\d+\]$/.test(path) || !addresses.has(literal.value))
				continue;
			report(
				{ in: policy, slot: "condition", node: literal },
				{
					message: `\`${literal.value}\` is compared with an address and with call data`,
					help: "write the address without `0x` and in lower case here",
				},
			);
		}
	},
	cases: {
		valid: ["eth.tx.to == '<A>' || eth.tx.data[34..74] == '<A_WITHOUT_PREFIX>'"],
		invalid: ["eth.tx.to == '<A>' || (eth.tx.data[0..10] == '0xa9059cbb' && eth.tx.data[34..74] == '<A>')"],
	},
};
