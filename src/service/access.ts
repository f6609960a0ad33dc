// The gates between knowing who asks and asking whether they may: where from, and with which session.
import { checkIpAccess } from "./ip-access.js";
import type { OrganizationView } from "./organization.js";
import type { PolicyEngine, PolicyRequest } from "./policy-engine.js";
import { forbidden } from "./refusal.js";
import type { Requester } from "./requester.js";

/** Throws a `Refusal` (403) when the request comes from an address that may not make it. `home`: the requester's. */
export function checkAddress(home: OrganizationView, requester: Requester, address: string | undefined): void {
	checkIpAccess(home, requester.stamp.publicKey, address);
}

/**
 * Throws a `Refusal` (403) when the requester's session has a profile whose scope does not permit the activity: one that
 * cannot be evaluated permits nothing. A vote is held against the activity it is for.
 */
export function checkSessionScope(engine: PolicyEngine, { sessionProfileId }: Requester, request: PolicyRequest): void {
	if (sessionProfileId === null) return;
	const { organization } = request;
	const profile =
		organization.sessionProfiles.get(sessionProfileId) ?? organization.parent?.sessionProfiles.get(sessionProfileId);
	if (!profile || !engine.permitsScope(profile, request)) throw forbidden("request not authorized", "REQUEST_NOT_AUTHORIZED");
}
