// Sessions: a key of the client's own that may stamp requests for a while, and the signed token that says so. The token is
// for reading; what authenticates is the key.
import { normalP256PublicKey } from "../../api/p256.js";
import { type ApiKeyEntity, type Change, put, remove, type SessionProfileEntity, type UserEntity } from "../entity.js";
import { checkUuid } from "../handlers/argument.js";
import type { ExecutionContext } from "../handlers/handler.js";
import type { OrganizationView } from "../organization.js";
import { invalid, notFound } from "../refusal.js";
import { readSeconds } from "./expiry.js";
import { signToken } from "./json-web-token.js";
import { evictions } from "./key-limits.js";

/** How long a session lasts that says nothing about it. */
export const DEFAULT_SESSION_SECONDS = 900;
export const LOGIN_KEY = "CREDENTIAL_TYPE_LOGIN";

/** What every login says about the session it wants. */
export interface SessionRequest {
	readonly publicKey: string;
	readonly expirationSeconds?: string | null | undefined;
	readonly invalidateExisting?: boolean | null | undefined;
	readonly sessionProfileId?: string | null | undefined;
}

/** The parts of a handler's context that logging in takes. */
export type LoginContext = Pick<ExecutionContext, "keys" | "limits" | "now" | "newId">;

/**
 * Logs a user of the organisation in: the key is added, older ones make room or are taken away when asked for. Throws a
 * `Refusal`: 400 for a key or a lifetime that is none, 404 for an unknown profile.
 */
export function startSession(
	organization: OrganizationView,
	user: UserEntity,
	request: SessionRequest,
	{ keys, limits, now, newId }: LoginContext,
): { readonly session: string; readonly changes: readonly Change[] } {
	const publicKey = readSessionKey(organization, user, request.publicKey);
	const profile = sessionProfile(organization, request.sessionProfileId);
	const asked = readSeconds(request.expirationSeconds);
	const seconds = Math.min(...[asked, profile?.expirationSeconds ?? undefined].filter((each) => each !== undefined));
	const expirationSeconds = Number.isFinite(seconds) ? seconds : DEFAULT_SESSION_SECONDS;
	const before = organization.apiKeys.withKey(publicKey);
	const going = new Set([
		...(request.invalidateExisting === true ? sessionKeys(organization, user.id, LOGIN_KEY) : []),
		...(before ? [before.id] : []),
	]);
	const key: ApiKeyEntity = {
		id: newId(),
		createdAt: now,
		updatedAt: now,
		userId: user.id,
		name: `Login - ${profile?.name ?? "read/write"}`,
		publicKey,
		type: LOGIN_KEY,
		expirationSeconds,
		sessionProfileId: profile?.id ?? null,
	};
	return {
		session: signToken(
			{ alg: "ES256", typ: "JWT" },
			{
				exp: Math.floor(now / 1000) + expirationSeconds,
				public_key: publicKey,
				session_type: profile?.name ?? "SESSION_TYPE_READ_WRITE",
				user_id: user.id,
				organization_id: organization.id,
				...(profile ? { session_profile_id: profile.id, scope: profile.scope } : {}),
			},
			keys.notarizer,
			"twice",
		),
		changes: [
			...[...going].map((id) => remove("apiKey", id)),
			...evictions(organization, user.id, 1, { now, limits, going }),
			put("apiKey", key),
		],
	};
}

/** Identifiers of a user's keys of one credential type. */
export function sessionKeys(organization: OrganizationView, userId: string, type: string): readonly string[] {
	return [...organization.apiKeys.group(userId).values()].filter((key) => key.type === type).map((key) => key.id);
}

/** A profile of the organisation or of its parent, whose profiles its sub-organisations share; undefined when none is asked for. */
export function sessionProfile(organization: OrganizationView, id: string | null | undefined): SessionProfileEntity | undefined {
	if (id === null || id === undefined || id === "") return undefined;
	checkUuid("sessionProfileId", id);
	const profile = organization.sessionProfiles.get(id) ?? organization.parent?.sessionProfiles.get(id);
	if (!profile) throw notFound("session profile", id, organization.id);
	return profile;
}

/** A session key may be used again for a session of the same user; a key that is something else may not become one. */
function readSessionKey(organization: OrganizationView, user: UserEntity, text: string): string {
	const publicKey = normalP256PublicKey(text);
	if (publicKey === undefined) throw invalid("invalid request body: `publicKey` must be a P-256 public key in hexadecimal");
	const holder = organization.apiKeys.withKey(publicKey);
	if (holder && (holder.type !== LOGIN_KEY || holder.userId !== user.id)) {
		throw invalid("invalid request body: `publicKey` is already a credential of this organization");
	}
	return publicKey;
}
