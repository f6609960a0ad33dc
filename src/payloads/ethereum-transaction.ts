// Unsigned transactions of EVM chains: read from the bytes that are signed, field by field, and put together again with
// their signature. Every type there is, from the legacy one to set-code transactions.
import { decodeRlp, encodeRlp, integerBytes, type RlpItem } from "./rlp.js";
import type { Signature } from "./signature.js";
import { TransactionError } from "./transaction-error.js";

export interface EthereumTransaction {
	readonly form: "ethereum";
	readonly type: "LEGACY" | "TYPE_1" | "TYPE_2" | "TYPE_3" | "TYPE_4";
	/** Undefined for a legacy transaction that is good on every chain. */
	readonly chainId: bigint | undefined;
	readonly nonce: bigint;
	readonly gas: bigint;
	/** Of the types that have no gas price of their own, the highest fee. */
	readonly gasPrice: bigint;
	/** Zero where the type has no such field. */
	readonly maxFeePerGas: bigint;
	readonly maxPriorityFeePerGas: bigint;
	readonly maxFeePerBlobGas: bigint;
	/** Lower-case hexadecimal with `0x`; empty when a contract is created. */
	readonly to: string;
	readonly value: bigint;
	/** Lower-case hexadecimal with `0x`. */
	readonly data: string;
	/** What is hashed with keccak-256 and signed. */
	readonly unsigned: Uint8Array;
	/** The fields that stand before the signature. */
	readonly fields: readonly RlpItem[];
}

type FieldName =
	| "chainId"
	| "nonce"
	| "gasPrice"
	| "maxPriorityFeePerGas"
	| "maxFeePerGas"
	| "gas"
	| "to"
	| "value"
	| "data"
	| "accessList"
	| "maxFeePerBlobGas"
	| "blobHashes"
	| "authorizations";

const LEGACY: readonly FieldName[] = ["nonce", "gasPrice", "gas", "to", "value", "data"];
const FEE_MARKET = [
	"chainId",
	"nonce",
	"maxPriorityFeePerGas",
	"maxFeePerGas",
	"gas",
	"to",
	"value",
	"data",
	"accessList",
] as const;

/** By the byte that a typed transaction begins with. */
const TYPES: Readonly<Record<number, { readonly type: EthereumTransaction["type"]; readonly fields: readonly FieldName[] }>> = {
	1: { type: "TYPE_1", fields: ["chainId", "nonce", "gasPrice", "gas", "to", "value", "data", "accessList"] },
	2: { type: "TYPE_2", fields: FEE_MARKET },
	3: { type: "TYPE_3", fields: [...FEE_MARKET, "maxFeePerBlobGas", "blobHashes"] },
	4: { type: "TYPE_4", fields: [...FEE_MARKET, "authorizations"] },
};

const MOST_BYTES: Partial<Record<FieldName, number>> = { nonce: 8, gas: 8 };

/** Throws `TransactionError`. */
export function readEthereumTransaction(bytes: Uint8Array): EthereumTransaction {
	const first = bytes[0] ?? 0;
	if (first >= 0xc0) return legacy(bytes);
	const known = TYPES[first];
	if (!known) throw new TransactionError(`transactions that begin with byte ${first} are of no known type`);
	const items = listOf(decodeRlp(bytes.subarray(1)));
	return read(known.type, known.fields, items, bytes);
}

/** With nine fields it is for one chain only (EIP-155): the chain, and two empty places where the signature will stand. */
function legacy(bytes: Uint8Array): EthereumTransaction {
	const items = listOf(decodeRlp(bytes));
	if (items.length !== 9) return read("LEGACY", LEGACY, items, bytes);
	const [chainId, r, s] = items.slice(6);
	if (!isEmpty(r) || !isEmpty(s)) throw new TransactionError("it is signed already");
	return { ...read("LEGACY", LEGACY, items.slice(0, 6), bytes), chainId: integer("chainId", chainId) };
}

function read(
	type: EthereumTransaction["type"],
	names: readonly FieldName[],
	items: readonly RlpItem[],
	unsigned: Uint8Array,
): EthereumTransaction {
	if (items.length !== names.length) {
		throw new TransactionError(
			`a transaction of type ${type} that is not signed has ${names.length} fields, this has ${items.length}`,
		);
	}
	const field = (name: FieldName): RlpItem | undefined => {
		const at = names.indexOf(name);
		return at < 0 ? undefined : items[at];
	};
	const number = (name: FieldName): bigint => (names.includes(name) ? integer(name, field(name)) : 0n);
	for (const name of ["accessList", "blobHashes", "authorizations"] as const) {
		if (names.includes(name) && !Array.isArray(field(name))) throw new TransactionError(`\`${name}\` must be a list`);
	}
	const to = bytesOf("to", field("to"));
	if (to.length !== 0 && to.length !== 20) throw new TransactionError("`to` must be an address, or empty");
	const maxFeePerGas = number("maxFeePerGas");
	return {
		form: "ethereum",
		type,
		chainId: names.includes("chainId") ? number("chainId") : undefined,
		nonce: number("nonce"),
		gas: number("gas"),
		gasPrice: names.includes("gasPrice") ? number("gasPrice") : maxFeePerGas,
		maxFeePerGas,
		maxPriorityFeePerGas: number("maxPriorityFeePerGas"),
		maxFeePerBlobGas: number("maxFeePerBlobGas"),
		to: to.length === 0 ? "" : `0x${Buffer.from(to).toString("hex")}`,
		value: number("value"),
		data: `0x${Buffer.from(bytesOf("data", field("data"))).toString("hex")}`,
		unsigned,
		fields: items,
	};
}

/** The transaction as it is sent: hexadecimal without `0x`. */
export function signedEthereumTransaction(transaction: EthereumTransaction, { r, s, v }: Signature): string {
	const { type, chainId, fields, unsigned } = transaction;
	const parity = BigInt(`0x${v}`);
	const numbers = [r, s].map((digits) => integerBytes(BigInt(`0x${digits}`)));
	if (type !== "LEGACY") {
		const content = encodeRlp([...fields, integerBytes(parity), ...numbers]);
		return Buffer.concat([unsigned.subarray(0, 1), content]).toString("hex");
	}
	const recovery = chainId === undefined ? 27n + parity : 35n + 2n * chainId + parity;
	return encodeRlp([...fields, integerBytes(recovery), ...numbers]).toString("hex");
}

function listOf(item: RlpItem | undefined): readonly RlpItem[] {
	if (!Array.isArray(item)) throw new TransactionError("it is no list in RLP");
	return item as readonly RlpItem[];
}

function bytesOf(name: FieldName, item: RlpItem | undefined): Uint8Array {
	if (!(item instanceof Uint8Array)) throw new TransactionError(`\`${name}\` must not be a list`);
	return item;
}

function integer(name: FieldName, item: RlpItem | undefined): bigint {
	const bytes = bytesOf(name, item);
	if (bytes.length > (MOST_BYTES[name] ?? 32) || bytes[0] === 0)
		throw new TransactionError(`\`${name}\` is no integer, or too large`);
	return bytes.length === 0 ? 0n : BigInt(`0x${Buffer.from(bytes).toString("hex")}`);
}

function isEmpty(item: RlpItem | undefined): boolean {
	return item instanceof Uint8Array && item.length === 0;
}
