// What a signing or exporting activity is about, in the terms of the policy language: the wallet and account or the private
// key, and the payload where policies can look into it. Everything else binds nothing here.
import type { Binding, Bindings } from "../language/bindings.js";
import type { PrivateKeyEntity, WalletAccountEntity, WalletEntity } from "./entity.js";
import { readAuthorization } from "./keys/authorization.js";
import { readPath } from "./keys/derivation-path.js";
import { findSigningKey } from "./keys/signing-key.js";
import { readTransaction, type TransactionType } from "./keys/transaction.js";
import { readTypedData, type TypedData, type TypedValue } from "./keys/typed-data.js";
import type { OrganizationView } from "./organization.js";
import type { PolicyRequest } from "./policy-engine.js";
import { ethereumBinding, solanaBinding } from "./transaction-bindings.js";

/** The roots besides `activity` that a request binds. A root that is not there makes a condition that reads it fail. */
export function targetBindings(request: PolicyRequest): Bindings {
	const { kind, organization, parameters } = request;
	switch (kind) {
		case "SIGN_RAW_PAYLOAD":
			return { ...signerBindings(organization, parameters["signWith"]), ...payloadBindings(parameters) };
		case "SIGN_RAW_PAYLOADS":
			return signerBindings(organization, parameters["signWith"]);
		case "SIGN_TRANSACTION":
			return { ...signerBindings(organization, parameters["signWith"]), ...transactionBindings(request) };
		case "EXPORT_WALLET": {
			const wallet = organization.wallets.get(String(parameters["walletId"]));
			return wallet ? { wallet: walletBinding(wallet) } : {};
		}
		case "EXPORT_WALLET_ACCOUNT":
			return exportedAccount(organization, String(parameters["address"]));
		case "EXPORT_PRIVATE_KEY": {
			const key = organization.privateKeys.get(String(parameters["privateKeyId"]));
			return key ? { private_key: privateKeyBinding(key) } : {};
		}
		case "DELETE_WALLETS": {
			const ids = parameters["walletIds"];
			const wallets = Array.isArray(ids) ? ids.map((id) => organization.wallets.get(String(id))) : [];
			return { wallets: wallets.flatMap((wallet) => (wallet ? [walletBinding(wallet)] : [])) };
		}
		default:
			return {};
	}
}

function signerBindings(organization: OrganizationView, signWith: unknown): Bindings {
	const key = findSigningKey(organization, String(signWith));
	if (!key) return {};
	if (key.privateKey) return { private_key: privateKeyBinding(key.privateKey) };
	return { wallet: walletBinding(key.wallet), wallet_account: { address: key.account.address } };
}

/** Only an export says where an account lies. */
function exportedAccount(organization: OrganizationView, address: string): Bindings {
	const account = [...organization.walletAccounts.group(address).values()].find((each) => each.address === address);
	const wallet = account && organization.wallets.get(account.walletId);
	if (!wallet) return {};
	return { wallet: walletBinding(wallet), wallet_account: { address, ...placeOf(account) } };
}

function placeOf({ path }: WalletAccountEntity): { readonly [name: string]: Binding } {
	const parts = readPath(path) ?? [];
	return { path_indexes: parts.map((part) => part.index), path_hardened: parts.map((part) => part.hardened) };
}

function walletBinding({ id, imported, exported, name }: WalletEntity): Binding {
	return { id, imported, exported, label: name };
}

function privateKeyBinding({ id, tags, imported, exported, name }: PrivateKeyEntity): Binding {
	return { id, tags, imported, exported, label: name };
}

/** Typed data and authorisations can be looked into; other payloads are opaque, whatever they hold. */
function payloadBindings({ encoding, payload }: PolicyRequest["parameters"]): Bindings {
	const text = String(payload);
	// Submitted payloads were read before; one that cannot be is bound as if it were opaque.
	try {
		if (encoding === "PAYLOAD_ENCODING_EIP712") return { eth: { eip_712: typedDataBinding(readTypedData(text)) } };
		if (encoding === "PAYLOAD_ENCODING_EIP7702_AUTHORIZATION") {
			const { address, chainId, nonce } = readAuthorization(text);
			return { eth: { eip_7702_authorization: { address, chain_id: chainId, nonce } } };
		}
	} catch {
		return {};
	}
	return {};
}

function transactionBindings({ organization, parameters }: PolicyRequest): Bindings {
	const key = findSigningKey(organization, String(parameters["signWith"]));
	// Submitted transactions were read before.
	try {
		const transaction = readTransaction(parameters["type"] as TransactionType, String(parameters["unsignedTransaction"]));
		if (transaction?.form === "ethereum") return { eth: { tx: ethereumBinding(transaction, key) } };
		if (transaction?.form === "solana") return { solana: { tx: solanaBinding(transaction) } };
	} catch {
		return {};
	}
	return {};
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
