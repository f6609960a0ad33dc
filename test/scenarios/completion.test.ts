// What the completion scripts offer. bash is asked itself; zsh and fish are where they are installed.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { runCommand } from "../support/command.js";

const folder = mkdtempSync(join(tmpdir(), "quorate-completion-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function script(shell: string): Promise<string> {
	const { code, stdout } = await runCommand(["completion", shell], { cwd: folder });
	expect(code).toBe(0);
	return stdout;
}

const installed = (shell: string): boolean => spawnSync(shell, ["--version"]).status === 0;

function ask(shell: string, program: string): string[] {
	const { status, stdout, stderr } = spawnSync(shell, ["-c", program], { cwd: folder, encoding: "utf8" });
	expect([status, stderr]).toEqual([0, ""]);
	return stdout.split("\n").filter((line) => line !== "");
}

describe("bash", () => {
	async function offers(...words: string[]): Promise<string[]> {
		writeFileSync(join(folder, "completion.bash"), await script("bash"));
		const quoted = ["quorate", ...words].map((word) => `'${word}'`).join(" ");
		return ask(
			"bash",
			`source completion.bash; COMP_WORDS=(${quoted}); COMP_CWORD=${words.length}; _quorate; printf '%s\\n' "\${COMPREPLY[@]}"`,
		);
	}

	test("offers verbs, their own verbs, their options and the options' values", async () => {
		expect(await offers("pl")).toEqual(["plan"]);
		expect(await offers("service", "st")).toContain("start");
		expect(await offers("plan", "--det")).toEqual(["--detailed-exitcode"]);
		expect(await offers("service", "start", "--se")).toEqual(["--seed"]);
		expect(await offers("policy", "check", "--slot", "con")).toEqual(["condition", "consensus"]);
	});

	test("offers files where an option takes one", async () => {
		writeFileSync(join(folder, "plan.json"), "{}");
		expect(await offers("plan", "--out", "pl")).toEqual(["plan.json"]);
		expect(await offers("apply", "pl")).toEqual(["plan.json"]);
	});
});

describe("zsh and fish", () => {
	test("name every verb", async () => {
		for (const shell of ["zsh", "fish"]) {
			const text = await script(shell);
			for (const verb of ["plan", "apply", "drift", "service", "start", "policy", "check"]) expect(text).toContain(verb);
		}
	});

	(installed("zsh") ? test : test.skip)("zsh can read its script", async () => {
		writeFileSync(join(folder, "completion.zsh"), await script("zsh"));
		expect(ask("zsh", "autoload -Uz compinit && compinit -u -D && source completion.zsh && whence -w _quorate")).toEqual([
			"_quorate: function",
		]);
	});

	(installed("fish") ? test : test.skip)("fish offers what it should", async () => {
		writeFileSync(join(folder, "completion.fish"), await script("fish"));
		const offers = (line: string) =>
			ask("fish", `source completion.fish; complete -C '${line}'`).map((each) => each.split("\t")[0]);
		expect(offers("quorate pl")).toEqual(["plan"]);
		expect(offers("quorate plan --det")).toEqual(["--detailed-exitcode"]);
		expect(offers("quorate policy check --slot con")).toEqual(["condition", "consensus"]);
	});
});
