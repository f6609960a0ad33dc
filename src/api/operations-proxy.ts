// What the login proxy offers to a browser: logins that need no backend of one's own. Rows of the catalogue.
import { anything, flag, list, oneOf, optional, record, text } from "./field.js";
import {
	apiKeyParameters,
	authenticatorParameters,
	OAUTH2_PROVIDERS,
	oauthProviderParameters,
	walletParameters,
} from "./identity-records.js";
import { proxyOperation } from "./operation.js";
import { clientSignature } from "./records.js";

const emailCustomization = optional(record({ templateId: optional(text()) }));

export const proxyOperations = {
	otp_login_v2: proxyOperation({
		profile: "core",
		name: "otp_login_v2",
		parameters: {
			verificationToken: text(),
			publicKey: text(),
			clientSignature,
			invalidateExisting: optional(flag()),
			organizationId: optional(text()),
		},
		result: { session: text() },
	}),
	proxy_otp_init: proxyOperation({
		profile: "full",
		name: "otp_init_v2",
		parameters: { otpType: text(), contact: text(), emailCustomization, captchaToken: optional(text()) },
		result: { otpId: text(), otpEncryptionTargetBundle: text() },
	}),
	proxy_otp_verify: proxyOperation({
		profile: "full",
		name: "otp_verify_v2",
		parameters: { otpId: text(), encryptedOtpBundle: text() },
		result: { verificationToken: text() },
	}),
	proxy_account: proxyOperation({
		profile: "full",
		name: "account",
		parameters: {
			filterType: text(),
			filterValue: text(),
			verificationToken: optional(text()),
			oidcToken: optional(text()),
		},
		result: { organizationId: optional(text()) },
	}),
	proxy_oauth_login: proxyOperation({
		profile: "full",
		name: "oauth_login",
		parameters: {
			oidcToken: text(),
			publicKey: text(),
			invalidateExisting: optional(flag()),
			organizationId: optional(text()),
		},
		result: { session: text() },
	}),
	proxy_oauth2_authenticate: proxyOperation({
		profile: "full",
		name: "oauth2_authenticate",
		parameters: {
			provider: oneOf(...OAUTH2_PROVIDERS),
			authCode: text(),
			redirectUri: text(),
			codeVerifier: text(),
			nonce: text(),
			clientId: text(),
		},
		result: { oidcToken: text() },
	}),
	proxy_signup: proxyOperation({
		profile: "full",
		name: "signup_v2",
		parameters: {
			userEmail: optional(text()),
			userPhoneNumber: optional(text()),
			userTag: optional(text()),
			userName: optional(text()),
			organizationName: optional(text()),
			verificationToken: optional(text()),
			apiKeys: optional(list(apiKeyParameters)),
			authenticators: optional(list(authenticatorParameters)),
			oauthProviders: optional(list(oauthProviderParameters)),
			wallet: optional(walletParameters),
			clientSignature: optional(clientSignature),
			captchaToken: optional(text()),
		},
		result: { organizationId: text(), userId: text(), wallet: optional(anything()), appProofs: optional(list(anything())) },
	}),
	proxy_wallet_kit_config: proxyOperation({
		profile: "full",
		name: "wallet_kit_config",
		parameters: {},
		result: {
			enabledProviders: list(text()),
			sessionExpirationSeconds: text(),
			organizationId: text(),
			oauthClientIds: optional(anything()),
			oauthRedirectUrl: optional(text()),
			otpAlphanumeric: optional(flag()),
			otpLength: optional(text()),
		},
	}),
} as const;
