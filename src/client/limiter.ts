// How fast we may go: so many requests at once, so many begun per second, first come first served.
//
// Real limits are as low as one request per second and count per address, so all requests of a process share one limiter,
// and a refusal for speed slows all of them down until answers come again. Tokens refill continuously and hardly
// accumulate: a burst would be counted against the same second as what follows it.
import type { Clock } from "../base/clock.js";

export interface LimiterOptions {
	readonly clock: Clock;
	/** Begun and not yet finished. */
	readonly concurrency: number;
	/** Unlimited when absent. */
	readonly requestsPerSecond?: number | undefined;
}

export interface Limiter {
	/**
	 * Waits for a place. Returns undefined when one is free at once, so that the usual case costs no promise. Rejects with
	 * the signal's reason when it is aborted while waiting.
	 */
	acquire(signal?: AbortSignal): Promise<void> | undefined;
	/** Gives the place back; to be called once for each `acquire` that was granted. */
	release(): void;
	/** Lets nothing begin before that moment (milliseconds since the epoch). */
	holdUntil(moment: number): void;
	/** Spreads what begins further apart: to the rate the service names, or by a doubling step up to one per second. */
	slowDown(perSecond: number | undefined): void;
	/** Takes back a little of what `slowDown` did; to be called for every answer that was not a refusal for speed. */
	ease(): void;
}

interface Waiting {
	grant(): void;
}

/** At rates whose interval is shorter, tokens of this many milliseconds may accumulate: timers are no finer. */
const SLACK_MS = 20;
const FIRST_PACE_MS = 250;
const SLOWEST_PACE_MS = 1000;

export function createLimiter(options: LimiterOptions): Limiter {
	const { clock, concurrency, requestsPerSecond } = options;
	const interval = requestsPerSecond === undefined ? 0 : 1000 / requestsPerSecond;
	const queue = new Set<Waiting>();
	let running = 0;
	/** When the next request may begin, as far as the rate goes. */
	let next = Number.NEGATIVE_INFINITY;
	let held = Number.NEGATIVE_INFINITY;
	/** Milliseconds between two beginnings that the service taught us; 0 when it did not. */
	let pace = 0;
	let timer: AbortController | undefined;

	/** Milliseconds until the next may begin; begins it when that is now. */
	const take = (): number => {
		const gap = Math.max(interval, pace);
		if (gap > 0 || held !== Number.NEGATIVE_INFINITY) {
			const now = clock.now();
			const wait = Math.max(next, held) - now;
			if (wait > 0) return wait;
			held = Number.NEGATIVE_INFINITY;
			next = Math.max(next, gap < SLACK_MS ? now - SLACK_MS : now) + gap;
		}
		running += 1;
		return 0;
	};
	const advance = (): void => {
		while (queue.size > 0 && running < concurrency) {
			const wait = take();
			if (wait > 0) {
				wakeIn(wait);
				return;
			}
			const [first] = queue;
			if (first === undefined) return;
			queue.delete(first);
			first.grant();
		}
	};
	const wakeIn = (wait: number): void => {
		if (timer !== undefined) return;
		const sleep = new AbortController();
		timer = sleep;
		const wake = (): void => {
			if (timer === sleep) timer = undefined;
			advance();
		};
		clock.sleep(Math.ceil(wait), sleep.signal).then(wake, () => {});
	};
	/** Nobody waits any more: a timer would only keep the process alive. */
	const rest = (): void => {
		if (queue.size > 0 || timer === undefined) return;
		timer.abort();
		timer = undefined;
	};

	return {
		acquire(signal) {
			if (signal?.aborted === true) return Promise.reject(signal.reason);
			if (queue.size === 0 && running < concurrency && take() === 0) return undefined;
			return new Promise((resolve, reject) => {
				const waiting: Waiting = {
					grant() {
						signal?.removeEventListener("abort", give);
						resolve();
					},
				};
				const give = (): void => {
					queue.delete(waiting);
					rest();
					reject(signal?.reason);
				};
				signal?.addEventListener("abort", give, { once: true });
				queue.add(waiting);
				advance();
			});
		},
		release() {
			running -= 1;
			advance();
		},
		holdUntil(moment) {
			held = Math.max(held, moment);
		},
		slowDown(perSecond) {
			if (perSecond !== undefined && perSecond > 0) pace = Math.max(pace, 1000 / perSecond);
			else pace = pace === 0 ? FIRST_PACE_MS : Math.min(Math.max(pace, pace * 2), SLOWEST_PACE_MS);
			next = Math.max(next, clock.now() + pace);
		},
		ease() {
			if (pace > 0) pace = pace < 5 ? 0 : pace * 0.9;
		},
	};
}
