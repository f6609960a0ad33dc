// What a seed says, once it satisfies its schema (schemas/seed.schema.json).
import type { AddressFormat, Curve } from "../api/key-records.js";

interface Named {
	readonly name: string;
	readonly id?: string;
}

export interface SeedApiKey extends Named {
	readonly publicKey?: string;
	readonly curve?: "API_KEY_CURVE_P256" | "API_KEY_CURVE_SECP256K1" | "API_KEY_CURVE_ED25519";
	readonly expirationSeconds?: number;
}

export interface SeedAuthenticator extends Named {
	readonly credentialId?: string;
	readonly publicKey?: string;
	readonly transports?: readonly string[];
	readonly attestationType?: string;
	readonly aaguid?: string;
	readonly model?: string;
}

export interface SeedOauthProvider extends Named {
	readonly issuer: string;
	readonly audience: string;
	readonly subject: string;
}

export interface SeedUser extends Named {
	readonly email?: string;
	readonly phone?: string;
	/** Names of user tags. */
	readonly tags?: readonly string[];
	readonly apiKeys?: readonly SeedApiKey[];
	readonly authenticators?: readonly SeedAuthenticator[];
	readonly oauthProviders?: readonly SeedOauthProvider[];
}

export interface SeedPrivateKey extends Named {
	readonly curve: Curve;
	/** Names of private key tags. */
	readonly tags?: readonly string[];
	/** 64 hexadecimal digits. */
	readonly privateKey?: string;
	readonly addressFormats?: readonly AddressFormat[];
	readonly exported?: boolean;
	readonly imported?: boolean;
}

export interface SeedWalletAccount {
	readonly name?: string;
	readonly curve: Curve;
	readonly path: string;
	readonly addressFormat: AddressFormat;
}

export interface SeedWallet extends Named {
	/** English words. */
	readonly mnemonic?: string;
	readonly passphrase?: string;
	readonly accounts?: readonly SeedWalletAccount[];
	readonly exported?: boolean;
	readonly imported?: boolean;
}

export interface SeedPolicy extends Named {
	readonly effect: "EFFECT_ALLOW" | "EFFECT_DENY";
	readonly condition?: string;
	readonly consensus?: string;
	readonly time?: string;
	readonly notes?: string;
}

export interface SeedMfaPolicy extends Named {
	/** The user's name. */
	readonly user: string;
	readonly condition: string;
	readonly order: number;
	readonly requiredAuthenticationMethods: readonly { readonly any: readonly { readonly type: string; readonly id?: string }[] }[];
	readonly notes?: string;
}

export interface SeedWebhookEndpoint extends Named {
	readonly url: string;
	readonly isActive?: boolean;
	readonly subscriptions?: readonly { readonly eventType: string; readonly filtersJson?: string; readonly isActive?: boolean }[];
}

export interface SeedRule {
	readonly cidr: string;
	readonly label?: string;
}

export interface SeedIpAllowlist {
	readonly enabled?: boolean;
	readonly onEvaluationError?: "ALLOW" | "DENY";
	readonly rules: readonly SeedRule[];
	readonly apiKeys?: readonly {
		readonly user: string;
		readonly apiKey: string;
		readonly onEvaluationError?: "ALLOW" | "DENY";
		readonly rules: readonly SeedRule[];
	}[];
}

export interface SeedTvcApp extends Named {
	readonly quorumPublicKey?: string;
	/** One, when nothing is said. */
	readonly operators?: readonly (Named & { readonly publicKey?: string })[];
	readonly threshold?: number;
	readonly deployments?: readonly {
		readonly id?: string;
		readonly image?: string;
		readonly deleted?: boolean;
		readonly live?: boolean;
	}[];
}

export interface SeedSessionProfile extends Named {
	readonly scope: string;
	readonly expirationSeconds?: number;
	readonly notes?: string;
}

export interface SeedOauth2Credential {
	readonly id?: string;
	readonly provider: string;
	readonly clientId: string;
	readonly clientSecret: string;
}

export interface SeedOauth2Provider {
	readonly provider: string;
	readonly tokenEndpoint: string;
	readonly userinfoEndpoint: string;
}

export interface SeedAuthProxy {
	readonly id?: string;
	readonly allowedOrigins?: readonly string[];
	readonly sessionExpirationSeconds?: number;
	readonly otpExpirationSeconds?: number;
	readonly verificationTokenExpirationSeconds?: number;
	readonly otpLength?: number;
	readonly otpAlphanumeric?: boolean;
	readonly verificationTokenRequired?: boolean;
}

export interface SeedSpec {
	readonly id?: string;
	readonly features?: readonly { readonly name: string; readonly value?: string }[];
	readonly rootQuorum: { readonly threshold: number; readonly users: readonly string[] };
	readonly userTags?: readonly Named[];
	readonly users: readonly SeedUser[];
	readonly privateKeyTags?: readonly Named[];
	readonly privateKeys?: readonly SeedPrivateKey[];
	readonly wallets?: readonly SeedWallet[];
	readonly policies?: readonly SeedPolicy[];
	readonly mfaPolicies?: readonly SeedMfaPolicy[];
	readonly webhookEndpoints?: readonly SeedWebhookEndpoint[];
	readonly ipAllowlist?: SeedIpAllowlist;
	readonly sessionProfiles?: readonly SeedSessionProfile[];
	readonly oauth2Providers?: readonly SeedOauth2Provider[];
	readonly oauth2Credentials?: readonly SeedOauth2Credential[];
	readonly authProxy?: SeedAuthProxy;
	readonly tvcApps?: readonly SeedTvcApp[];
}

/** An organisation to begin with. Make one with `readSeed`. */
export interface Seed {
	/** The organisation's name. */
	readonly name: string;
	readonly spec: SeedSpec;
}

/** The key a user gets when the seed says nothing about keys. */
export const DEFAULT_API_KEY = "default";

export function apiKeysOf(user: SeedUser): readonly SeedApiKey[] {
	return user.apiKeys ?? [{ name: DEFAULT_API_KEY }];
}

/** What a seed may refer to by name, and under which word. */
export function seedNames(spec: SeedSpec): Readonly<Record<SeedReference, readonly string[]>> {
	const names = (items: readonly Named[] = []): readonly string[] => items.map((each) => each.name);
	return {
		User: names(spec.users),
		UserTag: names(spec.userTags),
		PrivateKeyTag: names(spec.privateKeyTags),
		PrivateKey: names(spec.privateKeys),
		Wallet: names(spec.wallets),
	};
}

export const SEED_REFERENCES = ["User", "UserTag", "PrivateKeyTag", "PrivateKey", "Wallet"] as const;
export type SeedReference = (typeof SEED_REFERENCES)[number];

/** Replaces every `${Kind/name}` of an expression by what `resolve` gives for it. */
export function replaceReferences(text: string, resolve: (kind: string, name: string) => string): string {
	return text.replace(/\$\{([^/}]*)\/([^}]*)\}/g, (_whole, kind: string, name: string) => resolve(kind, name));
}
