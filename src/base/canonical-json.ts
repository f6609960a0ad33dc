// One text for one value: members sorted by code unit, no white space, so that equal values have equal digests.
import type { JsonObject, JsonValue } from "./json.js";
import { isJsonArray } from "./json.js";

/**
 * The canonical text of a JSON value (the member order and number form of RFC 8785; strings as `JSON.stringify` writes them).
 * Members whose value is `undefined` are left out, as `JSON.stringify` does.
 */
export function canonicalJson(value: JsonValue): string {
	if (typeof value !== "object" || value === null) return JSON.stringify(value);
	let text = "";
	if (isJsonArray(value)) {
		for (const item of value) text += `${text === "" ? "" : ","}${canonicalJson(item ?? null)}`;
		return `[${text}]`;
	}
	for (const { key, written } of membersInOrder(value)) {
		const member = value[key];
		if (member !== undefined) text += `${text === "" ? "" : ","}${written}${canonicalJson(member)}`;
	}
	return `{${text}}`;
}

interface Member {
	readonly key: string;
	/** The key as text, with its colon. */
	readonly written: string;
}

/** Documents consist of many small objects of few forms, so the members of a form are put in order once. */
const LONGEST_FORM = 1000;
const MOST_FORMS = 1000;
const forms = new Map<string, readonly Member[]>();

function membersInOrder(object: JsonObject): readonly Member[] {
	const keys = Object.keys(object);
	const form = JSON.stringify(keys);
	if (form.length > LONGEST_FORM) return inOrder(keys);
	const known = forms.get(form);
	if (known) return known;
	const members = inOrder(keys);
	if (forms.size === MOST_FORMS) forms.clear();
	forms.set(form, members);
	return members;
}

function inOrder(keys: readonly string[]): readonly Member[] {
	return [...keys].sort().map((key) => ({ key, written: `${JSON.stringify(key)}:` }));
}

/** Code-unit order, the order every sorted list of ours has; `localeCompare` would depend on the machine. */
export function compareText(a: string, b: string): number {
	return a < b ? -1 : a > b ? 1 : 0;
}
