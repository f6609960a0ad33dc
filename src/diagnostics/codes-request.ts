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
	Q3707: {
		title: "parameter that the activity does not have",
		explanation:
			"`params` holds the parameters of the activity under the names they are sent with. A misspelt one would be no parameter at all: " +
			"the policies would be asked about another request than the one that is meant. Of activities whose parameters are not all " +
			"known, a name is refused when it is a known one but for capitals and underscores.",
		example: "activity: EXPORT_WALLET\nparams: { walletid: operations }",
	},
	Q3750: {
		title: "key of another sort of test",
		explanation:
			"A test with `by` is one request with one `expect`. A test without it is asked by every user, and says who is `allowed` and " +
			"who is `waiting` for others; everybody it does not list is expected to be denied. Its `decidedBy` is about those who are `allowed`.",
		example: "- name: exports\n  activity: EXPORT_WALLET\n  expect: deny",
	},
	Q3751: {
		title: "expected of a policy that is not declared",
		explanation:
			"`decidedBy` and `mfa` call policies by the names that manifests give them. A policy that no manifest declares decides nothing, so " +
			"the test could never pass.",
	},
	Q3752: {
		title: "no test to run",
		explanation:
			"Suites are the files that `tests:` in quorate.yaml finds, tests/**/*.yaml when it does not say, or those named on the command " +
			"line; `--filter` chooses among their tests. A test without `by` is asked by every user of the suite's organisation. A run or a " +
			"test that asks nothing proves nothing, so it does not pass.",
	},
	Q3753: {
		title: "policy refers to what the tests do not have",
		explanation:
			"A policy names something, such as a tag, that the suite's organisation lacks. In this suite it matches nothing; what depends " +
			"on it is not tested here.",
	},
	Q3754: {
		title: "mutants of policies whose tests fail",
		explanation: "A mutant is killed by a test that fails because of it, so every test has to pass before mutants mean anything.",
	},
	Q3755: {
		title: "less than was asked for",
		explanation:
			"`--min-coverage` and `--min-kills` ask for a share of branches taken, or of mutants killed, that this run did not reach.",
	},
} as const satisfies CodeTable;
