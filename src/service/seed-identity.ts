// From a seed: how people get in. Session profiles, OAuth 2.0 credentials, and the login proxy, of which there always is one.
import { Secret } from "../base/secret.js";
import { type Change, put } from "./entity.js";
import { newId } from "./identifier.js";
import { sealEnvelope } from "./identity/quorum-envelope.js";
import { DEFAULT_SESSION_SECONDS } from "./identity/session.js";
import { replaceReferences, type SeedSpec } from "./seed-spec.js";
import type { ServiceKeys } from "./service-keys.js";

interface Making {
	/** Client secrets are encrypted to one of them, as clients encrypt theirs. */
	readonly keys: ServiceKeys;
	/** Milliseconds since the epoch. */
	readonly now: number;
	/** The identifier that a reference in an expression stands for. */
	resolve(kind: string, name: string): string;
}

export function identityChanges(spec: SeedSpec, { keys, now, resolve }: Making): readonly Change[] {
	const times = { createdAt: now, updatedAt: now };
	const { sessionProfiles = [], oauth2Providers = [], oauth2Credentials = [], authProxy = {} } = spec;
	return [
		...sessionProfiles.map(({ id, name, scope, expirationSeconds, notes }) =>
			put("sessionProfile", {
				id: id ?? newId(),
				...times,
				name,
				scope: replaceReferences(scope, resolve),
				expirationSeconds: expirationSeconds ?? null,
				notes: notes ?? null,
			}),
		),
		...oauth2Providers.map(({ provider, tokenEndpoint, userinfoEndpoint }) =>
			put("oauth2Provider", { id: provider, ...times, tokenEndpoint, userinfoEndpoint }),
		),
		...oauth2Credentials.map(({ id, provider, clientId, clientSecret }) =>
			put("oauth2Credential", {
				id: id ?? newId(),
				...times,
				provider,
				clientId,
				encryptedClientSecret: sealEnvelope(new Secret(clientSecret), keys.tlsFetcherEncryption.publicKey),
			}),
		),
		put("authProxy", {
			id: authProxy.id ?? newId(),
			...times,
			allowedOrigins: authProxy.allowedOrigins ?? ["*"],
			sessionExpirationSeconds: authProxy.sessionExpirationSeconds ?? DEFAULT_SESSION_SECONDS,
			otpExpirationSeconds: authProxy.otpExpirationSeconds ?? 300,
			verificationTokenExpirationSeconds: authProxy.verificationTokenExpirationSeconds ?? 3600,
			otpLength: authProxy.otpLength ?? 6,
			otpAlphanumeric: authProxy.otpAlphanumeric ?? false,
			verificationTokenRequired: authProxy.verificationTokenRequired ?? false,
		}),
	];
}
