// The bundle in which the service hands a client a secret of its own: a session's private key, a bearer token.
import { createHash } from "node:crypto";
import { createBase58check } from "@scure/base";
import { sealTo } from "../hpke.js";

const base58check = createBase58check((bytes: Uint8Array) => createHash("sha256").update(bytes).digest());

/**
 * Base58check of the compressed encapsulated key (33 bytes) and the ciphertext, sealed to a receiver's P-256 key of 65
 * uncompressed bytes.
 */
export async function credentialBundle(receiver: Uint8Array, plaintext: Uint8Array): Promise<string> {
	const { encapsulatedKey, ciphertext } = await sealTo(receiver, plaintext);
	const prefix = (encapsulatedKey[64] ?? 0) % 2 === 0 ? 2 : 3;
	return base58check.encode(Buffer.concat([Buffer.from([prefix]), encapsulatedKey.subarray(1, 33), ciphertext]));
}
