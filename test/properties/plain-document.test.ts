// The quick reader may decline, but where it answers, the complete parser must give the same answer and have no complaint.
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { stringify } from "yaml";
import { readPlainDocument } from "../../src/manifest/plain-document.js";
import { readYamlDocument } from "../../src/manifest/yaml-document.js";

function agrees(text: string): boolean {
	const quick = readPlainDocument(text);
	if (quick === undefined) return false;
	const complete = readYamlDocument(text);
	expect({ text, findings: complete.findings, value: complete.value }).toEqual({ text, findings: [], value: quick });
	return true;
}

const key = fc.oneof(
	fc.constantFrom("apiVersion", "kind", "metadata", "name", "spec", "rules", "a", "b.c/d", "x-1", "null", "true", "on"),
	fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_.-]{0,8}$/),
);
const piece = fc.constantFrom(
	"approvers.count() >= 2",
	"'",
	'"',
	": ",
	" #",
	"#",
	"\n",
	"\n\n",
	"  ",
	" ",
	"x",
	"0x1f",
	"12",
	"1.5",
	"-",
	"- ",
	"{",
	"}",
	"[",
	"]",
	",",
	"&&",
	"!",
	"*",
	"%",
	"@",
	"|",
	">",
	"\\",
	"true",
	"null",
	"~",
	"word",
	"wört",
	"a: b",
	"?",
	"1e3",
	"2024-01-01",
	"10.0.0.0/8",
	"\u00a0",
	"\u2028",
);
const scalar = fc.oneof(
	fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join("")),
	fc.boolean(),
	fc.integer(),
	fc.constant(null),
	fc.constantFrom(
		"12",
		"0x10",
		"true",
		"~",
		"1_000",
		".5",
		"+1",
		"-1",
		"0o7",
		"1.",
		"inf",
		".inf",
		"1e5",
		"2020-01-01T00:00:00Z",
		"1:2",
		"e1",
	),
);
/** Mostly harmless, so that a fair share of the documents is within what the quick reader knows. */
const text = fc.oneof(
	{ weight: 4, arbitrary: fc.stringMatching(/^[a-z][a-z0-9 .=&>()'-]{0,20}$/) },
	{ weight: 1, arbitrary: scalar },
);
const { value: json } = fc.letrec((tie) => ({
	value: fc.oneof({ depthSize: "small" }, text, tie("list"), tie("map")),
	list: fc.array(tie("value"), { maxLength: 4 }),
	map: fc.dictionary(key, tie("value"), { maxKeys: 5, noNullPrototype: true }),
}));
const document = fc.dictionary(key, json, { minKeys: 1, maxKeys: 6, noNullPrototype: true });
const style = fc.record({
	indent: fc.constantFrom(2, 3, 4),
	indentSeq: fc.boolean(),
	lineWidth: fc.constantFrom(0, 20, 80),
	blockQuote: fc.constantFrom<true | "literal" | "folded">(true, "literal", "folded"),
	singleQuote: fc.constantFrom(null, true, false),
	flowCollectionPadding: fc.boolean(),
	collectionStyle: fc.constantFrom<"any" | "flow" | "block">("any", "block", "flow"),
});

describe("readPlainDocument", () => {
	test("answers like the complete parser on documents of every style", () => {
		let answered = 0;
		fc.assert(
			fc.property(document, style, fc.boolean(), (value, options, crlf) => {
				const text = stringify(value, options);
				if (agrees(crlf ? text.replaceAll("\n", "\r\n") : text)) answered += 1;
			}),
			{ numRuns: 3000 },
		);
		expect(answered).toBeGreaterThan(150);
	});

	test("answers like the complete parser, or declines, when a document is damaged", () => {
		const damage = fc.record({
			at: fc.nat(400),
			drop: fc.nat(3),
			insert: fc.oneof(
				piece,
				fc.constantFrom("\n  ", "\n ", "\n    ", ":", "", "'x'", "- a", "\n- ", "|\n", ">-\n", "\nkey: v\n", "  # c\n"),
			),
		});
		let answered = 0;
		fc.assert(
			fc.property(document, style, fc.array(damage, { minLength: 1, maxLength: 3 }), (value, options, damages) => {
				let text = stringify(value, options);
				for (const { at, drop, insert } of damages) {
					const place = at % (text.length + 1);
					text = text.slice(0, place) + insert + text.slice(place + drop);
				}
				// Only what splitting lets through: separators and directives never reach a reader.
				if (/^(?:---|\.\.\.|%)/m.test(text)) return;
				if (agrees(text)) answered += 1;
			}),
			{ numRuns: 6000 },
		);
		expect(answered).toBeGreaterThan(50);
	});

	test("answers like the complete parser, or declines, on lines put together at random", () => {
		const content = fc.constantFrom(
			"@:",
			"@:",
			"@:",
			"@: x",
			"@: x",
			"@: 'x y'",
			'@: "x"',
			"- x",
			"- x",
			"- @: 1",
			"- @:",
			"-",
			"- - x",
			"@: |",
			"@: >-",
			"@: >",
			"@: |-",
			"# note",
			"",
			"plain words",
			"@: { a: 1, b: [x, y] }",
			"@: []",
			"@: {}",
			"@: [a, 'b', 3] # c",
			"@: 3 # c",
			"- |",
			"- >-",
			"- { a: b }",
			"@: n: x",
			"@: |2",
			"@: |+",
			"@: [a",
			"]",
			"@: 'x",
			"@: -1",
			"@: true",
			"@: a #b",
			"@: a#b",
			"@:x",
			"@: {a: b}",
			"- # c",
			"@: # c",
			"  ",
			"@: 1.0",
			"- - ",
			"? k",
			": v",
			"@: [a, ]",
			"@: [, a]",
			"@: {a: 1,}",
			"@: { a }",
			"@: [a: b]",
			"'q': 1",
			"@: null",
			"@: ~",
			"a: again",
			"@: one two",
			"and more",
			"&& more",
			"more # c",
			"[ more",
			'@: "a\\"b\\\\c\\u00e9\\n"',
			'@: "\\u0000"',
			'@: "\\x41"',
			'@: "\\N\\B\\uE000"',
			'@: "\\ud83d"',
			"'more'",
			"12",
		);
		const line = fc.tuple(fc.constantFrom(0, 0, 0, 0, 2, 2, 1, -1, -2, -2, -4), content, fc.constantFrom("", "", "", " ", "  "));
		const lines = fc.array(line, { minLength: 1, maxLength: 8 }).map((all) => {
			let indent = 0;
			return all.map(([step, each, end], index) => {
				if (index > 0) indent = Math.max(0, indent + step);
				return " ".repeat(indent) + each.replaceAll("@", `k${index}`) + end;
			});
		});
		let answered = 0;
		fc.assert(
			fc.property(lines, fc.boolean(), (all, final) => {
				if (agrees(all.join("\n") + (final ? "\n" : ""))) answered += 1;
			}),
			{ numRuns: 10000 },
		);
		expect(answered).toBeGreaterThan(300);
	});

	test("answers for the documents people write", () => {
		const text = [
			"# yaml-language-server: $schema=policy.schema.json",
			"apiVersion: quorate/v1",
			"kind: Policy # a comment",
			"metadata:",
			"  name: Treasury signers",
			"  labels: { team: treasury, tier: 'one' }",
			"spec:",
			"  effect: EFFECT_ALLOW",
			"  consensus: >-",
			"    approvers.filter(u, u.tags.contains('${UserTag/signers}'))",
			"    .count() >= 2",
			"",
			"  condition: |",
			"    activity.kind == 'SIGN_TRANSACTION'",
			"      && private_key.tags.contains('${PrivateKeyTag/hot}')",
			"  notes: 'it''s hot'",
			"  rules:",
			"    - cidr: 10.0.0.0/24",
			"      label: office",
			"    - { cidr: 10.0.1.0/24 }",
			"  order: 3",
			"  list: [a, b c, 'd']",
			"  none:",
			"",
		].join("\n");
		expect(agrees(text)).toBe(true);
		expect(readPlainDocument(text)).toMatchObject({
			metadata: { labels: { team: "treasury", tier: "one" } },
			spec: {
				consensus: "approvers.filter(u, u.tags.contains('${UserTag/signers}')) .count() >= 2",
				condition: "activity.kind == 'SIGN_TRANSACTION'\n  && private_key.tags.contains('${PrivateKeyTag/hot}')\n",
				rules: [{ cidr: "10.0.0.0/24", label: "office" }, { cidr: "10.0.1.0/24" }],
				order: 3,
				none: null,
			},
		});
	});
});
