// API keys: registering public halves, reading and removing them. Sessions are API keys too, and are listed with them.
import { put, remove } from "../entity.js";
import { checkLongLived, checkUserLimit, evictions } from "../identity/key-limits.js";
import { checkStillReachable } from "../identity/login-methods.js";
import { NewCredentials } from "../identity/new-credentials.js";
import { invalid, notFound } from "../refusal.js";
import { checkUuid, found, uniqueIds } from "./argument.js";
import { apiKeyRecord } from "./credential-records.js";
import type { ActivityHandler, QueryHandler } from "./handler.js";

export const createApiKeys: ActivityHandler<"create_api_keys"> = (context, { userId, apiKeys }) => {
	const { organization, limits, now } = context;
	const user = found(organization, organization.users, "userId", "user", userId);
	if (apiKeys.length === 0) throw invalid("invalid request body: `apiKeys` must not be empty");
	const created = new NewCredentials(organization, context).apiKeys(user.id, apiKeys);
	const lasting = created.filter((key) => key.expirationSeconds === null).length;
	checkLongLived(organization, user.id, lasting, limits);
	checkUserLimit("short-lived api keys", created.length - lasting, limits.expiringApiKeys);
	return {
		changes: [
			...evictions(organization, user.id, created.length - lasting, { now, limits }),
			...created.map((each) => put("apiKey", each)),
		],
		result: { apiKeyIds: created.map((each) => each.id) },
	};
};

/** A key's IP allowlist goes with it. */
export const deleteApiKeys: ActivityHandler<"delete_api_keys"> = ({ organization }, { userId, apiKeyIds }) => {
	const user = found(organization, organization.users, "userId", "user", userId);
	const owned = organization.apiKeys.group(user.id);
	const ids = uniqueIds("apiKeyIds", apiKeyIds);
	const keys = ids.map((id) => {
		checkUuid("apiKeyIds", id);
		const key = owned.get(id);
		if (!key) throw notFound("api key", id, organization.id);
		return key;
	});
	// Ending one's sessions leaves everything that lets one in; only keys that last are a way in.
	if (keys.some((key) => key.expirationSeconds === null)) checkStillReachable(organization, user, ids);
	return {
		changes: keys.flatMap((key) => [
			remove("apiKey", key.id),
			...(organization.ipAllowlists.get(key.publicKey) ? [remove("ipAllowlist", key.publicKey)] : []),
		]),
		result: { apiKeyIds: [...ids] },
	};
};

export const getApiKeys: QueryHandler<"get_api_keys"> = ({ organization }, { userId }) => {
	if (userId === null || userId === undefined) return { apiKeys: [...organization.apiKeys.all()].map(apiKeyRecord) };
	const user = found(organization, organization.users, "userId", "user", userId);
	return { apiKeys: [...organization.apiKeys.group(user.id).values()].map(apiKeyRecord) };
};

export const getApiKey: QueryHandler<"get_api_key"> = ({ organization }, { apiKeyId }) => ({
	apiKey: apiKeyRecord(found(organization, organization.apiKeys, "apiKeyId", "api key", apiKeyId)),
});
