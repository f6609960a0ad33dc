// How many requests a client address may make per second: a window of one second that starts with its first request.
import { Refusal } from "./refusal.js";

export interface Allowance {
	readonly limit: number;
	readonly remaining: number;
	readonly exceeded: boolean;
}

/** Addresses remembered at once; beyond that the expired ones are forgotten. */
const REMEMBERED = 10_000;

export class RateLimit {
	readonly #limit: number;
	readonly #windows = new Map<string, { readonly start: number; count: number }>();

	constructor(requestsPerSecond: number) {
		this.#limit = requestsPerSecond;
	}

	/** Counts a request. `now` in milliseconds since the epoch. */
	take(address: string, now: number): Allowance {
		let window = this.#windows.get(address);
		if (!window || now >= window.start + 1000 || now < window.start) {
			window = { start: now, count: 0 };
			this.#forget(now);
			this.#windows.set(address, window);
		}
		window.count += 1;
		const remaining = Math.max(0, this.#limit - window.count);
		return { limit: this.#limit, remaining, exceeded: window.count > this.#limit };
	}

	#forget(now: number): void {
		if (this.#windows.size < REMEMBERED) return;
		for (const [address, { start }] of this.#windows) if (now >= start + 1000) this.#windows.delete(address);
	}
}

export function tooManyRequests(): Refusal {
	return new Refusal("ResourceExhausted", "Too many requests. Please wait and try again in a few seconds", "RATE_LIMIT_EXCEEDED");
}
