// What can be wrong with a request that a person wrote down, and with the organisation around it.
import type { CodeTable } from "./code-entry.js";

export const requestCodes = {
	Q3701: {
		title: "name that stands for nothing",
		explanation:
			"A request calls users, tags, keys, wallets, credentials and transactions by the names that its organisation gives them. A name " +
			"that nothing has would silently match no policy, so it is refused.",
		example: "users: [{ name: alice }]\n…\nby: alcie",
	},
	Q3702: {
		title: "no such activity",
		explanation:
			"`activity` is a kind, such as `SIGN_TRANSACTION`, which stands for its newest version, or an exact type, such as " +
			"`ACTIVITY_TYPE_SIGN_TRANSACTION_V2`. Policies are asked about nothing else.",
		example: "activity: SIGN_TRANSACTIONS",
	},
	Q3703: {
		title: "value of another form than policies read",
		explanation:
			"Values that are given as policies read them have the types of the policy language: integers as numbers or as texts of digits, " +
			"times in UTC such as `2030-01-31T00:00:00Z`, and only fields that the language knows.",
		example: "transaction: { eth.tx: { valeu: 1 } }",
	},
	Q3704: {
		title: "payload cannot be read",
		explanation:
			"A raw transaction is the unsigned one, in hexadecimal, of the type that `type` names; typed data and authorisations are JSON " +
			"texts. Policies would see nothing of a payload that cannot be read.",
		example: 'transaction: { type: TRANSACTION_TYPE_ETHEREUM, raw: "0x1234" }',
	},
	Q3705: {
		title: "given twice",
		explanation: "A name means one thing, and a user votes once: who asks has approved by asking.",
		example: "by: alice\napprovals: [alice]",
	},
	Q3706: {
		title: "given in two ways",
		explanation: "A transaction is given once: under `transaction`, or as `unsignedTransaction` among the parameters.",
	},
} as const satisfies CodeTable;
