// X-Stamp-Attested: a request signed with a key of the client's own, and a token that says whose key that is: a verification
// token, which leads to the user with that address or number, or an OIDC token, which leads to the user with that identity.
// It serves users of sub-organisations only.
import { isJsonObject } from "../../base/json.js";
import type { UserEntity } from "../entity.js";
import { type OrganizationView, oauthIdentity } from "../organization.js";
import { Refusal, unauthenticated } from "../refusal.js";
import type { Claim, Claimant, ClaimRequest } from "../requester.js";
import type { ServiceKeys } from "../service-keys.js";
import { verifyP256Stamp } from "../stamp-verification.js";
import type { IssuerKeys } from "./issuer-keys.js";
import { checkNonce, type OidcIdentity, verifyOidcToken } from "./oidc-token.js";
import { userWithContact } from "./user-contact.js";
import { readVerificationToken } from "./verification-token.js";

export const VERIFICATION_SCHEME = "STAMP_ATTESTED_SCHEME_P256_VERIFICATION_TOKEN";
export const OIDC_SCHEME = "STAMP_ATTESTED_SCHEME_P256_OIDC";

export interface AttestationSources {
	readonly keys: ServiceKeys;
	readonly issuers: IssuerKeys;
}

/** What the token in a stamp leads to, in an organisation. */
type Attested = { readonly user: UserEntity; readonly proof: Claimant["proof"] } | undefined;

/** Rejects with a `Refusal` (401) when the header is no attested stamp or its token does not hold. */
export async function readAttestedStamp({ header, bytes, now }: ClaimRequest, sources: AttestationSources): Promise<Claim> {
	const stamp = parse(header);
	if (!stamp) throw unauthenticated("malformed activity stamp; could not extract attested stamp");
	const { publicKeyAttestation: token, scheme, publicKey, signature } = stamp;
	const { keys, issuers } = sources;
	if (scheme !== VERIFICATION_SCHEME && scheme !== OIDC_SCHEME) {
		throw unauthenticated("no valid authentication signature found for request");
	}
	const identity = scheme === OIDC_SCHEME ? await believed(() => verifyOidcToken(token, { keys, issuers, now })) : undefined;
	if (identity) await believed(() => checkNonce(identity, publicKey));
	const find = (organization: OrganizationView): Attested => {
		if (organization.self.parentId === null) return undefined;
		return identity ? withIdentity(organization, identity) : withContact(organization, token, publicKey, { keys, now });
	};
	return {
		what: "public key",
		claimant(organization): Claimant | undefined {
			const found = find(organization);
			return (
				found && {
					userId: found.user.id,
					stamp: { publicKey, scheme, signature },
					proof: found.proof,
					sessionProfileId: null,
					isStillValid: (home) => find(home)?.user.id === found.user.id,
					async verify() {
						if (!(await verifyP256Stamp(publicKey, signature, bytes))) {
							throw unauthenticated("could not verify attested signature", "SIGNATURE_INVALID");
						}
					},
				}
			);
		},
		unknown: (organization) =>
			unauthenticated(
				organization.self.parentId === null
					? "attested stamps serve users of sub-organizations only"
					: `could not find the attested user in organization: organizationId=${organization.id}`,
				"CREDENTIAL_NOT_FOUND",
			),
	};
}

interface AttestedStamp {
	/** The token. */
	readonly publicKeyAttestation: string;
	readonly scheme: string;
	/** Compressed, lower-case hexadecimal. */
	readonly publicKey: string;
	/** DER, hexadecimal. */
	readonly signature: string;
}

/** JSON, or base64url of JSON: clients do either. */
function parse(header: string): AttestedStamp | undefined {
	let value: unknown;
	try {
		value = JSON.parse(header.trimStart().startsWith("{") ? header : Buffer.from(header, "base64url").toString("utf8"));
	} catch {
		return undefined;
	}
	if (!isJsonObject(value)) return undefined;
	const { publicKeyAttestation, scheme, publicKey, signature } = value;
	if (typeof publicKeyAttestation !== "string" || typeof scheme !== "string") return undefined;
	if (typeof publicKey !== "string" || typeof signature !== "string") return undefined;
	return { publicKeyAttestation, scheme, publicKey: publicKey.toLowerCase(), signature };
}

function withIdentity(organization: OrganizationView, identity: OidcIdentity): Attested {
	const provider = organization.oauthProviders.withKey(oauthIdentity(identity));
	const user = provider && organization.users.get(provider.userId);
	return provider && user && { user, proof: { type: "AUTHENTICATION_TYPE_OAUTH", id: provider.id } };
}

function withContact(
	organization: OrganizationView,
	token: string,
	publicKey: string,
	{ keys, now }: { readonly keys: ServiceKeys; readonly now: number },
): Attested {
	const claims = unlessRefused(() => readVerificationToken(token, { keys, organization, now }));
	if (claims.publicKey !== publicKey) {
		throw unauthenticated("the verification token was issued for another public key", "SIGNATURE_INVALID");
	}
	const user = userWithContact(organization, claims.verificationType, claims.contact);
	const type = claims.verificationType === "OTP_TYPE_EMAIL" ? "AUTHENTICATION_TYPE_EMAIL_OTP" : "AUTHENTICATION_TYPE_SMS_OTP";
	return user && { user, proof: { type, id: "" } };
}

/** A token that would be a bad argument elsewhere is bad authentication here. */
async function believed<T>(read: () => T | Promise<T>): Promise<T> {
	try {
		return await read();
	} catch (error) {
		throw asUnauthenticated(error);
	}
}

function unlessRefused<T>(read: () => T): T {
	try {
		return read();
	} catch (error) {
		throw asUnauthenticated(error);
	}
}

function asUnauthenticated(error: unknown): unknown {
	return error instanceof Refusal ? unauthenticated(error.message, error.errorCode) : error;
}
