// HPKE (RFC 9180) in the one suite the service uses for every bundle: DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM,
// base mode, one message per key. `info` and the additional data are as the service documents them: the additional data is
// the encapsulated key followed by the receiver's, both uncompressed.
import { p256 } from "@noble/curves/nist.js";
import type { Secret } from "../base/secret.js";

const INFO = Buffer.from("turnkey_hpke", "ascii");

export interface Sealed {
	/** The sender's ephemeral public key, uncompressed: 65 bytes. */
	readonly encapsulatedKey: Uint8Array;
	/** Ends with the 16 bytes of the tag. */
	readonly ciphertext: Uint8Array;
}

/** A P-256 public key in hexadecimal, compressed or not, as its 65 uncompressed bytes; undefined when it is none. */
export function uncompressedP256(publicKey: string): Uint8Array | undefined {
	if (!/^(?:0[23][0-9a-fA-F]{64}|04[0-9a-fA-F]{128})$/.test(publicKey)) return undefined;
	try {
		return p256.Point.fromHex(publicKey.toLowerCase()).toBytes(false);
	} catch {
		return undefined;
	}
}

/** Encrypts to a receiver's public key, given as 65 uncompressed bytes. */
export async function sealTo(receiver: Uint8Array, plaintext: Uint8Array): Promise<Sealed> {
	const suite = await loadSuite();
	const recipientPublicKey = await suite.kem.deserializePublicKey(receiver);
	const sender = await suite.createSenderContext({ recipientPublicKey, info: INFO });
	const encapsulatedKey = new Uint8Array(sender.enc);
	const ciphertext = new Uint8Array(await sender.seal(plaintext, Buffer.concat([encapsulatedKey, receiver])));
	return { encapsulatedKey, ciphertext };
}

/** Decrypts with a private key of 64 hexadecimal digits; undefined when it was not sealed to that key or was altered. */
export async function openWith(privateKey: Secret, { encapsulatedKey, ciphertext }: Sealed): Promise<Uint8Array | undefined> {
	const suite = await loadSuite();
	const secret = Buffer.from(privateKey.reveal(), "hex");
	const receiver = p256.getPublicKey(secret, false);
	try {
		const recipientKey = await suite.kem.deserializePrivateKey(secret);
		const recipient = await suite.createRecipientContext({ recipientKey, enc: encapsulatedKey, info: INFO });
		return new Uint8Array(await recipient.open(ciphertext, Buffer.concat([encapsulatedKey, receiver])));
	} catch {
		return undefined;
	}
}

/** Loaded when first needed: most requests never are. */
async function loadSuite() {
	const { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } = await import("@hpke/core");
	return new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() });
}
