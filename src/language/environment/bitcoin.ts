// Bitcoin transactions.
import { bitcoinLocktimeTypes } from "./enumerations.js";
import { many, one, struct, text, whole } from "./field.js";

const input = struct("BitcoinTxInput", {
	tx_id: text("transaction that is spent"),
	vout: whole("its output"),
	sequence: whole("sequence"),
});

const output = struct("BitcoinTxOutput", {
	value: whole("amount", { unit: "satoshi" }),
	script_pubkey: text("script"),
	address: text("address"),
	address_type: text("sort of address"),
});

const locktime = struct("BitcoinTxLocktime", {
	amount: whole("seconds or blocks"),
	type: text("what the amount counts", { values: bitcoinLocktimeTypes }),
});

export const bitcoinTransaction = struct("BitcoinTransaction", {
	version: text("version"),
	inputs: many(input, "inputs"),
	outputs: many(output, "outputs"),
	locktime: one(locktime, "locktime"),
	fee: whole("inputs minus outputs", { unit: "satoshi" }),
});
