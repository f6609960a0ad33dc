// Small steps that several kinds take between a spec, as an author wrote it, and attributes, as we compare them.
import type { JsonObject, JsonValue } from "../base/json.js";
import { isJsonObject } from "../base/json.js";
import type { SpecFinding } from "./kind.js";

export function stringAt(object: JsonObject, key: string): string | undefined {
	const value = object[key];
	return typeof value === "string" ? value : undefined;
}

export function booleanAt(object: JsonObject, key: string): boolean | undefined {
	const value = object[key];
	return typeof value === "boolean" ? value : undefined;
}

export function numberAt(object: JsonObject, key: string): number | undefined {
	const value = object[key];
	return typeof value === "number" ? value : undefined;
}

export function stringsAt(object: JsonObject, key: string): readonly string[] {
	const value = object[key];
	return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
}

export function objectsAt(object: JsonObject, key: string): readonly JsonObject[] {
	const value = object[key];
	return Array.isArray(value) ? value.filter((item): item is JsonObject => isJsonObject(item)) : [];
}

/**
 * An expression or note in its comparable form. A block scalar ends in a line break the author did not mean, and the
 * service gives null, absent and "" for the same thing: all of these become absent. Inner text is kept to the letter.
 */
export function normaliseText(text: string | undefined): string | undefined {
	if (text === undefined || /^\S(?:.*\S)?$/.test(text)) return text;
	const lines = text.replaceAll("\r\n", "\n").trimEnd();
	// Blank lines at the start go, the indentation of the first line that says something stays.
	const first = lines.search(/[^ \t\n]/);
	return first === -1 ? undefined : lines.slice(lines.lastIndexOf("\n", first) + 1);
}

/** The object without its undefined members, so that absent has one form. */
export function present(members: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
	const kept: Record<string, JsonValue> = {};
	for (const key in members) {
		const value = members[key];
		if (value !== undefined) kept[key] = value;
	}
	return kept;
}

/** Only the members an update has to send: those that changed. */
export function onlyChanged(
	changed: ReadonlySet<string>,
	members: Readonly<Record<string, readonly [parameter: string, value: JsonValue | undefined]>>,
): JsonObject {
	const sent: Record<string, JsonValue> = {};
	for (const [attribute, [parameter, value]] of Object.entries(members)) {
		if (changed.has(attribute) && value !== undefined) sent[parameter] = value;
	}
	return sent;
}

/** A name the service would refuse. Our reading of its undocumented label rule: 1 to 255 printable characters. */
export function checkName(name: string, limit: number): SpecFinding[] {
	if (name.length <= limit) return [];
	return [
		{
			code: "Q2301",
			severity: "error",
			path: ["metadata", "name"],
			message: `the name is ${name.length} characters long, at most ${limit} are accepted`,
			help: "shorten the name",
		},
	];
}
