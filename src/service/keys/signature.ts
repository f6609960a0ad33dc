// Signing 32 bytes or a message, as each curve does it, written the way results carry signatures.
import { sign } from "node:crypto";
import { p256 } from "@noble/curves/nist.js";
import { schnorr, secp256k1 } from "@noble/curves/secp256k1.js";
import type { Curve } from "../../api/key-records.js";
import type { Secret } from "../../base/secret.js";
import type { Signature } from "../../payloads/signature.js";
import { ed25519PrivateKey } from "../key-generation.js";
import { taprootKey } from "./bitcoin.js";

/** How a key signs: by its curve, except that a Taproot address asks for Schnorr with the tweaked key. */
export interface SigningScheme {
	readonly curve: Curve;
	readonly taproot: boolean;
}

/**
 * Signs the digest, 32 bytes, with ECDSA or Schnorr, and a message of any length with ed25519. ECDSA is deterministic and
 * its S is low, as the chains want it.
 */
export async function signatureOf({ curve, taproot }: SigningScheme, privateKey: Secret, bytes: Uint8Array): Promise<Signature> {
	if (curve === "CURVE_ED25519") return written(sign(null, bytes, ed25519PrivateKey(privateKey)), 0);
	const key = Buffer.from(privateKey.reveal(), "hex");
	if (taproot) return written(schnorr.sign(bytes, await taprootKey(key)), 0);
	const ecdsa = curve === "CURVE_P256" ? p256 : secp256k1;
	const recovered = ecdsa.sign(bytes, key, { prehash: false, lowS: true, format: "recovered" });
	return written(recovered.subarray(1), recovered[0] ?? 0);
}

function written(numbers: Uint8Array, recovery: number): Signature {
	const digits = Buffer.from(numbers).toString("hex");
	return { r: digits.slice(0, 64), s: digits.slice(64), v: recovery.toString(16).padStart(2, "0") };
}
