// The service inside a command: one data directory for all commands of an environment, had by one at a time.
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "@jest/globals";
import type { Clock } from "../../src/base/clock.js";
import { runCli, startServiceProcess } from "../support/cli-process.js";
import { runCommand } from "../support/command.js";
import { embeddedProject, NO_EXPORTS } from "../support/embedded-project.js";

const TIMEOUT = 120_000;

let cwd: string;

beforeEach(async () => {
	cwd = await embeddedProject(NO_EXPORTS, ", data: service");
});

/** A clock on which nobody waits: `meanwhile` is done in place of the time. */
const clockWith = (meanwhile: () => Promise<void>): Clock => ({ now: () => Date.now(), sleep: meanwhile });

describe("a data directory that another process has", () => {
	const WAITS = /^Waiting up to 10 seconds: data directory `.*service` is in use by process \d+ since .*Z$/gm;

	test(
		"is waited for",
		async () => {
			const holder = await startServiceProcess(cwd, []);
			let polls = 0;
			const clock = clockWith(async () => {
				polls += 1;
				if (polls === 3) await holder.stop();
			});
			const { code, stdout, stderr } = await runCommand(["plan"], { cwd, clock });
			expect([code, polls]).toEqual([0, 3]);
			expect(stdout).toContain("Plan: 1 to add");
			expect(stderr.match(WAITS)).toHaveLength(1);
		},
		TIMEOUT,
	);

	test(
		"and keeps it is named with since when it has it",
		async () => {
			const holder = await startServiceProcess(cwd, []);
			const { processId, since } = JSON.parse(readFileSync(join(cwd, "service/holder.json"), "utf8"));
			const { code, stdout, stderr } = await runCommand(["plan"], { cwd, clock: clockWith(async () => undefined) });
			await holder.stop();
			expect([code, stdout]).toEqual([1, ""]);
			expect(stderr.match(WAITS)).toHaveLength(1);
			expect(stderr).toContain(
				`\nerror Q4154: data directory \`${join(cwd, "service")}\` is in use by process ${processId} since ${since}\n` +
					"  = help: run the command again when that process has ended, or give the environment a `data` directory of its own\n",
			);
		},
		TIMEOUT,
	);

	test(
		"several commands at once take turns",
		async () => {
			const runs = await Promise.all([runCli(["plan"], cwd), runCli(["drift"], cwd), runCli(["plan"], cwd)]);
			expect(runs.map(({ code, stderr }) => [code, stderr.replace(/^Waiting .*\n/, "")])).toEqual(runs.map(() => [0, ""]));
		},
		TIMEOUT,
	);
});

describe("a data directory that cannot be used", () => {
	const HELP =
		"  = help: check the directory's permissions and the space on its disk, or name another as the environment's `data`\n";

	test("because a file is in its place", async () => {
		writeFileSync(join(cwd, "service"), "");
		const { code, stdout, stderr } = await runCommand(["plan"], { cwd });
		expect([code, stdout]).toEqual([1, ""]);
		expect(stderr).toBe(
			`error Q4155: cannot use data directory \`${join(cwd, "service")}\`: something else is in its place\n${HELP}\n1 error\n`,
		);
	});

	test("because its store is none", async () => {
		mkdirSync(join(cwd, "service/service.db"), { recursive: true });
		const { code, stderr } = await runCommand(["drift"], { cwd });
		expect(code).toBe(1);
		expect(stderr).toContain(`error Q4155: cannot use data directory \`${join(cwd, "service")}\`: it is a folder\n${HELP}`);
	});

	// Root may write everywhere.
	(process.getuid?.() === 0 ? test.skip : test)("because it may not be written", async () => {
		mkdirSync(join(cwd, "locked"), { mode: 0o500 });
		writeFileSync(
			join(cwd, "quorate.yaml"),
			readFileSync(join(cwd, "quorate.yaml"), "utf8").replace("data: service", "data: locked/service"),
		);
		const { code, stderr } = await runCommand(["plan"], { cwd });
		chmodSync(join(cwd, "locked"), 0o700);
		rmSync(join(cwd, "locked"), { recursive: true });
		expect(code).toBe(1);
		expect(stderr).toContain(
			`error Q4155: cannot use data directory \`${join(cwd, "locked/service")}\`: permission denied\n${HELP}`,
		);
	});
});
