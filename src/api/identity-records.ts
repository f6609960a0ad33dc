// What the operations about people carry: the credentials a user is given, session profiles, the features of an organisation.
import { list, oneOf, optional, record, text, uint32 } from "./field.js";
import { walletAccountParameters } from "./key-records.js";
import { timestamp } from "./records.js";

export const API_KEY_CURVES = ["API_KEY_CURVE_P256", "API_KEY_CURVE_SECP256K1", "API_KEY_CURVE_ED25519"] as const;
export const AUTHENTICATOR_TRANSPORTS = [
	"AUTHENTICATOR_TRANSPORT_BLE",
	"AUTHENTICATOR_TRANSPORT_INTERNAL",
	"AUTHENTICATOR_TRANSPORT_NFC",
	"AUTHENTICATOR_TRANSPORT_USB",
	"AUTHENTICATOR_TRANSPORT_HYBRID",
] as const;
export const OAUTH2_PROVIDERS = ["OAUTH2_PROVIDER_X", "OAUTH2_PROVIDER_DISCORD"] as const;

export const apiKeyParameters = record({
	apiKeyName: text(),
	publicKey: text(),
	curveType: oneOf(...API_KEY_CURVES),
	expirationSeconds: optional(text()),
});

/** What a WebAuthn registration yields; the three texts are unpadded base64url. */
export const authenticatorParameters = record({
	authenticatorName: text(),
	challenge: text(),
	attestation: record({
		credentialId: text(),
		clientDataJson: text(),
		attestationObject: text(),
		transports: list(oneOf(...AUTHENTICATOR_TRANSPORTS)),
	}),
});

/** One of the two members must be given. */
export const oauthProviderParameters = record({
	providerName: text(),
	oidcToken: optional(text()),
	oidcClaims: optional(record({ iss: text(), sub: text(), aud: text() })),
});

/** What every new user has; the service takes a list left out for an empty one. */
const person = {
	userName: text(),
	userEmail: optional(text()),
	userPhoneNumber: optional(text()),
	apiKeys: optional(list(apiKeyParameters)),
	authenticators: optional(list(authenticatorParameters)),
	oauthProviders: optional(list(oauthProviderParameters)),
} as const;

export const rootUserParameters = record(person);
export const userParameters = record({ ...person, userTags: optional(list(text())) });

export const sessionProfile = record({
	sessionProfileId: text(),
	sessionProfileName: text(),
	scope: text(),
	expirationSeconds: optional(text()),
	notes: optional(text()),
	createdAt: timestamp,
	updatedAt: timestamp,
});

export const oauth2Credential = record({
	oauth2CredentialId: text(),
	organizationId: text(),
	provider: oneOf(...OAUTH2_PROVIDERS),
	clientId: text(),
	encryptedClientSecret: text(),
	createdAt: timestamp,
	updatedAt: timestamp,
});

/** A wallet to be made along with what it belongs to. */
export const walletParameters = record({
	walletName: text(),
	accounts: list(walletAccountParameters),
	mnemonicLength: optional(uint32()),
});

/** A feature as set and remove operations list them; `value` is absent when there is none. */
export const organizationFeature = record({ name: text(), value: optional(text()) });

/** What a one-time password is sent with, besides the code. */
export const otpDelivery = {
	emailCustomization: optional(
		record({
			logoUrl: optional(text()),
			magicLinkTemplate: optional(text()),
			templateVariables: optional(text()),
			templateId: optional(text()),
		}),
	),
	smsCustomization: optional(record({ template: optional(text()) })),
	sendFromEmailAddress: optional(text()),
	sendFromEmailSenderName: optional(text()),
	replyToEmailAddress: optional(text()),
} as const;

export const paginationOptions = optional(record({ limit: optional(text()), before: optional(text()), after: optional(text()) }));
