// Writing and formatting keep the meaning, and doing either twice changes nothing more.
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { stringify } from "yaml";
import type { JsonObject, JsonValue } from "../../src/base/json.js";
import { kinds } from "../../src/kinds/all.js";
import { splitDocuments, textOf } from "../../src/manifest/documents.js";
import { formatManifest } from "../../src/manifest/format.js";
import { interpolateValue } from "../../src/manifest/interpolation.js";
import { sourceFile } from "../../src/manifest/source-file.js";
import { writeManifest } from "../../src/manifest/write.js";
import { readYamlDocument } from "../../src/manifest/yaml-document.js";
import { referenceToken } from "../../src/model/reference.js";

const valuesOf = (text: string): JsonValue[] =>
	splitDocuments(sourceFile("a.yaml", text)).documents.map((slice) => {
		const { value, findings } = readYamlDocument(textOf(slice));
		expect(findings).toEqual([]);
		return value;
	});

const piece = fc.constantFrom(
	"activity.kind == 'X'",
	" && ",
	"approvers.count() >= 2",
	"\n",
	"\n\n",
	"  ",
	" ",
	"# not a comment",
	": ",
	"'",
	'"',
	"\\",
	"${var.X}",
	"$${",
	"x",
	"ü",
	"\t",
	"- ",
	"|",
	">",
	"%",
	"@",
	"a long text of many words that goes on and on",
	"0x12",
	"\u200b",
	"{",
	"}",
	"\u{1F511}",
);
const text = fc.oneof(
	{ weight: 3, arbitrary: fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join("")) },
	{
		weight: 1,
		arbitrary: fc.constantFrom(
			"yes",
			"no",
			"on",
			"2024-01-01",
			"12",
			"1.50",
			"0o7",
			"null",
			"~",
			"true",
			"1_000",
			"12:30:45",
			"<<",
			"=",
			"",
		),
	},
);
const kind = fc.constantFrom(...kinds.map(({ name, schema }) => ({ name, schema })));

describe("writeManifest", () => {
	test("reads back as what was written, and fmt has nothing to add", () => {
		const token = fc
			.constantFrom(
				{ address: "UserTag/sig}ners" },
				{ address: "ApiKey/alice/ci", field: "publicKey" },
				{ address: "Policy/50%7D {x}" },
			)
			.map(referenceToken);
		const string = fc.oneof(
			text,
			fc.tuple(text, token, text).map((parts) => parts.join("")),
			token,
		);
		const spec = fc.dictionary(
			fc.constantFrom("effect", "condition", "consensus", "notes", "rules", "user", "url"),
			fc.oneof(string, fc.array(fc.record({ label: string, cidr: string }), { maxLength: 2 }), fc.nat(), fc.boolean()),
			{
				noNullPrototype: true,
			},
		);
		const name = text.filter((each) => each !== "" && !/[\n\t]/.test(each));
		const labels = fc.dictionary(fc.constantFrom("team", "b", "a"), text, { noNullPrototype: true });
		fc.assert(
			fc.property(kind, name, spec, labels, fc.boolean(), (of, called, written, labelled, protect) => {
				const file = writeManifest(of, called, written as JsonObject, { labels: labelled, protect, schema: "x.json" });
				const [value] = valuesOf(file) as [JsonObject];
				expect(value["metadata"]).toEqual({ name: called, ...(Object.keys(labelled).length > 0 ? { labels: labelled } : {}) });
				const findings: never[] = [];
				const scope = { variables: {}, environment: () => undefined, allowedEnvironment: [] };
				expect(interpolateValue(value["spec"] ?? {}, scope, [], findings)).toEqual(written);
				expect(findings).toEqual([]);
				expect(formatManifest(file, "a.yaml")).toEqual({ text: file, changed: false, diagnostics: [] });
				expect(file.endsWith("\n")).toBe(true);
			}),
			{ numRuns: 250 },
		);
	});
});

describe("formatManifest", () => {
	const { value: json } = fc.letrec<{ value: JsonValue; list: JsonValue[]; map: Record<string, JsonValue> }>((tie) => ({
		value: fc.oneof({ depthSize: "small" }, text, fc.nat(), fc.boolean(), tie("list"), tie("map")),
		list: fc.array(tie("value"), { maxLength: 3 }),
		map: fc.dictionary(fc.constantFrom("notes", "effect", "condition", "rules", "cidr", "other", "name"), tie("value"), {
			maxKeys: 4,
			noNullPrototype: true,
		}),
	}));
	const manifest = fc.record({
		spec: json,
		kind: fc.constantFrom("Policy", "IpAllowlist", "Project", "Other"),
		metadata: fc.record({ labels: json, name: text }),
		apiVersion: fc.constant("quorate/v1"),
	});
	const style = fc.record({
		indent: fc.constantFrom(2, 3, 4),
		indentSeq: fc.boolean(),
		lineWidth: fc.constantFrom(0, 20, 80),
		blockQuote: fc.constantFrom<true | "literal" | "folded">(true, "literal", "folded"),
		singleQuote: fc.constantFrom(null, true, false),
		collectionStyle: fc.constantFrom<"any" | "flow">("any", "flow"),
	});
	const remarks = fc.array(fc.tuple(fc.nat(40), fc.constantFrom("# remark", "", "    # deep remark")), { maxLength: 4 });

	/** Puts whole-line comments and blank lines between lines; only where that leaves the meaning alone. */
	function remark(plain: string, lines: readonly (readonly [number, string])[]): string {
		let result = plain;
		for (const [at, line] of lines) {
			const all = result.split("\n");
			all.splice(at % all.length, 0, line);
			const next = all.join("\n");
			const { findings, value } = readYamlDocument(next);
			if (findings.length === 0 && JSON.stringify(value) === JSON.stringify(readYamlDocument(result).value)) result = next;
		}
		return result;
	}
	const count = (all: string, what: string): number => all.split(what).length - 1;

	test("keeps meaning and comments, and a second time changes nothing", () => {
		fc.assert(
			fc.property(
				fc.array(manifest, { minLength: 1, maxLength: 3 }),
				style,
				remarks,
				fc.boolean(),
				(manifests, options, lines, crlf) => {
					const before = manifests.map((each) => remark(stringify(each, options), lines)).join("---\n");
					// The library cannot write every text within every width.
					fc.pre(before.split("---\n").every((each) => readYamlDocument(each).findings.length === 0));
					const input = crlf ? before.replaceAll("\n", "\r\n") : before;
					const once = formatManifest(input, "a.yaml");
					expect(once.diagnostics).toEqual([]);
					expect(valuesOf(once.text)).toEqual(valuesOf(before));
					expect(count(once.text, "remark")).toBe(count(input, "remark"));
					const again = formatManifest(once.text, "a.yaml");
					expect(again.text).toBe(once.text);
					expect(again.changed).toBe(false);
				},
			),
			{ numRuns: 250 },
		);
	});
});
