// Verification tokens: what a one-time password is traded for. They say whose address or number was proven, and which key
// of the client may use that proof.
import { newId } from "../identifier.js";
import type { OrganizationView } from "../organization.js";
import { invalid } from "../refusal.js";
import type { ServiceKeys } from "../service-keys.js";
import { openToken, signToken } from "./json-web-token.js";

export interface VerificationClaims {
	readonly id: string;
	/** The organisation that issued it. */
	readonly organizationId: string;
	/** `OTP_TYPE_EMAIL` or `OTP_TYPE_SMS`. */
	readonly verificationType: string;
	readonly contact: string;
	/** Compressed, lower-case hexadecimal. */
	readonly publicKey: string;
	/** Milliseconds since the epoch. */
	readonly expiresAt: number;
}

export function issueVerificationToken({ tlsFetcher }: ServiceKeys, claims: Omit<VerificationClaims, "id">): string {
	return signToken(
		{ typ: "JWT", alg: "ES256" },
		{
			exp: String(claims.expiresAt),
			id: newId(),
			organization_id: claims.organizationId,
			verification_type: claims.verificationType,
			contact: claims.contact,
			public_key: claims.publicKey,
		},
		tlsFetcher,
	);
}

/**
 * The claims of a token for use in an organisation: a parent's tokens serve in its sub-organisations, those of a
 * sub-organisation in itself only. Throws a `Refusal` (400).
 */
export function readVerificationToken(
	token: string,
	{ keys, organization, now }: { readonly keys: ServiceKeys; readonly organization: OrganizationView; readonly now: number },
): VerificationClaims {
	const claims = openToken(token, keys.tlsFetcher);
	if (!claims) throw invalid("invalid verification token");
	const { id, organization_id, verification_type, contact, public_key, exp } = claims;
	const texts = { id, organizationId: organization_id, verificationType: verification_type, contact, publicKey: public_key };
	// Other tokens are signed with the same key; what sets this one apart is what it says.
	if (!Object.values(texts).every((each) => typeof each === "string")) throw invalid("invalid verification token");
	const expiresAt = typeof exp === "string" && /^\d{1,16}$/.test(exp) ? Number(exp) : 0;
	if (expiresAt <= now) throw invalid("verification token has expired");
	const issuer = String(organization_id);
	if (issuer !== organization.id && issuer !== organization.self.parentId) {
		throw invalid("verification token was issued by another organization");
	}
	return { ...(texts as Omit<VerificationClaims, "expiresAt">), expiresAt };
}
