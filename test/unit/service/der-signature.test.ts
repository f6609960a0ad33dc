import { generateKeyPairSync, sign } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { readDerSignature } from "../../../src/service/der-signature.js";

const R = "1".repeat(64);
const S = "7".repeat(64);
const VALID = `30440220${R}0220${S}`;

describe("readDerSignature", () => {
	test("reads two numbers of 32 bytes", () => {
		expect(readDerSignature(VALID)?.toString("hex")).toBe(R + S);
	});

	test("agrees with the platform on signatures it makes", () => {
		const { privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
		for (let round = 0; round < 200; round += 1) {
			const der = sign("sha256", Buffer.from([round]), privateKey);
			const numbers = readDerSignature(der.toString("hex"));
			expect(numbers?.length).toBe(64);
		}
	});

	test("pads short numbers and takes the sign byte off long ones", () => {
		expect(readDerSignature(`3026020101022100${"f".repeat(64)}`)?.toString("hex")).toBe(`${"0".repeat(63)}1${"f".repeat(64)}`);
	});

	test.each([
		["empty", ""],
		["odd number of digits", `${VALID}0`],
		["no hexadecimal", VALID.replace("30", "3g")],
		["another tag", VALID.replace(/^30/, "31")],
		["a wrong length", VALID.replace(/^3044/, "3045")],
		["bytes after it", `${VALID}00`],
		["a byte too few", VALID.slice(0, -2)],
		["long-form length", `308144${VALID.slice(4)}`],
		["a negative number", `30440220${"f".repeat(64)}0220${S}`],
		["a number padded without need", `3045022100${R}0220${S}`],
		["an empty number", `302402000220${S}`],
		["zero", `3025020100022000${S.slice(2)}00`],
		["a number of 33 bytes", `3045022101${R}0220${S}`],
		["one number only", `30220220${R}`],
	])("refuses %s", (_what, text) => {
		expect(readDerSignature(text)).toBeUndefined();
	});
});
