import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, test } from "@jest/globals";
import { Turnstile } from "../../../src/service/turnstile.js";

function arrive(turnstile: Turnstile, names: Iterable<number>, begun: number[]): Promise<unknown> {
	return Promise.all(
		[...names].map(async (name) => {
			await turnstile.pass();
			begun.push(name);
		}),
	);
}

describe("a turnstile", () => {
	test("lets the first few through at once and the others a few in each turn, in order of arrival", async () => {
		const turnstile = new Turnstile(3);
		const begun: number[] = [];
		const all = arrive(turnstile, [1, 2, 3, 4, 5, 6, 7, 8], begun);
		await Promise.resolve();
		expect(begun).toEqual([1, 2, 3]);
		await nextTurn();
		expect(begun).toEqual([1, 2, 3, 4, 5, 6]);
		await all;
		expect(begun).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
	});

	test("who arrives while others wait waits behind them, also when a turn has room", async () => {
		const turnstile = new Turnstile(2);
		const begun: number[] = [];
		const early = arrive(turnstile, [1, 2, 3], begun);
		await nextTurn();
		expect(begun).toEqual([1, 2, 3]);
		const late = arrive(turnstile, [4, 5, 6], begun);
		await Promise.resolve();
		expect(begun).toEqual([1, 2, 3, 4]);
		await Promise.all([early, late]);
		expect(begun).toEqual([1, 2, 3, 4, 5, 6]);
	});

	test("begins anew when nobody came for a while", async () => {
		const turnstile = new Turnstile(1);
		const begun: number[] = [];
		await arrive(turnstile, [1], begun);
		await nextTurn();
		await nextTurn();
		const all = arrive(turnstile, [2, 3], begun);
		await Promise.resolve();
		expect(begun).toEqual([1, 2]);
		await all;
		expect(begun).toEqual([1, 2, 3]);
	});
});
