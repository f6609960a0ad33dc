// The client signature of one-time password logins, as the official wallet kit makes it: raw r and s over a JSON message.
import { sign } from "node:crypto";
import { publicKeyOf, signingKey } from "./stamper.js";

/** `message` is signed as it is written here. */
export function clientSignature(privateKey: string, message: object) {
	const key = signingKey("P256", privateKey);
	const text = JSON.stringify(message);
	return {
		publicKey: publicKeyOf(key),
		scheme: "CLIENT_SIGNATURE_SCHEME_API_P256" as const,
		message: text,
		signature: sign("sha256", Buffer.from(text), { key, dsaEncoding: "ieee-p1363" }).toString("hex"),
	};
}

/** For a login with a verification token, signed with the key in it. */
export function loginSignature(privateKey: string, verificationToken: string, sessionPublicKey: string) {
	return clientSignature(privateKey, {
		login: { publicKey: sessionPublicKey },
		tokenId: tokenClaims(verificationToken)["id"],
		type: "USAGE_TYPE_LOGIN",
	});
}

export function tokenClaims(token: string): Record<string, unknown> {
	return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as Record<string, unknown>;
}
