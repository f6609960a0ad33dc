// What is signed for structured Ethereum payloads, held against a library that knows nothing of ours.
import { expect, test } from "@jest/globals";
import { keccak_256 } from "@noble/hashes/sha3.js";
import fc from "fast-check";
import { getTypesForEIP712Domain, hashTypedData, serializeTransaction, serializeTypedData } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { hashAuthorization } from "viem/utils";
import { Secret } from "../../src/base/secret.js";
import { readEthereumTransaction, signedEthereumTransaction } from "../../src/payloads/ethereum-transaction.js";
import { readPayload } from "../../src/service/keys/payload.js";
import { signedBytes } from "../../src/service/keys/payload-digest.js";
import { signatureOf } from "../../src/service/keys/signature.js";

function digest(encoding: "PAYLOAD_ENCODING_EIP712" | "PAYLOAD_ENCODING_EIP7702_AUTHORIZATION", payload: string): string {
	const hashFunction = "HASH_FUNCTION_NO_OP";
	return `0x${Buffer.from(signedBytes(readPayload(payload, { encoding, hashFunction }), hashFunction)).toString("hex")}`;
}

const hex = (length: { readonly minLength: number; readonly maxLength: number }) =>
	fc.uint8Array(length).map((bytes) => `0x${Buffer.from(bytes).toString("hex")}` as const);
const exactly = (bytes: number) => hex({ minLength: bytes, maxLength: bytes });
const bits = fc.integer({ min: 1, max: 32 }).map((size) => size * 8);

interface Typed {
	readonly type: string;
	readonly value: unknown;
}

/** A type that is none of ours together with a value of it. */
const scalar: fc.Arbitrary<Typed> = fc.oneof(
	fc.string({ unit: "grapheme" }).map((value) => ({ type: "string", value })),
	fc.boolean().map((value) => ({ type: "bool", value })),
	exactly(20).map((value) => ({ type: "address", value })),
	hex({ minLength: 0, maxLength: 40 }).map((value) => ({ type: "bytes", value })),
	fc.integer({ min: 1, max: 32 }).chain((size) => exactly(size).map((value) => ({ type: `bytes${size}`, value }))),
	bits.chain((size) => fc.bigInt({ min: 0n, max: (1n << BigInt(size)) - 1n }).map((value) => ({ type: `uint${size}`, value }))),
	bits.chain((size) => {
		const half = 1n << BigInt(size - 1);
		return fc.bigInt({ min: -half, max: half - 1n }).map((value) => ({ type: `int${size}`, value }));
	}),
);

const NAMES = ["Alpha", "Beta", "Gamma_1", "delta"];

/** Structs that hold scalars, arrays of them, and structs that come later in the list. */
const typedData = fc
	.array(fc.array(fc.tuple(scalar, fc.constantFrom("plain", "list", "fixed")), { minLength: 1, maxLength: 4 }), {
		minLength: 1,
		maxLength: NAMES.length,
	})
	.chain((structs) =>
		fc.record({
			structs: fc.constant(structs),
			links: fc.array(fc.constantFrom("none", "one", "list"), { minLength: NAMES.length, maxLength: NAMES.length }),
			domain: fc.record(
				{
					name: fc.string(),
					version: fc.string(),
					chainId: fc.integer({ min: 1, max: 2 ** 40 }),
					verifyingContract: exactly(20),
					salt: exactly(32),
				},
				{ requiredKeys: [] },
			),
		}),
	)
	.map(({ structs, links, domain }) => {
		const types: Record<string, { name: string; type: string }[]> = {};
		const values: Record<string, Record<string, unknown>> = {};
		for (const [index, fields] of [...structs.entries()].reverse()) {
			const name = NAMES[index] ?? "";
			const own: Record<string, unknown> = {};
			const described = fields.map(([{ type, value }, shape], at) => {
				const field = `f${at}`;
				own[field] = shape === "plain" ? value : [value, value];
				return { name: field, type: shape === "plain" ? type : shape === "list" ? `${type}[]` : `${type}[2]` };
			});
			const next = NAMES[index + 1] ?? "";
			if (links[index] !== "none" && values[next]) {
				described.push({ name: "link", type: links[index] === "one" ? next : `${next}[]` });
				own["link"] = links[index] === "one" ? values[next] : [values[next], values[next]];
			}
			types[name] = described;
			values[name] = own;
		}
		return { types, primaryType: "Alpha", domain, message: values["Alpha"] ?? {} };
	});

test("law: typed data has the digest that viem gives it", () => {
	fc.assert(
		fc.property(typedData, (data) => {
			// biome-ignore lint/suspicious/noExplicitAny: its types describe typed data that is known when compiling
			const theirs = data as any;
			const expected = hashTypedData(theirs);
			const bare = JSON.stringify(data, (_key, value) => (typeof value === "bigint" ? value.toString() : value));
			expect(digest("PAYLOAD_ENCODING_EIP712", bare)).toBe(expected);
			// Their own text holds the domain only when its type is described.
			const EIP712Domain = getTypesForEIP712Domain({ domain: theirs.domain });
			const described = serializeTypedData({ ...theirs, types: { EIP712Domain, ...theirs.types } });
			expect(digest("PAYLOAD_ENCODING_EIP712", described)).toBe(expected);
		}),
		{ numRuns: 300 },
	);
});

test("law: an authorisation has the digest that viem gives it", () => {
	const authorization = fc.record({
		address: exactly(20),
		chainId: fc.integer({ min: 0, max: 2 ** 32 }),
		nonce: fc.integer({ min: 0, max: 2 ** 48 }),
	});
	fc.assert(
		fc.property(authorization, (each) => {
			expect(digest("PAYLOAD_ENCODING_EIP7702_AUTHORIZATION", JSON.stringify(each))).toBe(hashAuthorization(each));
		}),
		{ numRuns: 300 },
	);
});

const KEY = `0x${"46".repeat(32)}` as const;
const wei = fc.bigInt({ min: 0n, max: (1n << 100n) - 1n });
const body = {
	nonce: fc.integer({ min: 0, max: 2 ** 40 }),
	gas: fc.bigInt({ min: 0n, max: 1n << 40n }),
	value: wei,
	to: fc.option(exactly(20), { nil: undefined }),
	data: hex({ minLength: 0, maxLength: 80 }),
};
const chainId = fc.integer({ min: 1, max: 2 ** 40 });
const accessList = fc.array(fc.record({ address: exactly(20), storageKeys: fc.array(exactly(32), { maxLength: 2 }) }), {
	maxLength: 2,
});
const fees = fc.tuple(wei, wei).map(([a, b]) => (a < b ? [a, b] : [b, a]) as readonly [bigint, bigint]);
const feeMarket = fc.record({ ...body, chainId, accessList, fees }).map(({ fees: [low, high], ...rest }) => ({
	...rest,
	maxPriorityFeePerGas: low,
	maxFeePerGas: high,
}));
const authorization = fc.record({
	address: exactly(20),
	chainId,
	nonce: fc.integer({ min: 0, max: 2 ** 40 }),
	r: exactly(32),
	s: exactly(32),
	yParity: fc.integer({ min: 0, max: 1 }),
});
const transaction = fc.oneof(
	fc.record({ ...body, gasPrice: wei }).map((each) => ({ ...each, type: "legacy" })),
	fc.record({ ...body, gasPrice: wei, chainId }).map((each) => ({ ...each, type: "legacy" })),
	fc.record({ ...body, gasPrice: wei, chainId, accessList }).map((each) => ({ ...each, type: "eip2930" })),
	feeMarket.map((each) => ({ ...each, type: "eip1559" })),
	fc
		.tuple(feeMarket, wei, fc.array(exactly(31), { minLength: 1, maxLength: 3 }), exactly(20))
		.map(([each, maxFeePerBlobGas, hashes, to]) => ({
			...each,
			to,
			type: "eip4844",
			maxFeePerBlobGas,
			blobVersionedHashes: hashes.map((hash) => `0x01${hash.slice(2)}`),
		})),
	fc
		.tuple(feeMarket, fc.array(authorization, { minLength: 1, maxLength: 2 }), exactly(20))
		.map(([each, authorizationList, to]) => ({
			...each,
			to,
			type: "eip7702",
			authorizationList,
		})),
);

test("law: a transaction is read as viem wrote it, and signed as viem signs it", async () => {
	const account = privateKeyToAccount(KEY);
	await fc.assert(
		fc.asyncProperty(transaction, async (each) => {
			// biome-ignore lint/suspicious/noExplicitAny: its types tell the sorts of transactions apart when compiling
			const theirs = each as any;
			const read = readEthereumTransaction(Buffer.from(serializeTransaction(theirs).slice(2), "hex"));
			const big = (value: unknown): bigint => BigInt((value as bigint | number | undefined) ?? 0);
			expect(read).toMatchObject({
				nonce: big(theirs.nonce),
				gas: theirs.gas,
				value: theirs.value,
				to: theirs.to ?? "",
				data: theirs.data,
				chainId: theirs.chainId === undefined ? undefined : big(theirs.chainId),
				maxFeePerGas: big(theirs.maxFeePerGas),
				maxPriorityFeePerGas: big(theirs.maxPriorityFeePerGas),
				maxFeePerBlobGas: big(theirs.maxFeePerBlobGas),
				gasPrice: theirs.gasPrice ?? theirs.maxFeePerGas,
			});
			const scheme = { curve: "CURVE_SECP256K1", taproot: false } as const;
			const signature = await signatureOf(scheme, new Secret(KEY.slice(2)), keccak_256(read.unsigned));
			expect(`0x${signedEthereumTransaction(read, signature)}`).toBe(await account.signTransaction(theirs));
		}),
		{ numRuns: 200 },
	);
});
