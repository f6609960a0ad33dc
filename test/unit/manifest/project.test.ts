// The project file: what an environment is once every default and override has been put in.
import { afterEach, describe, expect, test } from "@jest/globals";
import { DEFAULT_LIMITS } from "../../../src/kinds/limits.js";
import type { LoadedProject } from "../../../src/manifest/project.js";
import { loadProject } from "../../../src/manifest/project.js";
import { brief, type Folder, manifestFolder } from "../../support/manifest-project.js";

const folders: Folder[] = [];
afterEach(() => {
	for (const folder of folders.splice(0)) folder.remove();
});

async function load(...lines: readonly string[]): Promise<LoadedProject & { readonly root: string }> {
	const folder = manifestFolder({ "sub/quorate.yaml": ["apiVersion: quorate/v1", "kind: Project", ...lines, ""].join("\n") });
	folders.push(folder);
	return { ...(await loadProject(folder.root, "sub/quorate.yaml")), root: folder.root };
}

const full = [
	"manifests: [policies/*.yaml, '!policies/old.yaml']",
	"profile: core",
	"defaultEnvironment: try",
	"external: [PrivateKeyTag/legacy]",
	"allowedEnvironment: [REGION]",
	"state: state/here",
	"egress: [203.0.113.7]",
	"variables: { TEAM: treasury, REGION: eu }",
	"kinds:",
	"  Policy: { manage: exclusive, ignore: ['legacy-*'] }",
	"  IpAllowlist: { manage: exclusive }",
	"limits: { policies: 50, tags: 10 }",
	"environments:",
	"  try: { service: embedded, seed: organization.yaml, data: data }",
	"  production:",
	"    baseUrl: https://api.example.com",
	"    authProxyUrl: https://login.example.com",
	"    organizationId: 0c2b4a1e-98e4-4f4e-a0a2-3a1f6d1c9b77",
	"    profile: full",
	"    variables: { REGION: us }",
	"    identifiers: { User/alice: 6f7c3b1e-0d5a-4c1f-9a52-2f6f4f1f7a10 }",
	"    kinds: { Policy: { manage: declared } }",
	"    limits: { tags: 20 }",
	"    credentials: { command: [sign, --fast], publicKey: '02ab' }",
	"    egress: [198.51.100.0/24]",
	"    requestsPerSecond: 2.5",
	"    concurrency: 8",
	"    timeoutSeconds: 5",
];

describe("loadProject", () => {
	test("reads the whole of it", async () => {
		const { project, diagnostics, root } = await load(...full);
		expect(diagnostics).toEqual([]);
		expect(project).toMatchObject({
			root: `${root}/sub`,
			file: "quorate.yaml",
			manifests: ["policies/*.yaml", "!policies/old.yaml"],
			external: ["PrivateKeyTag/legacy"],
			allowedEnvironment: ["REGION"],
			state: "state/here",
			environments: ["try", "production"],
			defaultEnvironment: "try",
		});
		expect(project?.locate(["manifests", 1])).toMatchObject({ file: "quorate.yaml", start: { line: 3, column: 30 } });
	});

	test("the environment wins over the project, the command line over both", async () => {
		const { project } = await load(...full);
		const production = project?.environment("production", { TEAM: "ops" }).environment;
		expect(production).toMatchObject({
			name: "production",
			embedded: false,
			baseUrl: "https://api.example.com",
			authProxyUrl: "https://login.example.com",
			organizationId: "0c2b4a1e-98e4-4f4e-a0a2-3a1f6d1c9b77",
			profile: "full",
			variables: { TEAM: "ops", REGION: "us" },
			identifiers: { "User/alice": "6f7c3b1e-0d5a-4c1f-9a52-2f6f4f1f7a10" },
			limits: { ...DEFAULT_LIMITS, policies: 50, tags: 20, time: "feature" },
			credentials: { from: "command", argv: ["sign", "--fast"], publicKey: "02ab" },
			egress: ["198.51.100.0/24"],
			requestsPerSecond: 2.5,
			concurrency: 8,
			timeoutSeconds: 5,
		});
		expect(production?.kinds.Policy).toMatchObject({ manage: "declared", ignore: ["legacy-*"] });
		expect(production?.kinds.IpAllowlist.manage).toBe("exclusive");
		expect(production?.kinds.MfaPolicy).toMatchObject({ manage: "declared", ignore: [] });
	});

	test("`time` needs the feature, and the profile that has it", async () => {
		const { project } = await load(
			"manifests: [a.yaml]",
			"features: [policy-time]",
			"environments: { on: { service: embedded }, off: { service: embedded, features: [] }, core: { service: embedded, profile: core } }",
		);
		const time = (name: string, profile?: "core" | "full") => project?.environment(name, {}, profile).environment?.limits.time;
		expect(["on", "off", "core"].map((name) => time(name))).toEqual(["accepted", "feature", "profile"]);
		expect([time("on", "core"), time("core", "full"), time("off", "core")]).toEqual(["profile", "accepted", "profile"]);
	});

	test("severities of lint rules", async () => {
		const { project } = await load(
			"manifests: [a.yaml]",
			"lint: { rules: { Q3530: warning, Q3515: off } }",
			"environments: { a: { service: embedded } }",
		);
		expect(project?.lintRules).toEqual({ Q3530: "warning", Q3515: "off" });
		const wrong = await load(
			"manifests: [a.yaml]",
			"lint: { rules: { Q3530: loud } }",
			"environments: { a: { service: embedded } }",
		);
		expect(wrong.diagnostics[0]?.message).toContain("`loud`");
	});

	test("the default environment, and every default", async () => {
		const { project } = await load(...full);
		expect(project?.environment(undefined).environment).toMatchObject({
			name: "try",
			embedded: true,
			profile: "core",
			variables: { TEAM: "treasury", REGION: "eu" },
			credentials: { from: "environment" },
			egress: ["203.0.113.7"],
			concurrency: 4,
			timeoutSeconds: 30,
			seed: "organization.yaml",
			data: "data",
		});
		const small = await load(
			"manifests: [a.yaml]",
			"environments: { only: { service: embedded, credentials: { keyFile: key.json } } }",
		);
		const only = small.project?.environment(undefined).environment;
		expect(only).toMatchObject({ name: "only", profile: "full", credentials: { from: "file", path: "key.json" } });
		expect(only).not.toHaveProperty("baseUrl");
		expect(small.project?.state).toBe(".quorate");
	});

	test("ignore patterns are about names, in which a slash is a character like any other", async () => {
		const { project } = await load(
			"manifests: [a]",
			"kinds: { Policy: { ignore: ['legacy-*', 'exact', 'a/?'] } }",
			"environments: { e: { service: embedded } }",
		);
		const { ignores } = project?.environment(undefined).environment?.kinds.Policy ?? { ignores: () => undefined };
		expect(["legacy-", "legacy-a b/c", "exact", "a/x"].map((name) => ignores(name))).toEqual([true, true, true, true]);
		expect(["Legacy-x", "exactly", "x legacy-", "a/xy"].map((name) => ignores(name))).toEqual([false, false, false, false]);
	});

	test("refuses unknown keys, wrong values and wrong names, all at once, each where it stands", async () => {
		const { project, diagnostics } = await load(
			"manifest: [a]",
			"kinds: { Polcy: {}, Policy: { manage: all } }",
			"limits: { policies: '10' }",
			"environments:",
			"  'no good': { service: embeded }",
			"  e: { service: embedded, concurrency: 0, requestsPerSecond: 0, variables: { a-b: x, c: 1 } }",
		);
		expect(project).toBeUndefined();
		expect(diagnostics.map(brief)).toEqual([
			"quorate.yaml:3:1 Q2006 unknown field `manifest`",
			"quorate.yaml:4:10 Q2006 unknown field `Polcy` in `kinds`",
			"quorate.yaml:4:39 Q2009 `kinds.Policy.manage` is `all`, expected `exclusive` or `declared`",
			"quorate.yaml:5:21 Q2008 `limits.policies` is `10`, expected a whole number",
			"quorate.yaml:7:3 Q2011 `no good` cannot be a key of `environments`",
			"quorate.yaml:7:25 Q2009 `environments.no good.service` is `embeded`, expected `embedded`",
			"quorate.yaml:8:40 Q2010 `environments.e.concurrency` is 0, expected a number >= 1",
			"quorate.yaml:8:62 Q2010 `environments.e.requestsPerSecond` is 0, expected a number > 0",
			"quorate.yaml:8:78 Q2011 `a-b` cannot be a key of `environments.e.variables`",
			"quorate.yaml:8:89 Q2008 `environments.e.variables.c` is the number 1, expected text",
		]);
		expect(diagnostics.map((each) => each.help)).toEqual(
			expect.arrayContaining(["did you mean `manifests`?", "did you mean `Policy`?"]),
		);
	});

	test("broken YAML, an empty file and a folder are told", async () => {
		const folder = manifestFolder({ "a.yaml": "a: [\n", "b.yaml": "# nothing\n", "c.yaml/x": "" });
		folders.push(folder);
		const codes = async (path: string): Promise<string[]> =>
			(await loadProject(folder.root, path)).diagnostics.map((each) => each.code);
		expect(await codes("a.yaml")).toEqual(["Q1036"]);
		expect(await codes("b.yaml")).toEqual(["Q1001"]);
		expect(await codes("c.yaml")).toEqual(["Q1004"]);
	});
});
