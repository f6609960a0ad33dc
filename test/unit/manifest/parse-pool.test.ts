// Threads parse what the main thread would, and a thread that fails costs time only.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { build } from "esbuild";
import { parseDocuments, parseToJson } from "../../../src/manifest/parse-pool.js";
import { manifestFolder, policyYaml } from "../../support/manifest-project.js";

// Threads start as fast as the machine lets them.
jest.setTimeout(60_000);

let folder = "";
let worker = "";
beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), "quorate-worker-"));
	worker = join(folder, "parse-worker.mjs");
	await build({
		entryPoints: ["src/manifest/parse-worker.ts"],
		outfile: worker,
		bundle: true,
		format: "esm",
		platform: "node",
		banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
		logLevel: "error",
	});
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Written in a notation that the quick reader leaves to the complete one. */
const policy = (index: number): string => policyYaml(`"P\\u0020${index}"`, "effect: EFFECT_DENY", "? condition", ": 'true'");
const texts = Array.from({ length: 1200 }, (_, index) => (index % 100 === 7 ? "a: *x\n" : policy(index)));

describe("parseDocuments", () => {
	test("gives the same answers, in order, with any number of threads", async () => {
		const alone = await parseDocuments(texts, 0, worker);
		expect(alone.map((value) => (value === undefined ? "" : JSON.stringify(value)))).toEqual(texts.map(parseToJson));
		expect(alone[7]).toBeUndefined();
		for (const workers of [1, 3]) expect(await parseDocuments(texts, workers, worker)).toEqual(alone);
		expect(await parseDocuments(texts, 2, undefined)).toEqual(alone);
	});

	test("a thread that cannot start, dies or throws is done without", async () => {
		const alone = await parseDocuments(texts, 0, undefined);
		for (const [name, source] of [
			["throws", "throw new Error('no')"],
			["exits", "import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => process.exit(1));"],
			["syntax", "not javascript ("],
		] as const) {
			const broken = join(folder, `${name}.mjs`);
			writeFileSync(broken, source);
			expect(await parseDocuments(texts, 2, broken)).toEqual(alone);
		}
		expect(await parseDocuments(texts, 1, join(folder, "missing.mjs"))).toEqual(alone);
	});

	test("loading with threads is loading", async () => {
		const project = manifestFolder({
			"a.yaml": texts
				.map((text, index) => (text.startsWith("a:") ? policyYaml(`Q${index}`, "effect: EFFECT_DENY") : text))
				.join("---\n"),
		});
		try {
			const limits = {
				limits: {
					policies: 5000,
					tags: 1,
					allowlistRules: 1,
					ipv4Prefix: 1,
					ipv6Prefix: 1,
					expressionLength: 1000,
					nameLength: 100,
					time: "accepted" as const,
				},
			};
			const alone = await project.load({ workers: 0, ...limits });
			const threaded = await project.load({ workers: 2, workerFile: worker, ...limits });
			expect(alone.diagnostics).toEqual([]);
			expect(threaded.desired).toEqual(alone.desired);
			expect(threaded.configDigest).toBe(alone.configDigest);
		} finally {
			project.remove();
		}
	});
});
