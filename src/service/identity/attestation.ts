// Registering an authenticator: whether the attestation is what the service asked for, and what it says about the key.
// Two formats are taken: `none`, and `packed` signed by the key itself. A certificate chain would have to lead somewhere,
// and there is nowhere here; it is read past, and the key is taken as it is, as with `none`.
import { verify } from "node:crypto";
import type { OrganizationView } from "../organization.js";
import { invalid, type Refusal } from "../refusal.js";
import { readAuthenticatorData, readBase64url, readClientData } from "./authenticator-data.js";
import { readCbor } from "./cose-key.js";
import { allowsOrigin } from "./webauthn-origins.js";

export interface Attestation {
	readonly credentialId: string;
	/** Unpadded base64url. */
	readonly clientDataJson: string;
	readonly attestationObject: string;
}

export interface AttestedCredential {
	/** Unpadded base64url. */
	readonly credentialId: string;
	/** COSE, hexadecimal. */
	readonly publicKey: string;
	readonly aaguid: string;
	readonly attestationType: string;
	readonly rpIdHash: string;
}

/** Throws a `Refusal` (400) that says what does not hold. `challenge`: as the client says it presented it. */
export function readAttestation(
	organization: OrganizationView,
	challenge: string,
	{ credentialId, clientDataJson, attestationObject }: Attestation,
): AttestedCredential {
	const clientBytes = readBase64url(clientDataJson);
	const client = clientBytes && readClientData(clientBytes);
	if (!client) throw refused("`clientDataJson` cannot be read");
	if (client.type !== "webauthn.create") throw refused(`expected client data of type webauthn.create, found ${client.type}`);
	if (!sameChallenge(client.challenge, challenge)) throw refused("the challenge signed is not the one given");
	if (!allowsOrigin(organization, client.origin)) throw refused(`origin ${client.origin} is not allowed`);
	const bytes = readBase64url(attestationObject);
	const object = bytes && readCbor(bytes);
	if (!(object instanceof Map)) throw refused("`attestationObject` cannot be read");
	const [format, statement, authData] = [object.get("fmt"), object.get("attStmt"), object.get("authData")];
	const data = authData instanceof Uint8Array ? readAuthenticatorData(authData) : undefined;
	if (typeof format !== "string" || !(statement instanceof Map) || !data?.attested) {
		throw refused("`attestationObject` holds no key of a supported algorithm (ES256, RS256)");
	}
	if (!data.userPresent) throw refused("nobody was present");
	const { key } = data.attested;
	const id = Buffer.from(data.attested.credentialId).toString("base64url");
	if (id !== credentialId.replace(/=+$/, "")) throw refused("`credentialId` is not the one attested");
	if (format === "packed" && statement.get("x5c") === undefined) {
		const signature = statement.get("sig");
		const signed = Buffer.concat([data.bytes, client.digest]);
		if (statement.get("alg") !== key.coseNumber) throw refused("its algorithm is not the key's");
		if (!(signature instanceof Uint8Array) || !verify("sha256", signed, key.key, signature)) {
			throw refused("its signature does not verify");
		}
	} else if (format === "none" && statement.size > 0) {
		throw refused("an attestation of format none must be empty");
	}
	return {
		credentialId: id,
		publicKey: Buffer.from(key.bytes).toString("hex"),
		aaguid: data.attested.aaguid,
		attestationType: format,
		rpIdHash: data.rpIdHash,
	};
}

/** Clients give the challenge as they like: as the base64url that was signed, or as the text that stands for. */
function sameChallenge(signed: string, given: string): boolean {
	const bare = (text: string): string => text.replace(/=+$/, "").replaceAll("+", "-").replaceAll("/", "_");
	return bare(signed) === bare(given) || signed === Buffer.from(given).toString("base64url");
}

function refused(detail: string): Refusal {
	return invalid(`invalid authenticator attestation: ${detail}`);
}
