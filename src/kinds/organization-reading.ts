// The live organisation around its policies: people with tags and credentials, keys, wallets, session profiles, the root quorum. Each list is
// read whole or left out, and what was left out is told: nothing may be concluded from half a list.
import type { QueryResult } from "../api/port.js";
import { isJsonObject, type JsonValue } from "../base/json.js";
import type { Organization, OrganizationAccount, OrganizationCredential } from "../model/organization.js";
import type { Reader } from "./reader.js";

export interface OrganizationReading {
	readonly organization: Organization;
	/** What could not be read, and why: `users: the profile \`core\` offers no list_users`. */
	readonly unread: readonly string[];
}

type Question = Pick<Reader, "ask" | "offers" | "profile">;
type Users = QueryResult<"list_users">["users"];

/** Wallet accounts come in pages; of more than these the list is left out rather than asked for during minutes. */
const MOST_ACCOUNTS = 10_000;
const PAGE = 100;

/**
 * Reads what policies can name. `describe` says why one question failed, and throws again what concerns the whole service.
 */
export async function readOrganization(reader: Question, describe: (failure: unknown) => string): Promise<OrganizationReading> {
	const unread: string[] = [];
	const attempt = async <T>(
		what: string,
		queries: readonly Parameters<Question["offers"]>[0][],
		read: () => Promise<T | string>,
	): Promise<T | undefined> => {
		const missing = queries.find((query) => !reader.offers(query));
		let why = missing === undefined ? "" : `the profile \`${reader.profile}\` offers no ${missing}`;
		if (missing === undefined) {
			try {
				const found = await read();
				if (typeof found !== "string") return found;
				why = found;
			} catch (failure) {
				why = describe(failure);
			}
		}
		unread.push(`${what}: ${why}`);
		return undefined;
	};
	const [users, userTags, privateKeyTags, privateKeys, wallets, sessionProfiles, rootQuorum] = await Promise.all([
		attempt("users", ["list_users"], async () => usersOf((await reader.ask("list_users", {})).users)),
		attempt("user tags", ["list_user_tags"], async () => tagsOf((await reader.ask("list_user_tags", {})).userTags)),
		attempt("private key tags", ["list_private_key_tags"], async () =>
			tagsOf((await reader.ask("list_private_key_tags", {})).privateKeyTags),
		),
		attempt("private keys", ["list_private_keys"], async () => keysOf((await reader.ask("list_private_keys", {})).privateKeys)),
		attempt("wallets", ["list_wallets", "list_wallet_accounts"], () => readWallets(reader)),
		attempt("session profiles", ["get_session_profiles"], async () =>
			(await reader.ask("get_session_profiles", {})).sessionProfiles.map(({ sessionProfileId, sessionProfileName }) => {
				return { id: sessionProfileId, name: sessionProfileName };
			}),
		),
		attempt("the root quorum", ["get_organization_configs"], async () => {
			const { threshold, userIds } = (await reader.ask("get_organization_configs", {})).configs.quorum;
			return { threshold, userIds };
		}),
	]);
	return {
		organization: {
			...(users === undefined ? {} : { users }),
			...(userTags === undefined ? {} : { userTags }),
			...(privateKeyTags === undefined ? {} : { privateKeyTags }),
			...(privateKeys === undefined ? {} : { privateKeys }),
			...(wallets === undefined ? {} : { wallets }),
			...(sessionProfiles === undefined ? {} : { sessionProfiles }),
			...(rootQuorum === undefined ? {} : { rootQuorum }),
		},
		unread: unread.sort(),
	};
}

function usersOf(users: Users): NonNullable<Organization["users"]> {
	return users.map((user) => ({
		id: user.userId,
		name: user.userName,
		tagIds: user.userTags,
		...(user.userEmail ? { email: user.userEmail } : {}),
		...(user.userPhoneNumber ? { phoneNumber: user.userPhoneNumber } : {}),
		credentials: [
			...user.apiKeys.map(
				(key): OrganizationCredential => ({
					id: key.apiKeyId,
					name: key.apiKeyName,
					type: key.credential.type,
					publicKey: key.credential.publicKey,
				}),
			),
			...user.authenticators.map(
				(each): OrganizationCredential => ({
					id: each.authenticatorId,
					name: each.authenticatorName,
					type: "CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR",
					publicKey: publicKeyOf(each.credential as JsonValue),
					credentialId: each.credentialId,
				}),
			),
		],
	}));
}

function publicKeyOf(credential: JsonValue): string {
	const key = isJsonObject(credential) ? credential["publicKey"] : undefined;
	return typeof key === "string" ? key : "";
}

const tagsOf = (tags: QueryResult<"list_user_tags">["userTags"]): NonNullable<Organization["userTags"]> =>
	tags.map(({ tagId, tagName }) => ({ id: tagId, name: tagName }));

function keysOf(keys: QueryResult<"list_private_keys">["privateKeys"]): NonNullable<Organization["privateKeys"]> {
	return keys.map((key) => ({
		id: key.privateKeyId,
		name: key.privateKeyName,
		tagIds: key.privateKeyTags,
		imported: key.imported,
		exported: key.exported,
		addresses: key.addresses.flatMap(({ address }) => address ?? []),
	}));
}

/** Wallets with their accounts, or why the accounts are not known. */
async function readWallets(reader: Question): Promise<NonNullable<Organization["wallets"]> | string> {
	const { wallets } = await reader.ask("list_wallets", {});
	const accounts = new Map<string, OrganizationAccount[]>(wallets.map(({ walletId }) => [walletId, []]));
	const seen = new Set<string>();
	for (let after: string | undefined; ; ) {
		const paginationOptions = { limit: String(PAGE), ...(after === undefined ? {} : { after }) };
		const page = (await reader.ask("list_wallet_accounts", { paginationOptions })).accounts;
		for (const { walletAccountId, walletId, address, path } of page) {
			if (seen.has(walletAccountId)) return "the pages of list_wallet_accounts do not follow each other";
			seen.add(walletAccountId);
			accounts.get(walletId)?.push({ address, path });
		}
		after = page.at(-1)?.walletAccountId;
		if (after === undefined || page.length < PAGE) break;
		if (seen.size >= MOST_ACCOUNTS) return `there are more than ${MOST_ACCOUNTS} wallet accounts`;
	}
	return wallets.map(({ walletId, walletName, imported, exported }) => ({
		id: walletId,
		name: walletName,
		imported,
		exported,
		accounts: accounts.get(walletId) ?? [],
	}));
}
