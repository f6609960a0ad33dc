import { copyFileSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { StoredActivity } from "../../../src/service/activity-record.js";
import { type Change, put } from "../../../src/service/entity.js";
import { newActivityId, newId } from "../../../src/service/identifier.js";
import type { Organization } from "../../../src/service/organization.js";
import { Refusal } from "../../../src/service/refusal.js";
import { Store } from "../../../src/service/store.js";
import { openStoreDatabase, type StoreDatabase } from "../../../src/service/store-database.js";

const TYPE = "ACTIVITY_TYPE_CREATE_PRIVATE_KEY_TAG";
const times = { createdAt: 1, updatedAt: 1 };

let database: StoreDatabase;
let store: Store;
let organization: Organization;
let failures: unknown[];
let serial = 0;
beforeEach(async () => {
	database = await openStoreDatabase(":memory:");
	failures = [];
	store = new Store(database, { knownTypes: [TYPE], onFailure: (error) => failures.push(error) });
	const rootQuorum = { threshold: 1, userIds: [] };
	store.addOrganization({ id: newId(), ...times, name: "Treasury", parentId: null, rootQuorum, features: [] });
	await store.settled();
	organization = [...store.organizations()][0] as Organization;
});
afterEach(() => store.close());

function activity(body = JSON.stringify({ parameters: { serial } })): StoredActivity {
	serial += 1;
	return {
		id: newActivityId(serial),
		organizationId: organization.id,
		type: TYPE,
		status: "ACTIVITY_STATUS_COMPLETED",
		fingerprint: `sha256:${serial}`,
		body,
		parameters: JSON.parse(body).parameters,
		...times,
		requester: { userId: "u", publicKey: "k" },
		intentKey: "intent",
		votes: [],
		lapsedVotes: [],
		proofs: [],
		result: { ok: true },
		failure: null,
	};
}

const tag = (name: string, id = newId()): Change => put("privateKeyTag", { id, ...times, name });
const tagNames = (): string[] => [...(store.organization(organization.id)?.privateKeyTags.all() ?? [])].map((each) => each.name);

describe("Store", () => {
	test("writes an activity together with what it changed, and reads both back", async () => {
		const written = activity();
		store.insert(organization, written, [tag("hot")]);
		expect(store.activities.withId(organization.number, written.id)).toEqual(written);
		await store.settled();
		const reread = new Store(database, { knownTypes: [TYPE], onFailure: () => {} });
		expect([...(reread.organization(organization.id)?.privateKeyTags.all() ?? [])].map((each) => each.name)).toEqual(["hot"]);
		expect(reread.activities.withFingerprint(organization.number, written.fingerprint)).toEqual(written);
	});

	test("has many writers wait for one commit", async () => {
		const waiting = Array.from({ length: 20 }, () => {
			store.insert(organization, activity(), []);
			return store.settled();
		});
		expect(new Set(waiting).size).toBe(1);
		await Promise.all(waiting);
		expect(store.activities.page(organization.number, { statuses: [], types: [] }, { limit: 100 })).toHaveLength(20);
	});

	test("acknowledges nothing that the disk did not take, and nothing after that", async () => {
		let fail: (error: unknown) => void = () => {};
		const asked = new Promise<void>((told) => {
			database.sync = (done) => {
				fail = done;
				told();
			};
		});
		store.apply(organization, [tag("committed")]);
		const first = store.settled();
		await asked;
		store.apply(organization, [tag("begun meanwhile")]);
		const second = store.settled();
		expect(second).not.toBe(first);
		fail(new Error("EIO"));
		const ends = await Promise.allSettled([first, second, store.settled()]);
		expect(ends.map((each) => each.status === "rejected" && (each.reason as Refusal).httpStatus)).toEqual([503, 503, 503]);
		expect(() => store.apply(organization, [tag("later")])).toThrow("the disk failed");
		expect(failures).toEqual([new Error("EIO")]);
	});

	test("begins no commit before the one before it is on disk, and then has everything that came meanwhile in one", async () => {
		const syncs: ((error: unknown) => void)[] = [];
		let asked = (): void => {};
		const nextSync = (): Promise<void> => new Promise((resolve) => (asked = resolve));
		database.sync = (done) => {
			syncs.push(done);
			asked();
		};
		let sync = nextSync();
		store.insert(organization, activity(), []);
		const first = store.settled();
		await sync;
		store.insert(organization, activity(), []);
		const second = store.settled();
		await new Promise((resolve) => setImmediate(resolve));
		store.insert(organization, activity(), []);
		expect(store.settled()).toBe(second);
		expect(syncs).toHaveLength(1);
		sync = nextSync();
		syncs[0]?.(undefined);
		await Promise.all([first, sync]);
		expect(syncs).toHaveLength(2);
		syncs[1]?.(undefined);
		await second;
		database.sync = (done) => queueMicrotask(() => done(undefined));
	});

	test("keeps the order of creation through changes and reloading", async () => {
		const id = newId();
		store.apply(organization, [tag("a", id), tag("b"), tag("c")]);
		store.apply(organization, [tag("z", id)]);
		await store.settled();
		const reread = new Store(database, { knownTypes: [TYPE], onFailure: () => {} });
		expect([...(reread.organization(organization.id)?.privateKeyTags.all() ?? [])].map((each) => each.name)).toEqual([
			"z",
			"b",
			"c",
		]);
	});

	test("acknowledges nothing it could not write, takes it back from memory, and goes on when there is room again", async () => {
		store.apply(organization, [tag("kept")]);
		await store.settled();
		const pages = Number(database.prepare("PRAGMA page_count").get()?.["page_count"]);
		database.prepare(`PRAGMA max_page_count = ${pages + 4}`).get();
		const waiting: Promise<void>[] = [];
		expect(() => {
			for (let index = 0; index < 500; index += 1) {
				store.insert(organization, activity(JSON.stringify({ parameters: { text: "x".repeat(4000) } })), [tag(`lost ${index}`)]);
				waiting.push(store.settled());
			}
		}).toThrow(Refusal);
		const ends = await Promise.allSettled(waiting);
		expect(ends.length).toBeGreaterThan(0);
		expect(ends.every((each) => each.status === "rejected" && (each.reason as Refusal).httpStatus === 503)).toBe(true);
		expect(failures).toHaveLength(1);
		expect(tagNames()).toEqual(["kept"]);
		expect(store.activities.page(organization.number, { statuses: [], types: [] }, { limit: 100 })).toEqual([]);
		database.prepare("PRAGMA max_page_count = 100000").get();
		const again = store.organization(organization.id) as Organization;
		store.insert(again, activity(), [tag("after")]);
		await store.settled();
		expect(tagNames()).toEqual(["kept", "after"]);
	});
});

describe("openStoreDatabase", () => {
	let folder: string;
	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), "quorate-store-"));
	});
	afterEach(() => rmSync(folder, { recursive: true, force: true }));

	/** The file and its log as a process that is killed now would leave them: committed, and never brought to the disk. */
	async function killed(): Promise<string> {
		const path = join(folder, "running.db");
		const running = await openStoreDatabase(path);
		try {
			running.exec("BEGIN IMMEDIATE; INSERT INTO organization (id) VALUES ('treasury'); COMMIT");
			const left = join(folder, "killed.db");
			for (const suffix of ["", "-wal"]) copyFileSync(`${path}${suffix}`, `${left}${suffix}`);
			return left;
		} finally {
			running.close();
		}
	}

	test("brings to the disk what a killed process has committed, before anything can be read", async () => {
		const path = await killed();
		expect(statSync(`${path}-wal`).size).toBeGreaterThan(0);
		const reopened = await openStoreDatabase(path);
		try {
			// SQLite empties the log only after the disk has it and then the file it was copied into.
			expect(statSync(`${path}-wal`).size).toBe(0);
			expect(reopened.prepare("SELECT id FROM organization").all()).toEqual([expect.objectContaining({ id: "treasury" })]);
			// From here on waiting for the disk is the store's business again.
			expect(reopened.prepare("PRAGMA synchronous").get()).toMatchObject({ synchronous: 1 });
			reopened.exec("BEGIN IMMEDIATE; INSERT INTO organization (id) VALUES ('research'); COMMIT");
			await new Promise<void>((resolve, reject) => reopened.sync((error) => (error ? reject(error) : resolve())));
			expect(statSync(`${path}-wal`).size).toBeGreaterThan(0);
		} finally {
			reopened.close();
		}
	});
});
