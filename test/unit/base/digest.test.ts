import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { digestOf, digestOfDocument } from "../../../src/base/digest.js";
import type { JsonObject } from "../../../src/base/json.js";

describe("the digest of a document", () => {
	test("is that of its canonical text, however it is made", () => {
		const document = fc
			.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 }))
			.map((each) => JSON.parse(JSON.stringify(each)) as JsonObject);
		fc.assert(fc.property(document, (value) => expect(digestOfDocument(value)).toBe(digestOf(value))));
	});

	test("leaves out what is undefined, as the text does", () => {
		const value = { b: { x: undefined, y: [] }, a: undefined, c: {} } as unknown as JsonObject;
		expect(digestOfDocument(value)).toBe(digestOf(value));
		expect(digestOfDocument({})).toBe(digestOf({}));
	});
});
