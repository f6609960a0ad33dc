// A plan that said "no changes" is remembered by what it was made from. Whatever of that moves, the next plan is made in full.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { type Finished, runCli, type ServiceProcess, startServiceProcess } from "../support/cli-process.js";

const MANIFEST =
	"apiVersion: quorate/v1\nkind: Policy\nmetadata: { name: p }\nspec: { effect: EFFECT_DENY, condition: activity.action == 'EXPORT' }\n";
const CLEAN = "No changes. Your organization matches the manifests.\n";

let folder: string;
let service: ServiceProcess;
const cache = () => join(folder, ".quorate/cache");
const remembered = () => readdirSync(cache()).filter((name) => name.startsWith("plan-"));
const plan = (...args: string[]): Promise<Finished> => runCli(["plan", "--detailed-exitcode", ...args], folder, service.env);

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), "quorate-unchanged-"));
	mkdirSync(join(folder, "manifests"));
	writeFileSync(
		join(folder, "quorate.yaml"),
		'apiVersion: quorate/v1\nkind: Project\nmanifests: ["manifests/*.yaml"]\nenvironments: { live: { variables: { x: "1" } } }\n',
	);
	service = await startServiceProcess(folder, []);
}, 30_000);

afterAll(async () => {
	await service.stop();
	rmSync(folder, { recursive: true, force: true });
});

/** In sync, applied from here, and remembered. */
beforeEach(async () => {
	rmSync(cache(), { recursive: true, force: true });
	writeFileSync(join(folder, "manifests/p.yaml"), MANIFEST);
	expect((await runCli(["apply", "--auto-approve"], folder, service.env)).code).toBe(0);
	expect((await plan()).stdout).toBe(CLEAN);
	expect(remembered().length).toBe(1);
}, 30_000);

async function policyId(): Promise<string> {
	const { stdout } = await runCli(["call", "list_policies"], folder, service.env);
	return (JSON.parse(stdout) as { policies: { policyId: string }[] }).policies[0]?.policyId ?? "";
}

test("nothing moved: the same answer, and the same file", async () => {
	const before = readFileSync(join(cache(), remembered()[0] ?? ""), "utf8");
	expect(await plan()).toMatchObject({ stdout: CLEAN, code: 0 });
	expect(readFileSync(join(cache(), remembered()[0] ?? ""), "utf8")).toBe(before);
});

test("somebody changed the live side", async () => {
	await runCli(
		["call", "update_policy", JSON.stringify({ policyId: await policyId(), policyNotes: "mine" })],
		folder,
		service.env,
	);
	const { stdout, code } = await plan();
	expect(stdout).toContain("- notes: mine");
	expect(code).toBe(2);
}, 20_000);

test("somebody added what no manifest declares", async () => {
	const parameters = JSON.stringify({ privateKeyTagName: "theirs", privateKeyIds: [] });
	const made = await runCli(["call", "create_private_key_tag", parameters], folder, service.env);
	const { result } = JSON.parse(made.stdout) as { result: { createPrivateKeyTagResult: { privateKeyTagId: string } } };
	expect((await plan()).stdout).toContain("Without a manifest, left alone:");
	const { privateKeyTagId } = result.createPrivateKeyTagResult;
	await runCli(["call", "delete_private_key_tags", JSON.stringify({ privateKeyTagIds: [privateKeyTagId] })], folder, service.env);
	expect((await plan()).stdout).toBe(CLEAN);
}, 20_000);

test("the manifests changed", async () => {
	writeFileSync(join(folder, "manifests/p.yaml"), MANIFEST.replace("EXPORT", "DELETE"));
	expect((await plan()).code).toBe(2);
});

test("the inventory is gone", async () => {
	rmSync(join(folder, ".quorate/live/inventory.json"));
	expect((await plan()).stdout).toContain("Inventory: 1 to record.");
});

test("another scope, and a document, are made in full", async () => {
	expect((await plan("--target", "Policy/nothing")).code).toBe(3);
	const { stdout } = await plan("--json");
	expect(JSON.parse(stdout)).toMatchObject({ summary: { unchanged: 1 }, resource_changes: [{ address: "Policy/p" }] });
}, 20_000);

test("what is remembered was damaged, or was made by somebody who may not read the organisation any more", async () => {
	const file = join(cache(), remembered()[0] ?? "");
	writeFileSync(file, readFileSync(file, "utf8").replace('"errored":false', '"errored":true'));
	expect(await plan()).toMatchObject({ stdout: CLEAN, code: 0 });
	const stranger = { ...service.env, QUORATE_KEY_FILE: "", QUORATE_API_PRIVATE_KEY: "1".repeat(64) };
	const { code, stderr } = await runCli(["plan"], folder, stranger);
	expect([code, stderr]).toEqual([1, expect.stringContaining("Q40")]);
}, 20_000);
