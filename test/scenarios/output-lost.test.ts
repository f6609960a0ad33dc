// Output that does not arrive: a reader that goes away, a disk that is full. The work is done all the same.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync } from "node:fs";
import { resolve } from "node:path";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { cleanEnvironment, runCli } from "../support/cli-process.js";
import { embeddedProject } from "../support/embedded-project.js";

/** Each is a step of its own. */
const ENDPOINTS = 9;
const TIMEOUT = 120_000;

let cwd: string;

beforeEach(async () => {
	const endpoints = Array.from(
		{ length: ENDPOINTS },
		(_, index) =>
			`apiVersion: quorate/v1\nkind: WebhookEndpoint\nmetadata: { name: h${index} }\nspec: { url: "https://hooks.example.com/${index}", subscriptions: [{ eventType: ACTIVITY_UPDATES }] }\n`,
	);
	cwd = await embeddedProject(endpoints.join("---\n"));
});

type Place = "pipe" | number;

function start(args: readonly string[], stdout: Place, stderr: Place) {
	return spawn(process.execPath, [resolve("dist/cli.js"), ...args], {
		cwd,
		env: cleanEnvironment({}),
		stdio: ["pipe", stdout, stderr],
	});
}

/** Whether the organisation is as the manifests say; every endpoint counts as a change before. */
async function applied(): Promise<boolean> {
	const { code, stdout, stderr } = await runCli(["plan", "--detailed-exitcode"], cwd);
	if (code !== 0 && code !== 2) throw new Error(stderr + stdout);
	return code === 0;
}

describe("a reader that closes the pipe", () => {
	test.each(["stdout", "stderr"] as const)(
		"after the first line of %s does not stop an apply, and is no error",
		async (name) => {
			const child = start(["apply", "--auto-approve"], "pipe", "pipe");
			const other = name === "stdout" ? child.stderr : child.stdout;
			let rest = "";
			other?.on("data", (chunk: Buffer) => {
				rest += chunk.toString("utf8");
			});
			child[name]?.once("data", () => child[name]?.destroy());
			const [code] = (await once(child, "close")) as [number | null];
			expect(code).toBe(0);
			expect(rest).not.toMatch(/EPIPE|Q7|\n +at /);
			expect(await applied()).toBe(true);
		},
		TIMEOUT,
	);

	test(
		"of both streams at once neither",
		async () => {
			const child = start(["apply", "--auto-approve"], "pipe", "pipe");
			child.stdout?.destroy();
			child.stderr?.destroy();
			const [code] = (await once(child, "close")) as [number | null];
			expect(code).toBe(0);
			expect(await applied()).toBe(true);
		},
		TIMEOUT,
	);

	test(
		"leaves the command its own exit code",
		async () => {
			const child = start(["plan", "--detailed-exitcode"], "pipe", "pipe");
			child.stdout?.destroy();
			const [code] = (await once(child, "close")) as [number | null];
			expect(code).toBe(2);
		},
		TIMEOUT,
	);

	test(
		"ends a command that answers line by line, although its input goes on",
		async () => {
			const child = start(["policy", "eval", "--jsonl"], "pipe", "pipe");
			child.stdin?.on("error", () => undefined);
			child.stdout?.once("data", () => child.stdout?.destroy());
			let open = true;
			const closed = once(child, "close").finally(() => {
				open = false;
			});
			const feed = (): void => {
				if (open) child.stdin?.write(`${JSON.stringify({ expression: "true" })}\n`, () => setImmediate(feed));
			};
			feed();
			expect(await closed).toEqual([0, null]);
		},
		TIMEOUT,
	);
});

(existsSync("/dev/full") ? describe : describe.skip)("a disk that is full", () => {
	const LOST = "error Q7124: standard output could not be written: no space is left on the disk\n";

	async function run(args: readonly string[], full: "stdout" | "stderr"): Promise<{ code: number | null; told: string }> {
		const device = openSync("/dev/full", "w");
		try {
			const child = full === "stdout" ? start(args, device, "pipe") : start(args, "pipe", device);
			let told = "";
			(full === "stdout" ? child.stderr : child.stdout)?.on("data", (chunk: Buffer) => {
				told += chunk.toString("utf8");
			});
			const [code] = (await once(child, "close")) as [number | null];
			return { code, told };
		} finally {
			closeSync(device);
		}
	}

	test(
		"does not stop an apply, and is told at the end",
		async () => {
			const { code, told } = await run(["apply", "--auto-approve"], "stdout");
			expect(code).toBe(1);
			expect(told.match(/^ {2}done /gm)).toHaveLength(ENDPOINTS);
			expect(told.endsWith(LOST)).toBe(true);
			expect(await applied()).toBe(true);
			expect(await run(["drift"], "stdout")).toEqual({ code: 1, told: LOST });
		},
		TIMEOUT,
	);

	test(
		"behind standard error does not stop an apply either",
		async () => {
			const { code, told } = await run(["apply", "--auto-approve"], "stderr");
			expect(code).toBe(1);
			expect(told).toContain(`Apply complete! Resources: ${ENDPOINTS} added`);
			expect(await applied()).toBe(true);
		},
		TIMEOUT,
	);

	test(
		"is told by the short ways too",
		async () => {
			for (const args of [["--version"], ["--help"], ["explain"]]) {
				expect(await run(args, "stdout")).toEqual({ code: 1, told: LOST });
			}
		},
		TIMEOUT,
	);
});
