// Stamps made with the platform's crypto alone, so that neither the client's nor the service's code testifies for itself.
import { createPrivateKey, createPublicKey, type KeyObject, sign } from "node:crypto";

/** DER of a PKCS #8 key up to the secret: what follows is 32 bytes. */
const PKCS8 = {
	P256: "304102010030 1306072a8648ce3d020106082a8648ce3d030107042730250201010420",
	SECP256K1: "303e020100301006072a8648ce3d020106052b8104000a042730250201010420",
	ED25519: "302e020100300506032b657004220420",
} as const;

export type StampCurve = keyof typeof PKCS8;

export function signingKey(curve: StampCurve, privateKey: string): KeyObject {
	const key = Buffer.from(PKCS8[curve].replaceAll(" ", "") + privateKey, "hex");
	return createPrivateKey({ key, format: "der", type: "pkcs8" });
}

/** The public half as stamps name it: compressed point, or the 32 bytes of an ed25519 key, in hexadecimal. */
export function publicKeyOf(key: KeyObject): string {
	const { crv, x = "", y = "" } = createPublicKey(key).export({ format: "jwk" });
	const first = Buffer.from(x, "base64url");
	if (crv === "Ed25519") return first.toString("hex");
	const odd = (Buffer.from(y, "base64url").at(-1) ?? 0) % 2 === 1;
	return Buffer.concat([Buffer.from([odd ? 3 : 2]), first]).toString("hex");
}

const SCHEMES = {
	P256: "SIGNATURE_SCHEME_TK_API_P256",
	SECP256K1: "SIGNATURE_SCHEME_TK_API_SECP256K1",
	ED25519: "SIGNATURE_SCHEME_TK_API_ED25519",
} as const;

export function signature(curve: StampCurve, key: KeyObject, body: string | Uint8Array): string {
	return sign(curve === "ED25519" ? null : "sha256", Buffer.from(body), key).toString("hex");
}

/** The header value for any three members. */
export function header(stamp: Readonly<Record<string, unknown>>): string {
	return Buffer.from(JSON.stringify(stamp)).toString("base64url");
}

export function stamp(curve: StampCurve, key: KeyObject, body: string | Uint8Array, publicKey = publicKeyOf(key)): string {
	return header({ publicKey, scheme: SCHEMES[curve], signature: signature(curve, key, body) });
}
