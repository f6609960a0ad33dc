// The service's own names for why it refuses (`turnkeyErrorCode`), as far as the embedded service gives them. The names are
// the public ones; many refusals have none.

/** What each code means, for whoever reads the OpenAPI document or the table of refusals. */
export const ERROR_CODES = {
	API_KEY_EXPIRED: "the key that stamped the request has expired",
	CREDENTIAL_CONFLICT: "several sub-organizations have the credential, so that it does not say whose the request is",
	CREDENTIAL_NOT_FOUND: "nobody in the organization or its parent has the passkey or identity",
	FORBIDDEN: "the login proxy does not serve web pages of this origin",
	INTERNAL: "the service's own fault; the message carries a number that its log explains",
	INVALID_ACTIVITY_CALLER: "sub-organizations may not do this",
	INVALID_EMAIL: "no e-mail address",
	INVALID_OAUTH2_PROVIDER: "no OAuth 2.0 provider of this name",
	INVALID_OIDC_TOKEN: "the OIDC token cannot be read, does not verify, has expired, or was made for something else",
	INVALID_ORGANIZATION_ID: "no UUID",
	INVALID_TRANSACTION: "the transaction cannot be parsed, or not be signed with this key",
	MAX_OTP_INITIATED: "too many one-time passwords are open or were asked for; wait",
	OAUTH2_CREDENTIAL_NOT_FOUND: "no OAuth 2.0 credential of this identifier or client",
	OAUTH2_PROVIDER_NOT_CONFIGURED: "the client secret of the OAuth 2.0 credential cannot be opened",
	OAUTH_PROVIDER_ALREADY_EXISTS: "the identity is already linked to a user of the organization",
	ORGANIZATION_MISMATCH: "the stamp's user is of another organization than the request is about",
	ORGANIZATION_NOT_FOUND: "no organization has this identifier",
	PUBLIC_KEY_NOT_FOUND: "nobody in the organization or its parent has the public key",
	RATE_LIMIT_EXCEEDED: "too many requests in a second; wait and send the same bytes again",
	REQUEST_INVALID: "the body is no request of this operation, or its timestamp is too old or ahead of time",
	REQUEST_NOT_AUTHORIZED: "the address is not on the allowlist, or the session may not do this",
	SIGNATURE_INVALID: "the signature does not hold over the bytes received",
	SIGNATURE_MISSING: "the request carries no stamp",
	UNAUTHENTICATED: "the login proxy was not told which of its configurations to use, or one that is not there",
	WALLET_ACCOUNT_NOT_EXPORTED: "the wallet account has not been exported",
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;
