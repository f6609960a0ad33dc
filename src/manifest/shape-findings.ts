// What ajv says about a value, in our words: one finding per cause, with the slip it most likely is.
import type { ErrorObject } from "ajv/dist/2020.js";
import type { JsonObject, JsonValue } from "../base/json.js";
import { isJsonArray, isJsonObject } from "../base/json.js";
import type { Code } from "../diagnostics/codes.js";
import { closest } from "../diagnostics/suggestion.js";
import { MOST_FINDINGS } from "./yaml-document.js";

export type Path = readonly (string | number)[];

/** Something a schema refuses: about the key at the end of `path`, or about the value there. */
export interface ShapeFinding {
	readonly code: Code;
	readonly message: string;
	readonly help?: string;
	readonly path: Path;
	readonly about: "key" | "value";
}

/** Turns errors collected with `allErrors` and `verbose` into findings. `root` is the schema, for finding misplaced fields. */
export function shapeFindings(all: readonly ErrorObject[], value: JsonValue, root: JsonObject): ShapeFinding[] {
	const errors = all.slice(0, MOST_FINDINGS);
	const unknown = new Map<string, string[]>();
	for (const error of errors) {
		if (error.keyword !== "additionalProperties") continue;
		const key = String(error.params["additionalProperty"]);
		const found = unknown.get(error.instancePath);
		if (found) found.push(key);
		else unknown.set(error.instancePath, [key]);
	}
	const wrongType = new Set(errors.filter((each) => each.keyword === "type").map((each) => each.instancePath));
	const findings: ShapeFinding[] = [];
	for (const error of errors) {
		if (wrongType.has(error.instancePath) && error.keyword !== "type") continue;
		const finding = describe(error, pathOf(error.instancePath, value), unknown.get(error.instancePath) ?? [], root);
		if (finding !== undefined) findings.push(finding);
	}
	return findings;
}

function describe(error: ErrorObject, path: Path, unknown: readonly string[], root: JsonObject): ShapeFinding | undefined {
	const { params, data } = error;
	const here = (code: Code, message: string, help?: string): ShapeFinding => ({
		code,
		message,
		...(help === undefined ? {} : { help }),
		path,
		about: "value",
	});
	const field = fieldName(path);
	switch (error.keyword) {
		case "additionalProperties":
			return unknownField(String(params["additionalProperty"]), path, error, root);
		case "required": {
			const missing = String(params["missingProperty"]);
			// A misspelt key explains the missing one.
			if (unknown.some((key) => closest(key, [missing]) !== undefined)) return undefined;
			return here(
				"Q2007",
				`\`${missing}\` is missing${path.length === 0 ? "" : ` in ${field}`}`,
				`add \`${missing}:\` and its value`,
			);
		}
		case "type":
			return here(
				"Q2008",
				`${field} is ${describeValue(data)}, expected ${typeNames(params["type"])}`,
				typeHelp(data, params["type"]),
			);
		case "enum":
			return here(
				"Q2009",
				`${field} is ${describeValue(data)}, expected ${oneOf(params["allowedValues"])}`,
				suggestValue(data, params["allowedValues"]),
			);
		case "const":
			return here(
				path.length === 1 && path[0] === "apiVersion" ? "Q2005" : "Q2009",
				`${field} is ${describeValue(data)}, expected \`${String(params["allowedValue"])}\``,
				`write \`${String(params["allowedValue"])}\``,
			);
		case "minLength":
			return here("Q2010", `${field} is empty`, "write a value, or remove the field if it may be left out");
		case "minItems":
			return here("Q2010", `${field} has ${items(data)}, at least ${params["limit"]} needed`, "add an item");
		case "minProperties":
			return here("Q2010", `${field} is empty`, "add a member");
		case "minimum":
		case "maximum":
		case "exclusiveMinimum":
			return here(
				"Q2010",
				`${field} is ${String(data)}, expected a number ${String(params["comparison"])} ${String(params["limit"])}`,
			);
		case "uniqueItems": {
			const [i, j] = [Number(params["i"]), Number(params["j"])].sort((a, b) => a - b);
			const repeated = isJsonArray(data) ? describeValue(data[j ?? 0]) : "an item";
			return {
				...here("Q2013", `${field} lists ${repeated} twice`, `remove one of items ${(i ?? 0) + 1} and ${(j ?? 0) + 1}`),
				path: [...path, j ?? 0],
			};
		}
		case "pattern":
			if (error.propertyName !== undefined) {
				const form = isJsonObject(error.parentSchema) ? error.parentSchema["description"] : undefined;
				const help =
					typeof form === "string"
						? `keys are made of: ${form.charAt(0).toLowerCase()}${form.slice(1).replace(/\.$/, "")}`
						: undefined;
				const finding = here("Q2011", `\`${error.propertyName}\` cannot be a key of ${field}`, help);
				return { ...finding, path: [...path, error.propertyName], about: "key" };
			}
			return here("Q2011", `${field} is ${describeValue(data)}, which has not the form expected`);
		case "not": {
			const pair =
				isJsonObject(error.schema) && isJsonArray(error.schema["required"])
					? error.schema["required"].map((each) => `\`${String(each)}\``)
					: [];
			return here("Q2012", `${pair.join(" and ")} are both given, expected one of them`, `remove ${pair.join(" or ")}`);
		}
		default:
			// `if`, `allOf` and `propertyNames` only repeat what another error says.
			return undefined;
	}
}

function unknownField(key: string, path: Path, error: ErrorObject, root: JsonObject): ShapeFinding {
	const known = Object.keys(
		(isJsonObject(error.parentSchema) && isJsonObject(error.parentSchema["properties"]) && error.parentSchema["properties"]) ||
			{},
	);
	const meant = closest(key, known);
	const elsewhere = meant === undefined ? homeOf(key, path, root) : undefined;
	const help =
		meant !== undefined
			? `did you mean \`${meant}\`?`
			: elsewhere !== undefined
				? `\`${key}\` belongs ${elsewhere}`
				: `expected ${known.map((each) => `\`${each}\``).join(", ")}`;
	const where = path.length === 0 ? "" : ` in ${fieldName(path)}`;
	return { code: "Q2006", message: `unknown field \`${key}\`${where}`, help, path: [...path, key], about: "key" };
}

/** Where a field that is unknown here would be known: one level up or down. */
function homeOf(key: string, path: Path, root: JsonObject): string | undefined {
	const top = isJsonObject(root["properties"]) ? root["properties"] : {};
	if (path.length > 0 && Object.hasOwn(top, key)) return "at the top of the document";
	for (const [name, schema] of Object.entries(top)) {
		if (path[0] === name || !isJsonObject(schema) || !isJsonObject(schema["properties"])) continue;
		if (Object.hasOwn(schema["properties"], key)) return `under \`${name}\``;
	}
	return undefined;
}

function pathOf(pointer: string, root: JsonValue): Path {
	const path: (string | number)[] = [];
	let value: JsonValue | undefined = root;
	for (const part of pointer.split("/").slice(1)) {
		const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
		if (isJsonArray(value)) {
			path.push(Number(key));
			value = value[Number(key)];
		} else {
			path.push(key);
			value = isJsonObject(value) ? value[key] : undefined;
		}
	}
	return path;
}

/** `` `spec.rules[2].cidr` ``; the document itself for an empty path. */
function fieldName(path: Path): string {
	if (path.length === 0) return "the document";
	const text = path.map((each) => (typeof each === "number" ? `[${each}]` : `.${each}`)).join("");
	return `\`${text.replace(/^\./, "")}\``;
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
	string: "text",
	number: "a number",
	integer: "a whole number",
	boolean: "`true` or `false`",
	object: "a mapping",
	array: "a list",
	null: "nothing",
};

function typeNames(type: unknown): string {
	const names = (Array.isArray(type) ? type : String(type).split(",")).map((each) => TYPE_NAMES[String(each)] ?? String(each));
	return names.join(" or ");
}

/** A value as a sentence can hold it. */
export function describeValue(value: unknown): string {
	if (value === null || value === undefined) return "empty";
	if (typeof value === "string")
		return value === "" ? "an empty text" : `\`${value.length > 60 ? `${value.slice(0, 57)}...` : value}\``;
	if (typeof value === "number") return `the number ${value}`;
	if (typeof value === "boolean") return `the boolean ${value}`;
	return Array.isArray(value) ? "a list" : "a mapping";
}

function typeHelp(data: unknown, type: unknown): string | undefined {
	const wanted = String(type);
	if (wanted === "string" && (typeof data === "number" || typeof data === "boolean"))
		return `put it in quotes: "${String(data)}"`;
	if (data === null) return "write a value, or remove the field if it may be left out";
	if (wanted === "boolean" && typeof data === "string") {
		if (/^(?:yes|on|y|true)$/i.test(data)) return "write `true`";
		if (/^(?:no|off|n|false)$/i.test(data)) return "write `false`";
	}
	if ((wanted === "integer" || wanted === "number") && typeof data === "string" && /^[0-9]+$/.test(data))
		return "remove the quotes";
	if (wanted === "array") return "write a list: each item on a line of its own that starts with `- `";
	if (wanted === "object" && typeof data === "string" && /^[A-Za-z]+:\S/.test(data)) return "put a space after the colon";
	if (wanted === "object") return "write its members on the following lines, indented, as `key: value`";
	return undefined;
}

const oneOf = (values: unknown): string =>
	Array.isArray(values) ? values.map((each) => `\`${String(each)}\``).join(" or ") : "another value";

const items = (data: unknown): string =>
	isJsonArray(data) && data.length > 0 ? `${data.length} item${data.length === 1 ? "" : "s"}` : "no items";

/** The allowed value that was probably meant: another spelling, a shortened one (`ALLOW` for `EFFECT_ALLOW`), or a slip. */
function suggestValue(data: unknown, allowed: unknown): string | undefined {
	if (typeof data !== "string" || !Array.isArray(allowed)) return undefined;
	const candidates = allowed.map(String);
	const folded = data.toUpperCase().replaceAll(/[\s-]/g, "_");
	const meant =
		candidates.find((each) => each.toUpperCase() === folded) ??
		candidates.find((each) => folded.length > 1 && each.toUpperCase().endsWith(`_${folded}`)) ??
		closest(data, candidates);
	return meant === undefined ? undefined : `did you mean \`${meant}\`?`;
}
