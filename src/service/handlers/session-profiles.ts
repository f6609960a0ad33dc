// Session profiles: what sessions issued with them may do. Made once and never changed; a parent's serve its
// sub-organisations too.
import { put, type SessionProfileEntity } from "../entity.js";
import { readSeconds } from "../identity/expiry.js";
import { sessionProfile } from "../identity/session.js";
import { invalid } from "../refusal.js";
import { timestampObject } from "../timestamp.js";
import { checkLabel, checkUuid } from "./argument.js";
import type { ActivityHandler, QueryHandler } from "./handler.js";

export const createSessionProfile: ActivityHandler<"create_session_profile"> = (context, parameters) => {
	const { organization, limits, engine, now } = context;
	const { sessionProfileName, scope, expirationSeconds, notes } = parameters;
	checkLabel("sessionProfileName", sessionProfileName, limits);
	if (organization.sessionProfiles.withKey(sessionProfileName)) throw invalid("session profile label must be unique");
	if (scope === "") throw invalid("invalid request body: `scope` must not be empty");
	if (scope.length > limits.expressionLength) {
		throw invalid(`invalid session profile scope: longer than ${limits.expressionLength} characters`);
	}
	const problem = engine.expressionProblem("condition", scope);
	if (problem !== undefined) throw invalid(`invalid session profile scope: ${problem}`);
	const profile: SessionProfileEntity = {
		id: context.newId(),
		name: sessionProfileName,
		scope,
		expirationSeconds: readSeconds(expirationSeconds, "invalid session profile expiration") ?? null,
		notes: notes ?? null,
		createdAt: now,
		updatedAt: now,
	};
	return { changes: [put("sessionProfile", profile)], result: { sessionProfileId: profile.id } };
};

export const getSessionProfile: QueryHandler<"get_session_profile"> = ({ organization }, { sessionProfileId }) => {
	checkUuid("sessionProfileId", sessionProfileId);
	const profile = sessionProfile(organization, sessionProfileId);
	if (!profile) throw invalid("invalid request body: `sessionProfileId` must not be empty");
	return { sessionProfile: profileRecord(profile) };
};

/** The parent's first, then its own. */
export const getSessionProfiles: QueryHandler<"get_session_profiles"> = ({ organization }) => ({
	sessionProfiles: [...(organization.parent?.sessionProfiles.all() ?? []), ...organization.sessionProfiles.all()].map(
		profileRecord,
	),
});

function profileRecord(profile: SessionProfileEntity) {
	return {
		sessionProfileId: profile.id,
		sessionProfileName: profile.name,
		scope: profile.scope,
		...(profile.expirationSeconds === null ? {} : { expirationSeconds: String(profile.expirationSeconds) }),
		...(profile.notes === null ? {} : { notes: profile.notes }),
		createdAt: timestampObject(profile.createdAt),
		updatedAt: timestampObject(profile.updatedAt),
	};
}
