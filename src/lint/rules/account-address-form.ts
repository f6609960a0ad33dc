// An account's address in another form than the one it is stored in.
import { stringsComparedWith } from "../compared-strings.js";
import { checksummed, isAddress } from "../evm-address.js";
import type { Rule } from "../rule.js";

export const accountAddressForm: Rule = {
	code: "Q3571",
	name: "account-address-form",
	severity: "error",
	reason: "`wallet_account.address` is compared letter by letter with the stored address, which has its checksum",
	policy(policy, report) {
		for (const { path, literal } of stringsComparedWith(policy.condition)) {
			if (path !== "wallet_account.address" || !isAddress(literal.value)) continue;
			const stored = checksummed(literal.value);
			if (stored === literal.value) continue;
			report(
				{ in: policy, slot: "condition", node: literal },
				{ message: `\`${literal.value}\` never matches: the stored address is \`${stored}\``, help: `write \`'${stored}'\`` },
			);
		}
	},
	cases: {
		valid: [
			"wallet_account.address == '0x52908400098527886E0F7030069857D2E4169EE7'",
			"eth.tx.to == '0x52908400098527886e0f7030069857d2e4169ee7'",
		],
		invalid: ["wallet_account.address == '0x52908400098527886e0f7030069857d2e4169ee7'"],
	},
};
