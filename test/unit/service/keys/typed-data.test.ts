// EIP-712: the standard's own example, and every way in which a payload is not typed data.
import { describe, expect, test } from "@jest/globals";
import { readTypedData, TypedDataError } from "../../../../src/payloads/typed-data.js";
import { typedDataDigest } from "../../../../src/service/keys/typed-data-digest.js";

const MAIL = {
	types: {
		EIP712Domain: [
			{ name: "name", type: "string" },
			{ name: "version", type: "string" },
			{ name: "chainId", type: "uint256" },
			{ name: "verifyingContract", type: "address" },
		],
		Person: [
			{ name: "name", type: "string" },
			{ name: "wallet", type: "address" },
		],
		Mail: [
			{ name: "from", type: "Person" },
			{ name: "to", type: "Person" },
			{ name: "contents", type: "string" },
		],
	},
	primaryType: "Mail",
	domain: {
		name: "Ether Mail",
		version: "1",
		chainId: 1,
		verifyingContract: "0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC",
	},
	message: {
		from: { name: "Cow", wallet: "0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826" },
		to: { name: "Bob", wallet: "0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB" },
		contents: "Hello, Bob!",
	},
};
const DIGEST = "be609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2";

function digest(data: unknown): string {
	return Buffer.from(typedDataDigest(readTypedData(JSON.stringify(data)))).toString("hex");
}

function one(type: string, value: unknown): unknown {
	return { types: { T: [{ name: "x", type }] }, primaryType: "T", domain: {}, message: { x: value } };
}

describe("the standard's example", () => {
	test("has the digest the standard gives", () => {
		expect(digest(MAIL)).toBe(DIGEST);
	});

	test("without a description of its domain, with members nobody asked for, and with other spellings of its numbers", () => {
		const { EIP712Domain: _, ...types } = MAIL.types;
		expect(digest({ ...MAIL, types })).toBe(DIGEST);
		expect(digest({ ...MAIL, message: { ...MAIL.message, extra: 1 }, extra: true })).toBe(DIGEST);
		for (const chainId of ["1", "0x1", "01"]) expect(digest({ ...MAIL, domain: { ...MAIL.domain, chainId } })).toBe(DIGEST);
		expect(digest({ ...MAIL, types, domain: { ...MAIL.domain, salt: null } })).toBe(DIGEST);
	});

	test("is read in one form: integers as such, addresses in lower case", () => {
		const { primaryType, domain, message } = readTypedData(JSON.stringify(MAIL));
		expect(primaryType).toBe("Mail");
		expect({ ...domain }).toEqual({
			name: "Ether Mail",
			version: "1",
			chainId: 1n,
			verifyingContract: "0xcccccccccccccccccccccccccccccccccccccccc",
		});
		expect(message["from"]).toEqual({ name: "Cow", wallet: "0xcd2a3d9f938e13cd947ec05abc7fe734df8dd826" });
	});
});

describe("values", () => {
	test.each([
		["uint8", 255],
		["uint8", "0xff"],
		["int8", -128],
		["int256", "-57896044618658097711785492504343953926634992332820282019728792003956564819968"],
		["uint256", "115792089237316195423570985008687907853269984665640564039457584007913129639935"],
		["uint", 1],
		["bool", false],
		["bytes", "0x"],
		["bytes32", `0x${"Ab".repeat(32)}`],
		["string", ""],
		["uint8[]", []],
		[
			"uint8[2][]",
			[
				[1, 2],
				[3, 4],
			],
		],
	])("%s takes %j", (type, value) => {
		expect(digest(one(type, value))).toMatch(/^[0-9a-f]{64}$/);
	});

	test.each([
		["uint8", 256, "`message.x` is no uint8"],
		["uint8", -1, "`message.x` is no uint8"],
		["int8", 128, "`message.x` is no int8"],
		["uint256", 2 ** 60, "`message.x` is no uint256"],
		["uint256", 1.5, "`message.x` is no uint256"],
		["uint256", "1e3", "`message.x` is no uint256"],
		["uint256", "", "`message.x` is no uint256"],
		["uint7", 1, "`message.x` is of unknown type `uint7`"],
		["thing", 1, "`message.x` is of unknown type `thing`"],
		["bool", 1, "`message.x` is no bool"],
		["address", "0x12", "`message.x` is no address"],
		["bytes4", "0x0102", "`message.x` is no bytes4"],
		["bytes33", "0x00", "`message.x` is of unknown type `bytes33`"],
		["bytes", "0x1", "`message.x` is no bytes"],
		["string", null, "`message.x` is missing"],
		["uint8[2]", [1], "`message.x` must have 2 elements, has 1"],
		["uint8[]", {}, "`message.x` must be a list"],
		["uint8[]", [1, null], "`message.x[1]` is missing"],
		["T", 1, "`message.x` must be an object"],
	])("%s does not take %j", (type, value, message) => {
		expect(() => readTypedData(JSON.stringify(one(type, value)))).toThrow(new TypedDataError(message));
	});

	test("a struct that is left out ends a recursive type", () => {
		const types = { Node: [{ name: "next", type: "Node" }] };
		const deep = { types, primaryType: "Node", domain: {}, message: { next: { next: null } } };
		expect(digest(deep)).not.toBe(digest({ ...deep, message: {} }));
	});

	test("names that are JavaScript's own are names like others", () => {
		const types = { constructor: [{ name: "__proto__", type: "uint8" }] };
		const text = JSON.stringify({ types, primaryType: "constructor", domain: {}, message: {} });
		expect(() => readTypedData(text)).toThrow("`message.__proto__` is missing");
		expect(typedDataDigest(readTypedData(text.replace('"message":{}', '"message":{"__proto__":7}')))).toHaveLength(32);
	});
});

describe("payloads that are no typed data", () => {
	test.each([
		["", "the payload is not JSON"],
		["[]", "the payload must be an object"],
		["{}", "`domain` must be an object"],
		['{"domain":{}}', "`types` must be an object"],
		['{"domain":{},"types":{}}', "`primaryType` must name one of `types`"],
		['{"domain":{},"types":{"A":[]},"primaryType":"B"}', "`primaryType` must name one of `types`"],
		['{"domain":{},"types":{"A":{}},"primaryType":"A"}', "`types.A` must be a list of fields"],
		['{"domain":{},"types":{"A":[{}]},"primaryType":"A"}', "every field of `types.A` must have a `name` and a `type`"],
		['{"domain":{},"types":{"A":[null]},"primaryType":"A"}', "a field of `types.A` must be an object"],
		['{"domain":{},"types":{"A":[]},"primaryType":"A"}', "`message` must be an object"],
	])("%s", (text, message) => {
		expect(() => readTypedData(text)).toThrow(new TypedDataError(message));
	});

	test("too many types, and values nested too deeply", () => {
		const types = Object.fromEntries(Array.from({ length: 257 }, (_, index) => [`T${index}`, []]));
		expect(() => readTypedData(JSON.stringify({ types, primaryType: "T0", domain: {}, message: {} }))).toThrow(
			"`types` has more than 256 members",
		);
		const message = `${'{"next":'.repeat(70)}null${"}".repeat(70)}`;
		const text = `{"types":{"N":[{"name":"next","type":"N"}]},"primaryType":"N","domain":{},"message":${message}}`;
		expect(() => readTypedData(text)).toThrow("is nested too deeply");
	});
});
