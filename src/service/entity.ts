// What an organisation consists of, as the service keeps it: one document per thing, stored as JSON, times in milliseconds
// since the epoch. How a thing looks over the wire is the business of its handlers.

import type { AddressFormat, Curve } from "../api/key-records.js";
import type { TvcAppEntity, TvcDeploymentEntity, TvcOperatorEntity, TvcOperatorSetEntity } from "./tvc-entity.js";

export interface Entity {
	readonly id: string;
	readonly createdAt: number;
	readonly updatedAt: number;
}

/** The organisation itself; its identifier is the organisation's. */
export interface OrganizationEntity extends Entity {
	readonly name: string;
	readonly parentId: string | null;
	readonly rootQuorum: { readonly threshold: number; readonly userIds: readonly string[] };
	readonly features: readonly { readonly name: string; readonly value: string | null }[];
}

export interface UserEntity extends Entity {
	readonly name: string;
	readonly email: string | null;
	readonly phone: string | null;
	/** Which of the two the user has proven to own; absent: neither. */
	readonly verified?: readonly ContactKind[];
	/** Identifiers of user tags. */
	readonly tags: readonly string[];
}

/** Ways to reach a user that a one-time password can prove. */
export type ContactKind = "email" | "phone";

/** A public key that may stamp requests. */
export interface ApiKeyEntity extends Entity {
	readonly userId: string;
	readonly name: string;
	/** Lower-case hexadecimal: 33 bytes compressed for P-256 and secp256k1, 32 for ed25519. */
	readonly publicKey: string;
	/** `CREDENTIAL_TYPE_…`. */
	readonly type: string;
	/** How long it is valid from `createdAt`, in seconds; null for ever. */
	readonly expirationSeconds: number | null;
	readonly sessionProfileId: string | null;
}

export interface AuthenticatorEntity extends Entity {
	readonly userId: string;
	readonly name: string;
	/** Unpadded base64url, as the authenticator gave it. */
	readonly credentialId: string;
	/** Hexadecimal COSE or raw public key. */
	readonly publicKey: string;
	readonly transports: readonly string[];
	readonly attestationType: string;
	readonly aaguid: string;
	readonly model: string;
	/** SHA-256 of the relying party it was registered for, hexadecimal; absent when it was seeded, and then not checked. */
	readonly rpIdHash?: string;
}

export interface OauthProviderEntity extends Entity {
	readonly userId: string;
	readonly name: string;
	readonly issuer: string;
	readonly audience: string;
	readonly subject: string;
}

/** Limits what a session may do; never changes once it is made. */
export interface SessionProfileEntity extends Entity {
	readonly name: string;
	/** An expression of the policy language, exactly as submitted. */
	readonly scope: string;
	readonly expirationSeconds: number | null;
	readonly notes: string | null;
}

/** A one-time password that was sent. */
export interface OtpEntity extends Entity {
	/** `OTP_TYPE_…`. */
	readonly type: string;
	/** The address or number it was sent to. */
	readonly contact: string;
	/** What the sender told its users apart by, for limiting how often codes are sent; null when nothing. */
	readonly userIdentifier: string | null;
	/** The code, and the P-256 key that answers are encrypted to, both sealed. */
	readonly sealedCode: string;
	readonly sealedKey: string;
	readonly failedAttempts: number;
	/** Answered, and kept for as long as it counts against what may be sent. */
	readonly used: boolean;
	readonly expiresAt: number;
}

/** A token that may be used once, and has been: the identifier is the token's. Kept until the token expires. */
export interface UsedTokenEntity extends Entity {
	readonly expiresAt: number;
}

/** What an organisation identifies itself with to an OAuth 2.0 provider. */
export interface Oauth2CredentialEntity extends Entity {
	/** `OAUTH2_PROVIDER_…`. */
	readonly provider: string;
	readonly clientId: string;
	/** Encrypted to the service's own key, in the envelope in which it was submitted. */
	readonly encryptedClientSecret: string;
}

/** Where a provider answers this organisation, instead of where it does in life; the identifier is `OAUTH2_PROVIDER_…`. */
export interface Oauth2ProviderEntity extends Entity {
	readonly tokenEndpoint: string;
	readonly userinfoEndpoint: string;
}

/** How the login proxy serves an organisation; the identifier is what clients name it by. */
export interface AuthProxyEntity extends Entity {
	/** `*` for all. */
	readonly allowedOrigins: readonly string[];
	readonly sessionExpirationSeconds: number;
	readonly otpExpirationSeconds: number;
	readonly verificationTokenExpirationSeconds: number;
	readonly otpLength: number;
	readonly otpAlphanumeric: boolean;
	/** Whether looking an account up by address or number takes a token that proves it is one's own. */
	readonly verificationTokenRequired: boolean;
}

export interface TagEntity extends Entity {
	readonly name: string;
}

export interface PrivateKeyEntity extends Entity {
	readonly name: string;
	readonly curve: Curve;
	/** Lower-case hexadecimal: compressed for the two Weierstrass curves. */
	readonly publicKey: string;
	/** The secret scalar or seed, encrypted under the data directory's key. */
	readonly sealedKey: string;
	readonly addresses: readonly { readonly format: AddressFormat; readonly address: string }[];
	/** Identifiers of private key tags. */
	readonly tags: readonly string[];
	readonly exported: boolean;
	readonly imported: boolean;
	/** It signs no more; absent: it does. */
	readonly disabled?: boolean;
}

export interface WalletEntity extends Entity {
	readonly name: string;
	readonly exported: boolean;
	readonly imported: boolean;
	/** What its keys are derived from, as `keys/wallet-secret.ts` writes it, encrypted under the data directory's key. */
	readonly sealedSecret: string;
}

/** A key derived from a wallet, and the address it has there. */
export interface WalletAccountEntity extends Entity {
	readonly walletId: string;
	/** Unique in the organisation; null for most. */
	readonly name: string | null;
	readonly curve: Curve;
	readonly pathFormat: "PATH_FORMAT_BIP32";
	readonly path: string;
	readonly addressFormat: AddressFormat;
	readonly address: string;
	/** As private keys have it. */
	readonly publicKey: string;
	readonly sealedKey: string;
	readonly exported: boolean;
}

/** A key that something is about to be imported with: made for one user, used once. */
export interface ImportTargetEntity extends Entity {
	readonly userId: string;
	readonly purpose: "wallet" | "private-key";
	/** Uncompressed P-256 point, hexadecimal. */
	readonly publicKey: string;
	readonly sealedKey: string;
}

export interface PolicyEntity extends Entity {
	readonly name: string;
	readonly effect: "EFFECT_ALLOW" | "EFFECT_DENY";
	/** Expressions exactly as submitted; null when there is none. */
	readonly condition: string | null;
	readonly consensus: string | null;
	readonly time: string | null;
	readonly notes: string;
}

export interface AuthenticationMethod {
	readonly type: string;
	readonly id: string | null;
}

export interface MfaPolicyEntity extends Entity {
	readonly userId: string;
	readonly name: string;
	readonly condition: string;
	readonly steps: readonly { readonly any: readonly AuthenticationMethod[] }[];
	readonly order: number;
	readonly notes: string | null;
}

export interface WebhookEndpointEntity extends Entity {
	readonly name: string;
	readonly url: string;
	readonly isActive: boolean;
	readonly subscriptions: readonly {
		readonly eventType: string;
		readonly filtersJson: string | null;
		readonly isActive: boolean;
	}[];
}

/** One list per organisation and one per API key; the identifier is the public key, or empty for the organisation's. */
export interface IpAllowlistEntity extends Entity {
	readonly enabled: boolean;
	readonly onEvaluationError: "ALLOW" | "DENY";
	readonly rules: readonly { readonly cidr: string; readonly label: string; readonly createdAt: number }[];
}

/** The nouns an organisation holds, by the name they are stored under. */
export interface Entities {
	readonly organization: OrganizationEntity;
	readonly user: UserEntity;
	readonly apiKey: ApiKeyEntity;
	readonly authenticator: AuthenticatorEntity;
	readonly oauthProvider: OauthProviderEntity;
	readonly sessionProfile: SessionProfileEntity;
	readonly otp: OtpEntity;
	readonly usedToken: UsedTokenEntity;
	readonly oauth2Credential: Oauth2CredentialEntity;
	readonly oauth2Provider: Oauth2ProviderEntity;
	readonly authProxy: AuthProxyEntity;
	readonly userTag: TagEntity;
	readonly privateKeyTag: TagEntity;
	readonly privateKey: PrivateKeyEntity;
	readonly wallet: WalletEntity;
	readonly walletAccount: WalletAccountEntity;
	readonly importTarget: ImportTargetEntity;
	readonly policy: PolicyEntity;
	readonly mfaPolicy: MfaPolicyEntity;
	readonly webhookEndpoint: WebhookEndpointEntity;
	readonly ipAllowlist: IpAllowlistEntity;
	readonly tvcOperator: TvcOperatorEntity;
	readonly tvcOperatorSet: TvcOperatorSetEntity;
	readonly tvcApp: TvcAppEntity;
	readonly tvcDeployment: TvcDeploymentEntity;
}
export type Noun = keyof Entities;

/** One difference between an organisation before and after; what a handler returns and the store writes. */
export type Change =
	| { readonly [N in Noun]: { readonly noun: N; readonly put: Entities[N] } }[Noun]
	| { readonly noun: Noun; readonly remove: string };

/** The change that stores an entity. */
export function put<N extends Noun>(noun: N, entity: Entities[N]): Change {
	return { noun, put: entity } as Change;
}

export function remove(noun: Noun, id: string): Change {
	return { noun, remove: id };
}
