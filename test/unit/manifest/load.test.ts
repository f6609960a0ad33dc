// Loading as a whole: what is desired, what is told, and what must not depend on how manifests are laid out.
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "@jest/globals";
import { hasErrors } from "../../../src/diagnostics/diagnostic.js";
import { formatManifest } from "../../../src/manifest/format.js";
import type { Loaded } from "../../../src/manifest/load.js";
import { referenceToken } from "../../../src/model/reference.js";
import { brief, type Folder, loadFiles, manifestFolder, policyYaml } from "../../support/manifest-project.js";

const folders: Folder[] = [];
afterEach(() => {
	for (const folder of folders.splice(0)) folder.remove();
});
function folderOf(files: Readonly<Record<string, string | Uint8Array>>): Folder {
	const folder = manifestFolder(files);
	folders.push(folder);
	return folder;
}
const problems = ({ diagnostics }: Loaded): string[] => diagnostics.map(brief);
const tag = (name: string, keys: string): string =>
	`apiVersion: quorate/v1\nkind: PrivateKeyTag\nmetadata: { name: ${name} }\nspec: { privateKeys: [${keys}] }\n`;

describe("loadManifests", () => {
	test("gives what is desired, normalised, with references as tokens and the place of each manifest", async () => {
		const loaded = await loadFiles(
			{
				"b.yaml": [
					"# heading",
					"",
					"apiVersion: quorate/v1",
					"kind: Policy",
					"metadata: { name: Two signers, labels: { team: treasury }, renamedFrom: One signer }",
					"lifecycle: { protect: true }",
					"spec:",
					"  effect: EFFECT_ALLOW",
					"  condition: |",
					"    private_key.tags.contains('${PrivateKeyTag/hot}') && '$${x}' == '${var.X}'",
					"  consensus: approvers.count() >= ${env.QUORATE_VAR_N}",
					"---",
					"apiVersion: quorate/v1",
					"kind: MfaPolicy",
					"metadata: { name: Passkey }",
					"state: absent",
					"spec: { user: alice/x }",
					"",
				].join("\n"),
				"a.json": JSON.stringify({
					apiVersion: "quorate/v1",
					kind: "PrivateKeyTag",
					metadata: { name: "hot" },
					spec: { privateKeys: ["k2", "k1"] },
				}),
			},
			{ variables: { X: "y" }, environment: (name) => (name === "QUORATE_VAR_N" ? "2" : undefined) },
		);
		expect(problems(loaded)).toEqual([]);
		expect(loaded.files).toEqual(["a.json", "b.yaml"]);
		const hot = referenceToken({ address: "PrivateKeyTag/hot" });
		expect(loaded.desired).toEqual([
			{
				address: "MfaPolicy/alice%2Fx/Passkey",
				kind: "MfaPolicy",
				name: "Passkey",
				parent: "alice/x",
				state: "absent",
				attributes: {},
				references: [],
				labels: {},
				source: { file: "b.yaml", line: 13, column: 1 },
			},
			{
				address: "Policy/Two signers",
				kind: "Policy",
				name: "Two signers",
				state: "present",
				attributes: {
					name: "Two signers",
					effect: "EFFECT_ALLOW",
					condition: `private_key.tags.contains('${hot}') && '\${x}' == 'y'`,
					consensus: "approvers.count() >= 2",
				},
				references: [{ address: "PrivateKeyTag/hot" }],
				labels: { team: "treasury" },
				protect: true,
				renamedFrom: "One signer",
				source: { file: "b.yaml", line: 3, column: 1 },
			},
			{
				address: "PrivateKeyTag/hot",
				kind: "PrivateKeyTag",
				name: "hot",
				state: "present",
				attributes: { name: "hot", privateKeys: ["k1", "k2"].map((name) => referenceToken({ address: `PrivateKey/${name}` })) },
				references: [{ address: "PrivateKey/k1" }, { address: "PrivateKey/k2" }],
				labels: {},
				source: { file: "a.json", line: 1, column: 1 },
			},
		]);
	});

	test("depends on what manifests say, not on files, order, comments, layout or line ends", async () => {
		const manifests = [
			policyYaml("A", "effect: EFFECT_DENY", "condition: x == '${PrivateKeyTag/hot}'"),
			policyYaml("B"),
			tag("hot", "a, b"),
		];
		const first = await loadFiles({ "all.yaml": manifests.join("---\n") });
		const messy = manifests.map((text) => `# remark\n${text.replaceAll("\n", "   # why not\n")}`);
		const variants: Readonly<Record<string, string>>[] = [
			{ "3.yaml": manifests[0] ?? "", "2.yaml": manifests[1] ?? "", "deep/1.yml": manifests[2] ?? "" },
			{ "x.yaml": [...messy].reverse().join("\n---\n") },
			{ "x.yaml": manifests.join("---\n").replaceAll("\n", "\r\n") },
			{ "x.yaml": `\ufeff${formatManifest(manifests.join("---\n"), "x.yaml").text}` },
		];
		for (const files of variants) {
			const loaded = await loadFiles(files);
			expect(problems(loaded)).toEqual([]);
			expect(loaded.configDigest).toBe(first.configDigest);
			expect(loaded.desired.map(({ source: _, ...each }) => each)).toEqual(first.desired.map(({ source: _, ...each }) => each));
		}
		const other = await loadFiles({ "all.yaml": manifests.join("---\n").replace("EFFECT_DENY", "EFFECT_ALLOW") });
		expect(other.configDigest).not.toBe(first.configDigest);
		const labelled = await loadFiles({ "all.yaml": manifests.join("---\n").replace("name: B", "name: B\n  labels: { a: b }") });
		expect(labelled.configDigest).not.toBe(first.configDigest);
	});

	test("tells all problems of all files at once, in reading order", async () => {
		const loaded = await loadFiles({
			"a.yaml": policyYaml("A", "efect: EFFECT_ALLOW", "condition: a @ b"),
			"b.yaml": "kind: [\n",
			"c.yaml": policyYaml("C", "effect: EFFECT_ALLOW"),
			"d.yaml": policyYaml("D", "effect: EFFECT_DENY", "condition: '${Policy/A} ${Policy/nobody}'", "consensus: a @ b"),
		});
		expect(problems(loaded)).toEqual([
			"a.yaml:6:3 Q2006 unknown field `efect` in `spec`",
			"b.yaml:1:7 Q1036 the `[` is not closed",
			expect.stringMatching(/^c\.yaml:5:1 Q2310 /),
			"d.yaml:7:27 Q2035 no manifest declares `Policy/nobody`",
			"d.yaml:8:16 Q3000 `@` is no operator",
		]);
		expect(loaded.diagnostics.find((each) => each.code === "Q2310")?.address).toBe("Policy/C");
	});

	test("points into expressions through substitution, folding, quotes and escapes", async () => {
		const at = async (...lines: string[]): Promise<string> => {
			const loaded = await loadFiles(
				{ "a.yaml": policyYaml("A", "effect: EFFECT_DENY", ...lines), "t.yaml": tag("hot", "") },
				{ variables: { LONG: "a much longer text", EVIL: "x @ y" } },
			);
			const [only] = loaded.diagnostics;
			return `${only?.span?.start.line}:${only?.span?.start.column}-${only?.span?.end.line}:${only?.span?.end.column}`;
		};
		expect(await at("condition: \"'${PrivateKeyTag/hot}' @ 1\"")).toBe("7:38-7:39");
		expect(await at("condition: >-", "  one == '${var.LONG}'", "  && two", "     @ three")).toBe("10:8-10:9");
		expect(await at('condition: "a \\u0026\\u0026 b @ c"')).toBe("7:32-7:33");
		expect(await at("condition: 'it''s @'")).toBe("7:21-7:22");
		expect(await at("condition: |+", "", "  a", "    @", "")).toBe("10:7-10:8");
		// A problem inside a substituted value is shown where the value was asked for.
		expect(await at("condition: a == ${var.EVIL} b")).toBe("7:19-7:30");
	});

	test("locates resources and their fields", async () => {
		const loaded = await loadFiles({
			"a.yaml": `${tag("hot", "")}---\n${policyYaml("A", "effect: EFFECT_DENY", "condition: 'true'")}`,
		});
		expect(loaded.locate("Policy/A")).toMatchObject({ file: "a.yaml", start: { line: 6, column: 1 } });
		expect(loaded.locate("Policy/A", ["spec", "condition"])).toMatchObject({
			start: { line: 12, column: 14 },
			excerpt: "  condition: 'true'",
		});
		expect(loaded.locate("Policy/B")).toBeUndefined();
	});

	test("nothing is desired because something is empty, and nothing is an error only because a file is", async () => {
		const nothing = await loadFiles({ "a.yaml": "" });
		expect(problems(nothing)).toEqual([expect.stringContaining("Q2001"), "a.yaml:1:1 Q1001 `a.yaml` holds no manifest"]);
		const something = await loadFiles({ "a.yaml": "", "b.yaml": policyYaml("B") });
		expect(hasErrors(something.diagnostics)).toBe(false);
		const broken = await loadFiles({ "a.yaml": "a: [\n" });
		expect(broken.diagnostics.map((each) => each.code)).toEqual(["Q1036"]);
	});

	test("external addresses may be referred to; absent and unknown ones may not", async () => {
		const files = { "a.yaml": policyYaml("A", "effect: EFFECT_DENY", "condition: '${PrivateKeyTag/old} ${UserTag/anything}'") };
		expect(problems(await loadFiles(files, { external: ["PrivateKeyTag/old"] }))).toEqual([]);
		expect((await loadFiles(files)).diagnostics.map((each) => each.code)).toEqual(["Q2035"]);
	});

	test("a manifest with errors still counts as declared", async () => {
		const files = {
			"a.yaml": policyYaml("A", "effect: EFFECT_DENY", "condition: '${PrivateKeyTag/hot} ${PrivateKeyTag/cold}'"),
			"b.yaml": tag("hot", "").replace("privateKeys", "privatKeys"),
			"c.yaml": `${tag("cold", "")}oops: [\n`,
		};
		expect((await loadFiles(files)).diagnostics.map((each) => each.code)).toEqual(["Q2006", "Q1036"]);
	});

	test("follows links, skips what is no manifest, and finds each file once", async () => {
		const folder = folderOf({
			"m/a.yaml": policyYaml("A"),
			"m/node_modules/x/b.yaml": "broken: [",
			"m/notes.txt": "x: [",
			"shared/c.yml": policyYaml("C"),
			".hidden/d.yaml": "broken: [",
		});
		symlinkSync("../shared", join(folder.root, "m/linked"));
		symlinkSync("..", join(folder.root, "m/circle"));
		const loaded = await folder.load({ patterns: ["m/**", "m/*.yaml", "./m/a.yaml", "!m/circle/**"] });
		expect(problems(loaded)).toEqual([]);
		expect(loaded.files).toEqual(["m/a.yaml", "m/linked/c.yml"]);
	});

	test("points at the pattern that finds nothing", async () => {
		const folder = folderOf({ "a.yaml": policyYaml("A") });
		const position = { line: 3, column: 5, offset: 9 };
		const span = { file: "quorate.yaml", start: position, end: position };
		const loaded = await folder.load({
			patterns: ["a.yaml", "b/*.yaml"],
			locatePattern: (index) => (index === 1 ? span : undefined),
		});
		expect(loaded.diagnostics).toEqual([expect.objectContaining({ code: "Q1002", span })]);
	});

	test("shows 200 problems, errors first, and counts the rest", async () => {
		const warnings = Array.from({ length: 50 }, (_, index) => policyYaml(`\${var.X} ${index}`));
		const errors = Array.from({ length: 190 }, (_, index) => policyYaml(`P${index}`, "effect: x"));
		const { diagnostics } = await loadFiles({ "a.yaml": [...warnings, ...errors].join("---\n") });
		expect(diagnostics).toHaveLength(201);
		expect(diagnostics.filter((each) => each.severity === "error" && each.code === "Q2009")).toHaveLength(190);
		expect(brief(diagnostics.at(-1) ?? diagnostics[0] ?? { code: "Q1001", severity: "info", message: "" })).toMatch(
			/Q2090 \d+ more problems, [01] of them error/,
		);
	});

	test("hostile files are refused, and none of them takes for ever", async () => {
		const bomb = `a: &a [x]\n${Array.from({ length: 40 }, (_, index) => `k${index}: [*a, *a]`).join("\n")}\n`;
		const long = "x ".repeat(500_000);
		for (const text of [
			bomb,
			`a: '${long}'`,
			`a: "${long}"`,
			`a: [ ${long} ]`,
			`a: '${"''".repeat(1_000_000)}'`,
			`a: "${'\\"'.repeat(1_000_000)}"`,
			`a: '${long}`,
			`a: ${long}\n  ${long}`,
			`${"k".repeat(1_000_000)}: 1`,
			`a: ${"0".repeat(1_000_000)}`,
			`a: ${"-.".repeat(500_000)}`,
			`a: |\n${" \n".repeat(300_000)}  x`,
			`a: b\n${"\n".repeat(300_000)}  x\n${" \n".repeat(300_000)}  y`,
			`a: ${"[".repeat(1_000_000)}`,
			"- ".repeat(1_000_000),
			"a: ".repeat(300_000),
			"? ".repeat(300_000),
			`a:\n${Array.from({ length: 4000 }, (_, index) => `${" ".repeat(index + 1)}a:\n`).join("")}`,
			`a: {${Array.from({ length: 100_000 }, (_, index) => `k${index}: 1`).join(", ")}}`,
			`a: "${"\\x".repeat(100_000)}"`,
			policyYaml("A", "effect: EFFECT_DENY", `notes: ${"${".repeat(100_000)}`),
			policyYaml(
				"A",
				"effect: EFFECT_DENY",
				`notes: a${" ".repeat(1_000_000)}b \${var.X}`,
				`condition: |+\n    a${" \n".repeat(100_000)}`,
			),
		]) {
			const { diagnostics } = await loadFiles({ "a.yaml": text });
			expect(hasErrors(diagnostics)).toBe(true);
		}
		// What grew with the square of these sizes would take hours, on any machine.
	}, 600_000);
});

describe("the declaration cache", () => {
	const files = {
		"a.yaml": `${policyYaml("A")}---\n${policyYaml("B")}`,
		"b.yaml": policyYaml("C", "effect: EFFECT_DENY", "condition: >-", "  more", "    deep"),
	};
	const cached = (folder: Folder) => folder.load({ cacheDir: join(folder.root, ".quorate/cache"), toolVersion: "1" });
	const cacheFile = ({ root }: Folder): string => join(root, ".quorate/cache/manifests.cache");

	test("changes nothing but the time", async () => {
		const folder = folderOf(files);
		const [plain, cold, warm] = [await folder.load(), await cached(folder), await cached(folder)];
		expect(cold.desired).toEqual(plain.desired);
		expect(warm.desired).toEqual(plain.desired);
		expect(warm.configDigest).toBe(plain.configDigest);
		expect(readdirSync(join(folder.root, ".quorate/cache"))).toEqual(["manifests.cache"]);
	});

	test("is used: a second run takes the values from it", async () => {
		const folder = folderOf(files);
		await cached(folder);
		const path = cacheFile(folder);
		// A value that differs in the cache, with the digest of the changed body, is what the next run sees.
		const [header = "", body = ""] = readFileSync(path, "utf8").split("\n");
		const changed = body.replace("EFFECT_DENY", "EFFECT_ALLOW");
		const { sha256Hex } = await import("../../../src/base/digest.js");
		writeFileSync(path, `${header}\n${changed}\n${sha256Hex(changed)}`);
		expect((await cached(folder)).desired.map((each) => each.attributes["effect"])).toEqual([
			"EFFECT_ALLOW",
			"EFFECT_ALLOW",
			"EFFECT_ALLOW",
		]);
	});

	test("damaged, foreign, old and unwritable caches are as good as none", async () => {
		const folder = folderOf(files);
		const plain = await folder.load();
		await cached(folder);
		const path = cacheFile(folder);
		const good = readFileSync(path, "utf8");
		for (const bad of [
			"",
			"x",
			good.slice(0, -10),
			good.replace("EFFECT_DENY", "EFFECT_ALLOW"),
			good.replace('"format":', '"format":0'),
			`${good.split("\n")[0]}\n`,
			"\0".repeat(100),
		]) {
			writeFileSync(path, bad);
			expect((await cached(folder)).desired).toEqual(plain.desired);
			expect(readFileSync(path, "utf8")).toBe(good);
		}
		const other = await folder.load({ cacheDir: join(folder.root, ".quorate/cache"), toolVersion: "2" });
		expect(other.desired).toEqual(plain.desired);
		expect(readFileSync(path, "utf8")).not.toBe(good);
		writeFileSync(join(folder.root, "file"), "");
		expect((await folder.load({ cacheDir: join(folder.root, "file/cache") })).desired).toEqual(plain.desired);
	});

	test("never hides a problem", async () => {
		const folder = folderOf(files);
		await cached(folder);
		folder.write({ "b.yaml": policyYaml("C", "efect: EFFECT_DENY") });
		expect(problems(await cached(folder))).toEqual(["b.yaml:6:3 Q2006 unknown field `efect` in `spec`"]);
		expect(problems(await cached(folder))).toEqual(["b.yaml:6:3 Q2006 unknown field `efect` in `spec`"]);
	});

	test("never keeps what came from the environment, however it was asked for", async () => {
		const folder = folderOf({
			"a.yaml": policyYaml("A", "effect: EFFECT_DENY", 'notes: "\\x24{env.QUORATE_VAR_N}"', "condition: ${env.QUORATE_VAR_N}"),
		});
		const notes = async (value: string): Promise<unknown> =>
			(await folder.load({ cacheDir: join(folder.root, "cache"), environment: () => value })).desired[0]?.attributes;
		expect(await notes("one")).toMatchObject({ notes: "one", condition: "one" });
		expect(await notes("two")).toMatchObject({ notes: "two", condition: "two" });
		const variables = async (value: string): Promise<unknown> =>
			(await folder.load({ cacheDir: join(folder.root, "cache"), variables: { N: value } })).desired[0]?.attributes["notes"];
		folder.write({ "a.yaml": policyYaml("A", "effect: EFFECT_DENY", 'notes: "\\x24{var.N}"') });
		expect([await variables("one"), await variables("two"), await variables("one")]).toEqual(["one", "two", "one"]);
	});

	test("forgets files that are gone", async () => {
		const folder = folderOf(files);
		await cached(folder);
		folder.write({ "b.yaml": policyYaml("D") });
		await cached(folder);
		expect(readFileSync(cacheFile(folder), "utf8")).not.toContain("deep");
	});
});

describe("a folder that cannot be listed", () => {
	test("is told", async () => {
		const folder = folderOf({ "a.yaml": policyYaml("A") });
		mkdirSync(join(folder.root, "sub"));
		symlinkSync("loop", join(folder.root, "loop"));
		const loaded = await folder.load({ patterns: ["*.yaml", "loop/*.yaml"] });
		expect(loaded.diagnostics.some((each) => each.severity === "error")).toBe(true);
	});
});
