// What the next apply makes of an earlier one that did not end: settled, continued, waited for, or given up; never guessed.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { fingerprintOf } from "../../src/base/digest.js";
import type { JsonObject } from "../../src/base/json.js";
import type { Plan } from "../../src/model/plan.js";
import { JournalWriter } from "../../src/state/journal-writer.js";
import { runCommand } from "../support/command.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const HOUR = 3_600_000;
let cwd: string;
const state = () => join(cwd, ".quorate/local");

function project(profile: "core" | "full", threshold = 1): void {
	writeFileSync(
		join(cwd, "quorate.yaml"),
		`apiVersion: quorate/v1\nkind: Project\nmanifests: ["manifests/*.yaml"]\nenvironments: { local: { service: embedded, seed: seed.yaml, profile: ${profile} } }\n`,
	);
	writeFileSync(
		join(cwd, "seed.yaml"),
		`apiVersion: quorate/v1\nkind: Organization\nmetadata: { name: x }\nspec:\n  rootQuorum: { threshold: ${threshold}, users: [a, b] }\n  users: [{ name: a, apiKeys: [{ name: k }] }, { name: b, apiKeys: [{ name: k }] }]\n`,
	);
}

beforeEach(async () => {
	cwd = await temporaryFolder();
	mkdirSync(join(cwd, "manifests"));
	writeFileSync(
		join(cwd, "manifests/p.yaml"),
		["one", "two"]
			.map((name) => `apiVersion: quorate/v1\nkind: PrivateKeyTag\nmetadata: { name: ${name} }\nspec: { privateKeys: [] }\n`)
			.join("---\n"),
	);
});

/** Leaves what an apply leaves that was killed after writing down its first step, `age` ago. The body may have been sent. */
async function interrupted(age: number, send: boolean): Promise<Plan> {
	expect((await runCommand(["plan", "--out", "plan.json"], { cwd })).code).toBe(0);
	const plan = JSON.parse(readFileSync(join(cwd, "plan.json"), "utf8")) as Plan;
	const writer = await JournalWriter.begin(state(), {
		plan: plan as unknown as JsonObject,
		planDigest: plan.plan_digest,
		organizationId: plan.base.organization_id,
		profile: plan.base.profile,
		at: new Date(Date.now() - age).toISOString(),
	});
	const [step] = plan.steps;
	if (step === undefined) throw new Error("the plan has no step");
	const timestampMs = Date.now() - age;
	const { type, parameters, operation, id } = step;
	const body = JSON.stringify({ type, timestampMs: String(timestampMs), organizationId: plan.base.organization_id, parameters });
	await writer.intend(id, { operation, body, fingerprint: fingerprintOf(body), timestampMs });
	await writer.close();
	if (send) expect((await runCommand(["call", operation, JSON.stringify(parameters)], { cwd })).code).toBe(0);
	return plan;
}

describe("an apply that did not end", () => {
	test("is told by plan and drift, which leave it alone", async () => {
		project("full");
		await interrupted(0, false);
		for (const verb of ["plan", "drift"]) {
			const { code, stderr } = await runCommand([verb], { cwd });
			expect([code, stderr]).toEqual([0, expect.stringContaining("warning Q6014: an apply begun ")]);
			expect(stderr).toContain("1 of its steps were on their way, 0 wait for approval");
		}
		expect(readdirSync(state())).toContain("journal.jsonl");
	});

	test("is settled with the same bytes and the rest is planned anew", async () => {
		project("full");
		await interrupted(1000, false);
		const { code, stdout, stderr } = await runCommand(["apply", "--auto-approve"], { cwd });
		expect(stderr).toContain("Settling them first.\n  done s1 create_private_key_tag PrivateKeyTag/one\n");
		expect([code, stdout]).toEqual([0, expect.stringContaining("Apply complete! Resources: 1 added, 0 changed, 0 destroyed.")]);
		expect((await runCommand(["plan", "--detailed-exitcode"], { cwd })).stdout).toBe(
			"No changes. Your organization matches the manifests.\n",
		);
	});

	test("is continued when the same saved plan is applied again, although the live side has moved by its own first step", async () => {
		project("full");
		await interrupted(1000, false);
		const { code, stdout } = await runCommand(["apply", "plan.json"], { cwd });
		expect([code, stdout]).toEqual([0, expect.stringContaining("Apply complete! Resources: 2 added, 0 changed, 0 destroyed.")]);
		expect(readdirSync(state())).not.toContain("journal.jsonl");
	});

	test("is looked for in the log when its bytes are too old to be sent again, and forgotten when it never arrived", async () => {
		project("full");
		await interrupted(2 * HOUR, false);
		const { code, stdout, stderr } = await runCommand(["apply", "--auto-approve"], { cwd });
		expect(stderr).toContain("  failed s1 create_private_key_tag PrivateKeyTag/one\n");
		expect([code, stdout]).toEqual([0, expect.stringContaining("Resources: 2 added")]);
	});

	test("stops everything while nobody can say what became of it, until it is given up", async () => {
		project("core");
		await interrupted(2 * HOUR, false);
		const refused = await runCommand(["apply", "--auto-approve"], { cwd });
		expect([refused.code, refused.stderr]).toEqual([
			7,
			expect.stringContaining(
				"error Q6202: it is not known whether s1 (create_private_key_tag `PrivateKeyTag/one`) was carried out: it is older than an hour",
			),
		]);
		expect(readdirSync(state())).toContain("journal.jsonl");
		const given = await runCommand(["apply", "--auto-approve", "--abandon"], { cwd });
		expect(given.stderr).toContain("The interrupted apply is given up; its journal is kept as journal.previous.jsonl.\n");
		expect([given.code, given.stdout]).toEqual([0, expect.stringContaining("Resources: 2 added")]);
	});

	test("waits, on a service without a log, until what it submitted is approved or rejected", async () => {
		project("core", 2);
		const first = await runCommand(["apply", "--auto-approve"], { cwd });
		expect([first.code, first.stdout]).toEqual([5, expect.stringContaining("Apply pending.")]);
		const second = await runCommand(["apply", "--auto-approve"], { cwd });
		expect([second.code, second.stderr]).toEqual([
			5,
			expect.stringContaining("error Q6203: step s1 of the interrupted apply still waits"),
		]);
		expect(second.stderr).toMatch(/activity [0-9a-f-]{36}, fingerprint sha256:[0-9a-f]{64}/);
		const shown = await runCommand(["plan"], { cwd });
		expect(shown.stdout).toContain("s1 (create_private_key_tag) already waits for approval as activity ");
	});
});

describe("a defect of ours", () => {
	test("is called one, with what is needed to report it, and no more", async () => {
		const { reportProblem } = await import("../../src/commands/problem.js");
		const written: string[] = [];
		const stream = {
			write: (text: string) => {
				written.push(text);
			},
			flushed: async () => undefined,
			closed: false,
			isTTY: false,
			columns: 80,
		};
		const context = { stdout: stream, stderr: stream, env: () => undefined, signal: new AbortController().signal } as never;
		expect(await reportProblem(new TypeError("x is not a function"), context, {})).toBe(1);
		const stderr = written.join("");
		expect(stderr).toMatch(/^error Q7102: internal error: x is not a function\n/);
		expect(stderr).toContain("this is a defect of quorate; please report it");
	});
});
