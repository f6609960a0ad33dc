// Clocks for tests: one that runs, and one where sleeping takes no time but is counted.
import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "../../src/base/clock.js";
import { eventually } from "./eventually.js";

/** The machine's clock. */
export const realClock: Clock = {
	now: () => Date.now(),
	sleep: (milliseconds, signal) => sleep(milliseconds, undefined, signal === undefined ? {} : { signal }),
};

export interface TestClock extends Clock {
	/** How long each `sleep` was asked to last, in order. */
	readonly slept: number[];
	set(now: number): void;
	advance(milliseconds: number): void;
}

/** Starts at `now`. A sleep moves the clock on by its length and is over at the next turn of the event loop. */
export function testClock(now = Date.UTC(2026, 0, 2, 3, 4, 5)): TestClock {
	let current = now;
	const slept: number[] = [];
	return {
		slept,
		now: () => current,
		set(moment) {
			current = moment;
		},
		advance(milliseconds) {
			current += milliseconds;
		},
		async sleep(milliseconds, signal) {
			signal?.throwIfAborted();
			slept.push(milliseconds);
			await new Promise((resolve) => setImmediate(resolve));
			signal?.throwIfAborted();
			current += milliseconds;
		},
	};
}

export interface AheadClock extends Clock {
	advance(milliseconds: number): void;
}

/** The machine's clock, and further ahead as it is told to be: for clients that read the machine's clock themselves. */
export function aheadClock(): AheadClock {
	let ahead = 0;
	return {
		...realClock,
		now: () => realClock.now() + ahead,
		advance(milliseconds) {
			ahead += milliseconds;
		},
	};
}

export interface ManualClock extends Clock {
	/** Moves the clock on, wakes everybody whose sleep is over, and lets them run until they sleep again. */
	advance(milliseconds: number): Promise<void>;
	/** How many sleep. */
	readonly sleeping: number;
	/** Resolves when that many sleep, however long it takes them to get there. */
	asleep(count: number): Promise<void>;
}

/** A clock that only moves when it is told to. */
export function manualClock(now = Date.UTC(2026, 0, 2, 3, 4, 5)): ManualClock {
	let current = now;
	const sleepers = new Set<{ readonly until: number; wake(): void }>();
	return {
		now: () => current,
		get sleeping() {
			return sleepers.size;
		},
		sleep: (milliseconds, signal) =>
			new Promise((resolve, reject) => {
				if (signal?.aborted === true) {
					reject(signal.reason as Error);
					return;
				}
				const sleeper = { until: current + milliseconds, wake: resolve };
				sleepers.add(sleeper);
				signal?.addEventListener("abort", () => {
					sleepers.delete(sleeper);
					reject(signal.reason as Error);
				});
			}),
		async asleep(count) {
			await eventually(() => sleepers.size >= count);
		},
		async advance(milliseconds) {
			current += milliseconds;
			for (const sleeper of [...sleepers]) {
				if (sleeper.until > current) continue;
				sleepers.delete(sleeper);
				sleeper.wake();
			}
			await sleep(5);
		},
	};
}
