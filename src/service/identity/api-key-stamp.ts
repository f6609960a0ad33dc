// X-Stamp: a request signed with an API key or with a session's key.
import { isStampScheme, parseStamp } from "../../api/stamp.js";
import type { ApiKeyEntity } from "../entity.js";
import { DEFAULT_SESSION_PROFILE } from "../mfa-gate.js";
import { unauthenticated } from "../refusal.js";
import type { Claim, Claimant, ClaimRequest } from "../requester.js";
import { verifyStamp } from "../stamp-verification.js";
import { expiryOf } from "./key-limits.js";

/** Throws a `Refusal` (401) when the header is no stamp. */
export function readApiKeyStamp({ header, bytes, now }: ClaimRequest): Claim {
	const stamp = parseStamp(header);
	if (!stamp) {
		throw unauthenticated("malformed activity stamp; could not extract api key stamp; could not extract webauthn stamp");
	}
	const { scheme } = stamp;
	if (!isStampScheme(scheme)) throw unauthenticated("no valid authentication signature found for request");
	const publicKey = stamp.publicKey.toLowerCase();
	return {
		what: "public key",
		claimant(organization): Claimant | undefined {
			const key = organization.apiKeys.withKey(publicKey);
			return (
				key && {
					userId: key.userId,
					stamp,
					proof: methodProvenBy(key),
					sessionProfileId: key.sessionProfileId,
					isStillValid: (home) => home.apiKeys.get(key.id)?.publicKey === key.publicKey,
					async verify() {
						if (!(await verifyStamp(key, scheme, stamp.signature, bytes))) {
							throw unauthenticated("could not verify api key signature", "SIGNATURE_INVALID");
						}
						if ((expiryOf(key) ?? Number.POSITIVE_INFINITY) <= now) throw unauthenticated("expired api key", "API_KEY_EXPIRED");
					},
				}
			);
		},
		unknown: (organization) =>
			unauthenticated(
				"could not find public key in organization (or its parent organization): " +
					`organizationId=${organization.id} publicKey=${stamp.publicKey}`,
				"PUBLIC_KEY_NOT_FOUND",
			),
	};
}

/** A session's key proves the session, never what it was obtained with. */
function methodProvenBy(key: ApiKeyEntity): Claimant["proof"] {
	return key.type.startsWith("CREDENTIAL_TYPE_API_KEY_")
		? { type: "AUTHENTICATION_TYPE_API_KEY", id: key.id }
		: { type: "AUTHENTICATION_TYPE_SESSION", id: key.sessionProfileId ?? DEFAULT_SESSION_PROFILE };
}
