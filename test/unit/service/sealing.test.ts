import { describe, expect, test } from "@jest/globals";
import { Secret } from "../../../src/base/secret.js";
import { newSealingKey, Sealer } from "../../../src/service/sealing.js";

describe("Sealer", () => {
	const sealer = new Sealer(newSealingKey());
	const sealed = sealer.seal(new Secret("correct horse"), "private key 1");

	test("opens what it sealed", () => {
		expect(sealer.open(sealed, "private key 1").reveal()).toBe("correct horse");
		expect(sealed).not.toContain("correct");
		expect(sealer.seal(new Secret("correct horse"), "private key 1")).not.toBe(sealed);
	});

	test("does not open under another key, for another thing, or when a bit has changed", () => {
		const bytes = Buffer.from(sealed, "base64");
		bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
		expect(() => sealer.open(sealed, "private key 2")).toThrow();
		expect(() => sealer.open(bytes.toString("base64"), "private key 1")).toThrow();
		expect(() => new Sealer(newSealingKey()).open(sealed, "private key 1")).toThrow();
	});
});
