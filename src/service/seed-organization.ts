// From a seed to an organisation: every entity it describes, and the keys that had to be made for it.
import { randomBytes } from "node:crypto";
import type { AddressFormat } from "../api/key-records.js";
import { Secret } from "../base/secret.js";
import { type Change, type OrganizationEntity, type PrivateKeyEntity, put } from "./entity.js";
import { readRules } from "./handlers/ip-allowlists.js";
import { newId } from "./identifier.js";
import { ORGANIZATION_ALLOWLIST } from "./ip-access.js";
import { generateKeyPair, type KeyPair } from "./key-generation.js";
import type { Mnemonic } from "./keys/mnemonic.js";
import { newPrivateKey } from "./keys/new-private-key.js";
import { type Making, newWallet, walletFrom } from "./keys/new-wallet.js";
import type { Sealer } from "./sealing.js";
import { identityChanges } from "./seed-identity.js";
import type { Seed } from "./seed-spec.js";
import { apiKeysOf, replaceReferences, type SeedApiKey, type SeedReference, type SeedSpec, type SeedUser } from "./seed-spec.js";
import { tvcChanges } from "./seed-tvc.js";
import type { ServiceKeys } from "./service-keys.js";
import { DEFAULT_SERVICE_LIMITS } from "./service-limits.js";

/** A key pair made for a user, whose private half only the caller has. */
export interface MadeKey {
	readonly userId: string;
	readonly user: string;
	readonly apiKey: string;
	readonly curve: PrivateKeyEntity["curve"];
	readonly pair: KeyPair;
}

export interface SeededOrganization {
	readonly self: OrganizationEntity;
	readonly changes: readonly Change[];
	readonly keys: readonly MadeKey[];
	/** The key of a root user that clients are given: there always is one. */
	readonly rootKey: MadeKey;
}

/** What there is without a seed: one root user with one key. */
export const DEFAULT_SEED: Seed = {
	name: "Quorate",
	spec: { rootQuorum: { threshold: 1, users: ["root"] }, users: [{ name: "root" }] },
};

/** `now` in milliseconds since the epoch. */
export async function organizationFromSeed({ name, spec }: Seed, secrets: Secrets, now: number): Promise<SeededOrganization> {
	return new Seeding(name, spec, secrets, now).run();
}

/** What secrets are sealed with, and what clients would have encrypted them to. */
interface Secrets {
	readonly sealer: Sealer;
	readonly keys: ServiceKeys;
}

interface SeedItem {
	readonly name: string;
	readonly id?: string;
}
type Identifiers = Readonly<Record<SeedReference, ReadonlyMap<string, string>>>;

class Seeding {
	readonly #name: string;
	readonly #spec: SeedSpec;
	readonly #sealer: Sealer;
	readonly #serviceKeys: ServiceKeys;
	readonly #times: { readonly createdAt: number; readonly updatedAt: number };
	readonly #ids: Identifiers;
	readonly #itemIds = new Map<SeedItem, string>();
	readonly #changes: Change[] = [];
	readonly #keys: MadeKey[] = [];
	/** Public keys by user and key name. */
	readonly #publicKeys = new Map<string, string>();

	constructor(name: string, spec: SeedSpec, { sealer, keys }: Secrets, now: number) {
		this.#name = name;
		this.#spec = spec;
		this.#sealer = sealer;
		this.#serviceKeys = keys;
		this.#times = { createdAt: now, updatedAt: now };
		// Names of keys and wallets may repeat, as they may in life; a reference then means the first.
		const ids = (items: readonly SeedItem[] = []): Map<string, string> => {
			const byName = new Map<string, string>();
			for (const item of items) {
				const id = item.id ?? newId();
				this.#itemIds.set(item, id);
				if (!byName.has(item.name)) byName.set(item.name, id);
			}
			return byName;
		};
		this.#ids = {
			User: ids(spec.users),
			UserTag: ids(spec.userTags),
			PrivateKeyTag: ids(spec.privateKeyTags),
			PrivateKey: ids(spec.privateKeys),
			Wallet: ids(spec.wallets),
		};
	}

	async run(): Promise<SeededOrganization> {
		const { id, rootQuorum, features } = this.#spec;
		this.#tags();
		for (const user of this.#spec.users) this.#user(user);
		const rootKey = this.#rootKey();
		await this.#privateKeys();
		await this.#wallets();
		this.#policies();
		this.#webhookEndpoints();
		this.#ipAllowlists();
		const resolve = (kind: string, name: string): string => this.#id(kind as SeedReference, name);
		this.#changes.push(...identityChanges(this.#spec, { keys: this.#serviceKeys, now: this.#times.createdAt, resolve }));
		this.#changes.push(...tvcChanges(this.#spec.tvcApps ?? [], this.#times.createdAt));
		const self: OrganizationEntity = {
			id: id ?? newId(),
			...this.#times,
			name: this.#name,
			parentId: null,
			rootQuorum: {
				threshold: rootQuorum.threshold,
				userIds: [...new Set(rootQuorum.users)].map((each) => this.#id("User", each)),
			},
			features: (features ?? []).map((each) => ({ name: each.name, value: each.value ?? null })),
		};
		return { self, changes: this.#changes, keys: this.#keys, rootKey };
	}

	#id(reference: SeedReference, name: string): string {
		const id = this.#ids[reference].get(name);
		if (id === undefined) throw new Error(`the seed was not checked: no ${reference} is called ${name}`);
		return id;
	}

	#tags(): void {
		for (const { name } of this.#spec.userTags ?? []) {
			this.#changes.push(put("userTag", { id: this.#id("UserTag", name), ...this.#times, name }));
		}
		for (const { name } of this.#spec.privateKeyTags ?? []) {
			this.#changes.push(put("privateKeyTag", { id: this.#id("PrivateKeyTag", name), ...this.#times, name }));
		}
	}

	#user(user: SeedUser): void {
		const userId = this.#id("User", user.name);
		const tags = (user.tags ?? []).map((each) => this.#id("UserTag", each));
		this.#changes.push(
			put("user", { id: userId, ...this.#times, name: user.name, email: user.email ?? null, phone: user.phone ?? null, tags }),
		);
		for (const key of apiKeysOf(user)) this.#apiKey(user, key);
		for (const { id, name, credentialId, publicKey, transports, attestationType, aaguid, model } of user.authenticators ?? []) {
			this.#changes.push(
				put("authenticator", {
					id: id ?? newId(),
					...this.#times,
					userId,
					name,
					credentialId: credentialId ?? randomBytes(16).toString("base64url"),
					publicKey: publicKey ?? generateKeyPair("CURVE_P256").publicKey,
					transports: transports ?? [],
					attestationType: attestationType ?? "none",
					aaguid: aaguid ?? "00000000-0000-0000-0000-000000000000",
					model: model ?? "",
				}),
			);
		}
		for (const { id, name, issuer, audience, subject } of user.oauthProviders ?? []) {
			this.#changes.push(put("oauthProvider", { id: id ?? newId(), ...this.#times, userId, name, issuer, audience, subject }));
		}
	}

	#apiKey(user: SeedUser, { id, name, publicKey, curve = "API_KEY_CURVE_P256", expirationSeconds }: SeedApiKey): string {
		const userId = this.#id("User", user.name);
		const curveName = curve.slice("API_KEY_".length) as PrivateKeyEntity["curve"];
		let given = publicKey;
		if (given === undefined) {
			const pair = generateKeyPair(curveName);
			this.#keys.push({ userId, user: user.name, apiKey: name, curve: curveName, pair });
			given = pair.publicKey;
		}
		this.#publicKeys.set(`${user.name}/${name}`, given);
		this.#changes.push(
			put("apiKey", {
				id: id ?? newId(),
				...this.#times,
				userId,
				name,
				publicKey: given,
				type: `CREDENTIAL_TYPE_API_KEY_${curveName.slice("CURVE_".length)}`,
				expirationSeconds: expirationSeconds ?? null,
				sessionProfileId: null,
			}),
		);
		return given;
	}

	/** The first P-256 key made for a root user; when the seed gives all of them, one more is made for the first. */
	#rootKey(): MadeKey {
		const roots = this.#spec.rootQuorum.users;
		const made = this.#keys.find((each) => roots.includes(each.user) && each.curve === "CURVE_P256");
		if (made) return made;
		const user = this.#spec.users.find((each) => each.name === roots[0]);
		if (!user) throw new Error("the seed was not checked: the root quorum has no user");
		this.#apiKey(user, { name: "quorate" });
		const added = this.#keys.at(-1);
		if (!added) throw new Error("a key without a public half is always made");
		return added;
	}

	async #privateKeys(): Promise<void> {
		for (const key of this.#spec.privateKeys ?? []) {
			const { name, curve, exported, imported, privateKey, addressFormats } = key;
			const tags = (key.tags ?? []).map((each) => this.#id("PrivateKeyTag", each));
			const made = await newPrivateKey(
				{ name, curve, tags, addressFormats: addressFormats ?? USUAL_FORMATS[curve] },
				this.#making(key),
				privateKey === undefined ? undefined : new Secret(privateKey),
			);
			this.#changes.push(put("privateKey", { ...made, exported: exported ?? false, imported: imported ?? false }));
		}
	}

	async #wallets(): Promise<void> {
		for (const each of this.#spec.wallets ?? []) {
			const { name, mnemonic, passphrase = "", accounts = [], exported, imported } = each;
			const making = this.#making(each);
			const made =
				mnemonic === undefined
					? await newWallet({ name, accounts }, making)
					: await walletFrom({ ...(await mnemonicOf(mnemonic)), passphrase }, { name, accounts, imported: false }, making);
			const wallet = { ...made.wallet, exported: exported ?? false, imported: imported ?? false };
			this.#changes.push(put("wallet", wallet), ...made.accounts.map((account) => put("walletAccount", account)));
		}
	}

	/** How an item of the seed is made: the first identifier is the item's own. */
	#making(item: SeedItem): Making {
		const ids = [this.#itemIds.get(item) ?? newId()];
		return { sealer: this.#sealer, now: this.#times.createdAt, newId: () => ids.pop() ?? newId() };
	}

	#policies(): void {
		const resolve = (kind: string, name: string): string => this.#id(kind as SeedReference, name);
		const expression = (text: string | undefined): string | null =>
			text === undefined || text === "" ? null : replaceReferences(text, resolve);
		for (const { id, name, effect, condition, consensus, time, notes } of this.#spec.policies ?? []) {
			this.#changes.push(
				put("policy", {
					id: id ?? newId(),
					...this.#times,
					name,
					effect,
					condition: expression(condition),
					consensus: expression(consensus),
					time: expression(time),
					notes: notes ?? "",
				}),
			);
		}
		for (const policy of this.#spec.mfaPolicies ?? []) {
			this.#changes.push(
				put("mfaPolicy", {
					id: policy.id ?? newId(),
					...this.#times,
					userId: this.#id("User", policy.user),
					name: policy.name,
					condition: replaceReferences(policy.condition, resolve),
					steps: policy.requiredAuthenticationMethods.map(({ any }) => ({
						any: any.map(({ type, id }) => ({ type, id: id ?? null })),
					})),
					order: policy.order,
					notes: policy.notes ?? null,
				}),
			);
		}
	}

	#webhookEndpoints(): void {
		for (const { id, name, url, isActive, subscriptions } of this.#spec.webhookEndpoints ?? []) {
			this.#changes.push(
				put("webhookEndpoint", {
					id: id ?? newId(),
					...this.#times,
					name,
					url,
					isActive: isActive ?? true,
					subscriptions: (subscriptions ?? []).map((each) => ({
						eventType: each.eventType,
						filtersJson: each.filtersJson ?? null,
						isActive: each.isActive ?? true,
					})),
				}),
			);
		}
	}

	#ipAllowlists(): void {
		const { ipAllowlist } = this.#spec;
		if (!ipAllowlist) return;
		const lists = [
			{ id: ORGANIZATION_ALLOWLIST, ...ipAllowlist, enabled: ipAllowlist.enabled ?? false },
			...(ipAllowlist.apiKeys ?? []).map((list) => {
				const id = this.#publicKeys.get(`${list.user}/${list.apiKey}`);
				if (id === undefined) throw new Error(`the seed was not checked: ${list.user} has no API key ${list.apiKey}`);
				return { ...list, id, enabled: true };
			}),
		];
		for (const { id, enabled, onEvaluationError, rules } of lists) {
			this.#changes.push(
				put("ipAllowlist", {
					id,
					...this.#times,
					enabled,
					onEvaluationError: onEvaluationError ?? "DENY",
					rules: readRules(rules, DEFAULT_SERVICE_LIMITS).map((rule) => ({ ...rule, createdAt: this.#times.createdAt })),
				}),
			);
		}
	}
}

/** The addresses a private key has when the seed names none. */
const USUAL_FORMATS: Readonly<Record<PrivateKeyEntity["curve"], readonly AddressFormat[]>> = {
	CURVE_SECP256K1: ["ADDRESS_FORMAT_ETHEREUM"],
	CURVE_ED25519: ["ADDRESS_FORMAT_SOLANA"],
	CURVE_P256: [],
};

async function mnemonicOf(words: string): Promise<Mnemonic> {
	const { readMnemonic } = await import("./keys/mnemonic.js");
	const mnemonic = await readMnemonic(words);
	if (!mnemonic) throw new Error("the seed was not checked: the words of a wallet are no mnemonic");
	return mnemonic;
}
