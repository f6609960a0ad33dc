import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { ServiceFailure } from "../../../src/api/failure.js";
import { readAnswer } from "../../../src/client/answer.js";

const STAMP = "eyJwdWJsaWNLZXkiOiIwMiJ9";
const asked = (timestampMs?: number) => ({ operation: "create_policy", timestampMs, now: Date.UTC(2026, 0, 1), stamp: STAMP });
const answer = (status: number, headers: Record<string, string>, body: string | Buffer) => ({
	status,
	headers,
	body: Buffer.from(body),
});
const JSON_TYPE = { "content-type": "application/json" };

describe("readAnswer", () => {
	test("gives the object of a 200, with or without a byte-order mark and a charset", () => {
		expect(readAnswer(answer(200, JSON_TYPE, '{"a":1}'), asked())).toEqual({ a: 1 });
		expect(readAnswer(answer(200, { "content-type": "Application/JSON; charset=utf-8" }, '\ufeff{"a":1}\n'), asked())).toEqual({
			a: 1,
		});
	});

	test("an inherited `__proto__` stays a member of the value alone", () => {
		const value = readAnswer(answer(200, JSON_TYPE, '{"__proto__":{"polluted":true}}'), asked());
		expect(Object.keys(value)).toEqual(["__proto__"]);
		expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
	});

	test("whatever comes is an object or a failure whose message is one clean line without our stamp", () => {
		const body = fc.oneof(
			fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
			fc.json().map((text) => Buffer.from(text)),
			fc
				.record({ code: fc.anything(), message: fc.string().map((text) => `${STAMP}${text}\u0000\n`), details: fc.anything() })
				.map((value) => Buffer.from(fc.stringify(value).includes("Symbol") ? "{}" : (JSON.stringify(value, bigints) ?? ""))),
		);
		const header = fc.option(fc.oneof(fc.string(), fc.constant("application/json"), fc.constant(STAMP)), { nil: undefined });
		const headers = fc.record({
			"content-type": header,
			"content-encoding": header,
			location: header,
			date: header,
			"retry-after": header,
		});
		fc.assert(
			fc.property(fc.integer({ min: 100, max: 999 }), headers, body, fc.boolean(), (status, given, bytes, write) => {
				const outcome = readAnswer({ status, headers: given, body: bytes }, asked(write ? Date.UTC(2026, 0, 1) : undefined));
				if (!(outcome instanceof ServiceFailure)) {
					expect(typeof outcome).toBe("object");
					expect(status).toBeGreaterThanOrEqual(200);
					expect(status).toBeLessThan(300);
					return;
				}
				expect(outcome.message).not.toContain(STAMP);
				expect(JSON.stringify(outcome.details)).not.toContain(STAMP);
				expect(outcome.message).not.toMatch(/\p{Cc}/u);
				expect(outcome.message.length).toBeLessThan(600);
				expect(["refused", "unintelligible", "interrupted"]).toContain(outcome.category);
			}),
			{ numRuns: 500 },
		);
	});
});

function bigints(_: string, value: unknown): unknown {
	return typeof value === "bigint" ? String(value) : value;
}
