// The data directory of the embedded service: what it holds and for whom, and when it is refused.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { openDatabase } from "../../src/service/sqlite-driver.js";
import { TestClient } from "../support/service-client.js";
import { bundleService, killAll, readCredentials, type ServiceProcess, startProcess } from "../support/service-process.js";

const SEED = `
apiVersion: quorate/v1
kind: Organization
metadata: { name: Treasury }
spec:
  rootQuorum: { threshold: 1, users: [root] }
  users: [{ name: root }, { name: "a/../b" }]
  privateKeys: [{ name: hot, curve: CURVE_SECP256K1 }]
`;

let bundle: string;
let folder: string;
let running: ServiceProcess | undefined;
beforeAll(async () => {
	bundle = await bundleService("data-directory");
}, 120_000);
afterAll(() => rmSync(bundle, { force: true }));
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "quorate-service-"));
});
afterEach(async () => {
	await killAll();
	running = undefined;
	rmSync(folder, { recursive: true, force: true });
});

const dataDir = (): string => join(folder, "data");

async function start(more: { readonly seed?: string } = {}): Promise<ServiceProcess> {
	running = await startProcess(bundle, { dataDir: dataDir(), ...more });
	return running;
}

describe("a data directory", () => {
	test("is for its owner alone, and holds the keys that were made", async () => {
		const { organizationId, credentials } = await start({ seed: SEED });
		const mode = (name: string): string => (statSync(join(dataDir(), name)).mode & 0o777).toString(8);
		expect(mode(".")).toBe("700");
		for (const name of [
			"credentials.json",
			"sealing.key",
			"service-keys.json",
			"service.db",
			"service.db-wal",
			"credentials/a%2F..%2Fb.json",
		])
			expect([name, mode(name)]).toEqual([name, "600"]);
		expect(readdirSync(join(dataDir(), "credentials"))).toEqual(["a%2F..%2Fb.json"]);
		expect(JSON.parse(readFileSync(join(dataDir(), "credentials.json"), "utf8"))).toEqual({
			organizationId,
			apiPublicKey: credentials.apiPublicKey,
			apiPrivateKey: expect.stringMatching(/^[0-9a-f]{64}$/),
		});
		const other = readCredentials(join(dataDir(), "credentials/a%2F..%2Fb.json"));
		const client = new TestClient((running as ServiceProcess).baseUrl, other);
		expect((await client.query("whoami")).username).toBe("a/../b");
		await client.close();
	});

	test("keeps its organisation: a seed counts only the first time", async () => {
		const first = await start({ seed: SEED });
		await first.stop();
		const second = await start({ seed: SEED.replace("Treasury", "Another") });
		expect(second.organizationId).toBe(first.organizationId);
		const client = new TestClient(second.baseUrl, first.credentials);
		expect((await client.query("whoami")).organizationName).toBe("Treasury");
		expect((await client.query("list_private_keys")).privateKeys[0].addresses[0].address).toMatch(/^0x[0-9a-fA-F]{40}$/);
		await client.close();
	});

	test("keeps the service's own keys, and is refused without what seals them", async () => {
		const first = await start();
		const told = async (): Promise<unknown> => (await fetch(`${(running as ServiceProcess).baseUrl}/health`)).json();
		const keys = await told();
		await first.kill();
		const second = await start();
		expect(await told()).toEqual(keys);
		await second.stop();
		rmSync(join(dataDir(), "sealing.key"));
		await expect(startProcess(bundle, { dataDir: dataDir() })).rejects.toThrow(
			/^cannot use data directory `.*data`: its `sealing.key` is missing, without which the secrets in its store cannot be opened$/,
		);
		expect(existsSync(join(dataDir(), "sealing.key"))).toBe(false);
	});

	test("is refused to a second process, which is told who has it and since when", async () => {
		const first = await start();
		await expect(startProcess(bundle, { dataDir: dataDir() })).rejects.toThrow(
			new RegExp(`^data directory \`.*/data\` is in use by process ${first.pid} since \\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z$`),
		);
		await first.kill();
		expect((await start()).organizationId).toBe(first.organizationId);
	});

	test("that cannot be made or read is a clear error", async () => {
		writeFileSync(join(folder, "file"), "");
		await expect(startProcess(bundle, { dataDir: join(folder, "file") })).rejects.toThrow(
			/^cannot use data directory `.*file`: /,
		);
		mkdirSync(dataDir());
		writeFileSync(join(dataDir(), "service.db"), "this is not a database, whatever its name says ".repeat(100));
		await expect(startProcess(bundle, { dataDir: dataDir() })).rejects.toThrow(/^cannot use data directory `.*data`: /);
	});

	test("written by a later version is left alone", async () => {
		await (await start()).stop();
		const database = await openDatabase(join(dataDir(), "service.db"));
		database.exec("PRAGMA user_version = 99");
		database.close();
		await expect(startProcess(bundle, { dataDir: dataDir() })).rejects.toThrow(
			/^cannot use data directory `.*data`: the store has format 99, this version knows formats up to \d+$/,
		);
	});

	test("says nobody has it once the service has stopped", async () => {
		const service = await start();
		expect(existsSync(join(dataDir(), "holder.json"))).toBe(true);
		await service.stop();
		expect(existsSync(join(dataDir(), "holder.json"))).toBe(false);
	});
});
