// Every code about files, YAML, manifests and the project file: what provokes it, and word for word what a person is told.
// The texts are in test/golden/manifest; UPDATE_GOLDEN=1 writes them anew.
import { chmodSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { commandCodes } from "../../../src/diagnostics/codes-command.js";
import { manifestCodes } from "../../../src/diagnostics/codes-manifest.js";
import { yamlCodes } from "../../../src/diagnostics/codes-yaml.js";
import type { Diagnostic } from "../../../src/diagnostics/diagnostic.js";
import { DEFAULT_LIMITS } from "../../../src/kinds/limits.js";
import type { LoadOptions } from "../../../src/manifest/load.js";
import { loadProject } from "../../../src/manifest/project.js";
import { diagnosticText } from "../../../src/render/diagnostic-text.js";
import { PLAIN } from "../../../src/render/palette.js";
import { expectGolden } from "../../support/golden.js";
import { type Folder, manifestFolder, policyYaml } from "../../support/manifest-project.js";

interface Case {
	readonly files: Readonly<Record<string, string | Uint8Array>>;
	readonly options?: Partial<LoadOptions>;
	/** What files alone cannot say: links, permissions, sizes. */
	readonly prepare?: (folder: Folder) => void;
	/** Reads quorate.yaml instead of manifests. */
	readonly project?: { readonly environment?: string };
}

const one = (text: string | Uint8Array, options?: Partial<LoadOptions>): Case => ({
	files: { "a.yaml": text },
	...(options && { options }),
});
/** A policy with these lines under `spec`, besides its effect. */
const spec = (...lines: readonly string[]): Case => one(policyYaml("A", "effect: EFFECT_DENY", ...lines));
const manifest = (kind: string, name: string, ...rest: readonly string[]): string =>
	["apiVersion: quorate/v1", `kind: ${kind}`, "metadata:", `  name: ${name}`, ...rest, ""].join("\n");
const project = (lines: readonly string[], environment?: string): Case => ({
	files: {
		"quorate.yaml": ["apiVersion: quorate/v1", "kind: Project", "manifests: [manifests/*.yaml]", ...lines, ""].join("\n"),
	},
	project: environment === undefined ? {} : { environment },
});
const embedded = ["environments:", "  try:", "    service: embedded"];

const cases: Readonly<Record<string, readonly Case[]>> = {
	Q1001: [{ files: { "a.yaml": policyYaml("A"), "empty.yaml": "", "remarks.yaml": "# nothing yet\n---\n# nor here\n" } }],
	Q1002: [
		{
			files: { "policies/a.yaml": policyYaml("A"), "notes.txt": "x" },
			options: { patterns: ["policies/*.yaml", "polices/*.yaml", "policies/b.yaml", "*.txt"] },
		},
	],
	Q1003: [{ files: { "a.yaml": policyYaml("A") }, options: { patterns: ["a.yaml", "a.yaml/*.yaml"] } }],
	Q1004: [
		{
			files: { "policies/a.yaml": policyYaml("A"), "odd.yaml/b.yaml": policyYaml("B") },
			options: { patterns: ["policies", "*.yaml"] },
		},
	],
	Q1005: [
		{
			files: { "a.yaml": policyYaml("A") },
			prepare: ({ root }) => {
				symlinkSync("gone.yaml", join(root, "broken.yaml"));
				symlinkSync("circle.yaml", join(root, "circle.yaml"));
			},
		},
	],
	Q1006: [
		{
			files: { "a.yaml": policyYaml("A") },
			prepare: ({ root }) => {
				writeFileSync(join(root, "huge.yaml"), "");
				truncateSync(join(root, "huge.yaml"), 50_000_000);
			},
		},
	],
	Q1007: [
		one(Buffer.concat([Buffer.from("kind: Policy\nnotes: caf"), Buffer.from([0xe9]), Buffer.from(" au lait\n")])),
		one(Buffer.from("\ufeffkind: Policy\n", "utf16le")),
	],
	Q1008: [
		one("kind: Policy\nnotes: a\u0000b\n"),
		one("kind: Policy\nnotes: \u001b[31mred\n"),
		one("kind: Policy\rnotes: x\n"),
		spec('notes: "a\\0b"'),
	],
	Q1009: [one("kind: Policy\nnotes: \ue000User/eve\ue001\n"), spec('notes: "\\ue000User/eve\\ue001"')],
	Q1010: [spec("condition: activity.kind == 'A\u202e'", "notes: zero\u200bwidth")],
	Q1011: [{ files: { "a.json": "{'kind': 'Policy'}", "b.json": '{\n  "kind": "Policy",\n}\n', "c.json": '{"kind": ' } }],
	Q1020: [one("a: 'x'#c\n"), one("a: - b\n"), one("l: [a, b]]\n"), one("a: |x\n  y\n")],
	Q1021: [one("spec:\n\teffect: EFFECT_ALLOW\n"), one("spec:\n  a: 1\n\tb: 2\n"), one("a: [\n\t1]\n")],
	Q1022: [spec("condition: 'true'", "condition: 'false'"), one("labels: { a: 1, b: 2, a: 3 }\n")],
	Q1023: [spec("notes: &base text")],
	Q1024: [spec("notes: *base"), one("name: *foo bar\n")],
	Q1025: [one("spec:\n  <<: { a: b }\n")],
	Q1026: [one(`%YAML 1.1\n---\n${policyYaml("A")}`)],
	Q1027: [one("order: !!int 3\nspec: !policy\n  effect: x\n")],
	Q1028: [spec("notes: 0x71C7656EC7ab88b098defB751B7401B5f6d8976F"), spec("notes: 0o17")],
	Q1029: [spec("notes: 10000000000000000000"), spec("notes: -9007199254740993")],
	Q1030: [spec("notes: 0.12345678901234567890"), spec("notes: .inf", "time: 1e999")],
	Q1031: [one("labels: { 1: one, null: two, [a]: three }\n"), one("condition: {{ treasury }}\n")],
	Q1032: [one("spec:\n  __proto__: { admin: true }\n")],
	Q1033: [one(`a: ${"[".repeat(100)}${"]".repeat(100)}\n`), one(`a: ${"[".repeat(100_000)}\n`)],
	Q1034: [one("name: 'Bob's policy'\n"), one("name: 'Bob\nkind: Policy\n"), one('name: "Bob\n'), one("name: 'x' y\n")],
	Q1035: [one("metadata:\n  name: a\n   labels: {}\n"), one("metadata:\n  name: a\n labels: {}\n"), one("a: |\n      \n  x\n")],
	Q1036: [one("labels: { team: treasury\nkind: Policy\n"), one("l: [a b: c, d\n"), one("a: [\nb: 2\n")],
	Q1037: [one("notes: two signers: alice and bob\n")],
	Q1038: [one('condition: "\\d+"\n'), one('notes: "\\ud83d"\n')],
	Q1039: [one("name: @treasury\n"), one("name: `x`\n"), one("name: %x\n")],
	Q1040: [one("spec:\n  effect EFFECT_ALLOW\n  notes: x\n"), one("spec:\n  notes: x\n  effect EFFECT_ALLOW\n")],
	Q2001: [one("# nothing yet\n")],
	Q2002: [one("- kind: Policy\n"), one("just text\n")],
	Q2003: [one("apiVersion: quorate/v1\nmetadata: { name: a }\n")],
	Q2004: [one(manifest("Polcy", "A")), one(manifest("User", "alice")), one(manifest("Deployment", "x"))],
	Q2005: [one(policyYaml("A").replace("quorate/v1", "v1"))],
	Q2006: [
		one(policyYaml("A", "efect: EFFECT_ALLOW", "conditon: 'true'", "colour: red")),
		one(`${policyYaml("A")}effect: EFFECT_DENY\nlabels: {}\n`),
		one("apiVersion: quorate/v1\nkimd: Policy\n"),
	],
	Q2007: [
		one("apiVersion: quorate/v1\nkind: Policy\n"),
		one(manifest("MfaPolicy", "A", "spec: { order: 0 }")),
		one("kind: Policy\nmetadata: {}\nspec: { effect: EFFECT_DENY }\n"),
	],
	Q2008: [
		one(policyYaml("12", "effect: true", "condition: [a]", "notes:")),
		one(manifest("Policy", "A", "spec:", "  effect:EFFECT_ALLOW")),
		one(manifest("WebhookEndpoint", "A", "spec: { url: 'https://a.example.com', active: yes, subscriptions: x }")),
		one(
			manifest(
				"MfaPolicy",
				"A",
				"spec: { user: a, condition: x, order: '1', steps: [{ any: [{ type: AUTHENTICATION_TYPE_PASSKEY }] }] }",
			),
		),
	],
	Q2009: [
		one(policyYaml("A", "effect: allow")),
		one(policyYaml("A", "effect: EFFECT_ALOW")),
		one(`${policyYaml("A")}state: gone\n`),
	],
	Q2010: [
		one(manifest("IpAllowlist", "organization", "spec: { rules: [] }")),
		one(manifest("MfaPolicy", "A", "spec: { user: '', condition: x, order: -1, steps: [] }")),
	],
	Q2011: [one(manifest("Policy", "A", "  labels: { 'a=b': c }", "spec: { effect: EFFECT_DENY }"))],
	Q2012: [
		one(
			manifest(
				"WebhookEndpoint",
				"A",
				"spec:",
				"  url: https://a.example.com",
				"  subscriptions:",
				"    - eventType: ACTIVITY_UPDATES",
				"      filters: {}",
				"      filtersJson: '{}'",
			),
		),
	],
	Q2013: [one(manifest("PrivateKeyTag", "hot", "spec:", "  privateKeys: [a, b, a]"))],
	Q2020: [
		one(policyYaml("'Treasury '")),
		one(policyYaml('"two\\nlines"')),
		one(manifest("Policy", "A", "  renamedFrom: ' B'", "spec: { effect: EFFECT_DENY }")),
	],
	Q2021: [{ files: { "a.yaml": policyYaml("A"), "b.yaml": `${policyYaml("B")}---\n${policyYaml("A")}` } }],
	Q2022: [
		one(manifest("Policy", "A", "  renamedFrom: A", "spec: { effect: EFFECT_DENY }")),
		one(`${manifest("Policy", "A", "  renamedFrom: B", "spec: { effect: EFFECT_DENY }")}---\n${policyYaml("B")}`),
		one(
			`${manifest("Policy", "A", "  renamedFrom: C", "spec: { effect: EFFECT_DENY }")}---\n${manifest("Policy", "B", "  renamedFrom: C", "spec: { effect: EFFECT_DENY }")}`,
		),
	],
	Q2030: [spec("notes: ${team}"), spec("condition: |", "  a == '${Policy/}'", "  && b == '${UserTag/x'")],
	Q2031: [one(policyYaml("A", "effect: EFFECT_DENY", "notes: ${var.TEEM} and ${var.OTHER}"), { variables: { TEAM: "x" } })],
	Q2032: [
		one(policyYaml("A", "effect: EFFECT_DENY", "notes: ${env.AWS_SECRET_ACCESS_KEY} ${env.REGIN}"), {
			allowedEnvironment: ["REGION"],
		}),
	],
	Q2033: [spec("notes: ${env.QUORATE_VAR_TEAM}")],
	Q2034: [spec("condition: a == '${UserTagg/signers}' || b == '${Tag/hot}'")],
	Q2035: [
		{
			files: {
				"a.yaml": policyYaml(
					"A",
					"effect: EFFECT_DENY",
					"condition: >-",
					"  x == '${PrivateKeyTag/hott}'",
					"  || y == '${PrivateKeyTag/old}'",
					"  || z == '${Policy/missing}'",
				),
				"b.yaml": manifest("PrivateKeyTag", "hot", "  renamedFrom: old", "spec: { privateKeys: [] }"),
			},
		},
	],
	Q2036: [
		{
			files: {
				"a.yaml": policyYaml("A", "effect: EFFECT_DENY", "condition: x == '${PrivateKeyTag/hot}'"),
				"b.yaml": manifest("PrivateKeyTag", "hot", "state: absent"),
			},
		},
	],
	Q2037: [
		one(
			[
				["A", "B"],
				["B", "C"],
				["C", "A"],
				["D", "D"],
			]
				.map(([name, other]) => policyYaml(name ?? "", "effect: EFFECT_DENY", `condition: x == '\${Policy/${other}}'`))
				.join("---\n"),
		),
	],
	Q2038: [spec("condition: a == '${ApiKey/ci#secret}' || b == '${UserTag/x#publicKey}'")],
	Q2039: [one(policyYaml("${var.TEAM} signers"))],
	Q2040: [
		one(
			manifest(
				"MfaPolicy",
				"A",
				"spec:",
				"  user: ${User/alice}",
				"  condition: x",
				"  order: 0",
				"  steps: [{ any: [{ type: AUTHENTICATION_TYPE_PASSKEY }] }]",
			),
		),
		one(manifest("IpAllowlist", "ci", "spec:", "  apiKey: ${ApiKey/ci}", "  rules: [{ cidr: 203.0.113.0/24 }]")),
	],
	Q2041: [
		one(policyYaml("A", "effect: EFFECT_DENY", "condition: aaaaaaaaaaaaaaaaaaaaa"), {
			limits: { ...DEFAULT_LIMITS, expressionLength: 20 },
		}),
	],
	Q2042: [one(policyYaml("A", "effect: EFFECT_DENY", "notes: ${var.TEAM}"), { variables: { TEAM: "\ue000User/eve\ue001" } })],
	Q2090: [one(Array.from({ length: 215 }, (_, index) => policyYaml(`P${index}`, "efect: EFFECT_ALLOW")).join("---\n"))],
	Q7501: [{ files: { "other.yaml": "" }, project: {} }],
	Q7502: [project([...embedded, "defaultEnvironment: tri"]), project(embedded, "production")],
	Q7503: [project(["environments:", "  a: { service: embedded }", "  b: { service: embedded }"])],
	Q7505: [
		project([
			"environments:",
			"  a: { service: embedded, baseUrl: 'http://localhost:1' }",
			"  b: { baseUrl: 'https://a.example.com', organizationId: x, seed: s.yaml }",
		]),
	],
	Q7506: [
		project([
			"environments:",
			"  a: { organizationId: x, baseUrl: api.example.com }",
			"  b: { organizationId: x, baseUrl: 'ftp://a.example.com' }",
			"  c: { organizationId: x, baseUrl: 'https://me:secret@a.example.com' }",
			"  d: { organizationId: x, baseUrl: 'https://a.example.com/?x=1' }",
		]),
	],
	Q7507: [project([...embedded, "    identifiers: { Usr/alice: x }", "external: [legacy, User/alice]"])],
	Q7508: [
		project([
			...embedded,
			"    credentials: { env: A_, keyFile: key.json }",
			"  other:",
			"    service: embedded",
			"    credentials: { publicKey: '02ab' }",
		]),
	],
	Q7509: [{ files: { "quorate.yaml": `apiVersion: quorate/v1\nkind: Project\n---\n${policyYaml("A")}` }, project: {} }],
	Q7510: [project([...embedded, "lint: { rules: { Q3999: off, Q3102: off, Q3540: off, Q3401: error } }"])],
};

const folders: Folder[] = [];
afterAll(() => {
	for (const folder of folders) folder.remove();
});

async function diagnose({ files, options, prepare, project }: Case): Promise<readonly Diagnostic[]> {
	const folder = manifestFolder(files);
	folders.push(folder);
	prepare?.(folder);
	if (project === undefined) return (await folder.load(options)).diagnostics;
	const loaded = await loadProject(folder.root, "quorate.yaml");
	return [...loaded.diagnostics, ...(loaded.project?.environment(project.environment).diagnostics ?? [])];
}

function shown(files: Case["files"]): string {
	return Object.entries(files)
		.map(([path, content]) => {
			const text = typeof content === "string" ? content : `(${content.length} bytes)\n`;
			const lines = text.split("\n");
			const short = lines.length > 40 || text.length > 4000 ? `${text.slice(0, 200)}...\n` : text;
			return `--- ${path}\n${short}${short.endsWith("\n") || short === "" ? "" : "\n"}`;
		})
		.join("");
}

/** Told where a connection is opened, since the environment may supply what the project file leaves out. */
const TOLD_ELSEWHERE = ["Q7504"];

const own = [
	...Object.keys(yamlCodes),
	...Object.keys(manifestCodes),
	...Object.keys(commandCodes).filter((code) => code.startsWith("Q75") && !TOLD_ELSEWHERE.includes(code)),
];

describe("diagnostics of files, YAML, manifests and the project file", () => {
	test("every code has a case", () => {
		expect(own.filter((code) => cases[code] === undefined)).toEqual([]);
		expect(Object.keys(cases).filter((code) => !own.includes(code))).toEqual([]);
	});

	for (const [code, variants] of Object.entries(cases)) {
		test(code, async () => {
			const texts: string[] = [];
			for (const variant of variants) {
				const diagnostics = await diagnose(variant);
				expect(diagnostics.map((each) => each.code)).toContain(code);
				// One run with more problems than are shown is enough to see what is said about the rest.
				const told = diagnostics.length > 20 ? diagnostics.filter((each) => each.code === code) : diagnostics;
				texts.push(`${shown(variant.files)}===\n${told.map((each) => diagnosticText(each, PLAIN)).join("\n\n")}\n`);
			}
			expectGolden(`manifest/${code}.txt`, texts.join("\n"));
		});
	}

	test("what the operating system keeps from us is told, not skipped", async () => {
		const folder = manifestFolder({ "locked/a.yaml": policyYaml("A"), "b.yaml": policyYaml("B") });
		folders.push(folder);
		chmodSync(join(folder.root, "locked"), 0);
		const { diagnostics, desired } = await folder.load();
		chmodSync(join(folder.root, "locked"), 0o700);
		// The superuser may read everything.
		const readable = desired.length === 2;
		expect(readable || diagnostics.some((each) => each.code === "Q1003" && each.message.includes("permission denied"))).toBe(
			true,
		);
	});
});
