// Public keys of authenticators: COSE (RFC 9053), in the two algorithms the service takes, ready to verify with.
import { createPublicKey, type KeyObject } from "node:crypto";
import { decode, decodeFirst } from "cborg";
import { importPublicKey } from "../stamp-verification.js";

/** COSE's numbers for ES256 and RS256. */
const ES256 = -7;
const RS256 = -257;

export type CoseAlgorithm = "ES256" | "RS256";

export interface CoseKey {
	readonly algorithm: CoseAlgorithm;
	readonly key: KeyObject;
	/** What COSE calls the algorithm. */
	readonly coseNumber: number;
	/** The bytes it was read from. */
	readonly bytes: Uint8Array;
}

/** One CBOR value, as maps and byte strings; undefined for anything else than exactly one. */
export function readCbor(bytes: Uint8Array): unknown {
	try {
		return decode(bytes, { useMaps: true, rejectDuplicateMapKeys: true });
	} catch {
		return undefined;
	}
}

/** The key at the start of some bytes; undefined when there is none, or none that verifies ES256 or RS256. */
export function readCoseKey(bytes: Uint8Array): CoseKey | undefined {
	let fields: unknown;
	let rest: Uint8Array;
	try {
		[fields, rest] = decodeFirst(bytes, { useMaps: true, rejectDuplicateMapKeys: true }) as [unknown, Uint8Array];
	} catch {
		return undefined;
	}
	const own = bytes.subarray(0, bytes.byteLength - rest.byteLength);
	const key = fields instanceof Map ? keyOf(fields) : undefined;
	return key && { ...key, coseNumber: key.algorithm === "ES256" ? ES256 : RS256, bytes: own };
}

/** A stored key: COSE in hexadecimal, or a bare compressed P-256 point as seeds may give it. */
export function storedCoseKey(publicKey: string): Pick<CoseKey, "algorithm" | "key"> | undefined {
	const point = importPublicKey("P256", publicKey);
	return point ? { algorithm: "ES256", key: point } : readCoseKey(Buffer.from(publicKey, "hex"));
}

function keyOf(fields: ReadonlyMap<unknown, unknown>): Pick<CoseKey, "algorithm" | "key"> | undefined {
	const base64url = (label: number): string | undefined => {
		const value = fields.get(label);
		return value instanceof Uint8Array ? Buffer.from(value).toString("base64url") : undefined;
	};
	const [type, algorithm] = [fields.get(1), fields.get(3)];
	try {
		if (type === 2 && algorithm === ES256 && fields.get(-1) === 1) {
			const [x, y] = [base64url(-2), base64url(-3)];
			if (x === undefined || y === undefined) return undefined;
			return { algorithm: "ES256", key: createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" }) };
		}
		if (type === 3 && algorithm === RS256) {
			const [n, e] = [base64url(-1), base64url(-2)];
			if (n === undefined || e === undefined) return undefined;
			return { algorithm: "RS256", key: createPublicKey({ key: { kty: "RSA", n, e }, format: "jwk" }) };
		}
	} catch {
		return undefined;
	}
	return undefined;
}
