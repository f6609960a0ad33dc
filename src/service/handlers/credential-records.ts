// Credentials as they are listed: never a secret, for there is none here.
import type { ApiKeyEntity, AuthenticatorEntity, OauthProviderEntity } from "../entity.js";
import { timestampObject } from "../timestamp.js";

export function apiKeyRecord(key: ApiKeyEntity) {
	return {
		credential: {
			publicKey: key.publicKey,
			type: key.type,
			...(key.sessionProfileId === null ? {} : { sessionProfileId: key.sessionProfileId }),
		},
		apiKeyId: key.id,
		apiKeyName: key.name,
		createdAt: timestampObject(key.createdAt),
		updatedAt: timestampObject(key.updatedAt),
		...(key.expirationSeconds === null ? {} : { expirationSeconds: String(key.expirationSeconds) }),
	};
}

export function authenticatorRecord(authenticator: AuthenticatorEntity) {
	return {
		authenticatorId: authenticator.id,
		authenticatorName: authenticator.name,
		credentialId: authenticator.credentialId,
		credential: { publicKey: authenticator.publicKey, type: "CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR" },
		transports: [...authenticator.transports],
		attestationType: authenticator.attestationType,
		aaguid: authenticator.aaguid,
		model: authenticator.model,
		createdAt: timestampObject(authenticator.createdAt),
		updatedAt: timestampObject(authenticator.updatedAt),
	};
}

export function oauthProviderRecord(provider: OauthProviderEntity) {
	return {
		providerId: provider.id,
		providerName: provider.name,
		issuer: provider.issuer,
		audience: provider.audience,
		subject: provider.subject,
		createdAt: timestampObject(provider.createdAt),
		updatedAt: timestampObject(provider.updatedAt),
	};
}
