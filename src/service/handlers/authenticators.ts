// Authenticators: registering passkeys and security keys, reading and removing them.
import { put, remove } from "../entity.js";
import { checkStillReachable } from "../identity/login-methods.js";
import { NewCredentials } from "../identity/new-credentials.js";
import { invalid, notFound } from "../refusal.js";
import { checkUuid, found, uniqueIds } from "./argument.js";
import { authenticatorRecord } from "./credential-records.js";
import type { ActivityHandler, QueryHandler } from "./handler.js";

export const createAuthenticators: ActivityHandler<"create_authenticators"> = (context, { userId, authenticators }) => {
	const { organization } = context;
	const user = found(organization, organization.users, "userId", "user", userId);
	if (authenticators.length === 0) throw invalid("invalid request body: `authenticators` must not be empty");
	const created = new NewCredentials(organization, context).authenticators(user.id, authenticators);
	return {
		changes: created.map((each) => put("authenticator", each)),
		result: { authenticatorIds: created.map((each) => each.id) },
	};
};

export const deleteAuthenticators: ActivityHandler<"delete_authenticators"> = ({ organization }, parameters) => {
	const user = found(organization, organization.users, "userId", "user", parameters.userId);
	const owned = organization.authenticators.group(user.id);
	const ids = uniqueIds("authenticatorIds", parameters.authenticatorIds);
	for (const id of ids) {
		checkUuid("authenticatorIds", id);
		if (!owned.has(id)) throw notFound("authenticator", id, organization.id);
	}
	checkStillReachable(organization, user, ids);
	return { changes: ids.map((id) => remove("authenticator", id)), result: { authenticatorIds: [...ids] } };
};

export const getAuthenticators: QueryHandler<"get_authenticators"> = ({ organization }, { userId }) => {
	const user = found(organization, organization.users, "userId", "user", userId);
	return { authenticators: [...organization.authenticators.group(user.id).values()].map(authenticatorRecord) };
};

export const getAuthenticator: QueryHandler<"get_authenticator"> = ({ organization }, { authenticatorId }) => ({
	authenticator: authenticatorRecord(
		found(organization, organization.authenticators, "authenticatorId", "authenticator", authenticatorId),
	),
});
