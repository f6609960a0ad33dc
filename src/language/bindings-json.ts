// Bindings from JSON, where integers beyond 2^53, timestamps and values that were not set need a spelling: the declared type
// says how a text is read, and `{"$int": "123"}`, `{"$notUsed": true}` say it where there is no type.
import type { JsonObject, JsonValue } from "../base/json.js";
import { isJsonArray, isJsonObject } from "../base/json.js";
import { type Binding, type Bindings, notUsed } from "./bindings.js";
import { roots } from "./environment/roots.js";
import type { Type } from "./environment/type.js";
import { nanosOf, readInstant } from "./instant.js";
import { type Slot, slots } from "./slot.js";

/** A place in the JSON, as in `eth.tx.value`, and what is wrong there. */
export interface BindingProblem {
	readonly path: string;
	readonly message: string;
	/** The root or field that there is not, and those that there are. */
	readonly name?: string;
	readonly known?: readonly string[];
}

/**
 * Reads the bindings of one slot, or of all when none is given. A root of two parts may be written as one member, `eth.tx`.
 * Members that are no roots or fields are problems, so that a misspelt one is not silently absent; null is absent.
 */
export function readBindings(
	json: JsonValue,
	slot?: Slot,
): { readonly bindings: Bindings; readonly problems: readonly BindingProblem[] } {
	const problems: BindingProblem[] = [];
	const bindings: Record<string, Binding> = {};
	if (!isJsonObject(json)) {
		return { bindings, problems: [{ path: "", message: "expected an object with a member for each root" }] };
	}
	const known = new Map((slot === undefined ? slots : [slot]).flatMap((each) => [...roots[each]]));
	for (const [name, value] of Object.entries(joined(json))) {
		const root = known.get(name);
		if (value === null) continue;
		if (root === undefined) problems.push({ path: name, message: `\`${name}\` is not a root`, name, known: [...known.keys()] });
		else {
			const binding = read(value, root.type, name, problems);
			if (binding !== undefined) bindings[name] = binding;
		}
	}
	return { bindings, problems };
}

/** Members such as `eth.tx` put where they belong. */
function joined(json: JsonObject): JsonObject {
	if (!Object.keys(json).some((name) => name.includes("."))) return json;
	const members: Record<string, JsonValue> = {};
	for (const [name, value] of Object.entries(json)) {
		const dot = name.indexOf(".");
		const group = dot === -1 ? name : name.slice(0, dot);
		const before = Object.hasOwn(members, group) ? members[group] : undefined;
		const inner = dot === -1 ? value : { [name.slice(dot + 1)]: value };
		define(members, group, isJsonObject(before) && isJsonObject(inner) ? { ...before, ...inner } : inner);
	}
	return members;
}

/** Deeper values are refused: no request nests that far, and reading must not exhaust the stack. Our choice. */
const deepest = 100;

function read(json: JsonValue, type: Type, path: string, problems: BindingProblem[], depth = 0): Binding | undefined {
	if (isJsonObject(json) && json.$notUsed === true) return notUsed;
	const wrong = (expected: string): undefined => {
		problems.push({ path, message: `expected ${expected}, found ${describe(json)}` });
		return undefined;
	};
	switch (type.kind) {
		case "string":
			return typeof json === "string" ? json : wrong("a string");
		case "bool":
			return typeof json === "boolean" ? json : wrong("true or false");
		case "int":
		case "uint":
			return readInteger(json) ?? wrong("an integer, as a number or as a string of digits");
		case "timestamp":
			return readTime(json) ?? wrong("a timestamp as in `2030-01-31T00:00:00Z`, or milliseconds since the epoch");
		case "list":
			if (!isJsonArray(json)) return wrong("a list");
			return json
				.map((each, index) => read(each, type.element, `${path}[${index}]`, problems, depth + 1))
				.filter((each) => each !== undefined);
		case "map":
		case "struct":
		case "namespace":
			if (!isJsonObject(json)) return wrong("an object");
			return readMembers(Object.entries(json), type, path, problems, depth + 1);
		default:
			return readDynamic(json, path, problems, depth);
	}
}

function readMembers(
	members: readonly (readonly [string, JsonValue])[],
	type: Type,
	path: string,
	problems: BindingProblem[],
	depth: number,
): Binding {
	const record: Record<string, Binding> = {};
	for (const [name, value] of members) {
		if (value === null) continue;
		const place = `${path}.${name}`;
		const fields = type.kind === "struct" ? type.struct.fields : type.kind === "namespace" ? type.members : undefined;
		const inner = fields === undefined ? (type.kind === "map" ? type.value : undefined) : fields.get(name)?.type;
		if (inner === undefined) {
			problems.push({ path: place, message: `\`${path}\` has no field \`${name}\``, name, known: [...(fields?.keys() ?? [])] });
			continue;
		}
		const binding = read(value, inner, place, problems, depth);
		if (binding !== undefined) define(record, name, binding);
	}
	return record;
}

/** Sets an own member, whatever its name. */
function define<V>(record: Record<string, V>, name: string, value: V): void {
	Object.defineProperty(record, name, { value, enumerable: true, writable: true, configurable: true });
}

function readInteger(json: JsonValue): bigint | undefined {
	if (typeof json === "number" && Number.isSafeInteger(json)) return BigInt(json);
	const digits = isJsonObject(json) ? json.$int : json;
	return typeof digits === "string" && /^-?[0-9]{1,90}$/.test(digits) ? BigInt(digits) : undefined;
}

function readTime(json: JsonValue): bigint | undefined {
	if (typeof json === "number" && Number.isFinite(json)) return nanosOf(json);
	const read = typeof json === "string" ? readInstant(json) : undefined;
	return read?.ok === true ? read.nanos : undefined;
}

function readDynamic(json: JsonValue, path: string, problems: BindingProblem[], depth: number): Binding | undefined {
	if (depth > deepest) {
		problems.push({ path: path.slice(0, 80), message: "the value is nested too deeply" });
		return undefined;
	}
	if (typeof json === "string" || typeof json === "boolean") return json;
	if (isJsonArray(json)) {
		return json
			.map((each, index) => readDynamic(each, `${path}[${index}]`, problems, depth + 1))
			.filter((each) => each !== undefined);
	}
	const integer = readInteger(json);
	if (integer !== undefined) return integer;
	if (isJsonObject(json)) {
		if (json.$notUsed === true) return notUsed;
		const record: Record<string, Binding> = {};
		for (const [name, value] of Object.entries(json)) {
			const binding = value === null ? undefined : readDynamic(value, `${path}.${name}`, problems, depth + 1);
			if (binding !== undefined) define(record, name, binding);
		}
		return record;
	}
	problems.push({ path, message: `expected a value, found ${describe(json)}; write large integers as {"$int": "…"}` });
	return undefined;
}

function describe(json: JsonValue): string {
	if (json === null) return "null";
	if (isJsonArray(json)) return "a list";
	if (isJsonObject(json)) return "an object";
	return typeof json === "string" ? `\`${json.slice(0, 40)}\`` : String(json);
}
