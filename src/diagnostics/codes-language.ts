// Q3: the policy language. Q30 syntax, Q31 types and names, Q32 always an evaluation error, Q33 never true, Q34 works but
// should be written differently.
import type { CodeTable } from "./code-entry.js";

export const languageCodes = {
	// ---- syntax ----
	Q3001: {
		title: "string in the wrong quotes",
		explanation:
			"Strings stand in single quotes (apostrophes). Double, back and typographic quotes are refused by the service; they usually come from JSON.stringify or from a word processor. Put the text into single quotes.",
		example: 'eth.tx.to == "0x00000000219ab540356cbb839cbe05303d7705fa"',
	},
	Q3002: {
		title: "string not closed",
		explanation:
			"A string reaches from one apostrophe to the next on the same line. There are no escapes, so that neither an apostrophe nor a line break can be part of one.",
		example: "activity.action == 'SIGN",
	},
	Q3003: {
		title: "character without a meaning",
		explanation:
			"The character is not part of the language. Invisible ones, such as a no-break space, come from copying out of a web page; type the place again.",
		example: "activity.action @ 'SIGN'",
	},
	Q3004: {
		title: "not an integer",
		explanation:
			"Integers are decimal digits: no fraction, no exponent, no underscore, no hexadecimal. Amounts are in the smallest unit of a chain (wei, lamports, satoshi, sun). Addresses and call data are strings.",
		example: "eth.tx.value < 1.5",
	},
	Q3005: {
		title: "placeholder not filled in",
		explanation:
			"Something like `<USER_ID>`, `${user}` or `{{ user }}` is still where a value should be. Outside of quotes it is not even an expression.",
		example: "eth.tx.value < <AMOUNT>",
	},
	Q3006: {
		title: "something else was expected",
		explanation: "The expression stops making sense at the marked place; the message says what could have followed.",
		example: "activity.action == && true",
	},
	Q3007: {
		title: "bracket not closed",
		explanation: "Every `(` and `[` needs its counterpart. The message names the bracket that is open.",
		example: "(activity.action == 'SIGN'",
	},
	Q3008: {
		title: "operator of another language",
		explanation:
			"The operators are `&&`, `||`, `!`, `==`, `!=`, `<`, `<=`, `>`, `>=` and `in`. There is no arithmetic, no choice (`? :`) and no pattern matching, and words such as `and` are no operators.",
		example: "activity.action = 'SIGN' and wallet.imported",
	},
	Q3009: {
		title: "chained comparison",
		explanation:
			"Whether `a < b < c` means anything to the service is not documented; it is refused here. Join two comparisons with `&&`.",
		example: "1 < eth.tx.value < 10",
	},
	Q3010: {
		title: "comment",
		explanation: "The language has no comments. A policy has notes, and the file around the expression has comments of its own.",
		example: "true // for now",
	},
	Q3011: {
		title: "expression too large",
		explanation:
			"The expression is longer or nested deeper than is read. The bounds are far above what a person writes; they keep hostile input from costing time.",
	},
	Q3012: {
		title: "quantifier without variable",
		explanation:
			"`all`, `any` and `filter` take a variable and a condition on it: `approvers.any(user, user.id == '…')`. The variable's name is free.",
		example: "approvers.any(id == 'a')",
	},
	Q3013: {
		title: "empty expression",
		explanation: "There is nothing but white space. A member that is not needed is left out of the manifest.",
	},
	Q3014: {
		title: "bound missing",
		explanation:
			"`x[i]` needs a position and `x[a..b]` both bounds. Positions count from 0; the second bound is exclusive. There are no negative positions and no steps.",
		example: "eth.tx.data[..10] == '0xa9059cbb'",
	},
	Q3015: {
		title: "comma without element",
		explanation: "A comma at the end of a list is not documented to be accepted; it is refused here.",
		example: "eth.tx.chain_id in [1, 10,]",
	},
	Q3016: {
		title: "integer beyond 256 bits",
		explanation: "The largest integer is 2^256 - 1, the largest value of an unsigned integer.",
	},

	// ---- types and names ----
	Q3101: {
		title: "unknown name",
		explanation:
			"The name is neither a root of this slot nor a variable of a surrounding `all`, `any` or `filter`. A text must stand in single quotes.",
		example: "aproval.any(user, user.id == 'a')",
	},
	Q3102: {
		title: "root of another slot",
		explanation:
			"Each slot has roots of its own. `consensus` has `approvers` and `credentials`, `condition` has `activity` and what it acts on, `time` has `time.now` with `Timestamp` and `CronSpan`. They cannot be mixed in one expression.",
		example: "approvers.count() >= 2   (in a condition)",
	},
	Q3103: {
		title: "unknown field",
		explanation:
			"The struct has no field of this name. The service refuses the policy when it is created. Fields are spelled in lower case with underscores.",
		example: "eth.tx.gasPrice < 1000",
	},
	Q3104: {
		title: "unknown method or function",
		explanation:
			"The methods are `all`, `any`, `filter`, `contains` and `count`, all on lists; the functions are `Timestamp` and `CronSpan`, both in the slot `time`. There are no casts and no string functions; a slice replaces `startsWith`.",
		example: "eth.tx.data.startsWith('0xa9059cbb')",
	},
	Q3105: {
		title: "wrong number of arguments",
		explanation:
			"The method or function takes another number of arguments. `count` takes none: `x.filter(v, …).count()` counts what matches.",
		example: "approvers.count(user, user.id == 'a') >= 2",
	},
	Q3106: {
		title: "comparison of different types",
		explanation:
			"Both sides of `==` and `!=` must have the same type, and nothing is converted: an integer is never equal to a quoted number. Integers, strings, truth values and timestamps can be compared.",
		example: "eth.tx.chain_id == '1'",
	},
	Q3107: {
		title: "no order",
		explanation: "`<`, `<=`, `>` and `>=` compare integers and timestamps; strings have no order.",
		example: "eth.tx.to < '0x8'",
	},
	Q3108: {
		title: "dot where brackets are needed",
		explanation: "The fields of a map or of a value whose shape is known only at evaluation are read with `['name']`.",
		example: "eth.eip_712.message.value > 1",
	},
	Q3109: {
		title: "tuple read by name",
		explanation:
			"Arguments of contract calls that are tuples are lists: their members are read by position, `call[0]`. Reading one by name is documented to end in an evaluation error.",
		example: "eth.tx.contract_call_args['calls'].all(call, call['target'] == '0x0')",
	},
	Q3110: {
		title: "truth value expected",
		explanation: "`&&`, `||` and `!` and the conditions of `all`, `any` and `filter` take truth values.",
		example: "wallet.id && true",
	},
	Q3111: {
		title: "expression is not true or false",
		explanation: "What a policy asks must be true or false. A path alone is not: compare it with something.",
		example: "approvers.count()",
	},
	Q3112: {
		title: "wrong index",
		explanation: "Lists and strings are indexed and sliced by integers, maps are read by strings. Nothing else can be indexed.",
		example: "solana.tx.instructions['0'].program_key == 'a'",
	},
	Q3113: {
		title: "membership in something else",
		explanation: "`x in list` and `list.contains(x)` need a list of the type of `x`. A part of a string is found with a slice.",
		example: "'a' in wallet.label",
	},
	Q3114: {
		title: "list of different types",
		explanation:
			"All elements of a list have one type. A list of numbers and texts could never match as a whole: write the elements as what " +
			"they are compared with is.",
		example: "eth.tx.chain_id in [1, '10']",
	},
	Q3115: {
		title: "namespace used as a value",
		explanation:
			"`eth`, `solana`, `tron`, `bitcoin`, `tempo` and `time` only group roots; a value begins with the second part, as in `eth.tx`.",
		example: "eth == 'x'",
	},
	Q3116: {
		title: "method of lists",
		explanation: "`all`, `any`, `filter`, `contains` and `count` exist on lists only.",
		example: "wallet.label.count() == 3",
	},
	Q3117: {
		title: "integer out of range",
		explanation:
			"A signed integer has 128 bits: from -2^127 to 2^127 - 1. A literal above that only fits unsigned integers, and comparing it with a signed one cannot be done.",
		example: "eth.tx.value < 170141183460469231731687303715884105728",
	},
	Q3118: {
		title: "wrong timestamp",
		explanation:
			"`Timestamp` takes an RFC 3339 date and time in single quotes with the offset zero: `Z`, `z`, `+00:00` or `-00:00`. Convert local times to UTC first.",
		example: "time.now < Timestamp('2030-01-01T00:00:00-05:00')",
	},
	Q3119: {
		title: "wrong schedule",
		explanation:
			"`CronSpan` takes a schedule of five fields (minute hour day-of-month month day-of-week: `*`, numbers, ranges and comma lists; no steps, names, macros or seconds; Sunday is 0), a duration of whole days, hours and minutes above zero and up to seven days (`8h`, `1d12h`), and an IANA time zone.",
		example: "CronSpan('*/5 9 * * MON', '8h', 'New York')",
	},
	Q3120: {
		title: "literal expected",
		explanation:
			"The arguments of `Timestamp` and `CronSpan` are strings written out, so that they can be checked when the policy is written.",
		example: "time.now < Timestamp(time.now)",
	},
	Q3121: {
		title: "literal cannot be compared",
		explanation:
			"Lists, maps and structs cannot be compared as a whole; compare their fields, or use `all`, `any`, `contains` or `count`.",
		example: "wallets == []",
	},

	// ---- always an error ----
	Q3201: {
		title: "two targets in one expression",
		explanation:
			"An activity has a wallet (with an account) or a private key, never both. Both sides of `&&` and `||` are always evaluated, so an expression that reads both always ends in an error: an ALLOW never allows and a DENY never denies. Write one policy for each.",
		example: "wallet.id == 'a' || private_key.id == 'b'",
	},
	Q3202: {
		title: "two payloads in one expression",
		explanation:
			"A request carries one payload: a transaction of one chain, or typed data, or an authorisation. Both sides of `&&` and `||` are always evaluated, so an expression that reads two payloads always ends in an error. Write one policy for each.",
		example: "eth.tx.value > 0 || bitcoin.tx.fee > 0",
	},
	Q3203: {
		title: "root is not there in this activity",
		explanation:
			"The expression asks for an activity that never carries what it reads: wherever the activity matches, the evaluation ends in an error. Raw payloads, for example, carry no transaction.",
		example: "activity.kind == 'SIGN_RAW_PAYLOADS' && eth.tx.value > 0",
	},
	Q3204: {
		title: "parameter is not there in this activity",
		explanation:
			"Each activity type exposes a few parameters to policies, and reading another one is an evaluation error. The expression asks for an activity that does not expose the parameter it reads.",
		example: "activity.kind == 'SIGN_RAW_PAYLOAD' && activity.params.type == 'TRANSACTION_TYPE_SOLANA'",
	},
	Q3205: {
		title: "arguments of two functions in one expression",
		explanation:
			"Each branch names another contract function and reads arguments that the other function does not have. All branches are always evaluated, and a missing argument is an error, so the expression always ends in one. Write one policy for each function.",
		example:
			"(eth.tx.function_name == 'transfer' && eth.tx.contract_call_args['to'] == 'a') || (eth.tx.function_name == 'approve' && eth.tx.contract_call_args['spender'] == 'b')",
	},
	Q3206: {
		title: "always an evaluation error",
		explanation: "What is marked cannot be evaluated whatever the activity is, for example a slice that ends before it begins.",
		example: "eth.tx.data[10..4] == ''",
	},

	// ---- never true ----
	Q3301: {
		title: "value that does not occur",
		explanation:
			"The field has a closed set of values, and the literal is none of them; a comparison with it is always false. Often a kind (`EXPORT_WALLET`) stands where an action (`EXPORT`) belongs, or a type lacks its prefix. Queries are no activities and have no type.",
		example: "activity.action == 'EXPORT_WALLET'",
	},
	Q3302: {
		title: "slice and literal of different lengths",
		explanation:
			"A slice `x[a..b]` has exactly `b - a` characters, and a literal of another length is never equal to it. An EVM selector with its `0x` is `data[0..10]`, the first argument `data[10..74]`, an address in it `data[34..74]` without `0x`.",
		example: "eth.tx.data[0..4] == '0xa9059cbb'",
	},
	Q3303: {
		title: "literal that cannot be a value of the field",
		explanation:
			"The field holds an address or other text that begins with `0x`, and the literal does not: often the name of a constant instead of its value. A comparison with it is always false.",
		example: "eth.tx.to in ['USDC_ADDRESS']",
	},
	Q3304: {
		title: "activity that policies do not govern",
		explanation:
			"Changing the root quorum, the organization's features or its name is decided by the root quorum alone; no policy is consulted for it.",
		example: "activity.type == 'ACTIVITY_TYPE_UPDATE_ROOT_QUORUM'",
	},
	Q3305: {
		title: "conditions that exclude each other",
		explanation:
			"No activity satisfies all of what the expression asks of type, kind, resource and action together. A policy that is never true has no effect.",
		example: "activity.kind == 'CREATE_POLICY' && activity.action == 'DELETE'",
	},
	Q3306: {
		title: "schedule that never fires",
		explanation: "No calendar has the asked day, such as the 30th of February.",
		example: "CronSpan('0 0 30 2 *', '1h', 'UTC')",
	},

	// ---- works, but ----
	Q3401: {
		title: "`count` without parentheses",
		explanation:
			"`count` is a method. Written without parentheses it appears in a few published examples, and whether the service accepts it is not documented. `quorate fmt` adds the parentheses.",
		example: "solana.tx.transfers.count == 1",
	},
	Q3402: {
		title: "`in` where it may not work",
		explanation:
			"Reports disagree on whether `in` works for unsigned integers and for values inside EIP-712 messages. Comparisons joined by `||` are safe.",
		example: "eth.eip_712.domain.chain_id in [1, 10]",
	},
	Q3403: {
		title: "backslash in a string",
		explanation: "There are no escapes: a backslash is an ordinary character, and `\\'` ends the string.",
		example: "wallet.label == 'a\\nb'",
	},
	Q3404: {
		title: "variable hides a name",
		explanation:
			"The variable has the name of a root or of a surrounding variable. Which of the two the service then means is not documented; choose another name.",
		example: "approvers.any(credentials, credentials.id == 'a')",
	},
	Q3405: {
		title: "empty list",
		explanation: "Nothing is in an empty list. Whether the service accepts one is not documented.",
		example: "eth.tx.to in []",
	},
	Q3406: {
		title: "doubtful spelling",
		explanation: "The name occurs in one published place only, and another spelling everywhere else; the other one is safer.",
		example: "solana.tx.instructions.all(i, i.parsed_instruction_data.named_account['a'] == 'b')",
	},
	Q3407: {
		title: "quoted number compared with a value of unknown type",
		explanation:
			"Inside messages and call arguments, integers are integers; a quoted number is then silently unequal. Which type an argument has is known only at evaluation.",
		example: "eth.eip_712.message['value'] == '0'",
	},
	Q3408: {
		title: "undocumented value",
		explanation:
			"The value is not in the published list of the field's values, although it has been seen in use, or it is a later version of an activity than this program knows.",
		example: "activity.resource == 'SECRET'",
	},
} as const satisfies CodeTable;
