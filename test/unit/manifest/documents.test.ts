// Cutting files into documents, and finding the files.
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { parseAllDocuments } from "yaml";
import { splitDocuments, textOf } from "../../../src/manifest/documents.js";
import { decode, sourceFile } from "../../../src/manifest/source-file.js";

const split = (text: string, path = "a.yaml"): string[] => splitDocuments(sourceFile(path, text)).documents.map(textOf);

describe("splitDocuments", () => {
	test("cuts at markers, and leaves out what says nothing", () => {
		expect(split("a: 1\n---\nb: 2\n")).toEqual(["a: 1\n", "b: 2\n"]);
		expect(split("---\na: 1\n...\n---\nb: 2\n--- # end\n")).toEqual(["a: 1\n", "b: 2\n"]);
		expect(split("# head\n---\n\n# only remarks\n---\na: 1\n---")).toEqual(["a: 1\n"]);
		expect(split("a: |\n  ---\n  x\n")).toEqual(["a: |\n  ---\n  x\n"]);
		expect(split("--- { a: 1 }\n--- x\r\n")).toEqual(["--- { a: 1 }\n", "--- x\r\n"]);
		expect(split("---a: 1\n....\n")).toEqual(["---a: 1\n....\n"]);
		expect(split("")).toEqual([]);
		expect(split(" \n\n# nothing")).toEqual([]);
	});

	test("knows where the first word of a document stands", () => {
		const { documents } = splitDocuments(sourceFile("a.yaml", "# head\n\n  a: 1\n--- {b: 2}\n"));
		expect(documents.map((each) => each.content)).toEqual([
			{ line: 3, column: 3, offset: 10 },
			{ line: 4, column: 5, offset: 19 },
		]);
	});

	test("finds directives, and takes a JSON file as one document", () => {
		expect(splitDocuments(sourceFile("a.yaml", "%YAML 1.1\n---\na: 1\n%X\n")).directives).toEqual([0, 19]);
		const json = '\n {\n"a": "\n---\n"}';
		expect(split(json, "a.JSON")).toEqual([json]);
		expect(splitDocuments(sourceFile("a.json", json)).documents[0]?.content).toEqual({ line: 2, column: 2, offset: 2 });
	});

	test("sees the documents that the YAML library sees", () => {
		const line = fc.constantFrom("a: 1", "b: x", "---", "--- # c", "...", "# remark", "", "  c: 2", "--- d: 3", "- e");
		fc.assert(
			fc.property(fc.array(line, { maxLength: 10 }), (lines) => {
				const text = lines.join("\n");
				const whole = parseAllDocuments(text, { logLevel: "silent" });
				if (!Array.isArray(whole) || whole.some((each) => each.errors.length > 0)) return;
				const values = whole.map((each): unknown => each.toJS()).filter((value) => value !== null);
				const parts = split(text).map((each): unknown => {
					const [document] = parseAllDocuments(each, { logLevel: "silent" });
					return document?.toJS();
				});
				expect(parts).toEqual(values);
			}),
			{ numRuns: 2000 },
		);
	});
});

describe("decode", () => {
	test("finds the first byte that is not UTF-8, wherever it stands", () => {
		fc.assert(
			fc.property(
				fc.string({ unit: "grapheme", maxLength: 30 }),
				fc.string({ unit: "grapheme", maxLength: 10 }),
				fc.constantFrom(0xff, 0xc3, 0x80, 0xe2, 0xf5),
				(before, after, byte) => {
					const head = Buffer.from(before);
					const { file, diagnostics } = decode("a.yaml", Buffer.concat([head, Buffer.from([byte, 0x28]), Buffer.from(after)]));
					if (before.startsWith("\ufffe") || before.startsWith("\ufeff")) return;
					expect(file).toBeUndefined();
					const lines = before.split("\n");
					expect(diagnostics[0]).toMatchObject({ code: "Q1007", message: expect.stringContaining(`byte ${head.length} `) });
					expect(diagnostics[0]?.span?.start).toMatchObject({ line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 });
				},
			),
		);
	});
});
