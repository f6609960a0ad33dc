// A transaction as a person writes it down: the bytes that are signed, in hexadecimal, or fields under the root that policies
// read them by. Of Ethereum and Solana, fields that are left out are what they are in a transaction without them.
import type { JsonObject, JsonValue } from "../base/json.js";
import { isJsonObject } from "../base/json.js";
import { didYouMean } from "../diagnostics/suggestion.js";
import type { Bindings } from "../language/bindings.js";
import { type BindingProblem, readBindings } from "../language/bindings-json.js";
import { transactionTypes } from "../language/environment/enumerations.js";
import type { Organization } from "../model/organization.js";
import { readTransaction } from "../payloads/transaction.js";
import { TransactionError } from "../payloads/transaction-error.js";
import type { RequestProblem } from "./request.js";
import { senderOf } from "./request-bindings.js";

/** `type` and `raw`, or one member whose name is a root: `eth.tx`, `solana.tx`, `tron.tx`, `bitcoin.tx`, `tempo.tx`. */
export type TransactionText = JsonObject;

const ROOTS: Readonly<Record<string, { readonly type: (typeof transactionTypes)[number]; readonly defaults: JsonObject }>> = {
	"eth.tx": {
		type: "TRANSACTION_TYPE_ETHEREUM",
		defaults: {
			to: "",
			data: "0x",
			value: 0,
			gas: 0,
			gas_price: 0,
			chain_id: 0,
			nonce: 0,
			max_fee_per_gas: 0,
			max_priority_fee_per_gas: 0,
			max_fee_per_blob_gas: 0,
			type: "TYPE_2",
		},
	},
	"solana.tx": {
		type: "TRANSACTION_TYPE_SOLANA",
		defaults: {
			account_keys: [],
			program_keys: [],
			instructions: [],
			transfers: [],
			spl_transfers: [],
			address_table_lookups: [],
			recent_blockhash: "",
			version: "LEGACY",
		},
	},
	"tron.tx": { type: "TRANSACTION_TYPE_TRON", defaults: {} },
	"bitcoin.tx": { type: "TRANSACTION_TYPE_BITCOIN", defaults: {} },
	"tempo.tx": { type: "TRANSACTION_TYPE_TEMPO", defaults: {} },
};

export interface ReadTransaction {
	/** What the activity's parameters say about it. */
	readonly parameters: JsonObject;
	/** Its fields, when they were written down. */
	readonly given: Bindings;
	readonly problems: readonly RequestProblem[];
}

/** Reads a transaction that satisfies its schema; `parameters` say which key signs it. */
export function readTransactionText(text: TransactionText, parameters: JsonObject, organization: Organization): ReadTransaction {
	const { raw } = text;
	if (typeof raw === "string") return readRaw(raw, text["type"] ?? "TRANSACTION_TYPE_ETHEREUM");
	const root = Object.keys(ROOTS).find((each) => text[each] !== undefined) ?? "eth.tx";
	const { type, defaults } = ROOTS[root] ?? { type: transactionTypes[0], defaults: {} };
	const fields: JsonValue = text[root] ?? {};
	const from = root === "eth.tx" ? senderOf(parameters, organization) : undefined;
	const whole = isJsonObject(fields) ? { ...defaults, ...(from === undefined ? {} : { from }), ...fields } : fields;
	const { bindings, problems } = readBindings({ [root]: whole }, "condition");
	return {
		parameters: { type },
		given: bindings,
		problems: problems.map(({ path, ...problem }) =>
			// `eth.tx.value[0]` is written under the key `eth.tx`.
			bindingProblem(
				problem,
				[root, ...path.slice(root.length + 1).split(/[.[\]]+/)].filter((part) => part !== ""),
			),
		),
	};
}

/** What is wrong with a value that is given as policies read it, at its place. A name that nothing has is wrong itself. */
export function bindingProblem(
	{ message, name, known = [] }: Omit<BindingProblem, "path">,
	path: RequestProblem["path"],
): RequestProblem {
	const help = name === undefined ? undefined : didYouMean(name, known);
	return {
		code: "Q3703",
		path,
		message,
		...(help === undefined ? {} : { help }),
		...(name === undefined ? {} : { about: "key" }),
	};
}

function readRaw(raw: string, type: JsonValue): ReadTransaction {
	const parameters = { type, unsignedTransaction: raw };
	const refuse = (path: string, message: string, help: string): ReadTransaction => ({
		parameters,
		given: {},
		problems: [{ code: "Q3704", path: [path], message, help }],
	});
	try {
		const read = readTransaction(type as (typeof transactionTypes)[number], raw);
		if (read !== undefined) return { parameters, given: {}, problems: [] };
	} catch (error) {
		if (!(error instanceof TransactionError)) throw error;
		return refuse("raw", `the transaction cannot be read: ${error.message}`, "write the unsigned transaction, in hexadecimal");
	}
	const root = Object.keys(ROOTS).find((each) => ROOTS[each]?.type === type) ?? "eth.tx";
	return refuse("type", `raw transactions of \`${String(type)}\` are not read`, `write its fields under \`${root}\``);
}
