// What an authenticator says in every ceremony: for which relying party, whether somebody was there, and, when it is
// registered, which key it made. And what the browser says beside it.
import { createHash } from "node:crypto";
import { isJsonObject } from "../../base/json.js";
import { type CoseKey, readCoseKey } from "./cose-key.js";

export interface AuthenticatorData {
	/** SHA-256 of the relying party's identifier, hexadecimal. */
	readonly rpIdHash: string;
	readonly userPresent: boolean;
	readonly userVerified: boolean;
	readonly attested: { readonly aaguid: string; readonly credentialId: Uint8Array; readonly key: CoseKey } | undefined;
	readonly bytes: Uint8Array;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const ATTESTED = 0x40;
const HEADER = 37;

/** Undefined when the bytes are not authenticator data, or hold a key of a kind the service does not take. */
export function readAuthenticatorData(bytes: Uint8Array): AuthenticatorData | undefined {
	if (bytes.byteLength < HEADER) return undefined;
	const flags = bytes[32] ?? 0;
	const attested = (flags & ATTESTED) === 0 ? undefined : readAttested(bytes.subarray(HEADER));
	if ((flags & ATTESTED) !== 0 && attested === undefined) return undefined;
	return {
		rpIdHash: Buffer.from(bytes.subarray(0, 32)).toString("hex"),
		userPresent: (flags & USER_PRESENT) !== 0,
		userVerified: (flags & USER_VERIFIED) !== 0,
		attested,
		bytes,
	};
}

function readAttested(bytes: Uint8Array): AuthenticatorData["attested"] {
	const view = Buffer.from(bytes);
	if (view.length < 18) return undefined;
	const length = view.readUInt16BE(16);
	const credentialId = view.subarray(18, 18 + length);
	const key = length === 0 || credentialId.length < length ? undefined : readCoseKey(view.subarray(18 + length));
	if (!key) return undefined;
	const hex = view.subarray(0, 16).toString("hex");
	const aaguid = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
	return { aaguid, credentialId, key };
}

export interface ClientData {
	readonly type: string;
	/** Unpadded base64url. */
	readonly challenge: string;
	readonly origin: string;
	/** SHA-256 of its bytes, over which the authenticator signs. */
	readonly digest: Uint8Array;
}

/** The browser's account, from its exact bytes; undefined when they are not the JSON it should be. */
export function readClientData(bytes: Uint8Array): ClientData | undefined {
	let value: unknown;
	try {
		value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
	} catch {
		return undefined;
	}
	if (!isJsonObject(value)) return undefined;
	const { type, challenge, origin } = value;
	if (typeof type !== "string" || typeof challenge !== "string" || typeof origin !== "string") return undefined;
	return { type, challenge, origin, digest: createHash("sha256").update(bytes).digest() };
}

/** Bytes of base64url, padded or not; undefined for any other text. */
export function readBase64url(text: string): Uint8Array | undefined {
	const bare = text.replace(/=+$/, "");
	return /^[A-Za-z0-9_-]*$/.test(bare) && bare.length % 4 !== 1 ? Buffer.from(bare, "base64url") : undefined;
}
