// Laws of documents that are written in pieces: together they are what would have been written at once.
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { JsonValue } from "../../src/base/json.js";
import { jsonPieces } from "../../src/base/json-pieces.js";

describe("a document in pieces", () => {
	test.each([0, 2])("is the text of the whole, indented by %i", (indent) => {
		fc.assert(
			fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
				const written = JSON.stringify(value, null, indent);
				expect([...jsonPieces(value as JsonValue, indent)].join("")).toBe(written);
			}),
			{ numRuns: 500 },
		);
	});

	test("leaves out what is undefined, as the whole would", () => {
		const value = { a: undefined, b: [], c: { d: undefined }, e: { f: [1, { g: undefined }] } } as unknown as JsonValue;
		for (const indent of [0, 2]) expect([...jsonPieces(value, indent)].join("")).toBe(JSON.stringify(value, null, indent));
	});

	test("no piece is much longer than what one member holds", () => {
		const pieces = [...jsonPieces({ list: Array.from({ length: 10_000 }, (_, index) => ({ index, text: "x".repeat(100) })) })];
		expect(pieces.length).toBeGreaterThan(10);
		expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(1 << 17);
	});
});
