// Compact tokens signed with the service's P-256 keys: three parts of unpadded base64url, the last being r and s.
import { createHash, createPublicKey, sign, verify } from "node:crypto";
import type { JsonObject } from "../../base/json.js";
import { isJsonObject } from "../../base/json.js";
import type { ServiceKey } from "../service-keys.js";

/** `once` is ES256 as everybody knows it; `twice` signs the digest instead of the text, as session tokens do. */
export type Hashing = "once" | "twice";

/** Members appear in the order given. */
export function signToken(header: JsonObject, claims: JsonObject, { key }: ServiceKey, hashing: Hashing = "once"): string {
	const input = `${encode(header)}.${encode(claims)}`;
	const signature = sign("sha256", signedBytes(input, hashing), { key, dsaEncoding: "ieee-p1363" });
	return `${input}.${signature.toString("base64url")}`;
}

export interface ReadToken {
	readonly header: JsonObject;
	readonly claims: JsonObject;
}

/** The parts of a token, believed to be nobody's; undefined when the text is no token. */
export function readToken(token: string): ReadToken | undefined {
	const parts = token.split(".");
	if (parts.length !== 3 || !parts.every((each) => /^[A-Za-z0-9_-]+$/.test(each))) return undefined;
	const [header, claims] = parts.slice(0, 2).map(decode);
	return header && claims ? { header, claims } : undefined;
}

/** The claims of a token that this key signed with ES256; undefined when it did not. Expiry is the reader's business. */
export function openToken(token: string, { key }: ServiceKey): JsonObject | undefined {
	const read = readToken(token);
	if (read?.header["alg"] !== "ES256") return undefined;
	const [header, claims, signature = ""] = token.split(".");
	const bytes = Buffer.from(signature, "base64url");
	const publicKey = createPublicKey(key);
	const holds = verify("sha256", Buffer.from(`${header}.${claims}`), { key: publicKey, dsaEncoding: "ieee-p1363" }, bytes);
	return holds ? read.claims : undefined;
}

function signedBytes(input: string, hashing: Hashing): Uint8Array {
	return hashing === "once" ? Buffer.from(input) : createHash("sha256").update(input).digest();
}

function encode(value: JsonObject): string {
	return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function decode(part: string): JsonObject | undefined {
	try {
		const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(part, "base64url")));
		return isJsonObject(value) ? value : undefined;
	} catch {
		return undefined;
	}
}
