import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { Refusal } from "../../../src/service/refusal.js";
import { MAXIMUM_DEPTH, readBody } from "../../../src/service/request-body.js";

const read = (text: string) => readBody(Buffer.from(text));

function refusal(bytes: Uint8Array | string): Refusal {
	try {
		readBody(typeof bytes === "string" ? Buffer.from(bytes) : bytes);
	} catch (error) {
		if (error instanceof Refusal) return error;
		throw error;
	}
	throw new Error("not refused");
}

describe("readBody", () => {
	test("gives the text and its value", () => {
		expect(read('{"a": "\\u00e9", "b": {"a": 1}}')).toEqual({
			text: '{"a": "\\u00e9", "b": {"a": 1}}',
			value: { a: "é", b: { a: 1 } },
		});
	});

	test.each([
		["", "bad request body: it is empty, expected a JSON object"],
		["{", "bad request body: it is not valid JSON"],
		["\ufeff{}", "bad request body: it is not valid JSON"],
		["[]", "bad request body: expected a JSON object"],
		["null", "bad request body: expected a JSON object"],
		['{"a":1,"a":1}', "bad request body: member `a` is written twice"],
		['{"a":1,"\\u0061":1}', "bad request body: member `a` is written twice"],
		['{"x":[{"b":1 , "c":{}, "b" : 2}]}', "bad request body: member `b` is written twice"],
		['{"__proto__":{}}', "bad request body: member `__proto__` is not allowed"],
		['{"x":{"\\u005f_proto__":{}}}', "bad request body: member `__proto__` is not allowed"],
		[
			`{"x":${"[".repeat(MAXIMUM_DEPTH)}${"]".repeat(MAXIMUM_DEPTH)}}`,
			`bad request body: it is nested deeper than ${MAXIMUM_DEPTH} levels`,
		],
	])("refuses %j", (text, message) => {
		expect(refusal(text).body).toMatchObject({ code: 3, message, turnkeyErrorCode: "REQUEST_INVALID" });
	});

	test("refuses bytes that are not UTF-8", () => {
		expect(refusal(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])).message).toBe(
			"bad request body: it is not valid UTF-8",
		);
	});

	test("the same name in different objects, in strings and behind escaped quotes is no repetition", () => {
		const text = '{"a":{"b":1},"c":{"b":1},"d":"\\"a\\":1,\\\\","e":["a","a"]}';
		expect(read(text).value).toEqual(JSON.parse(text));
	});

	test("whatever JSON.stringify writes of an object is read back", () => {
		fc.assert(
			fc.property(
				fc.dictionary(
					fc.string().filter((each) => each !== "__proto__"),
					fc.jsonValue({ maxDepth: 6 }),
				),
				(value) => {
					const text = JSON.stringify(value);
					fc.pre(!text.includes("__proto__"));
					expect(read(text)).toEqual({ text, value: JSON.parse(text) });
				},
			),
		);
	});

	test("any text either reads or is refused as a bad request", () => {
		fc.assert(
			fc.property(fc.string({ unit: "binary" }), (text) => {
				try {
					read(text);
				} catch (error) {
					expect(error).toBeInstanceOf(Refusal);
				}
			}),
		);
	});
});
