// EIP-7702 authorisations as signing requests carry them: JSON text with the contract, the chain and the nonce.
import { encodeRlp, integerBytes } from "./rlp.js";

export interface Authorization {
	/** Lower-case hexadecimal with `0x`. */
	readonly address: string;
	readonly chainId: bigint;
	readonly nonce: bigint;
}

/** The text is no authorisation; the message says why. */
export class AuthorizationError extends Error {
	override readonly name = "AuthorizationError";
}

const LARGEST_NONCE = (1n << 64n) - 1n;
const LARGEST_CHAIN = (1n << 256n) - 1n;

/** `contractAddress` is read as `address`, as both names are in use. Throws `AuthorizationError`. */
export function readAuthorization(text: string): Authorization {
	let parsed: unknown;
	try {
		parsed = JSON.parse(text);
	} catch {
		throw new AuthorizationError("the payload is not JSON");
	}
	if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) {
		throw new AuthorizationError("the payload must be an object");
	}
	const { address, contractAddress, chainId, nonce } = parsed as Readonly<Record<string, unknown>>;
	const contract = address ?? contractAddress;
	if (typeof contract !== "string" || !/^0x[0-9a-fA-F]{40}$/.test(contract)) {
		throw new AuthorizationError("`address` must be an address");
	}
	return {
		address: contract.toLowerCase(),
		chainId: integer("chainId", chainId, LARGEST_CHAIN),
		nonce: integer("nonce", nonce, LARGEST_NONCE),
	};
}

function integer(field: string, value: unknown, most: bigint): bigint {
	const isNumber = typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
	const isText = typeof value === "string" && value.length <= 80 && /^(?:\d+|0x[0-9a-fA-F]+)$/.test(value);
	const number = isNumber || isText ? BigInt(value) : undefined;
	if (number === undefined || number > most) throw new AuthorizationError(`\`${field}\` must be an integer from 0 to ${most}`);
	return number;
}

/** What is hashed with keccak-256 and signed. */
export function authorizationBytes({ chainId, address, nonce }: Authorization): Buffer {
	const fields = [integerBytes(chainId), Buffer.from(address.slice(2), "hex"), integerBytes(nonce)];
	return Buffer.concat([Buffer.from([0x05]), encodeRlp(fields)]);
}
