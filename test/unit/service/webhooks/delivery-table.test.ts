// The outbox in the store: what comes next for an endpoint, who is waiting, what is shown and what is forgotten.
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { Database } from "../../../../src/service/sqlite-driver.js";
import { openStoreDatabase } from "../../../../src/service/store-database.js";
import { DeliveryTable } from "../../../../src/service/webhooks/delivery-table.js";

let database: Database;
let table: DeliveryTable;
beforeEach(async () => {
	database = await openStoreDatabase(":memory:");
	database.exec("INSERT INTO organization (number, id) VALUES (1, 'one'), (2, 'two')");
	table = new DeliveryTable(database);
});
afterEach(() => database.close());

const add = (eventId: string, organization: number, endpointId: string, createdAt: number): void =>
	table.insert({ eventId, eventType: "ACTIVITY_UPDATES", organization, endpointId, activityId: "a", body: "{}", createdAt });

test("an endpoint gets what is due first, and of that what came first", () => {
	add("x", 1, "e", 10);
	add("y", 1, "e", 10);
	add("z", 1, "other", 1);
	expect(table.next({ organization: 1, endpointId: "e" })).toMatchObject({ eventId: "x", sequence: 1, attempts: 0, body: "{}" });
	table.record(1, { state: "PENDING", attempts: 1, dueAt: 50, lastAttempt: { at: 10, url: "u", httpStatus: 500, problem: "p" } });
	expect(table.next({ organization: 1, endpointId: "e" })?.eventId).toBe("y");
	table.record(2, { state: "DELIVERED", attempts: 1, dueAt: 10, lastAttempt: null });
	expect(table.next({ organization: 1, endpointId: "e" })).toMatchObject({
		eventId: "x",
		attempts: 1,
		dueAt: 50,
		lastAttempt: { at: 10, url: "u", httpStatus: 500, problem: "p" },
	});
	expect(table.next({ organization: 2, endpointId: "e" })).toBeUndefined();
});

test("everybody who waits is found once", () => {
	for (const endpoint of ["b", "a", "b"]) add(endpoint, 2, endpoint, 0);
	add("c", 1, "z", 0);
	add("d", 1, "over", 0);
	table.record(5, { state: "FAILED", attempts: 1, dueAt: 0, lastAttempt: null });
	expect(table.waiting()).toEqual([
		{ organization: 1, endpointId: "z" },
		{ organization: 2, endpointId: "a" },
		{ organization: 2, endpointId: "b" },
	]);
});

test("pages are newest first, by state if wanted, and continue", () => {
	for (let index = 1; index <= 5; index += 1) add(`e${index}`, 1, "e", index);
	table.record(2, { state: "FAILED", attempts: 1, dueAt: 0, lastAttempt: null });
	const ids = (filter: Parameters<DeliveryTable["page"]>[0]): string[] => table.page(filter).map((each) => each.eventId);
	expect(ids({ limit: 2 })).toEqual(["e5", "e4"]);
	expect(ids({ limit: 9, before: 4 })).toEqual(["e3", "e2", "e1"]);
	expect(ids({ limit: 9, state: "FAILED" })).toEqual(["e2"]);
	expect(table.page({ limit: 1 })[0]).toMatchObject({ organizationId: "one", state: "PENDING", lastAttempt: null });
});

test("only what is over is forgotten, and not the newest of it", () => {
	for (let index = 1; index <= 6; index += 1) add(`e${index}`, 1, "e", index);
	for (const over of [1, 2, 5]) table.record(over, { state: "DELIVERED", attempts: 1, dueAt: 0, lastAttempt: null });
	table.prune(4);
	expect(table.page({ limit: 9 }).map((each) => each.eventId)).toEqual(["e6", "e5", "e4", "e3"]);
});

test("finding what comes next takes an index, however much waits", () => {
	const plan = database
		.prepare(
			"EXPLAIN QUERY PLAN SELECT * FROM delivery WHERE state = 'PENDING' AND organization = ? AND endpoint = ? ORDER BY due_at, sequence LIMIT 1",
		)
		.all(1, "e");
	expect(plan.map((each) => String(each["detail"]))).toEqual([expect.stringContaining("delivery_waiting")]);
});
