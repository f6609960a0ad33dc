// SHA-256 in the two forms we print: bare hexadecimal, and `sha256:`-prefixed as the service writes fingerprints.
import { createHash, hash } from "node:crypto";
import { canonicalJson } from "./canonical-json.js";
import { isJsonArray, type JsonObject, type JsonValue } from "./json.js";

/** Lower-case hexadecimal SHA-256 of bytes, or of the UTF-8 bytes of a text. */
export function sha256Hex(data: string | Uint8Array): string {
	return hash("sha256", data);
}

/** `sha256:` and the hexadecimal digest; over a request body this is the activity's fingerprint. */
export function fingerprintOf(data: string | Uint8Array): string {
	return `sha256:${sha256Hex(data)}`;
}

/** Digest of a JSON value by meaning: member order and white space do not count. */
export function digestOf(value: JsonValue): string {
	return fingerprintOf(canonicalJson(value));
}

/** The same digest for a document whose canonical text is too large to hold: it is made and digested piece by piece. */
export function digestOfDocument(document: JsonObject): string {
	const sha256 = createHash("sha256");
	const write = (value: JsonValue, depth: number): void => {
		if (depth === 0 || typeof value !== "object" || value === null) {
			sha256.update(canonicalJson(value));
			return;
		}
		if (isJsonArray(value)) {
			for (const [index, item] of value.entries()) {
				sha256.update(index === 0 ? "[" : ",");
				write(item, depth - 1);
			}
			sha256.update(value.length === 0 ? "[]" : "]");
			return;
		}
		const members = Object.keys(value)
			.filter((key) => (value as JsonObject)[key] !== undefined)
			.sort();
		for (const [index, key] of members.entries()) {
			sha256.update(`${index === 0 ? "{" : ","}${JSON.stringify(key)}:`);
			write((value as JsonObject)[key] ?? null, depth - 1);
		}
		sha256.update(members.length === 0 ? "{}" : "}");
	};
	write(document, PIECES);
	return `sha256:${sha256.digest("hex")}`;
}

/** How deep a document is taken apart: its members, and what they list. */
const PIECES = 2;

/** SHA-256 of a text that is never whole in memory: give it the pieces, then ask for the hexadecimal digest, once. */
export function sha256Stream(): { update(piece: string): void; hex(): string } {
	const sha256 = createHash("sha256");
	return {
		update: (piece) => {
			sha256.update(piece);
		},
		hex: () => sha256.digest("hex"),
	};
}
