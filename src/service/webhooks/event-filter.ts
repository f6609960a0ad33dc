// Which events of its type a subscription wants: the criteria in its `filtersJson`. The service documents them as opaque
// JSON, so the language is our choice: an object whose members are fields of the event's body, all of which must have the
// value given, or one of the values when it is a list. A path into the body is written with dots.
import { isJsonArray, isJsonObject, type JsonObject, type JsonPrimitive, type JsonValue } from "../../base/json.js";

/** What is wrong with criteria; undefined when they can be stored. */
export function filterProblem(filtersJson: string): string | undefined {
	const criteria = readCriteria(filtersJson);
	if (criteria === undefined) return "expected a JSON object";
	for (const [field, wanted] of Object.entries(criteria)) {
		const plain = isJsonArray(wanted) ? wanted.every(isPrimitive) : isPrimitive(wanted);
		if (!plain) return `\`${field}\` must be a value or a list of values to be equal to`;
	}
	return undefined;
}

/** Whether a body meets criteria; null and the empty text are none. */
export function meetsFilter(filtersJson: string | null, body: JsonObject): boolean {
	if (filtersJson === null || filtersJson === "") return true;
	const criteria = readCriteria(filtersJson);
	if (criteria === undefined) return false;
	return Object.entries(criteria).every(([field, wanted]) => {
		const value = valueAt(body, field);
		return isJsonArray(wanted) ? wanted.some((each) => each === value) : wanted === value;
	});
}

function readCriteria(text: string): JsonObject | undefined {
	if (text === "") return {};
	try {
		const value: unknown = JSON.parse(text);
		return isJsonObject(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

function isPrimitive(value: JsonValue): value is JsonPrimitive {
	return value === null || typeof value !== "object";
}

/** What is not there is null: the service does not tell the two apart. */
function valueAt(body: JsonObject, path: string): JsonValue {
	let value: JsonValue = body;
	for (const name of path.split(".")) {
		if (isJsonArray(value)) value = value[Number(name)] ?? null;
		else if (isJsonObject(value) && Object.hasOwn(value, name)) value = value[name] ?? null;
		else return null;
	}
	return value;
}
