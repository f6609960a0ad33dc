// A request in the terms of the policy language: what conditions are evaluated on, who has voted, who could vote.
import type { JsonObject } from "../base/json.js";
import { isJsonArray } from "../base/json.js";
import { activityBinding } from "../language/activity-binding.js";
import type { Binding, Bindings } from "../language/bindings.js";
import type { Credential, Vote, Voter } from "../language/electorate.js";
import { activityOf } from "../language/environment/activities.js";
import type {
	Organization,
	OrganizationCredential,
	OrganizationKey,
	OrganizationUser,
	OrganizationWallet,
} from "../model/organization.js";
import { AuthorizationError } from "../payloads/authorization.js";
import { readPath } from "../payloads/derivation-path.js";
import { payloadBindings } from "../payloads/payload-bindings.js";
import { TransactionError } from "../payloads/transaction-error.js";
import { TypedDataError } from "../payloads/typed-data.js";
import type { Request } from "./request.js";

/** What conditions are evaluated on, one entry per call. A payload that cannot be read is bound as if it were opaque. */
export function conditionBindings(request: Request, organization: Organization): readonly Bindings[] {
	const { type, parameters, given } = request;
	const payload = payloadOf(request, organization);
	return [
		{
			activity: activityBinding({ type, parameters }),
			...targetBindings(activityOf(type)?.kind, parameters, organization),
			...("unreadable" in payload ? {} : payload.bindings),
			...given,
		},
	];
}

/** Which parameter cannot be read as what the others say it is, and why. A payload whose roots are given need not be read. */
export function payloadProblem(request: Request, organization: Organization): Unreadable | undefined {
	const payload = payloadOf(request, organization);
	if ("unreadable" in payload) return payload.unreadable;
	const { type, parameters, given } = request;
	const parameter = "unsignedTransaction";
	if (activityOf(type)?.kind !== "SIGN_TRANSACTION" || parameters[parameter] === undefined) return undefined;
	if (Object.keys(payload.bindings).length > 0 || CHAINS.some((chain) => given[chain] !== undefined)) return undefined;
	const sort = parameters["type"];
	return {
		parameter,
		reason: sort === undefined ? "`type` does not say of which sort it is" : `transactions of \`${String(sort)}\` are not read`,
		help:
			sort === undefined
				? "give the `type`, such as `TRANSACTION_TYPE_ETHEREUM`"
				: "write its fields under `transaction`, in place of the bytes",
	};
}

/** Roots of transactions. */
const CHAINS = ["eth", "solana", "tron", "bitcoin", "tempo"] as const;

interface Unreadable {
	readonly parameter: string;
	readonly reason: string;
	readonly help?: string;
}

function payloadOf(
	{ type, parameters }: Request,
	organization: Organization,
): { readonly bindings: Bindings } | { readonly unreadable: Unreadable } {
	const kind = activityOf(type)?.kind;
	const parameter = kind === "SIGN_TRANSACTION" ? "unsignedTransaction" : "payload";
	// A transaction that is given in fields has no bytes.
	if (parameters[parameter] === undefined) return { bindings: {} };
	try {
		return { bindings: payloadBindings(kind, parameters, senderOf(parameters, organization)) };
	} catch (error) {
		if (error instanceof TransactionError || error instanceof TypedDataError || error instanceof AuthorizationError) {
			return { unreadable: { parameter, reason: error.message } };
		}
		throw error;
	}
}

/** The roots that say what signs, or what is exported or deleted. */
function targetBindings(kind: string | undefined, parameters: JsonObject, organization: Organization): Bindings {
	const { privateKeys = [], wallets = [] } = organization;
	switch (kind) {
		case "SIGN_TRANSACTION":
		case "SIGN_RAW_PAYLOAD":
		case "SIGN_RAW_PAYLOADS":
		case "ETH_SEND_TRANSACTION":
		case "SOL_SEND_TRANSACTION": {
			const { key, wallet, address } = signerOf(parameters, organization);
			if (key !== undefined) return { private_key: keyBinding(key) };
			return wallet === undefined ? {} : { wallet: walletBinding(wallet), wallet_account: { address } };
		}
		case "EXPORT_WALLET": {
			const wallet = wallets.find((each) => each.id === parameters["walletId"]);
			return wallet === undefined ? {} : { wallet: walletBinding(wallet) };
		}
		case "EXPORT_WALLET_ACCOUNT":
			return exportedAccount(String(parameters["address"]), wallets);
		case "EXPORT_PRIVATE_KEY": {
			const key = privateKeys.find((each) => each.id === parameters["privateKeyId"]);
			return key === undefined ? {} : { private_key: keyBinding(key) };
		}
		case "DELETE_WALLETS": {
			const ids = parameters["walletIds"];
			const meant = isJsonArray(ids) ? ids.flatMap((id) => wallets.filter((each) => each.id === id)) : [];
			return { wallets: meant.map(walletBinding) };
		}
		default:
			return {};
	}
}

interface Signer {
	readonly address: string;
	readonly key?: OrganizationKey;
	readonly wallet?: OrganizationWallet;
}

/** What signs: a private key by its identifier or address, or an account by its address. Sending names it `from`. */
function signerOf(parameters: JsonObject, { privateKeys = [], wallets = [] }: Organization): Signer {
	const signWith = String(parameters["signWith"] ?? parameters["from"]);
	const named = privateKeys.find((each) => each.id === signWith);
	if (named !== undefined) return { key: named, address: named.addresses.find(isEvm) ?? "" };
	const wallet = wallets.find((each) => each.accounts.some((account) => account.address === signWith));
	if (wallet !== undefined) return { wallet, address: signWith };
	const key = privateKeys.find((each) => each.addresses.includes(signWith));
	return key === undefined ? { address: "" } : { key, address: key.addresses.find(isEvm) ?? "" };
}

const isEvm = (address: string): boolean => /^0x[0-9a-fA-F]{40}$/.test(address);

/** The address on EVM chains of what signs; undefined when it has none. */
export function senderOf(parameters: JsonObject, organization: Organization): string | undefined {
	const { address } = signerOf(parameters, organization);
	return isEvm(address) ? address.toLowerCase() : undefined;
}

/** Only an export says where an account lies. */
function exportedAccount(address: string, wallets: readonly OrganizationWallet[]): Bindings {
	for (const wallet of wallets) {
		const account = wallet.accounts.find((each) => each.address === address);
		if (account === undefined) continue;
		const path = account.path === undefined ? undefined : readPath(account.path);
		const place =
			path === undefined
				? {}
				: { path_indexes: path.map((part) => part.index), path_hardened: path.map((part) => part.hardened) };
		return { wallet: walletBinding(wallet), wallet_account: { address, ...place } };
	}
	return {};
}

function walletBinding({ id, imported, exported, name }: OrganizationWallet): Binding {
	return { id, imported, exported, label: name };
}

function keyBinding({ id, tagIds, imported, exported, name }: OrganizationKey): Binding {
	return { id, tags: tagIds, imported, exported, label: name };
}

/** Approvals as votes; a voter who is gone has no tags any more, and a credential that is gone shows nothing. */
export function votesOf({ votes }: Request, { users = [] }: Organization): readonly Vote[] {
	return votes.map(({ userId, publicKey }) => {
		const user = users.find((each) => each.id === userId);
		if (user === undefined) return { user: { id: userId, tags: [] } };
		const credential = user.credentials.find((each) => each.publicKey === publicKey);
		return { user: approver(user), ...(credential === undefined ? {} : { credential: credentialOf(user, credential) }) };
	});
}

/** Everybody who could vote, with every credential they could do it with. */
export function votersOf({ users = [] }: Organization): readonly Voter[] {
	return users.map((user) => ({
		user: approver(user),
		credentials: user.credentials.map((each) => credentialOf(user, each)),
	}));
}

function approver({ id, tagIds, name, email }: OrganizationUser): Vote["user"] {
	return { id, tags: tagIds, alias: name, ...(email === undefined ? {} : { email }) };
}

function credentialOf(user: OrganizationUser, { id, type, publicKey, credentialId }: OrganizationCredential): Credential {
	return {
		id,
		user_id: user.id,
		type,
		public_key: publicKey,
		...(credentialId === undefined ? {} : { credential_id: credentialId }),
	};
}
