import { createPublicKey, sign, verify } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { Secret } from "../../../src/base/secret.js";
import { generateKeyPair, publicKeyOf as publicHalf } from "../../../src/service/key-generation.js";
import { publicKeyOf, signingKey } from "../../support/stamper.js";

describe("generateKeyPair", () => {
	test.each([
		["CURVE_P256", "P256"],
		["CURVE_SECP256K1", "SECP256K1"],
		["CURVE_ED25519", "ED25519"],
	] as const)("%s: the public half belongs to the private one", (curve, name) => {
		for (let round = 0; round < 5; round += 1) {
			const { publicKey, privateKey } = generateKeyPair(curve);
			const key = signingKey(name, privateKey.reveal());
			expect(publicKeyOf(key)).toBe(publicKey);
			expect(publicHalf(curve, privateKey)).toBe(publicKey);
			const digest = name === "ED25519" ? null : "sha256";
			expect(verify(digest, Buffer.from("x"), createPublicKey(key), sign(digest, Buffer.from("x"), key))).toBe(true);
			expect(String(privateKey)).toBe("(secret)");
		}
	});

	test("what is no scalar has no public half", () => {
		expect(() => publicHalf("CURVE_SECP256K1", new Secret("0".repeat(64)))).toThrow();
		expect(() => publicHalf("CURVE_P256", new Secret("f".repeat(64)))).toThrow();
	});
});
