// One text for one value, however its members are ordered.
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { canonicalJson } from "../../src/base/canonical-json.js";
import type { JsonValue } from "../../src/base/json.js";
import { isJsonArray, isJsonObject } from "../../src/base/json.js";

/** The definition, written for clarity. */
function defined(value: JsonValue): string {
	if (isJsonArray(value)) return `[${value.map(defined).join(",")}]`;
	if (!isJsonObject(value)) return JSON.stringify(value);
	const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
	return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${defined(member)}`).join(",")}}`;
}

function shuffled(value: JsonValue): JsonValue {
	if (isJsonArray(value)) return value.map(shuffled);
	if (!isJsonObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value)
			.reverse()
			.map(([key, member]) => [key, shuffled(member)]),
	);
}

const key = fc.oneof(fc.string({ maxLength: 4 }), fc.constantFrom("a", "b", "c", "1", "10", "2", "__proto__", "constructor", ""));
const { value: json } = fc.letrec<{ value: JsonValue; list: JsonValue[]; map: Record<string, JsonValue> }>((tie) => ({
	value: fc.oneof(
		{ depthSize: "small" },
		fc.string(),
		fc.double({ noNaN: true, noDefaultInfinity: true }),
		fc.boolean(),
		fc.constant(null),
		tie("list"),
		tie("map"),
	),
	list: fc.array(tie("value"), { maxLength: 4 }),
	map: fc.array(fc.tuple(key, tie("value")), { maxLength: 5 }).map((entries) => Object.fromEntries(entries)),
}));

describe("canonicalJson", () => {
	test("writes every value as its definition says", () => {
		fc.assert(
			fc.property(json, (value) => {
				expect(canonicalJson(value)).toBe(defined(value));
				expect(canonicalJson(shuffled(value))).toBe(defined(value));
				expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
			}),
			{ numRuns: 2000 },
		);
	});

	test("leaves undefined members out and the value as it was", () => {
		const value = { b: [{ d: 1, c: undefined }], a: undefined } as unknown as JsonValue;
		expect(canonicalJson(value)).toBe('{"b":[{"d":1}]}');
		expect(Object.keys(value as object)).toEqual(["b", "a"]);
	});
});
