import { describe, expect, test } from "@jest/globals";
import { RateLimit } from "../../../src/service/rate-limit.js";

describe("RateLimit", () => {
	test("counts down within a second and starts again after it", () => {
		const limit = new RateLimit(2);
		expect(limit.take("a", 1000)).toEqual({ limit: 2, remaining: 1, exceeded: false });
		expect(limit.take("a", 1500)).toEqual({ limit: 2, remaining: 0, exceeded: false });
		expect(limit.take("a", 1999)).toEqual({ limit: 2, remaining: 0, exceeded: true });
		expect(limit.take("a", 2000)).toEqual({ limit: 2, remaining: 1, exceeded: false });
	});

	test("counts each address for itself, and forgets those that are gone", () => {
		const limit = new RateLimit(1);
		for (let index = 0; index < 20_000; index += 1) limit.take(`address ${index}`, index);
		expect(limit.take("address 0", 20_000).exceeded).toBe(false);
		expect(limit.take("address 19999", 20_000).exceeded).toBe(true);
	});

	test("a clock that is set back does not lock anybody out", () => {
		const limit = new RateLimit(1);
		limit.take("a", 5000);
		expect(limit.take("a", 1000).exceeded).toBe(false);
	});
});
