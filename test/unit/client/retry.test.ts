import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { ServiceFailure } from "../../../src/api/failure.js";
import { retryDelay } from "../../../src/client/retry.js";

type Fields = Partial<ConstructorParameters<typeof ServiceFailure>[0]>;
const failure = (fields: Fields): ServiceFailure =>
	new ServiceFailure({ category: "refused", operation: "create_policy", message: "m", ...fields });
const rules = { attempts: 5, random: () => 1 };

describe("retryDelay", () => {
	test("doubles from a quarter of a second, up to eight", () => {
		const lost = failure({ category: "interrupted", reason: "connection-lost" });
		const delays = [1, 2, 3, 4, 5, 6, 7, 8].map((attempt) =>
			retryDelay(lost, attempt, undefined, { attempts: 9, random: () => 1 }),
		);
		expect(delays).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000, 8000]);
	});

	test("jitter is full: anything from nothing to that", () => {
		fc.assert(
			fc.property(
				fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
				fc.integer({ min: 1, max: 4 }),
				(coin, attempt) => {
					const delay = retryDelay(failure({ httpStatus: 503 }), attempt, undefined, { attempts: 5, random: () => coin });
					expect(delay).toBeGreaterThanOrEqual(0);
					expect(delay).toBeLessThanOrEqual(250 * 2 ** (attempt - 1));
				},
			),
		);
	});

	test("a refusal for speed begins with a second", () => {
		expect(retryDelay(failure({ httpStatus: 429, reason: "rate-limit" }), 1, undefined, rules)).toBe(1000);
	});

	test("is never shorter than the answer asks, and gives up when it asks too much", () => {
		expect(retryDelay(failure({ httpStatus: 429, reason: "rate-limit" }), 1, 5000, rules)).toBe(5250);
		expect(retryDelay(failure({ httpStatus: 503 }), 1, 60_001, rules)).toBeUndefined();
	});

	test.each<[string, Fields, number]>([
		["no connection", { category: "unreachable", reason: "connection-refused" }, 5],
		["no trust", { category: "unreachable", reason: "tls" }, 1],
		["a lost answer", { category: "interrupted" }, 5],
		["a page", { category: "unintelligible", httpStatus: 200 }, 1],
		["a gateway's page", { category: "unintelligible", httpStatus: 502 }, 5],
		["an abort", { category: "aborted" }, 1],
		["400", { httpStatus: 400, code: 3 }, 1],
		["401", { httpStatus: 401, code: 16 }, 1],
		["403", { httpStatus: 403, code: 7 }, 1],
		["404", { httpStatus: 404, code: 5 }, 1],
		["409", { httpStatus: 409, code: 6 }, 1],
		["429 for speed", { httpStatus: 429, reason: "rate-limit" }, 5],
		["429 for a full resource", { httpStatus: 429, reason: "resource-limit" }, 1],
		["429 that may be either", { httpStatus: 429, code: 8 }, 3],
		["500 that may be a policy", { httpStatus: 500, code: 13 }, 3],
		["500 of another kind", { httpStatus: 500 }, 5],
		["501", { httpStatus: 501, code: 12 }, 1],
		["503", { httpStatus: 503, code: 14 }, 5],
		["505", { httpStatus: 505 }, 1],
	])("%s", (_, fields, attempts) => {
		let attempt = 1;
		while (retryDelay(failure(fields), attempt, undefined, rules) !== undefined) attempt += 1;
		expect(attempt).toBe(attempts);
	});
});
