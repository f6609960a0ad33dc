// Key pairs of the three curves, fresh or from a private half.
import { createECDH, createPrivateKey, createPublicKey, type KeyObject, randomBytes } from "node:crypto";
import type { Curve } from "../api/key-records.js";
import { Secret } from "../base/secret.js";

export interface KeyPair {
	/** Lower-case hexadecimal: compressed point, or the 32 bytes of an ed25519 key. */
	readonly publicKey: string;
	/** 64 hexadecimal digits: the scalar, or the ed25519 seed. */
	readonly privateKey: Secret;
}

const CURVE_NAMES = { CURVE_P256: "prime256v1", CURVE_SECP256K1: "secp256k1" } as const;
/** DER of a PKCS #8 ed25519 key up to the seed. */
const ED25519_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");

export function generateKeyPair(curve: Curve): KeyPair {
	if (curve === "CURVE_ED25519") {
		const privateKey = new Secret(randomBytes(32).toString("hex"));
		return { publicKey: publicKeyOf(curve, privateKey), privateKey };
	}
	const pair = createECDH(CURVE_NAMES[curve]);
	const publicKey = pair.generateKeys("hex", "compressed");
	return { publicKey, privateKey: new Secret(pair.getPrivateKey("hex").padStart(64, "0")) };
}

/** The public half of a private key of 64 hexadecimal digits. Throws when the curve has no such key. */
export function publicKeyOf(curve: Curve, privateKey: Secret): string {
	if (curve === "CURVE_ED25519") {
		const { x } = createPublicKey(ed25519PrivateKey(privateKey)).export({ format: "jwk" });
		return Buffer.from(x ?? "", "base64url").toString("hex");
	}
	const pair = createECDH(CURVE_NAMES[curve]);
	pair.setPrivateKey(privateKey.reveal(), "hex");
	return pair.getPublicKey("hex", "compressed");
}

/** An ed25519 seed of 64 hexadecimal digits, ready to sign with. */
export function ed25519PrivateKey(seed: Secret): KeyObject {
	const key = Buffer.concat([ED25519_PREFIX, Buffer.from(seed.reveal(), "hex")]);
	return createPrivateKey({ key, format: "der", type: "pkcs8" });
}
