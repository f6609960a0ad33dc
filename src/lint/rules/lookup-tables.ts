// Addresses in a Solana transaction may be hidden behind a lookup table.

import type { Rule } from "../rule.js";
import { mentions } from "../signing.js";

const address = /^solana\.tx\.(account_keys|(spl_)?transfers\[[^\]]*\]\.(to|from)|instructions\[[^\]]*\]\.accounts\[)/;

export const lookupTables: Rule = {
	code: "Q3519",
	name: "lookup-tables",
	severity: "info",
	reason: "an address from a lookup table reads `ADDRESS_TABLE_LOOKUP`: a list of good or bad addresses does not see it",
	policy(policy, report) {
		for (const branch of policy.branches.possible) {
			const literal = branch.literals.find(({ reads }) =>
				[...reads].some((path) => address.test(path) || /^solana\.tx\.account_keys/.test(path)),
			);
			if (literal === undefined || mentions(branch, "solana.tx.address_table_lookups")) continue;
			if (policy.condition?.text.includes("ADDRESS_TABLE_LOOKUP") === true) continue;
			report(
				{ in: policy, slot: "condition", node: literal.node },
				{
					message: "an address that comes from a lookup table is not seen here",
					help: "add `solana.tx.address_table_lookups.count() == 0`",
				},
			);
			return;
		}
	},
	cases: {
		valid: [
			"solana.tx.address_table_lookups.count() == 0 && solana.tx.account_keys.all(k, k == 'a')",
			"solana.tx.program_keys.all(p, p == 'a')",
		],
		invalid: [
			"solana.tx.account_keys.all(k, k == 'a')",
			{ effect: "EFFECT_DENY", condition: "solana.tx.transfers.any(t, t.to == 'a')" },
		],
	},
};
