// One text for one value: members sorted by code unit, no white space, so that equal values have equal digests.
import type { JsonValue } from "./json.js";
import { isJsonArray, isJsonObject } from "./json.js";

/**
 * The canonical text of a JSON value (the member order and number form of RFC 8785; strings as `JSON.stringify` writes them).
 * Members whose value is `undefined` are left out, as `JSON.stringify` does.
 */
export function canonicalJson(value: JsonValue): string {
	const ordered = inOrder(value);
	return ordered === undefined ? writeSorted(value) : JSON.stringify(ordered);
}

/**
 * The value with the members of every object in order, itself when they are, so that writing it can be left to the
 * platform, which is several times faster. Undefined when an object cannot be ordered: in
 * JavaScript's objects keys that look like integers always come first, and `__proto__` cannot be assigned.
 */
function inOrder(value: JsonValue): JsonValue | undefined {
	if (isJsonArray(value)) {
		let items: JsonValue[] | undefined;
		for (let index = 0; index < value.length; index += 1) {
			const item = value[index] as JsonValue;
			if (typeof item !== "object" || item === null) continue;
			const ordered = inOrder(item);
			if (ordered === undefined) return undefined;
			if (ordered === item) continue;
			items ??= [...value];
			items[index] = ordered;
		}
		return items ?? value;
	}
	if (!isJsonObject(value)) return value;
	const keys = Object.keys(value);
	let sorted = true;
	let previous = "";
	for (const key of keys) {
		const first = key.charCodeAt(0);
		if ((first >= 48 && first <= 57) || key === "__proto__") return undefined;
		if (key < previous) sorted = false;
		previous = key;
	}
	let members: Record<string, JsonValue> | undefined = sorted ? undefined : {};
	for (const key of sorted ? keys : keys.sort()) {
		const member = value[key] as JsonValue | undefined;
		const ordered = typeof member === "object" && member !== null ? inOrder(member) : member;
		if (member !== undefined && ordered === undefined) return undefined;
		if (members === undefined && ordered !== member) members = { ...value };
		if (members !== undefined && ordered !== undefined) members[key] = ordered;
	}
	return members ?? value;
}

function writeSorted(value: JsonValue): string {
	if (isJsonArray(value)) return `[${value.map(writeSorted).join(",")}]`;
	if (!isJsonObject(value)) return JSON.stringify(value);
	let text = "";
	for (const key of Object.keys(value).sort()) {
		const member = value[key];
		if (member === undefined) continue;
		text += `${text === "" ? "" : ","}${JSON.stringify(key)}:${writeSorted(member)}`;
	}
	return `{${text}}`;
}

/** Code-unit order, the order every sorted list of ours has; `localeCompare` would depend on the machine. */
export function compareText(a: string, b: string): number {
	return a < b ? -1 : a > b ? 1 : 0;
}
