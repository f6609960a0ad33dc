// What an answer's headers say about how fast to go. The service documents `ratelimit-limit` and `ratelimit-remaining`
// without their unit and no `Retry-After`; gateways in front of it may send others. So everything here is read if it is
// there and sensible, and nothing is relied on.
import type { TransportAnswer } from "./transport.js";

export interface RateAdvice {
	/** Milliseconds to wait before the next request, when the answer says or implies it. */
	readonly waitMs?: number;
	/** Requests per second, when the answer names a limit. */
	readonly perSecond?: number;
	/** Whether any such header was there. */
	readonly present: boolean;
}

const NONE: RateAdvice = { present: false };

export function readRateHeaders(headers: TransportAnswer["headers"], now: number): RateAdvice {
	const retryAfter = headers["retry-after"];
	const limit = headers["ratelimit-limit"];
	const remaining = headers["ratelimit-remaining"];
	if (retryAfter === undefined && limit === undefined && remaining === undefined) return NONE;
	const perSecond = positive(limit);
	const waitMs = waitOf(retryAfter, headers["date"], now) ?? exhausted(remaining, headers["ratelimit-reset"], perSecond);
	return {
		present: true,
		...(waitMs === undefined ? {} : { waitMs }),
		...(perSecond === undefined ? {} : { perSecond }),
	};
}

/** `Retry-After`: seconds, or a date that is measured against the answer's own date, since clocks differ. */
function waitOf(value: string | string[] | undefined, date: string | string[] | undefined, now: number): number | undefined {
	if (typeof value !== "string") return undefined;
	if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
	const until = Date.parse(value);
	if (Number.isNaN(until)) return undefined;
	const from = typeof date === "string" ? Date.parse(date) : Number.NaN;
	return Math.max(0, until - (Number.isNaN(from) ? now : from));
}

/** Nothing remains: wait until the reset (seconds) if it is named, else as long as one request takes at that limit. */
function exhausted(
	remaining: string | string[] | undefined,
	reset: string | string[] | undefined,
	perSecond: number | undefined,
): number | undefined {
	if (remaining !== "0") return undefined;
	const seconds = positive(reset);
	if (seconds !== undefined && seconds <= 60) return seconds * 1000;
	return perSecond === undefined ? undefined : 1000 / perSecond;
}

/** The first number of a header: limits may be followed by their policy (`100;w=60`). */
function positive(value: string | string[] | undefined): number | undefined {
	if (typeof value !== "string") return undefined;
	const found = /^\d{1,9}(?:\.\d{1,6})?(?=$|[\s,;])/.exec(value);
	const number = found === null ? 0 : Number(found[0]);
	return number > 0 ? number : undefined;
}
