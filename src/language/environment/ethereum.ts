// Payloads of EVM chains: transactions, EIP-712 typed data, EIP-7702 authorisations.
import { ethereumTransactionTypes } from "./enumerations.js";
import { amount, dynamicMap, one, struct, text, whole } from "./field.js";

const fromInterface = { available: { when: "interface" } } as const;

export const ethereumTransaction = struct("EthereumTransaction", {
	from: text("sender", { shape: "evm-address", letterCase: "ignored" }),
	to: text("receiver; empty when a contract is created", { shape: "evm-address", letterCase: "ignored" }),
	data: text("call data, `0x` when there is none", { shape: "prefixed-hex" }),
	value: whole("amount sent along", { unit: "wei" }),
	gas: whole("gas limit"),
	gas_price: whole("gas price; of a fee market transaction, its max_fee_per_gas", { unit: "wei" }),
	chain_id: whole("chain"),
	nonce: whole("nonce"),
	max_fee_per_gas: whole("fee market transactions: highest fee", { unit: "wei" }),
	max_priority_fee_per_gas: whole("fee market transactions: highest tip", { unit: "wei" }),
	max_fee_per_blob_gas: whole("blob transactions: highest fee for blobs", { unit: "wei" }),
	type: text("sort of transaction", { values: ethereumTransactionTypes }),
	function_name: text("name of the called function", { ...fromInterface, absent: "default-if-configured" }),
	function_signature: text("selector of the called function, `0x` and 8 digits", {
		...fromInterface,
		absent: "default-if-configured",
		shape: "prefixed-hex",
	}),
	contract_call_args: dynamicMap("arguments of the call by name", { ...fromInterface, letterCase: "ignored-in-addresses" }),
});

export const eip712Domain = struct("Eip712Domain", {
	name: text("name of the domain"),
	version: text("version of the domain"),
	chain_id: amount("chain"),
	verifying_contract: text("contract that verifies, in lower case", { shape: "evm-address" }),
});

export const eip712TypedData = struct("Eip712TypedData", {
	primary_type: text("name of the message's type"),
	domain: one(eip712Domain, "the domain; its fields are spelled with underscores"),
	message: dynamicMap("the message by field name, nested as the typed data is"),
});

export const eip7702Authorization = struct("Eip7702Authorization", {
	address: text("contract that is delegated to", { shape: "evm-address" }),
	chain_id: whole("chain"),
	nonce: whole("nonce"),
});
