// Literals that are no address of the chain whose field they are compared with.
import { isPlaceholder } from "../../language/literal-values.js";
import { containsReference } from "../../model/reference.js";
import { stringsComparedWith } from "../compared-strings.js";
import { checksummed, claimsChecksum, isAddress } from "../evm-address.js";
import type { Rule } from "../rule.js";

const base58 = /^[1-9A-HJ-NP-Za-km-z]+$/;
const bech32 = /^(bc|tb|bcrt)1[02-9ac-hj-np-z]+$/;

/** Fields that hold addresses of a chain whose form is not in the language's own table. */
const forms: readonly { readonly path: RegExp; readonly what: string; readonly fits: (text: string) => boolean }[] = [
	{
		path: /^solana\.tx\.(program_keys|account_keys|(spl_)?transfers\[\]\.(to|from|owner|token_mint)|instructions\[\]\.program_key)(\[\])?$/,
		what: "a Solana address (base58, 32 to 44 characters)",
		fits: (text) =>
			text === "" || text === "ADDRESS_TABLE_LOOKUP" || (base58.test(text) && text.length >= 32 && text.length <= 44),
	},
	{
		path: /^tron\.tx\.contract\[[^\]]*\]\.(owner_address|to_address|contract_address|receiver_address)$/,
		what: "a Tron address (base58, `T` and 33 characters)",
		fits: (text) => base58.test(text) && text.length === 34 && text.startsWith("T"),
	},
	{
		path: /^bitcoin\.tx\.outputs\[[^\]]*\]\.address$/,
		what: "a Bitcoin address",
		fits: (text) => bech32.test(text) || (base58.test(text) && text.length >= 26 && text.length <= 35),
	},
	{
		path: /^tempo\.tx\.(calls\[[^\]]*\]\.to|from|fee_token)$/,
		what: "an address (`0x` and 40 digits)",
		fits: (text) => text === "" || isAddress(text),
	},
];

export const malformedAddress: Rule = {
	code: "Q3572",
	name: "malformed-address",
	severity: "error",
	reason: "what is no address never matches: most often a digit is missing, or the address is another chain's",
	policy(policy, report) {
		for (const { path, literal, field } of stringsComparedWith(policy.condition)) {
			const { value } = literal;
			if (isPlaceholder(value) || containsReference(value)) continue;
			const evm = field?.shape === "evm-address" && !path.includes("[");
			const form = forms.find((each) => each.path.test(path.replaceAll(/\[\d+\]/g, "[]")));
			const message =
				evm && value !== "" && value.startsWith("0x") && !isAddress(value)
					? `\`${value}\` is no address: it has ${value.length - 2} digits${/^0x[0-9a-fA-F]*$/.test(value) ? "" : " or letters"} after \`0x\`, and one has 40`
					: form !== undefined && !form.fits(value)
						? `\`${value}\` is not ${form.what}`
						: undefined;
			if (message !== undefined) {
				report({ in: policy, slot: "condition", node: literal }, { message, help: "write the address out" });
				continue;
			}
			if ((evm || path.startsWith("eth.")) && isAddress(value) && claimsChecksum(value) && checksummed(value) !== value) {
				report(
					{ in: policy, slot: "condition", node: literal },
					{
						message: `the checksum of \`${value}\` is wrong: a digit has most likely changed`,
						help: `look the address up again; if its digits are right, write \`'${checksummed(value)}'\``,
						severity: "warning",
					},
				);
			}
		}
	},
	cases: {
		valid: [
			"eth.tx.to == '0x52908400098527886E0F7030069857D2E4169EE7'",
			"eth.tx.to in ['', '<ADDRESS>']",
			"solana.tx.program_keys.all(p, p == '11111111111111111111111111111111')",
			"tron.tx.contract[0].to_address == 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'",
			"bitcoin.tx.outputs.all(o, o.address == 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq')",
		],
		invalid: [
			"eth.tx.to == '0x5290840009852788E0F7030069857D2E4169EE7'",
			"eth.tx.to == '0xSAFE_TREASURY'",
			"eth.tx.to == '0x52908400098527886E0F7030069857D2E4169Ee7'",
			"solana.tx.program_keys.all(p, p == '0x00000000000000000000000000000000000000aa')",
			"tron.tx.contract[0].to_address == '0x00000000000000000000000000000000000000aa'",
			"bitcoin.tx.outputs.all(o, o.address == 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t!')",
		],
	},
};
