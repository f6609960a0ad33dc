// RLP by the examples everybody uses, and only in its shortest form.
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { decodeRlp, encodeRlp, integerBytes, type RlpItem } from "../../../src/payloads/rlp.js";

const text = (value: string): Buffer => Buffer.from(value);
const decode = (digits: string): RlpItem | undefined => decodeRlp(Buffer.from(digits, "hex"));

describe("RLP", () => {
	test.each([
		[text("dog"), "83646f67"],
		[[text("cat"), text("dog")], "c88363617483646f67"],
		[text(""), "80"],
		[[], "c0"],
		[integerBytes(0n), "80"],
		[integerBytes(15n), "0f"],
		[integerBytes(1024n), "820400"],
		[[[], [[]], [[], [[]]]], "c7c0c1c0c3c0c1c0"],
		[
			text("Lorem ipsum dolor sit amet, consectetur adipisicing elit"),
			"b8384c6f72656d20697073756d20646f6c6f722073697420616d65742c20636f6e7365637465747572206164697069736963696e6720656c6974",
		],
	] as const)("%#", (item, digits) => {
		expect(encodeRlp(item).toString("hex")).toBe(digits);
		expect(decode(digits)).toEqual(item);
	});

	test.each([
		["", "nothing"],
		["8100", "a byte that needs no prefix"],
		["b80161", "a length that fits a short prefix"],
		["b900384c", "a length with a leading zero"],
		["83646f", "an item cut off"],
		["83646f6767", "something behind the item"],
		["c883636174", "a list cut off"],
		["bfffffffffffffffff", "a length beyond all measure"],
		[`${"c1".repeat(40)}c0`, "lists in lists in lists"],
	])("%s is none: %s", (digits) => {
		expect(decode(digits)).toBeUndefined();
	});

	test("law: what is written is read again", () => {
		const { item } = fc.letrec<{ item: RlpItem }>((tie) => ({
			item: fc.oneof(
				{ maxDepth: 4 },
				fc.uint8Array({ maxLength: 70 }).map((bytes) => Buffer.from(bytes)),
				fc.array(tie("item"), { maxLength: 5 }),
			),
		}));
		fc.assert(fc.property(item, (each) => expect(decodeRlp(encodeRlp(each))).toEqual(each)));
	});

	test("law: whatever is read is what would be written", () => {
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
				const read = decodeRlp(bytes);
				if (read !== undefined) expect(Buffer.compare(encodeRlp(read), bytes)).toBe(0);
			}),
			{ numRuns: 2000 },
		);
	});
});
