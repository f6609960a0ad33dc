// What users authenticate with: API keys, authenticators and OAuth providers. Rows of the catalogue.
import { list, optional, text } from "./field.js";
import { apiKeyParameters, authenticatorParameters, oauthProviderParameters } from "./identity-records.js";
import { activityOperation, queryOperation } from "./operation.js";
import { apiKey, authenticator, oauthProvider } from "./records.js";

export const credentialOperations = {
	delete_oauth_providers: activityOperation({
		profile: "core",
		name: "delete_oauth_providers",
		type: "ACTIVITY_TYPE_DELETE_OAUTH_PROVIDERS",
		parameters: { userId: text(), providerIds: list(text()) },
		intentKey: "deleteOauthProvidersIntent",
		resultKey: "deleteOauthProvidersResult",
		result: { providerIds: list(text()) },
		policy: ["CREDENTIAL", "DELETE"],
	}),
	create_oauth_providers: activityOperation({
		profile: "full",
		name: "create_oauth_providers",
		type: "ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS_V2",
		parameters: { userId: text(), oauthProviders: list(oauthProviderParameters) },
		intentKey: "createOauthProvidersIntentV2",
		resultKey: "createOauthProvidersResultV2",
		result: { providerIds: list(text()) },
		policy: ["CREDENTIAL", "CREATE"],
	}),
	get_oauth_providers: queryOperation({
		profile: "full",
		name: "get_oauth_providers",
		parameters: { userId: optional(text()) },
		result: { oauthProviders: list(oauthProvider) },
	}),
	create_api_keys: activityOperation({
		profile: "full",
		name: "create_api_keys",
		type: "ACTIVITY_TYPE_CREATE_API_KEYS_V2",
		parameters: { userId: text(), apiKeys: list(apiKeyParameters) },
		intentKey: "createApiKeysIntentV2",
		resultKey: "createApiKeysResult",
		result: { apiKeyIds: list(text()) },
		policy: ["CREDENTIAL", "CREATE"],
	}),
	delete_api_keys: activityOperation({
		profile: "full",
		name: "delete_api_keys",
		type: "ACTIVITY_TYPE_DELETE_API_KEYS",
		parameters: { userId: text(), apiKeyIds: list(text()) },
		intentKey: "deleteApiKeysIntent",
		resultKey: "deleteApiKeysResult",
		result: { apiKeyIds: list(text()) },
		policy: ["CREDENTIAL", "DELETE"],
	}),
	get_api_keys: queryOperation({
		profile: "full",
		name: "get_api_keys",
		parameters: { userId: optional(text()) },
		result: { apiKeys: list(apiKey) },
	}),
	get_api_key: queryOperation({ profile: "full", name: "get_api_key", parameters: { apiKeyId: text() }, result: { apiKey } }),
	create_authenticators: activityOperation({
		profile: "full",
		name: "create_authenticators",
		type: "ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2",
		parameters: { userId: text(), authenticators: list(authenticatorParameters) },
		intentKey: "createAuthenticatorsIntentV2",
		resultKey: "createAuthenticatorsResult",
		result: { authenticatorIds: list(text()) },
		policy: ["CREDENTIAL", "CREATE"],
	}),
	delete_authenticators: activityOperation({
		profile: "full",
		name: "delete_authenticators",
		type: "ACTIVITY_TYPE_DELETE_AUTHENTICATORS",
		parameters: { userId: text(), authenticatorIds: list(text()) },
		intentKey: "deleteAuthenticatorsIntent",
		resultKey: "deleteAuthenticatorsResult",
		result: { authenticatorIds: list(text()) },
		policy: ["CREDENTIAL", "DELETE"],
	}),
	get_authenticators: queryOperation({
		profile: "full",
		name: "get_authenticators",
		parameters: { userId: text() },
		result: { authenticators: list(authenticator) },
	}),
	get_authenticator: queryOperation({
		profile: "full",
		name: "get_authenticator",
		parameters: { authenticatorId: text() },
		result: { authenticator },
	}),
} as const;
