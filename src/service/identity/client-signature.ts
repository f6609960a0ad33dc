// The signature with which a client shows that a verification token is its own to use, and for what: over a JSON text that
// names the token and repeats what is asked for.
import { verify } from "node:crypto";
import { canonicalJson } from "../../base/canonical-json.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../base/json.js";
import { invalid } from "../refusal.js";
import { importPublicKey } from "../stamp-verification.js";
import type { VerificationClaims } from "./verification-token.js";

export interface ClientSignature {
	readonly publicKey: string;
	readonly message: string;
	/** r and s, 128 hexadecimal digits. */
	readonly signature: string;
}

/** What a client may say it uses a token for. */
type Usage = "USAGE_TYPE_LOGIN" | "USAGE_TYPE_SIGNUP";

/**
 * The message, once it is certain that the token's key signed it for this token and this use. Throws a `Refusal` (400).
 * Its members come in any order: it is read, never compared as text.
 */
export function readClientSignature(signature: ClientSignature, token: VerificationClaims, usage: Usage): JsonObject {
	if (signature.publicKey.toLowerCase() !== token.publicKey) {
		throw invalid("invalid client signature: its public key is not the one in the verification token");
	}
	const key = importPublicKey("P256", token.publicKey);
	const bytes = Buffer.from(signature.signature, "hex");
	const wellFormed = /^[0-9a-fA-F]{128}$/.test(signature.signature) && key !== undefined;
	if (!wellFormed || !verify("sha256", Buffer.from(signature.message), { key, dsaEncoding: "ieee-p1363" }, bytes)) {
		throw invalid("invalid client signature: it does not verify");
	}
	let message: unknown;
	try {
		message = JSON.parse(signature.message);
	} catch {
		throw invalid("invalid client signature: its message is not JSON");
	}
	if (!isJsonObject(message)) throw invalid("invalid client signature: its message is not a JSON object");
	if (message["tokenId"] !== token.id) throw invalid("invalid client signature: it was made for another verification token");
	if (message["type"] !== usage) throw invalid(`invalid client signature: it was not made for ${usage}`);
	return message;
}

/**
 * Throws a `Refusal` (400) unless what was signed agrees with what is asked for. `strict`: every member of either must be
 * in the other; otherwise only those that were signed count. Null, absent, and an empty list mean the same.
 */
export function checkSigned(signed: JsonValue | undefined, asked: JsonObject, strict: boolean): void {
	if (!isJsonObject(signed)) throw invalid("invalid client signature: its message does not say what was signed");
	const names = new Set([...Object.keys(signed), ...(strict ? Object.keys(asked) : [])]);
	for (const name of names) {
		if (textOf(signed[name]) !== textOf(asked[name])) {
			throw invalid(`invalid client signature: \`${name}\` is not what was signed`);
		}
	}
}

function textOf(value: JsonValue | undefined): string {
	const plain = withoutNothing(value);
	return plain === undefined ? "" : canonicalJson(plain);
}

function withoutNothing(value: JsonValue | undefined): JsonValue | undefined {
	if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return undefined;
	if (Array.isArray(value)) return value.map((each) => withoutNothing(each) ?? null);
	if (!isJsonObject(value)) return value;
	const kept = Object.entries(value).flatMap(([name, member]) => {
		const plain = withoutNothing(member);
		return plain === undefined ? [] : [[name, plain] as const];
	});
	return Object.fromEntries(kept);
}
