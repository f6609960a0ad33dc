// From a payload to the bytes that are signed: structured payloads have a digest of their own, which the hash function,
// where there is one, is then applied to like to any other bytes.
import { createHash } from "node:crypto";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { authorizationBytes } from "../../payloads/authorization.js";
import type { HashFunction, Payload } from "./payload.js";
import { typedDataDigest } from "./typed-data-digest.js";

export function signedBytes(payload: Payload, hashFunction: HashFunction): Uint8Array {
	const bytes = contentOf(payload);
	switch (hashFunction) {
		case "HASH_FUNCTION_NO_OP":
		case "HASH_FUNCTION_NOT_APPLICABLE":
			return bytes;
		case "HASH_FUNCTION_SHA256":
			return createHash("sha256").update(bytes).digest();
		case "HASH_FUNCTION_KECCAK256":
			return keccak_256(bytes);
	}
}

function contentOf(payload: Payload): Uint8Array {
	switch (payload.form) {
		case "bytes":
			return payload.bytes;
		case "typed-data":
			return typedDataDigest(payload.data);
		case "authorization":
			return keccak_256(authorizationBytes(payload.authorization));
	}
}
