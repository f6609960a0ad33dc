// SPL transfers compared with a wallet's address, where they hold token accounts.
import { stringsComparedWith } from "../compared-strings.js";
import type { Rule } from "../rule.js";

export const tokenAccount: Rule = {
	code: "Q3575",
	name: "token-account",
	severity: "warning",
	reason: "token transfers go from token account to token account: a wallet's own address is neither",
	live: true,
	policy(policy, report, { organization }) {
		const addresses = new Set(organization?.wallets?.flatMap(({ accounts }) => accounts.map(({ address }) => address)) ?? []);
		for (const { path, literal } of stringsComparedWith(policy.condition)) {
			if (!/^solana\.tx\.spl_transfers\[[^\]]*\]\.(to|from)$/.test(path) || !addresses.has(literal.value)) continue;
			report(
				{ in: policy, slot: "condition", node: literal },
				{
					message: `\`${literal.value}\` is a wallet's address, and \`${path}\` holds token accounts`,
					help: "write the token account of that wallet for the mint, or compare `owner` where the sender is meant",
				},
			);
		}
	},
	cases: {
		valid: ["solana.tx.spl_transfers.all(t, t.to == '6nDvKk6emwskFLtEpbQgFX6rsMtzbNY4LkvaNnzkvBaq')"],
		invalid: [
			{
				policies: ["solana.tx.spl_transfers.all(t, t.to == '6nDvKk6emwskFLtEpbQgFX6rsMtzbNY4LkvaNnzkvBaq')"],
				organization: {
					wallets: [
						{
							id: "w",
							name: "w",
							imported: false,
							exported: false,
							accounts: [{ address: "6nDvKk6emwskFLtEpbQgFX6rsMtzbNY4LkvaNnzkvBaq" }],
						},
					],
				},
			},
		],
	},
};
