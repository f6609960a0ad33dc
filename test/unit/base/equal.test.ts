import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { canonicalJson } from "../../../src/base/canonical-json.js";
import { equalJson } from "../../../src/base/equal.js";
import type { JsonValue } from "../../../src/base/json.js";

describe("equality by meaning", () => {
	test("is equality of the canonical text", () => {
		const value = fc.jsonValue({ maxDepth: 3 }).map((each) => JSON.parse(JSON.stringify(each)) as JsonValue);
		fc.assert(fc.property(value, value, (a, b) => expect(equalJson(a, b)).toBe(canonicalJson(a) === canonicalJson(b))));
		fc.assert(fc.property(value, (a) => expect(equalJson(a, JSON.parse(canonicalJson(a)) as JsonValue)).toBe(true)));
	});

	test("a member that is undefined is not there, and an inherited one neither", () => {
		expect(equalJson({ a: 1, b: undefined as never }, { a: 1 })).toBe(true);
		expect(equalJson({ toString: 1 }, {})).toBe(false);
		expect(equalJson({}, { toString: 1 })).toBe(false);
		expect(equalJson([], {})).toBe(false);
		expect(equalJson(null, {})).toBe(false);
	});
});
