import { describe, expect, test } from "@jest/globals";
import { p256 } from "@noble/curves/nist.js";
import fc from "fast-check";
import {
	isP256PrivateKey,
	normalP256PublicKey,
	p256PublicKey,
	p256SigningKey,
	p256VerifyingKey,
	signP256,
	verifyP256,
} from "../../../src/api/p256.js";
import { Secret } from "../../../src/base/secret.js";

// RFC 6979, appendix A.2.5: P-256 with SHA-256, the messages "sample" (whose S is high) and "test".
const vector = {
	privateKey: "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721",
	x: "60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6",
	y: "7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299",
	sample: {
		r: "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716",
		s: "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8",
	},
	test: {
		r: "f1abb023518351cd71d881567b1ea663ed3efcf6c5132b354f28d3b0b7d38367",
		s: "019f4113742a2b14bd25926b49c649155f267e60d3814b4c0cc84250e46f0083",
	},
};
const compressed = `03${vector.x}`;
const uncompressed = `04${vector.x}${vector.y}`;
const secret = new Secret(vector.privateKey);
const bytes = (text: string): Uint8Array => Buffer.from(text);
const ORDER = p256.Point.Fn.ORDER;

/** DER of two numbers, written out here so that it shares nothing with what it checks. */
function der(r: bigint, s: bigint): string {
	const integer = (value: bigint): string => {
		let hex = value.toString(16);
		if (hex.length % 2 === 1) hex = `0${hex}`;
		if (Number.parseInt(hex.slice(0, 2), 16) >= 0x80) hex = `00${hex}`;
		return `02${(hex.length / 2).toString(16).padStart(2, "0")}${hex}`;
	};
	const body = integer(r) + integer(s);
	return `30${(body.length / 2).toString(16).padStart(2, "0")}${body}`;
}

function verifyingKey(publicKey: string) {
	const key = p256VerifyingKey(publicKey);
	if (key === undefined) throw new Error("not a point");
	return key;
}

describe("keys", () => {
	test("the public key of the published vector", () => {
		expect(p256PublicKey(secret)).toBe(compressed);
	});

	test("a public key is normalised from either form and either case", () => {
		expect(normalP256PublicKey(uncompressed.toUpperCase())).toBe(compressed);
		expect(normalP256PublicKey(compressed.toUpperCase())).toBe(compressed);
	});

	test.each([
		["nothing", ""],
		["a private key", vector.privateKey],
		["a point off the curve", `04${vector.x}${vector.x}`],
		["an x that is on no point", `02${"ff".repeat(32)}`],
		["a hybrid point", `06${vector.x}${vector.y}`],
		["text", "not hexadecimal"],
	])("normalP256PublicKey refuses %s", (_, text) => {
		expect(normalP256PublicKey(text)).toBeUndefined();
		expect(p256VerifyingKey(text)).toBeUndefined();
	});

	test.each([
		["the vector", vector.privateKey, true],
		["upper case", vector.privateKey.toUpperCase(), true],
		["one", "1".padStart(64, "0"), true],
		["the order less one", (ORDER - 1n).toString(16), true],
		["zero", "0".repeat(64), false],
		["the order", ORDER.toString(16), false],
		["63 digits", vector.privateKey.slice(1), false],
		["a 0x prefix", `0x${vector.privateKey.slice(2)}`, false],
	])("isP256PrivateKey: %s", (_, text, valid) => {
		expect(isP256PrivateKey(text)).toBe(valid);
	});
});

describe("signatures", () => {
	test.each(["sample", "test"] as const)("both verifiers accept the published signature of %s", (message) => {
		const signature = der(BigInt(`0x${vector[message].r}`), BigInt(`0x${vector[message].s}`));
		expect(verifyP256(verifyingKey(compressed), bytes(message), signature)).toBe(true);
		expect(
			p256.verify(Buffer.from(signature, "hex"), bytes(message), Buffer.from(compressed, "hex"), { format: "der", lowS: false }),
		).toBe(true);
	});

	test("each library verifies what the other signed, high and low S alike", () => {
		const key = p256SigningKey(secret);
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 300 }), (message) => {
				const platform = signP256(key, message);
				expect(
					p256.verify(Buffer.from(platform, "hex"), message, Buffer.from(compressed, "hex"), { format: "der", lowS: false }),
				).toBe(true);
				const reference = p256.sign(message, Buffer.from(vector.privateKey, "hex"), { format: "der" });
				expect(verifyP256(verifyingKey(compressed), message, Buffer.from(reference).toString("hex"))).toBe(true);
				const { r, s } = p256.Signature.fromBytes(reference, "der");
				expect(verifyP256(verifyingKey(compressed), message, der(r, ORDER - s))).toBe(true);
			}),
			{ numRuns: 40 },
		);
	});

	test("for any private key, both libraries agree on the public key", () => {
		fc.assert(
			fc.property(
				fc.bigInt({ min: 1n, max: ORDER - 1n }).map((value) => value.toString(16).padStart(64, "0")),
				(privateKey) => {
					const generated = new Secret(privateKey);
					const signature = signP256(p256SigningKey(generated), bytes("message"));
					expect(verifyP256(verifyingKey(p256PublicKey(generated)), bytes("message"), signature)).toBe(true);
				},
			),
			{ numRuns: 20 },
		);
	});

	test("other bytes, another key, and DER that is not strict are refused", () => {
		const signature = signP256(p256SigningKey(secret), bytes("sample"));
		const key = verifyingKey(compressed);
		expect(verifyP256(key, bytes("sample "), signature)).toBe(false);
		expect(verifyP256(verifyingKey(p256PublicKey(new Secret("1".padStart(64, "0")))), bytes("sample"), signature)).toBe(false);
		expect(verifyP256(key, bytes("sample"), `${signature}00`)).toBe(false);
		expect(verifyP256(key, bytes("sample"), "")).toBe(false);
		expect(verifyP256(key, bytes("sample"), "zz")).toBe(false);
		// The same numbers, with the outer length written in two bytes where one would do.
		const { r, s } = vector.sample;
		const strict = der(BigInt(`0x${r}`), BigInt(`0x${s}`));
		expect(verifyP256(key, bytes("sample"), `3081${strict.slice(2)}`)).toBe(false);
	});

	test("neither key prints", () => {
		expect(`${secret}`).not.toContain(vector.privateKey);
		expect(JSON.stringify(p256SigningKey(secret))).not.toContain(vector.privateKey);
	});
});
