// Equality of JSON values by meaning: the order of members does not count, a member that is undefined is not there.
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "./json.js";

export function equalJson(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
	if (a === b) return true;
	if (isJsonArray(a)) {
		if (!isJsonArray(b) || a.length !== b.length) return false;
		for (let index = 0; index < a.length; index += 1) if (!equalJson(a[index], b[index])) return false;
		return true;
	}
	return isJsonObject(a) && isJsonObject(b) && equalMembers(a, b);
}

function equalMembers(a: JsonObject, b: JsonObject): boolean {
	let members = 0;
	for (const key of Object.keys(a)) {
		const left = a[key];
		if (left === undefined) continue;
		members += 1;
		// What `b` only inherits is no JSON value, or is one member too many for the count below.
		const right = b[key];
		if (left !== right && !equalJson(left, right)) return false;
	}
	for (const key of Object.keys(b)) if (b[key] !== undefined) members -= 1;
	return members === 0;
}
