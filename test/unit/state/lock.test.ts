import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { acquireLock, breakLock, type Lock, type LockOptions, lockHolder } from "../../../src/state/lock.js";
import type { LockIdentity } from "../../../src/state/lock-claim.js";
import { type ManualClock, manualClock } from "../../support/clocks.js";
import { temporaryFolder } from "../../support/temporary-folder.js";

const who = (id: string, more: Partial<LockIdentity> = {}): LockIdentity => ({
	id,
	pid: 100,
	host: "runner-7",
	processSpace: "boot 1",
	command: `quorate apply ${id}`,
	...more,
});
const options = (clock: ManualClock, more: Partial<LockOptions> = {}): LockOptions => ({
	clock,
	isAlive: () => true,
	leaseMs: 60_000,
	...more,
});

async function acquire(folder: string, id: string, clock: ManualClock, more: Partial<LockOptions> = {}): Promise<Lock> {
	const { lock, diagnostics } = await acquireLock(folder, who(id), options(clock, more));
	if (lock === undefined) throw new Error(diagnostics[0]?.message);
	return lock;
}

describe("a free lock", () => {
	test("is acquired, names its holder, and is free again after its release", async () => {
		const folder = join(await temporaryFolder(), "state");
		const clock = manualClock();
		const lock = await acquire(folder, "one", clock);
		expect(await lockHolder(folder)).toEqual({
			...who("one"),
			started: clock.now(),
			expires: clock.now() + 60_000,
			released: false,
		});
		expect((await stat(join(folder, "lock.1.json"))).mode & 0o777).toBe(0o600);
		await lock.release();
		await lock.release();
		expect(await lockHolder(folder)).toBeUndefined();
		const { diagnostics } = await acquireLock(folder, who("two"), options(clock));
		expect(diagnostics).toEqual([]);
		expect((await lockHolder(folder))?.id).toBe("two");
	});

	test("leaves no more than two files behind, however often it is used", async () => {
		const folder = await temporaryFolder();
		const clock = manualClock();
		for (let count = 0; count < 5; count += 1) await (await acquire(folder, `n${count}`, clock)).release();
		expect((await readdir(folder)).sort()).toEqual(["lock.4.json", "lock.5.json"]);
	});
});

describe("a held lock", () => {
	test("is refused with who, since when, until when, and the command that breaks it", async () => {
		const folder = await temporaryFolder();
		const clock = manualClock(Date.UTC(2026, 0, 2, 3, 4, 5));
		const lock = await acquire(folder, "one", clock);
		await clock.advance(10_000);
		const { lock: second, diagnostics } = await acquireLock(folder, who("two"), options(clock));
		expect(second).toBeUndefined();
		expect(diagnostics).toEqual([
			{
				code: "Q6020",
				severity: "error",
				message: "the state is locked by `quorate apply one` (process 100 on `runner-7`), since 2026-01-02T03:04:05Z",
				notes: ["unless it is renewed, the lock runs out at 2026-01-02T03:05:05Z, in 50 s"],
				help: "wait for it to finish, or, if you are sure that it does not run any more, run `quorate unlock one`",
			},
		]);
		await lock.release();
	});

	test("is waited for, and granted when it is released", async () => {
		const folder = await temporaryFolder();
		const clock = manualClock();
		const lock = await acquire(folder, "one", clock);
		const waits: string[] = [];
		const second = acquireLock(folder, who("two"), options(clock, { waitMs: 5000, onWait: (holder) => waits.push(holder.id) }));
		// The holder sleeps until its renewal, the other until its next look.
		await clock.asleep(2);
		await clock.advance(1000);
		await clock.asleep(2);
		await lock.release();
		await clock.asleep(1);
		await clock.advance(1000);
		expect((await second).lock?.id).toBe("two");
		expect(waits).toEqual(["one"]);
	});

	test("is waited for no longer than said", async () => {
		const folder = await temporaryFolder();
		const clock = manualClock();
		const lock = await acquire(folder, "one", clock);
		const second = acquireLock(folder, who("two"), options(clock, { waitMs: 2000 }));
		for (let waited = 0; waited < 2000; waited += 250) {
			await clock.asleep(2);
			await clock.advance(250);
		}
		const { diagnostics } = await second;
		expect(diagnostics[0]?.message).toMatch(/\(waited 2 s\)$/);
		await lock.release();
	});

	test("a signal ends the waiting", async () => {
		const folder = await temporaryFolder();
		const clock = manualClock();
		const lock = await acquire(folder, "one", clock);
		const stop = new AbortController();
		const second = acquireLock(folder, who("two"), options(clock, { waitMs: 60_000, signal: stop.signal }));
		await clock.asleep(2);
		stop.abort(new Error("stop"));
		await expect(second).rejects.toThrow("stop");
		await lock.release();
	});

	test("is renewed while its holder runs, in place", async () => {
		const folder = await temporaryFolder();
		const clock = manualClock();
		const lock = await acquire(folder, "one", clock);
		for (let count = 0; count < 10; count += 1) {
			await clock.asleep(1);
			await clock.advance(20_000);
		}
		await clock.asleep(1);
		expect((await lockHolder(folder))?.expires).toBe(clock.now() + 60_000);
		expect((await acquireLock(folder, who("two"), options(clock))).diagnostics).toMatchObject([{ code: "Q6020" }]);
		await lock.release();
		expect(await readFile(join(folder, "lock.1.json"), "utf8")).toContain('"released":true');
		expect(clock.sleeping).toBe(0);
	});
});

describe("a lock whose holder is gone", () => {
	test("is taken over at once when the process is dead, with a warning", async () => {
		const folder = await temporaryFolder();
		await acquire(folder, "one", manualClock());
		const { lock, diagnostics } = await acquireLock(
			folder,
			who("two"),
			options(manualClock(), { isAlive: (pid) => pid !== 100 }),
		);
		expect(lock?.id).toBe("two");
		expect(diagnostics).toMatchObject([
			{
				code: "Q6021",
				severity: "warning",
				message: "took over the lock of `quorate apply one` (process 100 on `runner-7`), which does not run any more",
			},
		]);
	});

	test("is not taken over because a process of another machine or container seems dead", async () => {
		const folder = await temporaryFolder();
		const clock = manualClock();
		await acquire(folder, "one", clock);
		const elsewhere = who("two", { processSpace: "boot 2" });
		const { lock, diagnostics } = await acquireLock(folder, elsewhere, options(clock, { isAlive: () => false }));
		expect(lock).toBeUndefined();
		expect(diagnostics).toMatchObject([{ code: "Q6020" }]);
	});

	test("is taken over when its lease has run out, and the late holder notices and harms nobody", async () => {
		const folder = await temporaryFolder();
		const late = manualClock();
		const first = await acquire(folder, "one", late);
		const clock = manualClock(late.now() + 61_000);
		const { lock, diagnostics } = await acquireLock(folder, who("two"), options(clock));
		expect(lock?.id).toBe("two");
		expect(diagnostics[0]?.message).toMatch(/whose lock ran out 1 s ago$/);
		expect(first.lost.aborted).toBe(false);
		const lost = new Promise((resolve) => first.lost.addEventListener("abort", resolve));
		await late.advance(20_000);
		await lost;
		await first.release();
		expect(await lockHolder(folder)).toMatchObject({ id: "two", released: false });
	});
});

describe("breaking a lock", () => {
	test("frees it; its holder notices", async () => {
		const folder = await temporaryFolder();
		const clock = manualClock();
		const lock = await acquire(folder, "one", clock);
		expect(await breakLock(folder, "one", who("breaker"), clock)).toEqual([]);
		expect(await lockHolder(folder)).toBeUndefined();
		const lost = new Promise((resolve) => lock.lost.addEventListener("abort", resolve));
		await clock.advance(20_000);
		await lost;
		await lock.release();
		expect((await acquireLock(folder, who("two"), options(clock))).diagnostics).toEqual([]);
	});

	test("needs the id of the present holder", async () => {
		const folder = await temporaryFolder();
		const clock = manualClock();
		expect(await breakLock(folder, "one", who("breaker"), clock)).toMatchObject([
			{ code: "Q6023", message: "no lock with the id `one` holds the state: it is free" },
		]);
		const lock = await acquire(folder, "two", clock);
		const [diagnostic] = await breakLock(folder, "one", who("breaker"), clock);
		expect(diagnostic?.message).toContain("it is held by `quorate apply two` (process 100 on `runner-7`) with the id `two`");
		expect((await lockHolder(folder))?.id).toBe("two");
		await lock.release();
	});
});

describe("a lock file that is no claim", () => {
	test.each([
		["nothing", ""],
		["no JSON", "{"],
		["something else", '{"id":1}'],
		["no time", '{"id":"a","pid":1,"host":"h","process_space":"s","command":"c","started":"x","expires":"y","released":false}'],
	])("(%s) is refused, and not taken for free", async (_, content) => {
		const folder = await temporaryFolder();
		await writeFile(join(folder, "lock.3.json"), content);
		const { lock, diagnostics } = await acquireLock(folder, who("one"), options(manualClock(), { waitMs: 5000 }));
		expect(lock).toBeUndefined();
		expect(diagnostics).toMatchObject([{ code: "Q6022" }]);
		expect(diagnostics[0]?.message).toContain("lock.3.json");
	});

	test("of another name does not count", async () => {
		const folder = await temporaryFolder();
		await writeFile(join(folder, "lock.json"), "");
		await writeFile(join(folder, "lock.x.json"), "");
		await (await acquire(folder, "one", manualClock())).release();
	});
});
