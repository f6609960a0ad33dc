import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { formatStamp, isStampScheme, P256_SCHEME, parseStamp, STAMP_SCHEMES } from "../../../src/api/stamp.js";

const stamp = { publicKey: `02${"ab".repeat(32)}`, scheme: P256_SCHEME, signature: "3006020101020101" };
const encode = (text: string): string => Buffer.from(text).toString("base64url");

describe("formatStamp", () => {
	test("writes compact JSON in the order of the official clients, base64url without padding", () => {
		expect(Buffer.from(formatStamp(stamp), "base64url").toString()).toBe(
			`{"publicKey":"${stamp.publicKey}","scheme":"SIGNATURE_SCHEME_TK_API_P256","signature":"3006020101020101"}`,
		);
		expect(formatStamp(stamp)).toMatch(/^[A-Za-z0-9_-]+$/);
	});
});

describe("parseStamp", () => {
	test("reads what formatStamp wrote", () => {
		fc.assert(
			fc.property(fc.string(), fc.constantFrom(...STAMP_SCHEMES), fc.string(), (publicKey, scheme, signature) => {
				const wellFormed = [publicKey, signature].every((each) => each.isWellFormed());
				fc.pre(wellFormed);
				expect(parseStamp(formatStamp({ publicKey, scheme, signature }))).toEqual({ publicKey, scheme, signature });
			}),
		);
	});

	test("takes any order of members and passes over others", () => {
		const text = `{ "signature":"30","extra":1,"scheme":"${P256_SCHEME}","publicKey":"02" }`;
		expect(parseStamp(encode(text))).toEqual({ publicKey: "02", scheme: P256_SCHEME, signature: "30" });
	});

	test.each([
		["nothing", ""],
		["padding", `${encode(JSON.stringify(stamp))}=`],
		["the other base64 alphabet", "+/+/"],
		["a length no encoder gives", "abcde"],
		["text that is not JSON", encode("stamp")],
		["an array", encode("[]")],
		["null", encode("null")],
		["a missing member", encode('{"publicKey":"02","scheme":"x"}')],
		["a member that is no string", encode('{"publicKey":"02","scheme":"x","signature":1}')],
		["bytes that are not UTF-8", Buffer.from([0x7b, 0xff, 0x7d]).toString("base64url")],
	])("refuses %s", (_, header) => {
		expect(parseStamp(header)).toBeUndefined();
	});

	test("never throws", () => {
		fc.assert(
			fc.property(fc.oneof(fc.string(), fc.base64String(), fc.json().map(encode)), (header) => {
				const parsed = parseStamp(header);
				expect(parsed === undefined || typeof parsed.publicKey === "string").toBe(true);
			}),
		);
	});
});

test("isStampScheme knows the four schemes of API keys and no other", () => {
	expect(STAMP_SCHEMES.every(isStampScheme)).toBe(true);
	expect(isStampScheme("SIGNATURE_SCHEME_TK_API_RSA")).toBe(false);
});
