// For every way to write a scalar, each character of its value is traced to the source characters it came from.
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Scalar } from "yaml";
import { Document, isMap, isScalar, Scalar as ScalarNode } from "yaml";
import { openDocumentTree } from "../../src/manifest/document-tree.js";
import { splitDocuments } from "../../src/manifest/documents.js";
import { scalarMap, sourceRange } from "../../src/manifest/scalar-map.js";
import { sourceFile } from "../../src/manifest/source-file.js";
import { readYamlDocument } from "../../src/manifest/yaml-document.js";

function onlyScalar(text: string): { readonly scalar: Scalar.Parsed; readonly text: string } | undefined {
	const { root, findings } = readYamlDocument(text);
	if (findings.length > 0 || !isMap(root)) return undefined;
	const value = root.items[0]?.value;
	return isScalar(value) && typeof value.value === "string" ? { scalar: value as Scalar.Parsed, text } : undefined;
}

/** Checks the map of `key: <scalar>` character by character; false when the text is no such thing. */
function checkMap(text: string, indent = 0): boolean {
	const found = onlyScalar(text);
	if (found === undefined) return false;
	const { scalar } = found;
	const value = String(scalar.value);
	const map = scalarMap(text, scalar, indent);
	if (map === undefined) throw new Error(`no map for ${JSON.stringify(text)}`);
	expect(map.starts).toHaveLength(value.length);
	let before = scalar.range[0];
	for (let unit = 0; unit < value.length; unit += 1) {
		const [start, end] = [map.starts[unit] ?? -1, map.ends[unit] ?? -1];
		const source = text.slice(start, end);
		const ordered = start >= before && end >= start && end <= scalar.range[1] + 1;
		before = start;
		const character = value[unit] ?? "";
		// Either the character itself, or one of the spellings that stand for it.
		const fits =
			source === character ||
			source.startsWith("\\") ||
			source === "''" ||
			(character === " " && /^\s+$/.test(source)) ||
			(character === "\n" && (/^[\r\n]/.test(source) || start >= text.length - 1));
		if (!ordered || !fits) expect({ text, unit, character, source, ordered, fits }).toBe("traced");
	}
	return true;
}

const words = fc
	.array(
		fc.oneof(
			{ weight: 5, arbitrary: fc.stringMatching(/^[a-z(){}=&'"\\.]{1,6}$/) },
			{
				weight: 2,
				arbitrary: fc.constantFrom(
					" ",
					"  ",
					"\n",
					"\n\n",
					"\n ",
					" \n",
					"\t",
					"\u{1F511}",
					"é",
					"\n\n\n",
					"'",
					"\u0007",
					"\u00a0",
					": ",
					" #",
				),
			},
		),
		{ maxLength: 14 },
	)
	.map((pieces) => pieces.join(""));

describe("scalarMap", () => {
	for (const type of ["PLAIN", "QUOTE_SINGLE", "QUOTE_DOUBLE", "BLOCK_LITERAL", "BLOCK_FOLDED"] as const) {
		test(`traces every character of ${type} text as the library writes it`, () => {
			let traced = 0;
			fc.assert(
				fc.property(words, fc.constantFrom(0, 20, 40), fc.boolean(), (value, lineWidth, crlf) => {
					const scalar = new ScalarNode(value);
					scalar.type = type;
					const document = new Document({ key: "" });
					document.set("key", scalar);
					const text = document.toString({ lineWidth });
					if (checkMap(crlf ? text.replaceAll("\n", "\r\n") : text)) traced += 1;
				}),
				{ numRuns: 1500 },
			);
			expect(traced).toBeGreaterThan(1000);
		});
	}

	test("traces text written by hand: indentation, chomping, folding, continuation", () => {
		const line = fc.tuple(
			fc.constantFrom("", "", "  ", " ", "    "),
			fc.constantFrom("", "a b", "c", "x  y ", "- z", "# h", "k: v", "it''s", '\\" e', "\\", "\\n"),
		);
		const open = fc.constantFrom(
			"|\n",
			">\n",
			"|-\n",
			">-\n",
			"|+\n",
			">+\n",
			"|2\n",
			">1\n",
			"|2-\n",
			">+2\n",
			"| # c\n",
			"",
			"'",
			'"',
			"\n  ",
			"\n    'a",
			'\n "a',
		);
		let traced = 0;
		fc.assert(
			fc.property(open, fc.array(line, { maxLength: 6 }), fc.constantFrom("", "\n", "\n\n", "\n  \n"), (start, lines, end) => {
				const quote = /['"]/.exec(start)?.[0] ?? "";
				const body = lines.map(([indent, content]) => `  ${indent}${content}`.replace(/^\s+$/, (all) => all)).join("\n");
				if (checkMap(`key: ${start}${quote === "" ? body : body.trimStart()}${quote}${end}`)) traced += 1;
			}),
			{ numRuns: 6000 },
		);
		expect(traced).toBeGreaterThan(1500);
	});

	test("a range becomes the text it was written as", () => {
		const text = 'key: "a\\u0062c\\\n   d"';
		const found = onlyScalar(text);
		const map = found && scalarMap(text, found.scalar, 0);
		expect(found?.scalar.value).toBe("abcd");
		const range = map && sourceRange(map, { start: 1, end: 3 });
		expect(range && text.slice(range.start, range.end)).toBe("\\u0062c");
		expect(map && sourceRange(map, { start: 4, end: 4 })).toEqual({ start: text.length - 1, end: text.length - 1 });
	});
});

describe("openDocumentTree", () => {
	const file = sourceFile(
		"a.yaml",
		[
			"# head",
			"---",
			"spec:",
			"  rules:",
			"    - cidr: 10.0.0.0/8",
			"      label: |",
			"        one",
			"        two # three",
			"    - { cidr: x }",
			"  none:",
			"",
		].join("\n"),
	);
	const slice = splitDocuments(file).documents[0];
	const shown = (path: readonly (string | number)[], about?: "key" | "value", range?: { start: number; end: number }): string => {
		if (slice === undefined) throw new Error("no document");
		const { start, end } = openDocumentTree(slice).span(path, about, range);
		return `${start.line}:${start.column} ${file.text.slice(start.offset, end.offset)}`;
	};

	test("answers with lines and columns of the file", () => {
		expect(shown(["spec", "rules", 0, "cidr"])).toBe("5:13 10.0.0.0/8");
		expect(shown(["spec", "rules", 0, "cidr"], "key")).toBe("5:7 cidr");
		expect(shown(["spec", "rules", 0, "label"], "value", { start: 4, end: 7 })).toBe("8:9 two");
		expect(shown(["spec", "rules", 1])).toBe("9:7 { cidr: x }");
		expect(shown(["spec", "rules", 0])).toBe("5:7 cidr: 10.0.0.0/8");
		expect(shown(["spec", "none"])).toBe("10:3 none");
	});

	test("answers with the surroundings for what is not there", () => {
		expect(shown(["spec", "missing", "deeper"])).toBe("3:1 spec");
		expect(shown(["metadata", "name"])).toBe("3:1 spec:");
		expect(shown([])).toBe("3:1 spec:");
	});
});
