// What a raw payload stands for, and which encodings and hash functions go with which keys.
import type { Curve } from "../../api/key-records.js";
import type { HASH_FUNCTIONS, PAYLOAD_ENCODINGS } from "../../api/records.js";
import { type Authorization, AuthorizationError, readAuthorization } from "../../payloads/authorization.js";
import { readTypedData, type TypedData, TypedDataError } from "../../payloads/typed-data.js";
import { invalid } from "../refusal.js";

export type PayloadEncoding = (typeof PAYLOAD_ENCODINGS)[number];
export type HashFunction = (typeof HASH_FUNCTIONS)[number];

export type Payload =
	| { readonly form: "bytes"; readonly bytes: Uint8Array }
	| { readonly form: "typed-data"; readonly data: TypedData }
	| { readonly form: "authorization"; readonly authorization: Authorization };

/** How a payload is to be read and hashed. */
export interface PayloadTreatment {
	readonly encoding: PayloadEncoding;
	readonly hashFunction: HashFunction;
}

/** Bytes of a digest that ECDSA signs. */
const DIGEST = 32;

/** Throws a `Refusal` (400) when keys of the curve do not sign payloads that are treated so. */
export function checkTreatment(curve: Curve, { encoding, hashFunction }: PayloadTreatment): void {
	if (curve !== "CURVE_ED25519") {
		if (hashFunction === "HASH_FUNCTION_NOT_APPLICABLE") {
			throw invalid(`invalid hash function: ${hashFunction} is for keys of CURVE_ED25519, this one is of ${curve}`);
		}
		return;
	}
	if (hashFunction !== "HASH_FUNCTION_NOT_APPLICABLE") {
		throw invalid(`invalid hash function: keys of CURVE_ED25519 hash by themselves, expected HASH_FUNCTION_NOT_APPLICABLE`);
	}
	if (encoding !== "PAYLOAD_ENCODING_HEXADECIMAL" && encoding !== "PAYLOAD_ENCODING_TEXT_UTF8") {
		throw invalid(`invalid payload encoding: ${encoding} is not for keys of CURVE_ED25519`);
	}
}

/** Throws a `Refusal` (400) when the text is not what its encoding says, or no digest where one is asked for. */
export function readPayload(text: string, { encoding, hashFunction }: PayloadTreatment): Payload {
	if (text === "") throw invalid("invalid request body: `payload` must not be empty");
	const payload = decoded(text, encoding);
	if (payload.form === "bytes" && hashFunction === "HASH_FUNCTION_NO_OP" && payload.bytes.length !== DIGEST) {
		throw invalid(`invalid payload of ${payload.bytes.length} bytes: expected a 32-bytes-long digest`);
	}
	return payload;
}

function decoded(text: string, encoding: PayloadEncoding): Payload {
	switch (encoding) {
		case "PAYLOAD_ENCODING_HEXADECIMAL": {
			const digits = /^(?:0x)?((?:[0-9a-fA-F]{2})*)$/.exec(text)?.[1];
			if (digits === undefined) throw invalid("invalid payload encoding: the payload is not hexadecimal");
			return { form: "bytes", bytes: Buffer.from(digits, "hex") };
		}
		case "PAYLOAD_ENCODING_TEXT_UTF8":
			return { form: "bytes", bytes: Buffer.from(text) };
		case "PAYLOAD_ENCODING_EIP712":
			return { form: "typed-data", data: structured(() => readTypedData(text)) };
		case "PAYLOAD_ENCODING_EIP7702_AUTHORIZATION":
			return { form: "authorization", authorization: structured(() => readAuthorization(text)) };
	}
}

function structured<T>(read: () => T): T {
	try {
		return read();
	} catch (error) {
		if (error instanceof TypedDataError || error instanceof AuthorizationError) {
			throw invalid(`invalid payload encoding: ${error.message}`);
		}
		throw error;
	}
}
