// The store of the embedded service on the disk as it is: full, written by an earlier version, gone bad half-way through an
// upgrade; and what the command says when a data directory cannot be had.
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { DATABASE_VERSION } from "../../src/service/database-schema.js";
import { openDatabase } from "../../src/service/sqlite-driver.js";
import { runCli, startServiceProcess } from "../support/cli-process.js";
import { type Answer, TestClient } from "../support/service-client.js";
import { bundleService, killAll, type ServiceProcess, startProcess } from "../support/service-process.js";

const FORMAT_1 = readFileSync(fileURLToPath(new URL("stores/format-1.sql", import.meta.url)), "utf8");
const CREATE = "/public/v1/submit/create_webhook_endpoint";

let bundle: string;
let folder: string;
beforeAll(async () => {
	bundle = await bundleService("store");
}, 120_000);
afterAll(() => rmSync(bundle, { force: true }));
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "quorate-service-"));
});
afterEach(async () => {
	await killAll();
	rmSync(folder, { recursive: true, force: true });
});

const dataDir = (): string => join(folder, "data");
const store = (): string => join(dataDir(), "service.db");
const hook = (name: string) => ({ name, url: "https://hooks.example.com/" });

async function withRoot<T>(service: ServiceProcess, use: (root: TestClient) => Promise<T>): Promise<T> {
	const root = new TestClient(service.baseUrl, service.credentials, { connections: 8 });
	try {
		return await use(root);
	} finally {
		await root.close();
	}
}
const hooksOf = async (root: TestClient): Promise<string[]> =>
	(await root.query("list_webhook_endpoints")).webhookEndpoints.map((each: Answer) => each.name);

describe("a disk that is full", () => {
	// Windows knows no limit on the size of files.
	const onPosix = process.platform === "win32" ? test.skip : test;

	onPosix(
		"refuses what it cannot take, keeps what it has taken, and goes on when there is room",
		async () => {
			await (await startProcess(bundle, { dataDir: dataDir() })).stop();
			const full = await startProcess(bundle, { dataDir: dataDir() }, { fileBlocks: 1024 });
			const acknowledged: string[] = [];
			const refused: { readonly name: string; readonly body: string }[] = [];
			await withRoot(full, async (root) => {
				let serial = 0;
				const writer = async (): Promise<void> => {
					while (refused.length < 16 && serial < 5000) {
						serial += 1;
						const name = `${serial} ${"x".repeat(200)}`;
						const body = root.body("create_webhook_endpoint", hook(name));
						const reply = await root.post(CREATE, body);
						if (reply.status === 200) acknowledged.push(name);
						else {
							refused.push({ name, body });
							expect([reply.status, reply.body.code, reply.body.message]).toEqual([
								503,
								14,
								"the activity could not be stored; nothing was changed",
							]);
						}
					}
				};
				await Promise.all(Array.from({ length: 8 }, writer));
				expect(acknowledged.length).toBeGreaterThan(10);
				expect(refused.length).toBeGreaterThanOrEqual(16);
				// It still answers, and shows what was acknowledged and nothing of what was refused.
				expect(new Set(await hooksOf(root))).toEqual(new Set(acknowledged));
			});
			expect(full.errors()).toMatch(/"level":"error","message":"the store could not be written"/);
			await full.kill();
			await withRoot(await startProcess(bundle, { dataDir: dataDir() }), async (root) => {
				expect(new Set(await hooksOf(root))).toEqual(new Set(acknowledged));
				for (const { body } of refused) expect((await root.post(CREATE, body)).status).toBe(200);
				expect(new Set(await hooksOf(root))).toEqual(new Set([...acknowledged, ...refused.map((each) => each.name)]));
			});
		},
		120_000,
	);
});

/** Makes the file one of the first format, with the same organisations and activities in it. */
async function downgrade(): Promise<void> {
	const old = await openDatabase(`${store()}.old`);
	old.exec(FORMAT_1);
	const now = await openDatabase(store());
	for (const table of ["organization", "entity", "activity"]) {
		for (const row of now.prepare(`SELECT * FROM ${table}`).all()) {
			const columns = Object.keys(row).filter((each) => each !== "_metadata");
			const values = columns.map((each) => row[each] ?? null);
			old.prepare(`INSERT INTO ${table} (${columns}) VALUES (${columns.map(() => "?")})`).run(...values);
		}
	}
	now.close();
	old.close();
	for (const suffix of ["-wal", "-shm"]) rmSync(store() + suffix, { force: true });
	renameSync(`${store()}.old`, store());
}

async function formatOf(path: string): Promise<unknown> {
	const database = await openDatabase(path);
	const format = database.prepare("PRAGMA user_version").get()?.["user_version"];
	database.close();
	return format;
}

describe("a store of the first format", () => {
	test("is upgraded when it is opened, with everything that is in it", async () => {
		const first = await startProcess(bundle, { dataDir: dataDir() });
		const before = await withRoot(first, async (root) => {
			await root.activity("create_webhook_endpoint", hook("a"));
			await root.activity("create_private_key_tag", { privateKeyTagName: "t", privateKeyIds: [] });
			return root.query("list_activities");
		});
		await first.stop();
		await downgrade();
		expect(await formatOf(store())).toBe(1);
		const second = await startProcess(bundle, { dataDir: dataDir() });
		await withRoot(second, async (root) => {
			expect(await root.query("list_activities")).toEqual(before);
			await root.activity("create_webhook_endpoint", hook("b"));
			expect(await hooksOf(root)).toEqual(["a", "b"]);
		});
		await second.stop();
		expect(await formatOf(store())).toBe(DATABASE_VERSION);
	}, 60_000);

	test("whose upgrade fails is left as it was", async () => {
		await (await startProcess(bundle, { dataDir: dataDir() })).stop();
		await downgrade();
		const database = await openDatabase(store());
		database.exec("CREATE TABLE delivery (place TEXT)");
		database.close();
		await expect(startProcess(bundle, { dataDir: dataDir() })).rejects.toThrow(
			/^cannot use data directory `.*data`: table delivery already exists/,
		);
		expect(await formatOf(store())).toBe(1);
	}, 60_000);
});

describe("quorate service start", () => {
	const start = (path: string) => runCli(["service", "start", "--data", path], folder);

	test("names the process that has the directory", async () => {
		const running = await startServiceProcess(folder, []);
		const { code, stdout, stderr } = await start(join(folder, "service"));
		const { processId, since } = JSON.parse(readFileSync(join(folder, "service/holder.json"), "utf8"));
		await running.stop();
		expect([code, stdout]).toEqual([1, ""]);
		expect(stderr).toBe(
			`error Q4154: data directory \`${join(folder, "service")}\` is in use by process ${processId} since ${since}\n` +
				"  = help: use the service that runs there, end it, or give another directory with `--data`\n\n1 error\n",
		);
	}, 60_000);

	test("says that a directory cannot be made, or holds no store of ours", async () => {
		writeFileSync(join(folder, "file"), "");
		const notMade = await start(join(folder, "file"));
		expect([notMade.code, notMade.stdout]).toEqual([1, ""]);
		expect(notMade.stderr).toMatch(
			/^error Q4155: cannot use data directory `.*file`: something else is in its place\n {2}= help: check the directory's/,
		);
		// Below a place where nothing can be made the platform's recursive mkdir would go on for ever.
		const nowhere = await start("/proc/quorate/data");
		expect([nowhere.code, nowhere.stderr.split(":")[0]]).toEqual([1, "error Q4155"]);
		mkdirSync(dataDir());
		writeFileSync(store(), "this is not a database, whatever its name says ".repeat(100));
		const noStore = await start(dataDir());
		expect([noStore.code, noStore.stderr.split("\n")[0]]).toEqual([
			1,
			`error Q4155: cannot use data directory \`${dataDir()}\`: file is not a database`,
		]);
	}, 60_000);

	// Root may write everywhere.
	(process.getuid?.() === 0 ? test.skip : test)(
		"says that a directory may not be written",
		async () => {
			mkdirSync(join(folder, "locked"), { mode: 0o500 });
			const { code, stdout, stderr } = await start(join(folder, "locked/data"));
			chmodSync(join(folder, "locked"), 0o700);
			expect([code, stdout]).toEqual([1, ""]);
			expect(stderr).toMatch(
				/^error Q4155: cannot use data directory `.*data`: permission denied\n {2}= help: check the directory's/,
			);
		},
		60_000,
	);

	test("leaves a store of a later version alone", async () => {
		const first = await startProcess(bundle, { dataDir: dataDir() });
		await first.stop();
		const database = await openDatabase(store());
		database.exec(`PRAGMA user_version = ${DATABASE_VERSION + 1}`);
		database.close();
		const before = readFileSync(store());
		const { code, stderr } = await start(dataDir());
		expect([code, stderr.split("\n")[0]]).toEqual([
			1,
			`error Q4156: cannot use data directory \`${dataDir()}\`: the store has format ${DATABASE_VERSION + 1}, ` +
				`this version knows formats up to ${DATABASE_VERSION}`,
		]);
		expect(readFileSync(store()).equals(before)).toBe(true);
	}, 60_000);
});
