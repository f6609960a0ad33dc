import { describe, expect, test } from "@jest/globals";
import { FaultInjector, readFaults } from "../../../src/service/faults.js";

describe("readFaults", () => {
	test("reads every fault", () => {
		expect(readFaults("latency=1.5s, rate429=0.1,rate503=0,drop-after-commit=1,truncate=.5,html=1.0")).toEqual({
			faults: { latency: 1500, rate429: 0.1, rate503: 0, dropAfterCommit: 1, truncate: 0.5, html: 1 },
			diagnostics: [],
		});
		expect(readFaults("rate429=0.2,seed=7").faults).toEqual({ rate429: 0.2, seed: 7 });
		expect(readFaults("latency=20").faults).toEqual({ latency: 20 });
		expect(readFaults("latency=20ms").faults).toEqual({ latency: 20 });
	});

	test("names everything that is wrong at once", () => {
		const { faults, diagnostics } = readFaults("latency=soon,rate429=2,latencey=1,constructor=1,html,seed=x");
		expect(faults).toBeUndefined();
		expect(diagnostics.map((each) => [each.code, each.message, each.help])).toEqual([
			["Q4151", "`soon` is not a latency", "write milliseconds or seconds, such as latency=200ms or latency=1.5s"],
			["Q4151", "`2` is not a rate for rate429", "write a share of the requests from 0 to 1, such as rate429=0.1"],
			["Q4151", "unknown fault `latencey`", "did you mean `latency`?"],
			[
				"Q4151",
				"unknown fault `constructor`",
				"the faults are latency, rate429, rate503, drop-after-commit, truncate, html, seed",
			],
			["Q4151", "`` is not a rate for html", "write a share of the requests from 0 to 1, such as html=0.1"],
			["Q4151", "`x` is not a seed", "write a whole number of at most nine digits, such as seed=7"],
		]);
	});
});

test("a fault given twice is a mistake", () => {
	expect(readFaults("latency=1,html=0.1,latency=2").diagnostics.map((each) => [each.code, each.message])).toEqual([
		["Q4151", "fault `latency` is given twice"],
	]);
});

describe("FaultInjector", () => {
	const strikes = (share: number, times: number) => {
		const faults = new FaultInjector({ rate429: share });
		return Array.from({ length: times }, () => faults.strikes("rate429"));
	};

	test.each([
		[0.1, 10],
		[0.3, 100],
		[0.5, 7],
		[1, 3],
		[0, 5],
	])("a rate of %d strikes its share of %d requests", (share, times) => {
		expect(strikes(share, times).filter(Boolean)).toHaveLength(Math.floor(share * times + 1e-9));
	});

	test("strikes the same requests every time", () => {
		expect(strikes(0.25, 8)).toEqual([false, false, false, true, false, false, false, true]);
	});

	describe("with a seed", () => {
		const drawn = (seed: number, share: number, times: number) => {
			const faults = new FaultInjector({ rate429: share, html: share, seed });
			return Array.from({ length: times }, () => [faults.strikes("rate429"), faults.strikes("html")]);
		};

		test("strikes the same requests every time, other ones for another seed, and each fault for itself", () => {
			expect(drawn(7, 0.3, 200)).toEqual(drawn(7, 0.3, 200));
			expect(drawn(7, 0.3, 200)).not.toEqual(drawn(8, 0.3, 200));
			expect(drawn(7, 0.3, 200).map(([first]) => first)).not.toEqual(drawn(7, 0.3, 200).map(([, second]) => second));
		});

		test("strikes its share of many, never with 0 and always with 1", () => {
			const share = drawn(1, 0.3, 2000).filter(([first]) => first).length / 2000;
			expect(share).toBeGreaterThan(0.25);
			expect(share).toBeLessThan(0.35);
			expect(drawn(1, 0, 100).flat()).not.toContain(true);
			expect(drawn(1, 1, 100).flat()).not.toContain(false);
		});
	});

	test("does nothing unless asked to", () => {
		const faults = new FaultInjector();
		expect([faults.latency, faults.strikes("html"), faults.strikes("dropAfterCommit")]).toEqual([0, false, false]);
	});
});
