// The vendor's own clients, unchanged, pointed at an embedded service with the key of a seeded user.
import { ApiKeyStamper } from "@turnkey/api-key-stamper";
import { TurnkeyClient } from "@turnkey/http";
import { Turnkey, type TurnkeyApiClient } from "@turnkey/sdk-server";
import type { TestService } from "./running-service.js";

/** Credentials of the root user, or of a seeded one by `user` or `user.key`. */
function keysOf(service: TestService, name: string | undefined) {
	const credentials = name === undefined ? service.credentials : service.seededCredentials.get(name);
	if (!credentials) throw new Error("there are no such credentials");
	return { apiPublicKey: credentials.apiPublicKey, apiPrivateKey: credentials.apiPrivateKey.reveal() };
}

/** What waits for people is told at once; by default the client asks for three seconds whether it still does. */
const activityPoller = { intervalMs: 1, numRetries: 1 };

/** `@turnkey/sdk-server`. */
export function sdkServer(service: TestService, name?: string): TurnkeyApiClient {
	const { organizationId, baseUrl } = service;
	const keys = keysOf(service, name);
	return new Turnkey({ apiBaseUrl: baseUrl, defaultOrganizationId: organizationId, ...keys, activityPoller }).apiClient();
}

/** `@turnkey/http` with `@turnkey/api-key-stamper`. */
export function httpClient(service: TestService, name?: string): TurnkeyClient {
	return new TurnkeyClient({ baseUrl: service.baseUrl }, new ApiKeyStamper(keysOf(service, name)));
}

/** `@turnkey/sdk-server` with a key of the caller's, such as a session's, for an organisation of the caller's. */
export function sdkServerFor(
	service: TestService,
	keys: { readonly publicKey: string; readonly privateKey: string },
	organizationId = service.organizationId,
): TurnkeyApiClient {
	const { publicKey: apiPublicKey, privateKey: apiPrivateKey } = keys;
	return new Turnkey({
		apiBaseUrl: service.baseUrl,
		defaultOrganizationId: organizationId,
		apiPublicKey,
		apiPrivateKey,
		activityPoller,
	}).apiClient();
}
