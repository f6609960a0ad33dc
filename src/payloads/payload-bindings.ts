// What a signing request carries, in the terms of the policy language: the transaction, the typed data or the authorisation.
// Every other payload is opaque to policies and binds nothing.
import type { JsonObject } from "../base/json.js";
import type { Binding, Bindings } from "../language/bindings.js";
import { readAuthorization } from "./authorization.js";
import { readTransaction, type TransactionType } from "./transaction.js";
import { ethereumBinding, solanaBinding } from "./transaction-bindings.js";
import { readTypedData, type TypedData, type TypedValue } from "./typed-data.js";

/**
 * The root that an activity of this kind binds for its payload; none where policies cannot look into it. `from` is the
 * signing key's address on EVM chains. Throws `TransactionError`, `TypedDataError` or `AuthorizationError` when the payload
 * is not what the parameters say.
 */
export function payloadBindings(kind: string | undefined, parameters: JsonObject, from: string | undefined): Bindings {
	if (kind === "SIGN_RAW_PAYLOAD") return rawPayload(parameters);
	if (kind !== "SIGN_TRANSACTION") return {};
	const transaction = readTransaction(parameters["type"] as TransactionType, String(parameters["unsignedTransaction"]));
	if (transaction?.form === "ethereum") return { eth: { tx: ethereumBinding(transaction, from) } };
	return transaction?.form === "solana" ? { solana: { tx: solanaBinding(transaction) } } : {};
}

function rawPayload({ encoding, payload }: JsonObject): Bindings {
	const text = String(payload);
	if (encoding === "PAYLOAD_ENCODING_EIP712") return { eth: { eip_712: typedDataBinding(readTypedData(text)) } };
	if (encoding !== "PAYLOAD_ENCODING_EIP7702_AUTHORIZATION") return {};
	const { address, chainId, nonce } = readAuthorization(text);
	return { eth: { eip_7702_authorization: { address, chain_id: chainId, nonce } } };
}

/** What policies call the domain's fields; the salt has no name. */
const DOMAIN_NAMES: Readonly<Record<string, string>> = {
	name: "name",
	version: "version",
	chainId: "chain_id",
	verifyingContract: "verifying_contract",
};

function typedDataBinding({ primaryType, domain, message }: TypedData): Binding {
	const named: Record<string, Binding> = {};
	for (const [field, name] of Object.entries(DOMAIN_NAMES)) {
		const value = domain[field];
		if (value !== undefined) named[name] = valueBinding(value);
	}
	return { primary_type: primaryType, domain: named, message: valueBinding(message) };
}

function valueBinding(value: TypedValue): Binding {
	if (typeof value !== "object") return value;
	if (Array.isArray(value)) return value.map((each: TypedValue) => valueBinding(each));
	const bound: Record<string, Binding> = Object.create(null);
	for (const [field, each] of Object.entries(value as Readonly<Record<string, TypedValue | undefined>>)) {
		if (each !== undefined) bound[field] = valueBinding(each);
	}
	return bound;
}
