// Things a manifest may refer to by name although it cannot manage them: users, tags of users, keys, wallets, credentials.
import type { QueryName } from "../api/operations.js";
import type { LookupName } from "../model/address.js";
import { formatAddress, LOOKUP_NAMES, splitAddress } from "../model/address.js";
import type { Reference } from "../model/reference.js";
import type { Reader } from "./reader.js";

/** One live thing that a reference may mean. */
export interface LookupEntry {
	readonly lookup: LookupName;
	/** `ApiKey/alice/ci`: complete, with the parent where there is one. */
	readonly address: string;
	/** `ApiKey/ci`: accepted too while it means only one thing. */
	readonly shortAddress?: string;
	readonly id: string;
	/** What else of it can be referred to, as in `${ApiKey/ci#publicKey}`. */
	readonly fields?: Readonly<Record<string, string>>;
}

interface LookupKind {
	readonly query: QueryName;
	read(reader: Pick<Reader, "ask">): Promise<LookupEntry[]>;
}

/** Where each lookup's names come from. */
const LOOKUPS: Readonly<Record<LookupName, LookupKind>> = {
	User: {
		query: "list_users",
		read: async (reader) =>
			(await reader.ask("list_users", {})).users.map((user) => ({
				lookup: "User",
				address: formatAddress("User", user.userName),
				id: user.userId,
			})),
	},
	UserTag: {
		query: "list_user_tags",
		read: async (reader) =>
			(await reader.ask("list_user_tags", {})).userTags.map((tag) => ({
				lookup: "UserTag",
				address: formatAddress("UserTag", tag.tagName),
				id: tag.tagId,
			})),
	},
	PrivateKey: {
		query: "list_private_keys",
		read: async (reader) =>
			(await reader.ask("list_private_keys", {})).privateKeys.map((key) => ({
				lookup: "PrivateKey",
				address: formatAddress("PrivateKey", key.privateKeyName),
				id: key.privateKeyId,
			})),
	},
	Wallet: {
		query: "list_wallets",
		read: async (reader) =>
			(await reader.ask("list_wallets", {})).wallets.map((wallet) => ({
				lookup: "Wallet",
				address: formatAddress("Wallet", wallet.walletName),
				id: wallet.walletId,
			})),
	},
	ApiKey: {
		query: "list_users",
		read: async (reader) =>
			(await reader.ask("list_users", {})).users.flatMap((user) =>
				user.apiKeys.map((key) => ({
					lookup: "ApiKey" as const,
					address: formatAddress("ApiKey", key.apiKeyName, user.userName),
					shortAddress: formatAddress("ApiKey", key.apiKeyName),
					id: key.apiKeyId,
					fields: { publicKey: key.credential.publicKey },
				})),
			),
	},
	Authenticator: {
		query: "list_users",
		read: async (reader) =>
			(await reader.ask("list_users", {})).users.flatMap((user) =>
				user.authenticators.map((authenticator) => ({
					lookup: "Authenticator" as const,
					address: formatAddress("Authenticator", authenticator.authenticatorName, user.userName),
					shortAddress: formatAddress("Authenticator", authenticator.authenticatorName),
					id: authenticator.authenticatorId,
				})),
			),
	},
};

/** What was found for one sort of thing; `undefined` entries say it could not be asked, and why. */
export interface LookupTable {
	readonly entries: ReadonlyMap<LookupName, readonly LookupEntry[]>;
	/** The same by every address they may be called by; more than one makes an address ambiguous. */
	readonly byAddress: ReadonlyMap<string, readonly LookupEntry[]>;
	/** Why a lookup has no entries: not offered by the profile, or the question failed. */
	readonly unreadable: ReadonlyMap<LookupName, string>;
	/** Identifiers given in the project file: reference text → identifier. They win over what was read. */
	readonly given: Readonly<Record<string, string>>;
}

/** Asks for the given sorts of things. A failed question makes that sort unreadable and nothing else. */
export async function readLookups(
	reader: Pick<Reader, "ask" | "offers" | "profile">,
	wanted: ReadonlySet<LookupName>,
	given: Readonly<Record<string, string>>,
	describe: (failure: unknown) => string,
): Promise<LookupTable> {
	const entries = new Map<LookupName, readonly LookupEntry[]>();
	const unreadable = new Map<LookupName, string>();
	await Promise.all(
		LOOKUP_NAMES.filter((name) => wanted.has(name)).map(async (name) => {
			const { query, read } = LOOKUPS[name];
			if (!reader.offers(query)) {
				unreadable.set(name, `the profile \`${reader.profile}\` offers no ${query}`);
				return;
			}
			try {
				entries.set(name, await read(reader));
			} catch (failure) {
				unreadable.set(name, describe(failure));
			}
		}),
	);
	return { entries, byAddress: indexLookups(entries), unreadable, given };
}

export function indexLookups(entries: LookupTable["entries"]): LookupTable["byAddress"] {
	const byAddress = new Map<string, LookupEntry[]>();
	const add = (address: string, entry: LookupEntry) => {
		const others = byAddress.get(address);
		if (others) others.push(entry);
		else byAddress.set(address, [entry]);
	};
	for (const entry of [...entries.values()].flat()) {
		add(entry.address, entry);
		if (entry.shortAddress !== undefined) add(entry.shortAddress, entry);
	}
	return byAddress;
}

export type Found =
	| { readonly ok: true; readonly value: string }
	| {
			readonly ok: false;
			readonly why: "missing" | "ambiguous" | "unreadable" | "no-such-field";
			readonly detail: string;
			readonly candidates: readonly string[];
	  };

/** What a reference to a live thing stands for. */
export function lookUp(table: LookupTable, reference: Reference): Found {
	const key = reference.field === undefined ? reference.address : `${reference.address}#${reference.field}`;
	const given = table.given[key];
	if (given !== undefined) return { ok: true, value: given };
	const lookup = splitAddress(reference.address)?.kind as LookupName;
	const entries = table.entries.get(lookup);
	if (entries === undefined) {
		return { ok: false, why: "unreadable", detail: table.unreadable.get(lookup) ?? "it was not read", candidates: [] };
	}
	const matches = table.byAddress.get(reference.address) ?? [];
	const [only] = matches;
	if (only === undefined) {
		return {
			ok: false,
			why: "missing",
			detail: "",
			candidates: entries.flatMap((entry) => [entry.address, ...(entry.shortAddress ? [entry.shortAddress] : [])]),
		};
	}
	if (matches.length > 1)
		return { ok: false, why: "ambiguous", detail: "", candidates: matches.map((entry) => `${entry.address} (${entry.id})`) };
	if (reference.field === undefined) return { ok: true, value: only.id };
	const value = only.fields?.[reference.field];
	return value === undefined
		? { ok: false, why: "no-such-field", detail: reference.field, candidates: Object.keys(only.fields ?? {}) }
		: { ok: true, value };
}
