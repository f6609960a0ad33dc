// Who sends a request: the header that carries the stamp, the organisation the body names, the credential the stamp names,
// and whether the signature over the bytes received holds.
import type { IncomingHttpHeaders } from "node:http";
import type { Profile } from "../api/operation.js";
import { isUuid } from "./identifier.js";
import { readApiKeyStamp } from "./identity/api-key-stamp.js";
import { type AttestationSources, readAttestedStamp } from "./identity/attested-stamp.js";
import { readWebauthnStamp } from "./identity/webauthn-stamp.js";
import type { OrganizationView } from "./organization.js";
import { badRequest, invalid, noOrganization, unauthenticated } from "./refusal.js";
import type { RequestBody } from "./request-body.js";
import type { Claim, Claimant, Requester } from "./requester.js";

export interface AuthenticationRequest {
	/** The operation's name in the catalogue. */
	readonly name: string;
	readonly form: "activity" | "query";
	readonly headers: IncomingHttpHeaders;
	readonly bytes: Uint8Array;
	readonly body: RequestBody;
	/** Milliseconds since the epoch. */
	readonly now: number;
	organization(id: string): OrganizationView | undefined;
}

interface Sources extends AttestationSources {
	/** The core one does not know attested stamps. */
	readonly profile: Profile;
}

/** What users may ask of the parent of their own organisation, because they do not know their own. */
const ASKED_OF_PARENT: ReadonlySet<string> = new Set(["whoami", "stamp_login", "create_read_write_session"]);
/** What a parent's users may do in a sub-organisation: log its users in, once these have proven who they are. */
const DONE_BY_PARENT: ReadonlySet<string> = new Set(["otp_login", "oauth_login"]);

/** Rejects with a `Refusal`: 401 for a stamp that does not prove a user, 400 and 404 for an organisation that is none. */
export async function authenticate(request: AuthenticationRequest, sources: Sources): Promise<Requester> {
	const claim = await readClaim(request, sources);
	const target = targetOrganization(request);
	const found = findClaimant(claim, target, ASKED_OF_PARENT.has(request.name));
	if (!found) throw claim.unknown(target);
	const { claimant, home } = found;
	await claimant.verify();
	// Somebody of a sub-organisation has asked its parent: the request is about their own.
	const organization = home === target.parent ? target : home;
	if (request.form === "activity" && home !== organization && !DONE_BY_PARENT.has(request.name)) {
		throw invalid(
			`organization mismatch: request is targeting organization ("${organization.id}"), ` +
				`but voters are in organization ("${home.id}")`,
			"ORGANIZATION_MISMATCH",
		);
	}
	const { userId, stamp, proof, sessionProfileId, isStillValid } = claimant;
	return {
		organizationId: organization.id,
		homeOrganizationId: home.id,
		userId,
		stamp,
		proof,
		sessionProfileId,
		isStillValid,
	};
}

async function readClaim({ headers, bytes, now }: AuthenticationRequest, sources: Sources): Promise<Claim> {
	const header = (name: string): string | undefined => (headers[name] === undefined ? undefined : String(headers[name]));
	const [apiKey, webauthn, attested] = [header("x-stamp"), header("x-stamp-webauthn"), header("x-stamp-attested")];
	if (apiKey !== undefined) return readApiKeyStamp({ header: apiKey, bytes, now });
	if (webauthn !== undefined) return readWebauthnStamp({ header: webauthn, bytes, now });
	if (attested !== undefined && sources.profile === "full") return readAttestedStamp({ header: attested, bytes, now }, sources);
	throw unauthenticated(
		"cannot authenticate public API activity request without a stamp (X-Stamp/X-Stamp-Webauthn header)",
		"SIGNATURE_MISSING",
	);
}

function targetOrganization({ body, organization }: AuthenticationRequest): OrganizationView {
	const id = body.value["organizationId"];
	if (id === undefined || id === null) throw invalid("invalid request body: missing field `organizationId`");
	if (typeof id !== "string") throw badRequest("`organizationId` must be a string");
	if (!isUuid(id)) throw invalid("malformed organization ID provided", "INVALID_ORGANIZATION_ID");
	const found = organization(id);
	if (!found) throw noOrganization();
	return found;
}

interface Found {
	readonly claimant: Claimant;
	readonly home: OrganizationView;
}

/** Looks in the organisation itself, then in its parent, then, for some requests, in its sub-organisations. */
function findClaimant(claim: Claim, target: OrganizationView, lookDown: boolean): Found | undefined {
	for (const home of [target, target.parent]) {
		const claimant = home && claim.claimant(home);
		if (claimant) return { claimant, home };
	}
	let found: Found | undefined;
	for (const home of lookDown ? target.children.values() : []) {
		const claimant = claim.claimant(home);
		if (!claimant) continue;
		if (found) throw unauthenticated(`more than one suborg associated with a ${claim.what}`, "CREDENTIAL_CONFLICT");
		found = { claimant, home };
	}
	return found;
}

/** Throws a `Refusal` (401) when the credential that was found before an asynchronous step is gone after it. */
export function assertStillValid<O extends OrganizationView>(requester: Requester, home: O | undefined): O {
	if (home && requester.isStillValid(home)) return home;
	throw unauthenticated(
		"could not find public key in organization (or its parent organization): " +
			`organizationId=${requester.organizationId} publicKey=${requester.stamp.publicKey}`,
		"PUBLIC_KEY_NOT_FOUND",
	);
}
