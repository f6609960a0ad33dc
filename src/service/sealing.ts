// Secrets at rest: AES-256-GCM under one key that stands in a file of its own, apart from the store.
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { Secret } from "../base/secret.js";

/** A fresh sealing key: 32 random bytes, hexadecimal. */
export function newSealingKey(): Secret {
	return new Secret(randomBytes(32).toString("hex"));
}

export class Sealer {
	readonly #key: Buffer;

	constructor(key: Secret) {
		this.#key = Buffer.from(key.reveal(), "hex");
	}

	/** Nonce, tag and ciphertext in base64. `context` must be given again to open: a sealed text cannot be moved elsewhere. */
	seal(secret: Secret, context: string): string {
		const nonce = randomBytes(12);
		const cipher = createCipheriv("aes-256-gcm", this.#key, nonce).setAAD(Buffer.from(context));
		const ciphertext = Buffer.concat([cipher.update(secret.reveal(), "utf8"), cipher.final()]);
		return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString("base64");
	}

	/** Throws when the key, the context or the text is not the one it was sealed with. */
	open(sealed: string, context: string): Secret {
		const bytes = Buffer.from(sealed, "base64");
		const decipher = createDecipheriv("aes-256-gcm", this.#key, bytes.subarray(0, 12)).setAAD(Buffer.from(context));
		decipher.setAuthTag(bytes.subarray(12, 28));
		return new Secret(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8"));
	}
}
