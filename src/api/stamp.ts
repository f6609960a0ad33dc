// The `X-Stamp` header: who signed a request's body, under which scheme, and the signature. Written and read here, and
// nowhere interpreted: whether the signature holds is for whoever knows the scheme.
import { isJsonObject } from "../base/json.js";

/** The header that carries an API key's stamp; header names are case-insensitive. */
export const STAMP_HEADER = "X-Stamp";

export const P256_SCHEME = "SIGNATURE_SCHEME_TK_API_P256";
export const SECP256K1_SCHEME = "SIGNATURE_SCHEME_TK_API_SECP256K1";
export const SECP256K1_EIP191_SCHEME = "SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191";
export const ED25519_SCHEME = "SIGNATURE_SCHEME_TK_API_ED25519";

/** Every scheme an API key can stamp with. */
export const STAMP_SCHEMES = [P256_SCHEME, SECP256K1_SCHEME, SECP256K1_EIP191_SCHEME, ED25519_SCHEME] as const;
export type StampScheme = (typeof STAMP_SCHEMES)[number];

export interface Stamp {
	/** Lower-case hexadecimal: a compressed point of 66 digits, or 64 digits for ed25519. */
	readonly publicKey: string;
	/** One of `STAMP_SCHEMES`; a reader must expect others. */
	readonly scheme: string;
	/** Lower-case hexadecimal: ASN.1 DER, or the 64 bytes of an ed25519 signature. */
	readonly signature: string;
}

const BASE64URL = /^[A-Za-z0-9_-]+$/;

export function isStampScheme(text: string): text is StampScheme {
	return (STAMP_SCHEMES as readonly string[]).includes(text);
}

/** The header's value: base64url without padding of compact JSON with the members in the order of the official clients. */
export function formatStamp(stamp: Stamp): string {
	const { publicKey, scheme, signature } = stamp;
	return Buffer.from(JSON.stringify({ publicKey, scheme, signature })).toString("base64url");
}

/**
 * Reads a header's value; undefined when it is not unpadded base64url of a JSON object with the three members as strings.
 * Their order is free and further members are passed over, since clients differ in both.
 */
export function parseStamp(header: string): Stamp | undefined {
	// A length of 1 modulo 4 cannot come out of an encoder; Node would silently drop the odd character.
	if (!BASE64URL.test(header) || header.length % 4 === 1) return undefined;
	let value: unknown;
	try {
		value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(header, "base64url")));
	} catch {
		return undefined;
	}
	if (!isJsonObject(value)) return undefined;
	const { publicKey, scheme, signature } = value;
	if (typeof publicKey !== "string" || typeof scheme !== "string" || typeof signature !== "string") return undefined;
	return { publicKey, scheme, signature };
}
