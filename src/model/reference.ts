// A reference by name, `${Kind/name}`, as it travels inside attribute strings until its identifier is known.
//
// In a manifest it is written `${UserTag/signers}`. Once read it is kept between two private-use characters, so that text
// which merely looks like a reference (an escaped `$${`) can never become one, and so that a kind may trim, sort and
// compare strings without knowing about references at all.
import type { JsonObject, JsonValue } from "../base/json.js";
import { isJsonArray, isJsonObject } from "../base/json.js";
import type { Address } from "./address.js";

const OPEN = "\uE000";
const CLOSE = "\uE001";
const TOKEN = /\uE000([^\uE001]*)\uE001/g;

/** Characters no manifest may contain, because they mark references inside attributes. */
export const RESERVED_CHARACTERS = /[\uE000\uE001]/;

export interface Reference {
	/** `UserTag/signers`. */
	readonly address: Address;
	/** What of it is meant when not its identifier: `publicKey` of an API key. */
	readonly field?: string;
}

/** `UserTag/signers`, or `ApiKey/alice/ci#publicKey`: a reference as one text, and the key of the resolver's table. */
export function referenceText(reference: Reference): string {
	return reference.field === undefined ? reference.address : `${reference.address}#${reference.field}`;
}

/** What else of a thing than its identifier can be referred to, by kind. */
export const REFERENCE_FIELDS: Readonly<Partial<Record<string, readonly string[]>>> = { ApiKey: ["publicKey"] };

/** Only a known field is one: a `#` is otherwise a part of the name, as in `Policy/Rule #1`. */
export function parseReferenceText(text: string): Reference {
	const hash = text.lastIndexOf("#");
	const field = text.slice(hash + 1);
	const known = hash === -1 ? undefined : REFERENCE_FIELDS[text.slice(0, text.indexOf("/"))];
	return known?.includes(field) ? { address: text.slice(0, hash), field } : { address: text };
}

/** The reference as it stands inside an attribute. */
export function referenceToken(reference: Reference): string {
	return `${OPEN}${referenceText(reference)}${CLOSE}`;
}

export function containsReference(text: string): boolean {
	return text.includes(OPEN);
}

/** Every reference in a value, in reading order, repeated ones included. */
export function referencesIn(value: JsonValue): Reference[] {
	const found: Reference[] = [];
	walkStrings(value, (text) => {
		for (let open = text.indexOf(OPEN); open !== -1; ) {
			const close = text.indexOf(CLOSE, open);
			if (close === -1) return;
			found.push(parseReferenceText(text.slice(open + 1, close)));
			open = text.indexOf(OPEN, close);
		}
	});
	return found;
}

/** Every reference in a value, each once. */
export function distinctReferences(value: JsonValue): Reference[] {
	return [...new Map(referencesIn(value).map((reference) => [referenceText(reference), reference])).values()];
}

function walkStrings(value: JsonValue, visit: (text: string) => void): void {
	if (typeof value === "string") {
		if (containsReference(value)) visit(value);
	} else if (isJsonArray(value)) for (const item of value) walkStrings(item, visit);
	else if (isJsonObject(value)) for (const item of Object.values(value)) walkStrings(item, visit);
}

/** Replaces tokens for which `lookup` knows the value; the others stay. Returns the same object when nothing was replaced. */
export function resolveReferences<V extends JsonValue>(value: V, lookup: (reference: Reference) => string | undefined): V {
	return mapStrings(value, (text) =>
		text.replaceAll(TOKEN, (token, inner: string) => lookup(parseReferenceText(inner)) ?? token),
	) as V;
}

/** The value as a person may read it: tokens become `${Kind/name}`. */
export function printReferences<V extends JsonValue>(value: V): V {
	return mapStrings(value, (text) => text.replaceAll(TOKEN, (_, inner: string) => `\${${inner}}`)) as V;
}

function mapStrings(value: JsonValue, change: (text: string) => string): JsonValue {
	if (typeof value === "string") return containsReference(value) ? change(value) : value;
	if (isJsonArray(value)) {
		const items = value.map((item) => mapStrings(item, change));
		return items.some((item, index) => item !== value[index]) ? items : value;
	}
	if (isJsonObject(value)) {
		let changed = false;
		const members: Record<string, JsonValue> = {};
		for (const [key, item] of Object.entries(value)) {
			const next = mapStrings(item, change);
			members[key] = next;
			changed ||= next !== item;
		}
		return changed ? members : value;
	}
	return value;
}

/**
 * Parameters as a plan holds them: a string that is one reference becomes `{"$ref": "Kind/name"}`, a string with
 * references in it `{"$join": ["text", {"$ref": …}, …]}`; apply puts the identifiers in.
 */
export function toPlaceholders(value: JsonValue): JsonValue {
	if (typeof value === "string") {
		if (!containsReference(value)) return value;
		const pieces: JsonValue[] = [];
		let at = 0;
		for (const match of value.matchAll(TOKEN)) {
			if (match.index > at) pieces.push(value.slice(at, match.index));
			pieces.push({ $ref: match[1] ?? "" });
			at = match.index + match[0].length;
		}
		if (at < value.length) pieces.push(value.slice(at));
		const only = pieces[0];
		return pieces.length === 1 && only !== undefined ? only : { $join: pieces };
	}
	if (isJsonArray(value)) return value.map(toPlaceholders);
	if (isJsonObject(value)) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toPlaceholders(item)]));
	return value;
}

/** The inverse of `toPlaceholders` with identifiers put in. `lookup` must know every reference; it may throw. */
export function fillPlaceholders(value: JsonValue, lookup: (referenceText: string) => string): JsonValue {
	if (isJsonArray(value)) return value.map((item) => fillPlaceholders(item, lookup));
	if (!isJsonObject(value)) return value;
	const keys = Object.keys(value);
	if (keys.length === 1) {
		const reference = value["$ref"];
		if (typeof reference === "string") return lookup(reference);
		const pieces = value["$join"];
		if (isJsonArray(pieces)) return pieces.map((piece) => fillPlaceholders(piece, lookup)).join("");
	}
	return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillPlaceholders(item, lookup)])) as JsonObject;
}

/** The references a placeholder value still waits for, as reference texts. */
export function placeholdersIn(value: JsonValue): string[] {
	if (isJsonArray(value)) return value.flatMap(placeholdersIn);
	if (!isJsonObject(value)) return [];
	const reference = value["$ref"];
	if (typeof reference === "string" && Object.keys(value).length === 1) return [reference];
	return Object.values(value).flatMap(placeholdersIn);
}
