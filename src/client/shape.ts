// Whether an answer has the members the catalogue promises. Members it does not know, and values of an enum it does not
// know, are let through: a service may grow. Compiled once per operation into closures, since answers can be long.
import type { Fields } from "../api/field.js";
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "../base/json.js";

/** Says what is wrong with a value, and where (`policies[3].policyName`); undefined when nothing is. */
type Check = (value: JsonValue | undefined) => Problem | undefined;

interface Problem {
	/** Dotted path below the checked value, `[n]` for items. */
	path: string;
	readonly message: string;
}

/** Checks an answer's value; undefined when it has everything, otherwise one sentence. */
export type ShapeCheck = (value: JsonObject) => string | undefined;

export function shapeCheck(fields: Fields): ShapeCheck {
	const members = Object.entries(fields).map(([name, field]) => [name, member(name, field.schema, field.required)] as const);
	const check = objectCheck(members);
	return (value) => {
		const problem = check(value);
		return problem === undefined ? undefined : `\`${problem.path.replace(/^\./, "")}\` ${problem.message}`;
	};
}

function member(name: string, schema: JsonObject, required: boolean): Check | undefined {
	// Timestamps come in several forms, and as null in records that have none; whoever reads one must cope anyway.
	if (isTimestamp(schema)) return undefined;
	const inner = valueCheck(schema);
	if (inner === undefined) return undefined;
	return (value) => {
		if (value === undefined || value === null) return required ? { path: `.${name}`, message: "is missing" } : undefined;
		const problem = inner(value);
		if (problem !== undefined) problem.path = `.${name}${problem.path}`;
		return problem;
	};
}

function valueCheck(schema: JsonObject): Check | undefined {
	const declared = schema["type"];
	const type = isJsonArray(declared) ? declared[0] : declared;
	if (type === "string" || type === "boolean") return typeCheck(type, (value) => typeof value === type);
	if (type === "integer") return typeCheck("whole number", (value) => Number.isInteger(value));
	if (type === "array") {
		const items = schema["items"];
		const item = isJsonObject(items) ? valueCheck(items) : undefined;
		return (value) => (isJsonArray(value) ? firstBadItem(value, item) : wrong("list"));
	}
	if (type !== "object") return undefined;
	const properties = schema["properties"];
	const required = schema["required"];
	const needed = new Set(isJsonArray(required) ? required : []);
	const members = Object.entries(isJsonObject(properties) ? properties : {}).map(
		([name, inner]) => [name, isJsonObject(inner) ? member(name, inner, needed.has(name)) : undefined] as const,
	);
	const check = objectCheck(members);
	return (value) => (isJsonObject(value) ? check(value) : wrong("object"));
}

function objectCheck(members: readonly (readonly [string, Check | undefined])[]): (value: JsonObject) => Problem | undefined {
	const checks = members.flatMap(([name, check]) => (check === undefined ? [] : [[name, check] as const]));
	return (value) => {
		for (const [name, check] of checks) {
			const problem = check(Object.hasOwn(value, name) ? value[name] : undefined);
			if (problem !== undefined) return problem;
		}
		return undefined;
	};
}

function firstBadItem(items: readonly JsonValue[], check: Check | undefined): Problem | undefined {
	if (check === undefined) return undefined;
	for (let index = 0; index < items.length; index += 1) {
		const problem = check(items[index]);
		if (problem !== undefined) {
			problem.path = `[${index}]${problem.path}`;
			return problem;
		}
	}
	return undefined;
}

const wrong = (expected: string): Problem => ({ path: "", message: `is not a ${expected}`.replace("a object", "an object") });

function typeCheck(expected: string, holds: (value: JsonValue | undefined) => boolean): Check {
	return (value) => (holds(value) ? undefined : wrong(expected));
}

function isTimestamp(schema: JsonObject): boolean {
	const properties = schema["properties"];
	return isJsonObject(properties) && Object.keys(properties).join() === "seconds,nanos";
}
