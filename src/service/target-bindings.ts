// What a signing or exporting activity is about, in the terms of the policy language: the wallet and account or the private
// key, and the payload where policies can look into it. Everything else binds nothing here.
import type { Binding, Bindings } from "../language/bindings.js";
import { readPath } from "../payloads/derivation-path.js";
import { payloadBindings } from "../payloads/payload-bindings.js";
import type { PrivateKeyEntity, WalletAccountEntity, WalletEntity } from "./entity.js";
import { findSigningKey, type SigningKey } from "./keys/signing-key.js";
import type { OrganizationView } from "./organization.js";
import type { PolicyRequest } from "./policy-engine.js";

/** The roots besides `activity` that a request binds. A root that is not there makes a condition that reads it fail. */
export function targetBindings(request: PolicyRequest): Bindings {
	const { kind, organization, parameters } = request;
	switch (kind) {
		case "SIGN_RAW_PAYLOAD":
		case "SIGN_RAW_PAYLOADS":
		case "SIGN_TRANSACTION":
			return signingBindings(request);
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

function signingBindings({ kind, organization, parameters }: PolicyRequest): Bindings {
	const key = findSigningKey(organization, String(parameters["signWith"]));
	// Submitted payloads were read before; one that cannot be is bound as if it were opaque.
	try {
		return { ...signerBindings(key), ...payloadBindings(kind, parameters, senderOf(key)) };
	} catch {
		return signerBindings(key);
	}
}

/** The key's address on EVM chains; undefined when it was made without one. */
function senderOf(key: SigningKey | undefined): string | undefined {
	const addresses = key?.account ? [{ ...key.account, format: key.account.addressFormat }] : (key?.privateKey?.addresses ?? []);
	return addresses.find((each) => each.format === "ADDRESS_FORMAT_ETHEREUM")?.address;
}

function signerBindings(key: SigningKey | undefined): Bindings {
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
