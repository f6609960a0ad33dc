import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { createLimiter } from "../../../src/client/limiter.js";
import { testClock } from "../../support/clocks.js";

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("concurrency", () => {
	test("grants at once while there is room, and then first come first served", async () => {
		const limiter = createLimiter({ clock: testClock(), concurrency: 2 });
		expect(limiter.acquire()).toBeUndefined();
		expect(limiter.acquire()).toBeUndefined();
		const order: string[] = [];
		const waiting = ["a", "b", "c"].map((name) => limiter.acquire()?.then(() => order.push(name)));
		await turn();
		expect(order).toEqual([]);
		for (let count = 0; count < 3; count += 1) limiter.release();
		await Promise.all(waiting);
		expect(order).toEqual(["a", "b", "c"]);
	});

	test("nobody overtakes who waits", async () => {
		const limiter = createLimiter({ clock: testClock(), concurrency: 1 });
		limiter.acquire();
		const order: number[] = [];
		const first = limiter.acquire()?.then(() => order.push(1));
		limiter.release();
		const second = limiter.acquire();
		expect(second).not.toBeUndefined();
		await first;
		limiter.release();
		await second?.then(() => order.push(2));
		expect(order).toEqual([1, 2]);
	});

	test("whoever gives up leaves no gap", async () => {
		const limiter = createLimiter({ clock: testClock(), concurrency: 1 });
		limiter.acquire();
		const stop = new AbortController();
		const given = limiter.acquire(stop.signal);
		const behind = limiter.acquire();
		stop.abort(new Error("enough"));
		await expect(given).rejects.toThrow("enough");
		limiter.release();
		await behind;
		await expect(limiter.acquire(stop.signal)).rejects.toThrow("enough");
	});

	test("is never exceeded, and everybody gets a turn", async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 1, max: 5 }),
				fc.array(fc.nat({ max: 3 }), { maxLength: 30 }),
				async (concurrency, work) => {
					const limiter = createLimiter({ clock: testClock(), concurrency, requestsPerSecond: 1000 });
					let running = 0;
					let most = 0;
					await Promise.all(
						work.map(async (turns) => {
							await limiter.acquire();
							running += 1;
							most = Math.max(most, running);
							for (let count = 0; count < turns; count += 1) await turn();
							running -= 1;
							limiter.release();
						}),
					);
					expect(most).toBeLessThanOrEqual(concurrency);
					expect(running).toBe(0);
				},
			),
			{ numRuns: 30 },
		);
	});
});

describe("rate", () => {
	const beginnings = async (requestsPerSecond: number, count: number): Promise<number[]> => {
		const clock = testClock(0);
		const limiter = createLimiter({ clock, concurrency: 100, requestsPerSecond });
		const times: number[] = [];
		await Promise.all(
			Array.from({ length: count }, async () => {
				await limiter.acquire();
				times.push(clock.now());
				limiter.release();
			}),
		);
		return times;
	};

	test("one per second begins once a second", async () => {
		expect(await beginnings(1, 4)).toEqual([0, 1000, 2000, 3000]);
	});

	test.each([[3], [10], [60], [500], [2000]])("at %i per second no second sees many more", async (rate) => {
		const times = await beginnings(rate, rate * 2);
		const most = Math.max(...times.map((start) => times.filter((each) => each >= start && each < start + 1000).length));
		expect(most).toBeLessThanOrEqual(rate + 1 + rate * 0.02);
		expect(times.at(-1)).toBeGreaterThan(((rate * 2 - 1) / rate) * 1000 - 30);
	});

	test("holdUntil holds everybody, and only until then", async () => {
		const clock = testClock(0);
		const limiter = createLimiter({ clock, concurrency: 4 });
		limiter.holdUntil(5000);
		await Promise.all([limiter.acquire(), limiter.acquire()]);
		expect(clock.now()).toBe(5000);
		expect(limiter.acquire()).toBeUndefined();
	});

	test("slowDown paces to the named limit, ease takes it back", async () => {
		const clock = testClock(0);
		const limiter = createLimiter({ clock, concurrency: 4 });
		limiter.slowDown(2);
		await limiter.acquire();
		await limiter.acquire();
		expect(clock.now()).toBe(1000);
		for (let count = 0; count < 60; count += 1) limiter.ease();
		clock.advance(1000);
		expect(limiter.acquire()).toBeUndefined();
		expect(limiter.acquire()).toBeUndefined();
	});

	test("slowDown without a limit doubles up to one per second", async () => {
		const clock = testClock(0);
		const limiter = createLimiter({ clock, concurrency: 9 });
		const gaps: number[] = [];
		for (let count = 0; count < 4; count += 1) {
			limiter.slowDown(undefined);
			const before = clock.now();
			await limiter.acquire();
			gaps.push(clock.now() - before);
			clock.advance(10_000);
		}
		expect(gaps).toEqual([250, 500, 1000, 1000]);
	});

	test("giving up the last place in the queue ends the timer", async () => {
		const clock = testClock(0);
		const limiter = createLimiter({ clock, concurrency: 1, requestsPerSecond: 1 });
		limiter.acquire();
		limiter.release();
		const stop = new AbortController();
		const given = limiter.acquire(stop.signal);
		stop.abort(new Error("enough"));
		await expect(given).rejects.toThrow("enough");
		await turn();
		await turn();
		expect(clock.now()).toBe(0);
	});
});
