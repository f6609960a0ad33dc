// Comments of a document: all of them, at their places, and nothing that only looks like one.
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { commentsIn } from "../../../src/manifest/comments.js";

describe("comments", () => {
	test("are found wherever YAML has them, with their places", () => {
		const text = [
			"# first",
			"a: 1 # after a value",
			"b: # after a key",
			"  - x#y",
			"  #   indented   ",
			'  - "# quoted"',
			"c: | # in a header",
			"  # in a block",
			"d: { e: 1, # in a flow",
			"  f: 2 }",
			"g: plain",
			"  # ends it",
		].join("\n");
		const found = commentsIn(text);
		expect(found.map((each) => each.text.trim())).toEqual([
			"first",
			"after a value",
			"after a key",
			"indented",
			"in a header",
			"in a flow",
			"ends it",
		]);
		for (const { text: inner, range } of found) expect(text.slice(range.start, range.end)).toBe(`#${inner}`);
	});

	test("are found with either line end", () => {
		expect(commentsIn("a: 1 # one\r\n# two\r\nb: 2\r\n").map((each) => each.text)).toEqual([" one", " two"]);
	});

	test("reading them never fails, whatever the text is, and their places are in it", () => {
		const line = fc.constantFrom(
			"# c",
			"a: 1 # d",
			"- x",
			"  |",
			"a: |",
			"  # e",
			'"',
			"'",
			"{",
			"}",
			"]",
			"? ",
			"&a *b",
			"\t#",
			"---",
			"\u001f# x",
		);
		fc.assert(
			fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
				const text = lines.join("\n");
				for (const { text: inner, range } of commentsIn(text)) expect(text.slice(range.start, range.end)).toBe(`#${inner}`);
			}),
		);
	});
});
