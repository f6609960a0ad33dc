// Who stamps our requests: anything that can turn a body into an `X-Stamp` value. Here the one that holds a key itself.
import { isP256PrivateKey, normalP256PublicKey, p256PublicKey, p256SigningKey, signP256 } from "../api/p256.js";
import { P256_SCHEME } from "../api/stamp.js";
import { Secret } from "../base/secret.js";
import { CredentialProblem } from "./credential-problem.js";

export interface Signer {
	/** Compressed, lower-case hexadecimal: the identity the service knows us by. */
	readonly publicKey: string;
	/** The value of the `X-Stamp` header for exactly these bytes. Rejects with `CredentialProblem`. */
	stamp(body: Uint8Array | string): Promise<string>;
}

/**
 * A signer with a P-256 private key of 64 hexadecimal digits. `origin` says in a message where the key came from. When a
 * public key is given too it must be the private one's: a mixed-up pair is refused here and not by the service.
 */
export function keySigner(privateKey: Secret, publicKey: string | undefined, origin: string): Signer {
	if (!isP256PrivateKey(privateKey.reveal())) {
		throw new CredentialProblem(
			"private-key-malformed",
			`the private key in ${origin} is not a P-256 private key: expected 64 hexadecimal digits`,
			"use the private key as it was shown when the API key was made, without `0x` and without quotes",
		);
	}
	const derived = p256PublicKey(privateKey);
	if (publicKey !== undefined && checkedPublicKey(publicKey, origin) !== derived) {
		throw new CredentialProblem(
			"key-mismatch",
			`the keys in ${origin} are not a pair: the private key belongs to \`${derived}\`, the public key given is \`${publicKey}\``,
			"take both from the same API key",
		);
	}
	const key = p256SigningKey(new Secret(privateKey.reveal().toLowerCase()));
	// Everything but the signature is the same in every stamp; the text needs no escaping.
	const head = `{"publicKey":"${derived}","scheme":"${P256_SCHEME}","signature":"`;
	return {
		publicKey: derived,
		async stamp(body) {
			const bytes = typeof body === "string" ? Buffer.from(body) : body;
			return Buffer.from(`${head}${signP256(key, bytes)}"}`, "latin1").toString("base64url");
		},
	};
}

/** The public key as the service writes it; throws `CredentialProblem` when it is not a P-256 public key. */
export function checkedPublicKey(publicKey: string, origin: string): string {
	const normal = normalP256PublicKey(publicKey);
	if (normal === undefined) {
		throw new CredentialProblem(
			"public-key-malformed",
			`the public key in ${origin} is not a P-256 public key: expected 66 hexadecimal digits that begin with 02 or 03`,
			"use the public key as the API key's page shows it",
		);
	}
	return normal;
}
