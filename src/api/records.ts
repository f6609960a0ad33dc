// The records that operations carry, each once: the fields the interface specifies, then what the public documentation adds.
import { anything, flag, integer, list, oneOf, optional, record, text, uint32 } from "./field.js";

export const timestamp = record({ seconds: text(), nanos: text() });

export const EFFECTS = ["EFFECT_ALLOW", "EFFECT_DENY"] as const;
export const AUTHENTICATION_TYPES = [
	"AUTHENTICATION_TYPE_EMAIL_OTP",
	"AUTHENTICATION_TYPE_SMS_OTP",
	"AUTHENTICATION_TYPE_PASSKEY",
	"AUTHENTICATION_TYPE_API_KEY",
	"AUTHENTICATION_TYPE_OAUTH",
	"AUTHENTICATION_TYPE_SESSION",
] as const;
export const PAYLOAD_ENCODINGS = [
	"PAYLOAD_ENCODING_HEXADECIMAL",
	"PAYLOAD_ENCODING_TEXT_UTF8",
	"PAYLOAD_ENCODING_EIP712",
	"PAYLOAD_ENCODING_EIP7702_AUTHORIZATION",
] as const;
export const HASH_FUNCTIONS = [
	"HASH_FUNCTION_NO_OP",
	"HASH_FUNCTION_SHA256",
	"HASH_FUNCTION_KECCAK256",
	"HASH_FUNCTION_NOT_APPLICABLE",
] as const;
export const MNEMONIC_LANGUAGES = [
	"MNEMONIC_LANGUAGE_ENGLISH",
	"MNEMONIC_LANGUAGE_SIMPLIFIED_CHINESE",
	"MNEMONIC_LANGUAGE_TRADITIONAL_CHINESE",
	"MNEMONIC_LANGUAGE_CZECH",
	"MNEMONIC_LANGUAGE_FRENCH",
	"MNEMONIC_LANGUAGE_ITALIAN",
	"MNEMONIC_LANGUAGE_JAPANESE",
	"MNEMONIC_LANGUAGE_KOREAN",
	"MNEMONIC_LANGUAGE_SPANISH",
] as const;
export const EVALUATION_ERROR_OUTCOMES = ["ALLOW", "DENY"] as const;
/** Event types an endpoint may subscribe to; the service accepts others today and says it may stop to. */
export const EVENT_TYPES = [
	"ACTIVITY_UPDATES",
	"BALANCE_CONFIRMED_UPDATES",
	"BALANCE_FINALIZED_UPDATES",
	"SEND_TRANSACTION_STATUS_UPDATES",
] as const;

export const subscription = record({ eventType: text(), filtersJson: optional(text()), isActive: optional(flag()) });

export const webhookEndpoint = record({
	endpointId: text(),
	organizationId: text(),
	url: text(),
	name: text(),
	isActive: flag(),
	subscriptions: optional(list(subscription)),
});

export const authenticationMethod = record({ type: oneOf(...AUTHENTICATION_TYPES), id: optional(text()) });
export const mfaStep = record({ any: list(authenticationMethod) });

export const mfaPolicy = record({
	mfaPolicyId: text(),
	mfaPolicyName: text(),
	condition: text(),
	requiredAuthenticationMethods: list(mfaStep),
	order: uint32(),
	notes: optional(text()),
	createdAt: timestamp,
	updatedAt: timestamp,
});

/** How far a user has come with the MFA policy that an activity must satisfy. */
export const mfaStatus = record({
	mfaPolicyId: text(),
	userId: text(),
	satisfied: flag(),
	satisfiedMethods: list(authenticationMethod),
	requiredMethods: list(mfaStep),
});

export const wallet = record({
	walletId: text(),
	walletName: text(),
	createdAt: timestamp,
	updatedAt: timestamp,
	exported: flag(),
	imported: flag(),
});

export const clientSignature = record({
	publicKey: text(),
	scheme: oneOf("CLIENT_SIGNATURE_SCHEME_API_P256"),
	message: text(),
	signature: text(),
});

/** What create_policy takes; create_policies takes a list of these. `time` is early access. */
export const policyParameters = {
	policyName: text(),
	effect: oneOf(...EFFECTS),
	condition: optional(text()),
	consensus: optional(text()),
	notes: text(),
	time: optional(text()),
} as const;

export const policy = record({
	policyId: text(),
	policyName: text(),
	effect: oneOf(...EFFECTS),
	condition: optional(text()),
	consensus: optional(text()),
	time: optional(text()),
	notes: text(),
	createdAt: timestamp,
	updatedAt: timestamp,
});

/** What every policy said when one vote was given. */
export const policyEvaluation = record({
	id: text(),
	activityId: text(),
	organizationId: text(),
	voteId: text(),
	policyEvaluations: list(record({ policyId: text(), outcome: text() })),
	createdAt: timestamp,
});

export const tag = record({
	tagId: text(),
	tagName: text(),
	tagType: oneOf("TAG_TYPE_USER", "TAG_TYPE_PRIVATE_KEY"),
	createdAt: timestamp,
	updatedAt: timestamp,
});

export const privateKey = record({
	privateKeyId: text(),
	publicKey: text(),
	privateKeyName: text(),
	curve: oneOf("CURVE_SECP256K1", "CURVE_ED25519", "CURVE_P256"),
	addresses: list(record({ format: optional(text()), address: optional(text()) })),
	/** Identifiers, not names. */
	privateKeyTags: list(text()),
	createdAt: timestamp,
	updatedAt: timestamp,
	exported: flag(),
	imported: flag(),
});

export const apiKey = record({
	credential: record({ publicKey: text(), type: text(), sessionProfileId: optional(text()) }),
	apiKeyId: text(),
	apiKeyName: text(),
	createdAt: timestamp,
	updatedAt: timestamp,
	expirationSeconds: optional(text()),
});

export const authenticator = record({
	authenticatorId: text(),
	authenticatorName: text(),
	credentialId: text(),
	credential: anything(),
	transports: list(text()),
	attestationType: text(),
	aaguid: text(),
	model: text(),
	createdAt: timestamp,
	updatedAt: timestamp,
});

export const oauthProvider = record({
	providerId: text(),
	providerName: text(),
	issuer: text(),
	audience: text(),
	subject: text(),
	createdAt: timestamp,
	updatedAt: timestamp,
});

export const user = record({
	userId: text(),
	userName: text(),
	userEmail: optional(text()),
	userPhoneNumber: optional(text()),
	authenticators: list(authenticator),
	apiKeys: list(apiKey),
	/** Identifiers, not names. */
	userTags: list(text()),
	oauthProviders: list(oauthProvider),
	mfaPolicies: list(mfaPolicy),
	createdAt: timestamp,
	updatedAt: timestamp,
});

export const ipAllowlist = record({
	organizationId: text(),
	publicKey: optional(text()),
	enabled: optional(flag()),
	onEvaluationError: optional(text()),
	rules: list(record({ cidr: text(), label: optional(text()), createdAt: optional(text()) })),
});

export const organizationConfigs = record({
	features: list(record({ name: text(), value: optional(text()) })),
	quorum: record({ threshold: integer(), userIds: list(text()) }),
});

export const organizationData = record({
	organizationId: optional(text()),
	name: optional(text()),
	users: optional(list(user)),
	policies: optional(list(policy)),
	privateKeys: optional(list(privateKey)),
	invitations: optional(list(anything())),
	tags: optional(list(tag)),
	rootQuorum: optional(record({ threshold: integer(), userIds: list(text()) })),
	features: optional(list(record({ name: text(), value: optional(text()) }))),
	wallets: optional(list(wallet)),
	smartContractInterfaceReferences: optional(list(anything())),
});

/** The activity record is described in activity.ts; here it is passed through. */
export const activity = anything();
