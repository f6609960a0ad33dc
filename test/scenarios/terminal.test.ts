// What depends on whether somebody is watching: questions, colour, and what happens when there is nobody to ask.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { runCommand } from "../support/command.js";
import { embeddedProject, NO_EXPORTS } from "../support/embedded-project.js";

let cwd: string;

beforeEach(async () => {
	cwd = await embeddedProject(NO_EXPORTS);
});

describe("apply on a terminal", () => {
	test("asks, and only `yes` is an answer", async () => {
		const refused = await runCommand(["apply"], { cwd, answers: ["y"] });
		expect(refused.asked).toEqual(["\nCarry out these 1 activities in local? Only `yes` is taken for an answer: "]);
		expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("Q7115")]);
		expect(refused.stderr).toContain("not approved; nothing was done");
		const approved = await runCommand(["apply"], { cwd, answers: ["yes"] });
		expect([approved.code, approved.stdout]).toEqual([0, expect.stringContaining("Apply complete! Resources: 1 added")]);
	});

	test("does not ask where CI is set, nor when told not to", async () => {
		const unattended = await runCommand(["apply"], { cwd, answers: ["yes"], env: { CI: "true" } });
		expect([unattended.code, unattended.asked.length]).toEqual([1, 0]);
		expect(unattended.stderr).toContain("Q7114");
		const told = await runCommand(["apply", "--auto-approve"], { cwd, answers: [] });
		expect([told.code, told.asked.length]).toEqual([0, 0]);
	});
});

describe("colour", () => {
	const coloured = async (args: readonly string[], env: Record<string, string>, terminal: boolean) => {
		const { stdout } = await runCommand(["plan", ...args], { cwd, env, ...(terminal ? { answers: [] } : {}) });
		return stdout.includes("\u001b[");
	};

	test.each([
		["on a terminal", [], {}, true, true],
		["not elsewhere", [], {}, false, false],
		["not with NO_COLOR", [], { NO_COLOR: "1" }, true, false],
		["an empty NO_COLOR says nothing", [], { NO_COLOR: "" }, true, true],
		["not with --no-color, whatever is forced", ["--no-color"], { FORCE_COLOR: "1" }, true, false],
		["forced", [], { FORCE_COLOR: "1" }, false, true],
		["NO_COLOR wins over force", [], { NO_COLOR: "1", FORCE_COLOR: "1" }, false, false],
		["CI has no say", [], { CI: "true", NO_COLOR: "1" }, true, false],
		["not on a dumb terminal", [], { TERM: "dumb" }, true, false],
	] as const)("%s", async (_name, args, env, terminal, expected) => {
		expect(await coloured(args, env, terminal)).toBe(expected);
	});
});

describe("output files", () => {
	test("text, JSON and Markdown in one run say the same", async () => {
		const { code, stdout } = await runCommand(["plan", "--json-into", "p.json", "--markdown", "p.md", "--out", "saved.json"], {
			cwd,
		});
		expect(code).toBe(0);
		const { readFileSync } = await import("node:fs");
		const document = JSON.parse(readFileSync(join(cwd, "p.json"), "utf8")) as { summary: { add: number } };
		expect(document.summary.add).toBe(1);
		expect(readFileSync(join(cwd, "saved.json"), "utf8")).toBe(readFileSync(join(cwd, "p.json"), "utf8"));
		expect(readFileSync(join(cwd, "p.md"), "utf8")).toContain("**Plan: 1 to add, 0 to change, 0 to destroy.**");
		expect(stdout).toContain("Plan: 1 to add, 0 to change, 0 to destroy.");
	});

	test("one that cannot be written is an error, and leaves nothing behind", async () => {
		const { code, stderr } = await runCommand(["plan", "--out", "missing/plan.json"], { cwd });
		expect([code, stderr]).toEqual([1, expect.stringContaining("Q7101")]);
		expect(stderr).toContain("`missing/plan.json` cannot be written: it does not exist");
		expect(stderr).toContain("make the folder `missing` first");
		const folder = await runCommand(["plan", "--out", "manifests"], { cwd });
		expect([folder.code, folder.stderr]).toEqual([
			1,
			expect.stringContaining("error Q7101: `manifests` cannot be written: it is a folder\n"),
		]);
		const { readdirSync } = await import("node:fs");
		expect(readdirSync(cwd).filter((name) => name.includes(".tmp"))).toEqual([]);
	});
});

describe("what the project's patterns leave out", () => {
	test("an export may go there", async () => {
		const { readFileSync, writeFileSync } = await import("node:fs");
		const project = join(cwd, "quorate.yaml");
		expect((await runCommand(["apply", "--auto-approve"], { cwd })).code).toBe(0);
		const all = readFileSync(project, "utf8").replace(/^manifests: .*$/m, 'manifests: ["manifests/**/*.yaml"]');
		writeFileSync(project, all);
		const twice = await runCommand(["export", "--to", "manifests/exported"], { cwd });
		expect([twice.code, twice.stderr]).toEqual([1, expect.stringContaining("error Q7125")]);
		writeFileSync(project, all.replace('"]', '", "!manifests/exported/**"]'));
		const once = await runCommand(["export", "--to", "manifests/exported"], { cwd });
		expect([once.code, once.stderr]).toEqual([0, expect.not.stringContaining("Q7125")]);
	});
});

describe("a variable", () => {
	test("whose name is the beginning of another's is not that one", async () => {
		const { appendFileSync, writeFileSync } = await import("node:fs");
		appendFileSync(join(cwd, "quorate.yaml"), "variables: { dailyLimit: few }\n");
		const tag =
			"apiVersion: quorate/v1\nkind: PrivateKeyTag\nmetadata: { name: '${var.dailyLimit} keys' }\nspec: { privateKeys: [] }\n";
		writeFileSync(join(cwd, "manifests/limit.yaml"), tag);
		const { code, stderr } = await runCommand(["validate", "--var", "dailyLim=1"], { cwd });
		expect([code, stderr]).toEqual([3, expect.stringContaining("error Q7126: `--var dailyLim=…` is given")]);
	});
});

describe("a plan saved earlier", () => {
	test("does not outlive a run that was to replace it and made none", async () => {
		const { existsSync } = await import("node:fs");
		expect((await runCommand(["plan", "--out", "plan.json"], { cwd })).code).toBe(0);
		const failed = await runCommand(["plan", "--out", "plan.json", "--selector", "nosuch=1"], { cwd });
		expect([failed.code, existsSync(join(cwd, "plan.json"))]).toEqual([3, false]);
		const apply = await runCommand(["apply", "plan.json", "--auto-approve"], { cwd });
		expect([apply.code, apply.stderr]).toEqual([3, expect.stringContaining("`plan.json`")]);
	});

	test("what is no plan is left alone until there is one", async () => {
		const { readFileSync, writeFileSync } = await import("node:fs");
		writeFileSync(join(cwd, "notes.json"), '{ "mine": true }');
		expect((await runCommand(["plan", "--out", "notes.json", "--selector", "nosuch=1"], { cwd })).code).toBe(3);
		expect(readFileSync(join(cwd, "notes.json"), "utf8")).toBe('{ "mine": true }');
	});
});

describe("what was not foreseen", () => {
	test("an interruption before there is a result", async () => {
		const stopped = new AbortController();
		stopped.abort(new Error("stopped by SIGINT"));
		const { code, stderr } = await runCommand(["apply", "--auto-approve", "--lock-timeout", "5"], {
			cwd,
			signal: stopped.signal,
		});
		expect([code, stderr]).toEqual([130, expect.stringContaining("Q7103")]);
	});

	test("a seed that is not there, or is wrong", async () => {
		const missing = await runCommand(["service", "start", "--seed", "missing.yaml"], { cwd });
		expect([missing.code, missing.stderr]).toEqual([
			3,
			expect.stringContaining("error Q7107: the seed `missing.yaml` cannot be read: it does not exist"),
		]);
		writeFileSync(join(cwd, "seed.yaml"), "kind: Organisation\n");
		const wrong = await runCommand(["service", "start", "--seed", "seed.yaml"], { cwd });
		expect([wrong.code, wrong.stderr]).toEqual([3, expect.stringContaining("seed.yaml:1:")]);
	});

	test("the embedded service's key was taken away", async () => {
		expect((await runCommand(["apply", "--auto-approve"], { cwd })).code).toBe(0);
		const { rmSync } = await import("node:fs");
		rmSync(join(cwd, ".quorate/local/service/credentials.json"));
		const { code, stderr } = await runCommand(["plan"], { cwd });
		expect([code, stderr]).toEqual([1, expect.stringContaining("Q7108")]);
	});

	test("a call that does not complete", async () => {
		writeFileSync(
			join(cwd, "seed.yaml"),
			"apiVersion: quorate/v1\nkind: Organization\nmetadata: { name: x }\nspec:\n  rootQuorum: { threshold: 2, users: [a, b] }\n  users: [{ name: a, apiKeys: [{ name: k }] }, { name: b, apiKeys: [{ name: k }] }]\n",
		);
		writeFileSync(
			join(cwd, "quorate.yaml"),
			'apiVersion: quorate/v1\nkind: Project\nmanifests: ["manifests/*.yaml"]\nenvironments: { local: { service: embedded, seed: seed.yaml } }\n',
		);
		const parameters = JSON.stringify({ privateKeyTagName: "t", privateKeyIds: [] });
		const { code, stdout, stderr } = await runCommand(["call", "create_private_key_tag", "-"], { cwd, stdin: parameters });
		expect([code, stderr]).toEqual([5, expect.stringContaining("warning Q7123: the activity ")]);
		expect(JSON.parse(stdout)).toMatchObject({ status: "ACTIVITY_STATUS_CONSENSUS_NEEDED" });
	});
});
