// Parameters that an activity does not have: a misspelt name would otherwise be no parameter at all, and say nothing.

import { objectSchema } from "../api/field.js";
import { activityRow, isActivityName, operations } from "../api/operations.js";
import type { JsonObject, JsonValue } from "../base/json.js";
import { isJsonArray, isJsonObject } from "../base/json.js";
import { didYouMean } from "../diagnostics/suggestion.js";
import { parametersOf } from "../language/environment/parameters.js";
import type { RequestProblem } from "./request.js";

/** The body of every activity type that the catalogue describes, as a schema. */
const BODIES: ReadonlyMap<string, JsonObject> = new Map(
	Object.keys(operations)
		.filter(isActivityName)
		.map(activityRow)
		.map(({ type, parameters }) => [type, objectSchema(parameters)]),
);

/**
 * What is wrong with the names in `params`. Of activities that the catalogue does not describe only those names are known that
 * policies read and we do: there, a name is wrong when it is one of them but for capitals and underscores.
 */
export function parameterNameProblems(type: string, params: JsonObject): readonly RequestProblem[] {
	const problems: RequestProblem[] = [];
	const body = BODIES.get(type);
	if (body !== undefined) look(params, body, type, ["params"], problems);
	else lookAlike(params, type, problems);
	return problems;
}

function look(
	value: JsonValue,
	schema: JsonValue | undefined,
	type: string,
	path: RequestProblem["path"],
	problems: RequestProblem[],
): void {
	if (!isJsonObject(schema)) return;
	if (isJsonArray(value)) {
		for (const [index, each] of value.entries()) look(each, schema["items"], type, [...path, index], problems);
		return;
	}
	const { properties } = schema;
	if (!isJsonObject(value) || !isJsonObject(properties)) return;
	for (const [name, each] of Object.entries(value)) {
		if (Object.hasOwn(properties, name)) look(each, properties[name], type, [...path, name], problems);
		else problems.push(unknown(name, Object.keys(properties), type, [...path, name]));
	}
}

function lookAlike(params: JsonObject, type: string, problems: RequestProblem[]): void {
	const known = [...new Set([...[...parametersOf(type)].map(camelCase), "signWith", "from"])];
	for (const name of Object.keys(params)) {
		const meant = known.find((each) => each !== name && folded(each) === folded(name));
		if (meant === undefined) continue;
		const message = `\`${type}\` has no parameter \`${name}\``;
		problems.push({ code: "Q3707", path: ["params", name], message, help: `did you mean \`${meant}\`?`, about: "key" });
	}
}

function unknown(name: string, known: readonly string[], type: string, path: RequestProblem["path"]): RequestProblem {
	const inside = path.slice(1, -1).filter((part) => typeof part === "string");
	const where = inside.length === 0 ? `\`${type}\`` : `\`${inside.join(".")}\` of \`${type}\``;
	const help =
		didYouMean(name, known) ??
		(known.length === 0 ? "leave it out: it has none" : `it has ${known.map((each) => `\`${each}\``).join(", ")}`);
	return { code: "Q3707", path, message: `${where} has no parameter \`${name}\``, help, about: "key" };
}

/** `sign_with` is sent as `signWith`. */
const camelCase = (name: string): string => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const folded = (name: string): string => name.replaceAll(/[_-]/g, "").toLowerCase();
