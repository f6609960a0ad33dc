// Names that people expect to exist, and what to write in their place. Only spellings that edit distance cannot find.

/** Methods and functions of other languages. */
const calls: Readonly<Record<string, string>> = {
	exists: "`any(x, …)` says whether an element satisfies a condition",
	exists_one: "`filter(x, …).count() == 1` says whether exactly one element satisfies a condition",
	some: "`any(x, …)` says whether an element satisfies a condition",
	every: "`all(x, …)` says whether all elements satisfy a condition",
	none: "`!(list.any(x, …))` says whether no element satisfies a condition",
	map: "`any`, `all` and `filter` look at a part of each element: `list.any(x, x.part == …)`",
	find: "`filter(x, …)` keeps the elements that satisfy a condition",
	size: "`count()` is the length of a list",
	len: "`count()` is the length of a list",
	length: "`count()` is the length of a list",
	includes: "`contains(x)` says whether a list holds a value",
	has: "nothing asks whether a field is there: reading one that is not is an evaluation error",
	startsWith: "compare a slice: `x[0..4] == 'abcd'`",
	starts_with: "compare a slice: `x[0..4] == 'abcd'`",
	endsWith: "compare a slice: `x[4..8] == 'abcd'`",
	matches: "there are no patterns; compare slices",
	toLowerCase: "there are no string functions; write the literal as the service stores the value",
	lower: "there are no string functions; write the literal as the service stores the value",
	hex_to_uint: "there are no conversions; read arguments with `eth.tx.contract_call_args` or compare slices",
	int: "there are no casts; integer fields and integer arguments are compared as they are",
	uint: "there are no casts; integer fields and integer arguments are compared as they are",
	string: "there are no casts",
	tag: "tags are in `user.tags` and `private_key.tags`: `private_key.tags.contains('<tag id>')`",
	rate: "the language knows no rates; a policy sees one request",
	now: "the instant of the request is `time.now`, in the slot `time`",
	timestamp: "write `Timestamp('…')`",
	cronSpan: "write `CronSpan('…', '…', '…')`",
};

/** Fields that structs do not have, as `Struct.field`. */
const fields: Readonly<Record<string, string>> = {
	"Activity.parameters": "did you mean `params`?",
	"PrivateKey.address": "a private key is named by `private_key.id`; the sender of a transaction is `eth.tx.from`",
	"PrivateKey.name": "did you mean `label`?",
	"Wallet.name": "did you mean `label`?",
	"Wallet.address": "the account's address is `wallet_account.address`",
	"WalletAccount.path":
		"the path is in `wallet_account.path_indexes` and `wallet_account.path_hardened`, for exports of an account",
	"User.name": "users are named by `id`, `email` or `alias`",
	"User.tag": "did you mean `tags`? It is a list: `user.tags.contains('<tag id>')`",
	"SolanaTransaction.fee_payer": "the fee payer is the first of `account_keys`",
	"EthereumTransaction.selector": "the selector is `eth.tx.data[0..10]`",
	"EthereumTransaction.input": "did you mean `data`?",
	"EthereumTransaction.args": "did you mean `contract_call_args`?",
};

/** First names that are not roots. */
const names: Readonly<Record<string, string>> = {
	user: "users are the elements of `approvers`: `approvers.any(user, user.id == '…')`",
	approver: "did you mean `approvers`? It is a list: `approvers.any(user, …)`",
	transaction: "the transaction is `eth.tx`, `solana.tx`, `tron.tx`, `bitcoin.tx` or `tempo.tx`",
	tx: "the transaction is `eth.tx`, `solana.tx`, `tron.tx`, `bitcoin.tx` or `tempo.tx`",
	ethereum: "did you mean `eth`?",
	sol: "did you mean `solana`?",
	btc: "did you mean `bitcoin`?",
	now: "the instant of the request is `time.now`, in the slot `time`",
	null: "there is no null: reading a field that is not there is an evaluation error",
	nil: "there is no null: reading a field that is not there is an evaluation error",
	undefined: "there is no null: reading a field that is not there is an evaluation error",
};

function own(table: Readonly<Record<string, string>>, key: string): string | undefined {
	return Object.hasOwn(table, key) ? table[key] : undefined;
}

/** A hint for a method or function that does not exist. */
export function hintForCall(name: string): string | undefined {
	return own(calls, name);
}

/** A hint for a field that a struct does not have. */
export function hintForField(struct: string, name: string): string | undefined {
	return own(fields, `${struct}.${name}`);
}

/** A hint for a name that is no root. */
export function hintForName(name: string): string | undefined {
	return own(names, name);
}
