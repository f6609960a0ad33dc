// Whether a stamp's signature holds over a body's bytes. Written apart from the client's signing code, so that the two
// can testify against each other.
import { createPublicKey, type KeyObject, verify } from "node:crypto";
import { ED25519_SCHEME, P256_SCHEME, SECP256K1_EIP191_SCHEME, SECP256K1_SCHEME, type StampScheme } from "../api/stamp.js";
import { readDerSignature } from "./der-signature.js";
import type { ApiKeyEntity } from "./entity.js";

/** DER of a SubjectPublicKeyInfo up to the key itself: a compressed point, or an ed25519 key. */
const SPKI_PREFIX = {
	P256: Buffer.from("3039301306072a8648ce3d020106082a8648ce3d030107032200", "hex"),
	SECP256K1: Buffer.from("3036301006072a8648ce3d020106052b8104000a032200", "hex"),
	ED25519: Buffer.from("302a300506032b6570032100", "hex"),
} as const;
export type KeyCurve = keyof typeof SPKI_PREFIX;

const SCHEME_CURVES: Readonly<Record<StampScheme, KeyCurve>> = {
	[P256_SCHEME]: "P256",
	[SECP256K1_SCHEME]: "SECP256K1",
	[SECP256K1_EIP191_SCHEME]: "SECP256K1",
	[ED25519_SCHEME]: "ED25519",
};

/** The curve of a credential, from its type; those that name none (login sessions) are P-256. */
export function curveOfCredential(type: string): KeyCurve {
	if (type.endsWith("SECP256K1")) return "SECP256K1";
	return type.endsWith("ED25519") ? "ED25519" : "P256";
}

/** A public key in hexadecimal, ready to verify with; undefined when it is not a key of the curve. */
export function importPublicKey(curve: KeyCurve, publicKey: string): KeyObject | undefined {
	const digits = curve === "ED25519" ? /^[0-9a-f]{64}$/ : /^0[23][0-9a-f]{64}$/;
	if (!digits.test(publicKey)) return undefined;
	try {
		const key = Buffer.concat([SPKI_PREFIX[curve], Buffer.from(publicKey, "hex")]);
		return createPublicKey({ key, format: "der", type: "spki" });
	} catch {
		return undefined;
	}
}

/** Keys are imported once per credential: importing costs as much as verifying. */
const imported = new WeakMap<ApiKeyEntity, KeyObject | undefined>();

function keyOf(credential: ApiKeyEntity): KeyObject | undefined {
	if (!imported.has(credential)) {
		imported.set(credential, importPublicKey(curveOfCredential(credential.type), credential.publicKey));
	}
	return imported.get(credential);
}

/**
 * Verifies a signature made with a credential over exactly these bytes. A high S is accepted, DER other than the one
 * encoding is not; a scheme of another curve than the credential's never verifies.
 */
export async function verifyStamp(
	credential: ApiKeyEntity,
	scheme: StampScheme,
	signature: string,
	bytes: Uint8Array,
): Promise<boolean> {
	if (SCHEME_CURVES[scheme] !== curveOfCredential(credential.type)) return false;
	const key = keyOf(credential);
	if (!key) return false;
	if (scheme === ED25519_SCHEME) {
		return /^[0-9a-fA-F]{128}$/.test(signature) && verify(null, bytes, key, Buffer.from(signature, "hex"));
	}
	const numbers = readDerSignature(signature);
	if (!numbers) return false;
	if (scheme === SECP256K1_EIP191_SCHEME) return verifyEip191(credential.publicKey, numbers, bytes);
	return verify("sha256", bytes, { key, dsaEncoding: "ieee-p1363" }, numbers);
}

/** The same for a P-256 key that is nobody's credential. */
export async function verifyP256Stamp(publicKey: string, signature: string, bytes: Uint8Array): Promise<boolean> {
	const key = importPublicKey("P256", publicKey);
	const numbers = readDerSignature(signature);
	return key !== undefined && numbers !== undefined && verify("sha256", bytes, { key, dsaEncoding: "ieee-p1363" }, numbers);
}

/** Ethereum's `personal_sign`: a prefix and the length, then keccak256, which the platform's crypto does not have. */
async function verifyEip191(publicKey: string, signature: Uint8Array, bytes: Uint8Array): Promise<boolean> {
	const [{ secp256k1 }, { keccak_256 }] = await Promise.all([
		import("@noble/curves/secp256k1.js"),
		import("@noble/hashes/sha3.js"),
	]);
	const prefix = Buffer.from(`\x19Ethereum Signed Message:\n${bytes.byteLength}`);
	const digest = keccak_256(Buffer.concat([prefix, bytes]));
	return secp256k1.verify(signature, digest, Buffer.from(publicKey, "hex"), { prehash: false, lowS: false });
}
