// Which resources a past activity concerned: the identifiers its intent names and those its result made.
import type { Activity } from "../api/activity.js";
import type { JsonObject } from "../base/json.js";
import { isJsonObject } from "../base/json.js";

/** Values of these members (a string or a list of strings) in the one intent object and the one result object. */
export function touchedIdentifiers(activity: Activity, members: readonly string[]): string[] {
	const found = new Set<string>();
	for (const holder of [activity.intent, activity.result]) {
		for (const inner of Object.values(holder ?? {})) {
			if (isJsonObject(inner)) collect(inner, members, found);
		}
	}
	return [...found];
}

function collect(object: JsonObject, members: readonly string[], found: Set<string>): void {
	for (const member of members) {
		const value = object[member];
		for (const item of Array.isArray(value) ? value : [value]) if (typeof item === "string") found.add(item);
	}
}
