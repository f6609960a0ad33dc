// Reading a request body: strict JSON from exact bytes. What is signed must have one meaning only, so a member written
// twice, a text that is not UTF-8 and a body nested beyond reason are refused rather than interpreted.
import type { JsonObject } from "../base/json.js";
import { isJsonObject } from "../base/json.js";
import { badRequest } from "./refusal.js";

/** Deepest nesting any request of the interface needs is 6; the rest is room. */
export const MAXIMUM_DEPTH = 32;

export interface RequestBody {
	/** The text of exactly the bytes received. */
	readonly text: string;
	readonly value: JsonObject;
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Throws a `Refusal` (400) for anything but one JSON object in UTF-8. */
export function readBody(bytes: Uint8Array): RequestBody {
	if (bytes.byteLength === 0) throw badRequest("it is empty, expected a JSON object");
	let text: string;
	try {
		text = utf8.decode(bytes);
	} catch {
		throw badRequest("it is not valid UTF-8");
	}
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		throw badRequest("it is not valid JSON");
	}
	if (!isJsonObject(value)) throw badRequest("expected a JSON object");
	checkMembers(text);
	return { text, value };
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;

/**
 * Looks for what `JSON.parse` forgives. The text is known to be valid JSON, so a string followed by a colon is a member's
 * name and every brace outside a string opens or closes something.
 */
function checkMembers(text: string): void {
	/** Names seen in each open object; undefined for an open array. */
	const open: (Set<string> | undefined)[] = [];
	for (let at = 0; at < text.length; at += 1) {
		const unit = text.charCodeAt(at);
		if (unit === QUOTE) {
			const end = endOfString(text, at);
			if (isFollowedByColon(text, end)) checkName(text.slice(at, end), open[open.length - 1]);
			at = end - 1;
		} else if (unit === 0x7b || unit === 0x5b) {
			if (open.length === MAXIMUM_DEPTH) throw badRequest(`it is nested deeper than ${MAXIMUM_DEPTH} levels`);
			open.push(unit === 0x7b ? new Set() : undefined);
		} else if (unit === 0x7d || unit === 0x5d) {
			open.pop();
		}
	}
}

function checkName(literal: string, seen: Set<string> | undefined): void {
	const name = literal.includes("\\") ? (JSON.parse(literal) as string) : literal.slice(1, -1);
	if (name === "__proto__") throw badRequest("member `__proto__` is not allowed");
	if (seen?.has(name)) throw badRequest(`member \`${name}\` is written twice`);
	seen?.add(name);
}

/** Index just past the closing quote of the string that starts at `start`. */
function endOfString(text: string, start: number): number {
	let end = text.indexOf('"', start + 1);
	while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
	return end + 1;
}

function isEscaped(text: string, quote: number): boolean {
	let backslashes = 0;
	while (text.charCodeAt(quote - 1 - backslashes) === BACKSLASH) backslashes += 1;
	return backslashes % 2 === 1;
}

function isFollowedByColon(text: string, from: number): boolean {
	let at = from;
	while (text.charCodeAt(at) <= 0x20) at += 1;
	return text.charCodeAt(at) === COLON;
}
