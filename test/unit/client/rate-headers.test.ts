import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { readRateHeaders } from "../../../src/client/rate-headers.js";

const NOW = Date.UTC(2026, 0, 1);
const at = (offset: number): string => new Date(NOW + offset).toUTCString();

describe("readRateHeaders", () => {
	test.each([
		["nothing", {}, { present: false }],
		["seconds", { "retry-after": "3" }, { present: true, waitMs: 3000 }],
		["a date", { "retry-after": at(4000) }, { present: true, waitMs: 4000 }],
		["a date against the answer's own", { "retry-after": at(4000), date: at(1000) }, { present: true, waitMs: 3000 }],
		["a date that has passed", { "retry-after": at(-4000) }, { present: true, waitMs: 0 }],
		["nonsense", { "retry-after": "soon" }, { present: true }],
		["a limit with room", { "ratelimit-limit": "60", "ratelimit-remaining": "59" }, { present: true, perSecond: 60 }],
		["a limit used up", { "ratelimit-limit": "4", "ratelimit-remaining": "0" }, { present: true, perSecond: 4, waitMs: 250 }],
		[
			"a named reset",
			{ "ratelimit-limit": "4", "ratelimit-remaining": "0", "ratelimit-reset": "2" },
			{ present: true, perSecond: 4, waitMs: 2000 },
		],
		["a reset that is a date", { "ratelimit-remaining": "0", "ratelimit-reset": "1767225600" }, { present: true }],
		["a limit with its policy", { "ratelimit-limit": "100, 100;w=60" }, { present: true, perSecond: 100 }],
		["a limit of zero", { "ratelimit-limit": "0" }, { present: true }],
	])("%s", (_, headers, advice) => {
		expect(readRateHeaders(headers, NOW)).toEqual(advice);
	});

	test("never gives a wait or a limit that is no sensible number", () => {
		const header = fc.option(fc.oneof(fc.string(), fc.integer().map(String), fc.array(fc.constant("1"))), { nil: undefined });
		fc.assert(
			fc.property(header, header, header, header, (retryAfter, limit, remaining, reset) => {
				const headers = {
					"retry-after": retryAfter,
					"ratelimit-limit": limit,
					"ratelimit-remaining": remaining,
					"ratelimit-reset": reset,
				};
				const { waitMs, perSecond } = readRateHeaders(headers, NOW);
				expect(waitMs === undefined || waitMs >= 0).toBe(true);
				expect(perSecond === undefined || (Number.isFinite(perSecond) && perSecond > 0)).toBe(true);
			}),
		);
	});
});
