// Which payloads are signed with which keys, and what is signed of them.
import { describe, expect, test } from "@jest/globals";
import { CURVES } from "../../../../src/api/key-records.js";
import { HASH_FUNCTIONS, PAYLOAD_ENCODINGS } from "../../../../src/api/records.js";
import { checkTreatment, readPayload } from "../../../../src/service/keys/payload.js";
import { signedBytes } from "../../../../src/service/keys/payload-digest.js";

const AUTHORIZATION = '{"address":"0x63c0c19a282a1B52b07dD5a65b58948A07DAE32B","chainId":1,"nonce":0}';
const TYPED = '{"types":{"A":[]},"primaryType":"A","domain":{},"message":{}}';
const SAMPLES = {
	PAYLOAD_ENCODING_HEXADECIMAL: "ab".repeat(32),
	PAYLOAD_ENCODING_TEXT_UTF8: "a".repeat(32),
	PAYLOAD_ENCODING_EIP712: TYPED,
	PAYLOAD_ENCODING_EIP7702_AUTHORIZATION: AUTHORIZATION,
} as const;

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
const refusal = (act: () => unknown): string => {
	try {
		act();
		return "none";
	} catch (error) {
		return (error as Error).message;
	}
};

describe("encodings and hash functions", () => {
	test.each(CURVES)("%s", (curve) => {
		const allowed = PAYLOAD_ENCODINGS.flatMap((encoding) =>
			HASH_FUNCTIONS.filter((hashFunction) => refusal(() => checkTreatment(curve, { encoding, hashFunction })) === "none").map(
				(hashFunction) => `${encoding.slice(17)} ${hashFunction.slice(14)}`,
			),
		);
		expect(allowed).toEqual(
			curve === "CURVE_ED25519"
				? ["HEXADECIMAL NOT_APPLICABLE", "TEXT_UTF8 NOT_APPLICABLE"]
				: ["HEXADECIMAL", "TEXT_UTF8", "EIP712", "EIP7702_AUTHORIZATION"].flatMap((encoding) =>
						["NO_OP", "SHA256", "KECCAK256"].map((hash) => `${encoding} ${hash}`),
					),
		);
	});

	test("are refused by name", () => {
		const wrong = (curve: (typeof CURVES)[number], encoding: (typeof PAYLOAD_ENCODINGS)[number], hash: string) =>
			refusal(() =>
				checkTreatment(curve, { encoding, hashFunction: `HASH_FUNCTION_${hash}` as (typeof HASH_FUNCTIONS)[number] }),
			);
		expect(wrong("CURVE_ED25519", "PAYLOAD_ENCODING_HEXADECIMAL", "SHA256")).toBe(
			"invalid hash function: keys of CURVE_ED25519 hash by themselves, expected HASH_FUNCTION_NOT_APPLICABLE",
		);
		expect(wrong("CURVE_ED25519", "PAYLOAD_ENCODING_EIP712", "NOT_APPLICABLE")).toBe(
			"invalid payload encoding: PAYLOAD_ENCODING_EIP712 is not for keys of CURVE_ED25519",
		);
		expect(wrong("CURVE_P256", "PAYLOAD_ENCODING_HEXADECIMAL", "NOT_APPLICABLE")).toBe(
			"invalid hash function: HASH_FUNCTION_NOT_APPLICABLE is for keys of CURVE_ED25519, this one is of CURVE_P256",
		);
	});
});

describe("what is signed", () => {
	const treated = (encoding: (typeof PAYLOAD_ENCODINGS)[number], hashFunction: (typeof HASH_FUNCTIONS)[number], text: string) =>
		hex(signedBytes(readPayload(text, { encoding, hashFunction }), hashFunction));

	test.each([
		["abc", "HASH_FUNCTION_SHA256", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
		["abc", "HASH_FUNCTION_KECCAK256", "4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45"],
		["abc", "HASH_FUNCTION_NOT_APPLICABLE", "616263"],
		["\u00e9", "HASH_FUNCTION_NOT_APPLICABLE", "c3a9"],
	] as const)("text %s with %s", (text, hashFunction, expected) => {
		expect(treated("PAYLOAD_ENCODING_TEXT_UTF8", hashFunction, text)).toBe(expected);
	});

	test("hexadecimal of any case, with or without its prefix, down to nothing but the prefix", () => {
		for (const text of ["0xABcd", "abcd", "ABCD"]) {
			expect(treated("PAYLOAD_ENCODING_HEXADECIMAL", "HASH_FUNCTION_NOT_APPLICABLE", text)).toBe("abcd");
		}
		expect(treated("PAYLOAD_ENCODING_HEXADECIMAL", "HASH_FUNCTION_SHA256", "0x")).toBe(
			"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
		);
	});

	test("a structured payload has a digest of its own, to which a hash function is applied like to any bytes", () => {
		for (const encoding of ["PAYLOAD_ENCODING_EIP712", "PAYLOAD_ENCODING_EIP7702_AUTHORIZATION"] as const) {
			const own = treated(encoding, "HASH_FUNCTION_NO_OP", SAMPLES[encoding]);
			expect(own).toMatch(/^[0-9a-f]{64}$/);
			for (const hashFunction of ["HASH_FUNCTION_SHA256", "HASH_FUNCTION_KECCAK256"] as const) {
				expect(treated(encoding, hashFunction, SAMPLES[encoding])).toBe(
					treated("PAYLOAD_ENCODING_HEXADECIMAL", hashFunction, own),
				);
			}
		}
	});
});

describe("what is not signed", () => {
	test.each([
		["PAYLOAD_ENCODING_HEXADECIMAL", "", "invalid request body: `payload` must not be empty"],
		["PAYLOAD_ENCODING_HEXADECIMAL", "abc", "invalid payload encoding: the payload is not hexadecimal"],
		["PAYLOAD_ENCODING_HEXADECIMAL", "hello", "invalid payload encoding: the payload is not hexadecimal"],
		["PAYLOAD_ENCODING_HEXADECIMAL", "0xabcd", "invalid payload of 2 bytes: expected a 32-bytes-long digest"],
		["PAYLOAD_ENCODING_TEXT_UTF8", "a".repeat(33), "invalid payload of 33 bytes: expected a 32-bytes-long digest"],
		["PAYLOAD_ENCODING_EIP712", "ab".repeat(32), "invalid payload encoding: the payload is not JSON"],
		["PAYLOAD_ENCODING_EIP7702_AUTHORIZATION", "x", "invalid payload encoding: the payload is not JSON"],
		["PAYLOAD_ENCODING_EIP7702_AUTHORIZATION", "1", "invalid payload encoding: the payload must be an object"],
		["PAYLOAD_ENCODING_EIP7702_AUTHORIZATION", "{}", "invalid payload encoding: `address` must be an address"],
		[
			"PAYLOAD_ENCODING_EIP7702_AUTHORIZATION",
			AUTHORIZATION.replace('"nonce":0', '"nonce":-1'),
			"invalid payload encoding: `nonce` must be an integer from 0 to 18446744073709551615",
		],
		[
			"PAYLOAD_ENCODING_EIP7702_AUTHORIZATION",
			AUTHORIZATION.replace('"nonce":0', '"nonce":"18446744073709551616"'),
			"invalid payload encoding: `nonce` must be an integer from 0 to 18446744073709551615",
		],
	] as const)("%s %s", (encoding, text, message) => {
		expect(refusal(() => readPayload(text, { encoding, hashFunction: "HASH_FUNCTION_NO_OP" }))).toBe(message);
	});
});
