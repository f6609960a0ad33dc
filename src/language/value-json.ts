// A value as JSON, the way back from `bindings-json`: integers that a JSON reader would round are texts.
import type { JsonValue } from "../base/json.js";
import { type Binding, notUsed } from "./bindings.js";
import type { Type } from "./environment/type.js";
import { describeInstant } from "./instant.js";
import { nothing, type Value } from "./value.js";

/** An integer as a number while that is exact, and as a text of digits beyond. */
export function integerJson(value: bigint): number | string {
	const number = Number(value);
	return Number.isSafeInteger(number) ? number : value.toString();
}

/** What an expression gave, as JSON. A value that is not there is null. */
export function valueJson(value: Value, type?: Type): JsonValue {
	if (typeof value === "bigint") return type?.kind === "timestamp" ? describeInstant(value) : integerJson(value);
	return value === nothing ? null : bindingJson(value as Binding);
}

function bindingJson(binding: Binding): JsonValue {
	if (typeof binding === "bigint") return integerJson(binding);
	if (binding === notUsed) return null;
	if (typeof binding !== "object") return binding;
	if (Array.isArray(binding)) return binding.map(bindingJson);
	return Object.fromEntries(Object.entries(binding).map(([name, each]) => [name, bindingJson(each)]));
}
