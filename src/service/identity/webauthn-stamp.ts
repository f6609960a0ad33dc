// X-Stamp-WebAuthn: a request signed with a passkey. The challenge it signs is the hexadecimal SHA-256 of the body, as text.
import { createHash, verify } from "node:crypto";
import { isJsonObject } from "../../base/json.js";
import type { AuthenticatorEntity } from "../entity.js";
import type { OrganizationView } from "../organization.js";
import { unauthenticated } from "../refusal.js";
import type { Claim, Claimant, ClaimRequest } from "../requester.js";
import { readAuthenticatorData, readBase64url, readClientData } from "./authenticator-data.js";
import { storedCoseKey } from "./cose-key.js";
import { allowsOrigin } from "./webauthn-origins.js";

/** The scheme under which votes show a passkey's signature; its public key is COSE. */
export const WEBAUTHN_SCHEME = "SIGNATURE_SCHEME_TK_WEBAUTHN";

interface WebauthnStamp {
	readonly credentialId: string;
	readonly clientDataJson: Uint8Array;
	readonly authenticatorData: Uint8Array;
	readonly signature: Uint8Array;
}

/** The header is plain JSON whose members are base64url. Throws a `Refusal` (401) when it is not. */
export function readWebauthnStamp({ header, bytes }: ClaimRequest): Claim {
	const stamp = parse(header);
	if (!stamp) {
		throw unauthenticated("malformed activity stamp; could not extract api key stamp; could not extract webauthn stamp");
	}
	return {
		what: "credential ID",
		claimant(organization): Claimant | undefined {
			const authenticator = organization.authenticators.withKey(stamp.credentialId);
			return (
				authenticator && {
					userId: authenticator.userId,
					stamp: { publicKey: authenticator.publicKey, scheme: WEBAUTHN_SCHEME, signature: header },
					proof: { type: "AUTHENTICATION_TYPE_PASSKEY", id: authenticator.id },
					sessionProfileId: null,
					isStillValid: (home) => home.authenticators.get(authenticator.id)?.publicKey === authenticator.publicKey,
					async verify() {
						if (!(await holds(stamp, authenticator, organization, bytes))) {
							throw unauthenticated("could not verify WebAuthN signature", "SIGNATURE_INVALID");
						}
					},
				}
			);
		},
		unknown: () =>
			unauthenticated("credential ID could not be found in organization or its parent organization", "CREDENTIAL_NOT_FOUND"),
	};
}

function parse(header: string): WebauthnStamp | undefined {
	let value: unknown;
	try {
		value = JSON.parse(header);
	} catch {
		return undefined;
	}
	if (!isJsonObject(value)) return undefined;
	const bytesOf = (member: unknown): Uint8Array | undefined =>
		typeof member === "string" && member !== "" ? readBase64url(member) : undefined;
	const credential = bytesOf(value["credentialId"]);
	const clientDataJson = bytesOf(value["clientDataJson"]);
	const authenticatorData = bytesOf(value["authenticatorData"]);
	const signature = bytesOf(value["signature"]);
	if (!credential || !clientDataJson || !authenticatorData || !signature) return undefined;
	return { credentialId: Buffer.from(credential).toString("base64url"), clientDataJson, authenticatorData, signature };
}

/** Counters are not looked at: most passkeys have none, and one that is copied is not told from one that is synchronised. */
async function holds(
	stamp: WebauthnStamp,
	authenticator: AuthenticatorEntity,
	organization: OrganizationView,
	body: Uint8Array,
): Promise<boolean> {
	const client = readClientData(stamp.clientDataJson);
	const data = readAuthenticatorData(stamp.authenticatorData);
	const key = storedCoseKey(authenticator.publicKey);
	if (!client || !data || !key) return false;
	const challenge = Buffer.from(createHash("sha256").update(body).digest("hex")).toString("base64url");
	if (client.type !== "webauthn.get" || client.challenge.replace(/=+$/, "") !== challenge) return false;
	if (!data.userPresent || !allowsOrigin(organization, client.origin)) return false;
	if (authenticator.rpIdHash !== undefined && authenticator.rpIdHash !== data.rpIdHash) return false;
	try {
		return verify("sha256", Buffer.concat([stamp.authenticatorData, client.digest]), key.key, stamp.signature);
	} catch {
		return false;
	}
}
