// An apply that is killed at any instant is finished by the next one: the same bytes are sent again, nothing is done twice,
// nothing is forgotten. Real processes, SIGKILL, a service of its own that keeps a log of everything it did.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Activity } from "../../src/api/activity.js";
import { JOURNAL_FILE } from "../../src/state/journal.js";
import { runCli, type ServiceProcess, startCli, startServiceProcess } from "../support/cli-process.js";

const ROUNDS = Number(process.env["QUORATE_TEST_KILLS"] ?? 8);
const ENDPOINTS = 60;

let folder: string;
let service: ServiceProcess;

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), "quorate-crash-"));
	mkdirSync(join(folder, "manifests"));
	writeFileSync(
		join(folder, "quorate.yaml"),
		'apiVersion: quorate/v1\nkind: Project\nmanifests: ["manifests/*.yaml"]\nenvironments:\n  live: { credentials: { env: QUORATE_ } }\n',
	);
	service = await startServiceProcess(folder, []);
}, 30_000);

afterAll(async () => {
	await service.stop();
	rmSync(folder, { recursive: true, force: true });
});

function declare(round: number): void {
	const documents = Array.from(
		{ length: ENDPOINTS },
		(_, index) =>
			`apiVersion: quorate/v1\nkind: WebhookEndpoint\nmetadata: { name: r${round}-${index} }\nspec: { url: "https://hooks.example.com/${round}/${index}", subscriptions: [{ eventType: ACTIVITY_UPDATES }] }\n`,
	);
	writeFileSync(join(folder, "manifests", `round-${round}.yaml`), documents.join("---\n"));
}

function journalLines(): number {
	const file = join(folder, ".quorate", "live", JOURNAL_FILE);
	return existsSync(file) ? readFileSync(file, "utf8").split("\n").length - 1 : 0;
}

async function call<T>(operation: string, parameters: object): Promise<T> {
	const { stdout, stderr, code } = await runCli(["call", operation, JSON.stringify(parameters)], folder, service.env);
	if (code !== 0) throw new Error(stderr);
	return JSON.parse(stdout) as T;
}

/** Every creation the service completed, by the name it was for. */
async function creations(): Promise<Map<string, number>> {
	const counts = new Map<string, number>();
	let after: string | undefined;
	for (;;) {
		const { activities } = await call<{ activities: Activity[] }>("list_activities", {
			filterByType: ["ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT"],
			paginationOptions: { limit: "100", ...(after === undefined ? {} : { after }) },
		});
		for (const activity of activities) {
			const { name } = Object.values(activity.intent ?? {})[0] as { name: string };
			counts.set(name, (counts.get(name) ?? 0) + 1);
		}
		after = activities.at(-1)?.id;
		if (activities.length < 100) return counts;
	}
}

describe("an apply that is killed", () => {
	test(
		"is finished by the next one, with everything done exactly once",
		async () => {
			let kills = 0;
			let recovered = 0;
			for (let round = 1; round <= ROUNDS; round += 1) {
				declare(round);
				// The instants are spread over the whole run by what is written down at them, not by the clock: as the journal begins,
				// in the first steps, in the middle, just before the end.
				const { child, finished } = startCli(["apply", "--auto-approve", "--parallelism", "8"], folder, service.env);
				const lines = 1 + Math.floor(((round - 1) / ROUNDS) * 2 * ENDPOINTS);
				while (child.exitCode === null && journalLines() < lines) await wait(1);
				child.kill("SIGKILL");
				const first = await finished;
				if (first.signal === "SIGKILL") kills += 1;
				const second = await runCli(["apply", "--auto-approve", "--parallelism", "8"], folder, service.env);
				expect([second.stderr, second.code]).toEqual([expect.stringMatching(/^(?:(?!error).)*$/s), 0]);
				if (second.stderr.includes("did not end")) recovered += 1;
			}
			expect(kills).toBeGreaterThan(ROUNDS / 2);
			expect(recovered).toBeGreaterThan(ROUNDS / 2);

			const counts = await creations();
			expect(counts.size).toBe(ROUNDS * ENDPOINTS);
			expect([...counts].filter(([, count]) => count !== 1)).toEqual([]);
			const { webhookEndpoints } = await call<{ webhookEndpoints: { name: string }[] }>("list_webhook_endpoints", {});
			expect(new Set(webhookEndpoints.map((each) => each.name)).size).toBe(ROUNDS * ENDPOINTS);
			expect(webhookEndpoints.length).toBe(ROUNDS * ENDPOINTS);

			const plan = await runCli(["plan", "--detailed-exitcode"], folder, service.env);
			expect([plan.stdout.trimEnd().split("\n").at(-1), plan.code]).toEqual([
				"No changes. Your organization matches the manifests.",
				0,
			]);
		},
		30_000 * ROUNDS,
	);

	test("an interrupted one stops between steps, says so, and continues", async () => {
		declare(ROUNDS + 1);
		const { child, finished } = startCli(["apply", "--auto-approve", "--parallelism", "1"], folder, service.env);
		await new Promise<void>((begun) => {
			child.stderr?.on("data", (chunk: Buffer) => {
				if (chunk.toString("utf8").includes("done")) begun();
			});
		});
		child.kill("SIGINT");
		const { code, stdout } = await finished;
		expect(code).toBe(130);
		expect(stdout).toMatch(
			/Apply interrupted\. Resources: \d+ added, 0 changed, 0 destroyed\. Steps not started: \d+\.\nTo continue: quorate apply\n$/,
		);
		const second = await runCli(["apply", "--auto-approve"], folder, service.env);
		expect(second.code).toBe(0);
		expect([...(await creations())].filter(([, count]) => count !== 1)).toEqual([]);
	}, 60_000);

	test("two at once: the second is told who is at work, and nothing is done twice", async () => {
		declare(ROUNDS + 2);
		const both = await Promise.all([
			runCli(["apply", "--auto-approve", "--parallelism", "1"], folder, service.env),
			runCli(["apply", "--auto-approve", "--parallelism", "1"], folder, service.env),
		]);
		const refused = both.filter((each) => each.code !== 0);
		for (const each of refused) expect([each.code, each.stderr]).toEqual([1, expect.stringContaining("Q6020")]);
		const again = await runCli(["apply", "--auto-approve"], folder, service.env);
		expect(again.code).toBe(0);
		expect([...(await creations())].filter(([, count]) => count !== 1)).toEqual([]);
	}, 60_000);
});
