// OAuth providers: who a user is to an issuer of OIDC tokens.
import { put, remove } from "../entity.js";
import { checkStillReachable } from "../identity/login-methods.js";
import { NewCredentials } from "../identity/new-credentials.js";
import { type ProvenIdentities, proveIdentities } from "../identity/proven-identities.js";
import { invalid, notFound } from "../refusal.js";
import { checkUuid, found, uniqueIds } from "./argument.js";
import { oauthProviderRecord } from "./credential-records.js";
import { type ActivityHandler, type QueryHandler, waiting } from "./handler.js";

export const createOauthProviders = waiting<"create_oauth_providers", ProvenIdentities>({
	check({ organization }, { userId, oauthProviders }) {
		found(organization, organization.users, "userId", "user", userId);
		if (oauthProviders.length === 0) throw invalid("invalid request body: `oauthProviders` must not be empty");
	},
	prepare: (context, { oauthProviders }) => proveIdentities(oauthProviders, context, context.now),
	execute(context, { userId, oauthProviders }, proven) {
		const created = new NewCredentials(context.organization, context).oauthProviders(userId, oauthProviders, proven);
		return {
			changes: created.map((each) => put("oauthProvider", each)),
			result: { providerIds: created.map((each) => each.id) },
		};
	},
});

export const deleteOauthProviders: ActivityHandler<"delete_oauth_providers"> = ({ organization }, { userId, providerIds }) => {
	const user = found(organization, organization.users, "userId", "user", userId);
	const owned = organization.oauthProviders.group(user.id);
	const ids = uniqueIds("providerIds", providerIds);
	for (const id of ids) {
		checkUuid("providerIds", id);
		if (!owned.has(id)) throw notFound("oauth provider", id, organization.id);
	}
	checkStillReachable(organization, user, ids);
	return { changes: ids.map((id) => remove("oauthProvider", id)), result: { providerIds: [...ids] } };
};

export const getOauthProviders: QueryHandler<"get_oauth_providers"> = ({ organization }, { userId }) => {
	if (userId === null || userId === undefined) {
		return { oauthProviders: [...organization.oauthProviders.all()].map(oauthProviderRecord) };
	}
	const user = found(organization, organization.users, "userId", "user", userId);
	return { oauthProviders: [...organization.oauthProviders.group(user.id).values()].map(oauthProviderRecord) };
};
