// Signing, with the official clients, held against libraries that recover and verify.
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { ed25519 } from "@noble/curves/ed25519.js";
import { p256 } from "@noble/curves/nist.js";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import type { TurnkeyApiClient } from "@turnkey/sdk-server";
import { DEFAULT_ETHEREUM_ACCOUNTS, DEFAULT_SOLANA_ACCOUNTS } from "@turnkey/sdk-server";
import {
	hashMessage,
	parseTransaction,
	recoverAddress,
	recoverTransactionAddress,
	recoverTypedDataAddress,
	serializeTransaction,
	serializeTypedData,
} from "viem";
import { recoverAuthorizationAddress } from "viem/utils";
import { runService, type TestService } from "../support/described-service.js";
import { httpClient, sdkServer } from "../support/official-clients.js";

type Encoding = Parameters<TurnkeyApiClient["signRawPayload"]>[0]["encoding"];
type HashFunction = Parameters<TurnkeyApiClient["signRawPayload"]>[0]["hashFunction"];
interface Signature {
	readonly r: string;
	readonly s: string;
	readonly v: string;
}

let service: TestService;
let client: TurnkeyApiClient;
let ethereum: `0x${string}`;
let solana: string;
beforeAll(async () => {
	service = await runService();
	client = sdkServer(service);
	const accounts = [...DEFAULT_ETHEREUM_ACCOUNTS, ...DEFAULT_SOLANA_ACCOUNTS];
	const { addresses } = await client.createWallet({ walletName: "signing", accounts });
	[ethereum, solana] = addresses as [`0x${string}`, string];
});
afterAll(() => service.close());

/** The form in which Ethereum's libraries take it. */
function whole({ r, s, v }: Signature): `0x${string}` {
	return `0x${r}${s}${(Number.parseInt(v, 16) + 27).toString(16)}`;
}

const DIGESTS: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
	HASH_FUNCTION_NO_OP: (bytes) => bytes,
	HASH_FUNCTION_SHA256: (bytes) => createHash("sha256").update(bytes).digest(),
	HASH_FUNCTION_KECCAK256: (bytes) => keccak_256(bytes),
};

const TYPED = {
	domain: { name: "Ether Mail", version: "1", chainId: 1n, verifyingContract: "0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC" },
	types: {
		EIP712Domain: [
			{ name: "name", type: "string" },
			{ name: "version", type: "string" },
			{ name: "chainId", type: "uint256" },
			{ name: "verifyingContract", type: "address" },
		],
		Mail: [
			{ name: "to", type: "address" },
			{ name: "amounts", type: "uint256[]" },
			{ name: "contents", type: "string" },
		],
	},
	primaryType: "Mail",
	message: { to: "0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB", amounts: [1n, 2n ** 200n], contents: "hello" },
} as const;

describe("an Ethereum account", () => {
	test("personal messages, hashed by the client", async () => {
		const hash = hashMessage("hello");
		const signature = await client.signRawPayload({
			signWith: ethereum,
			payload: hash,
			encoding: "PAYLOAD_ENCODING_HEXADECIMAL",
			hashFunction: "HASH_FUNCTION_NO_OP",
		});
		expect(await recoverAddress({ hash, signature: whole(signature) })).toBe(ethereum);
	});

	test("typed data, hashed by the service", async () => {
		const signature = await client.signRawPayload({
			signWith: ethereum,
			payload: serializeTypedData(TYPED),
			encoding: "PAYLOAD_ENCODING_EIP712",
			hashFunction: "HASH_FUNCTION_NO_OP",
		});
		expect(await recoverTypedDataAddress({ ...TYPED, signature: whole(signature) })).toBe(ethereum);
	});

	test("an authorisation, hashed by the service", async () => {
		const authorization = { address: "0x63c0c19a282a1B52b07dD5a65b58948A07DAE32B", chainId: 1, nonce: 7 } as const;
		const { r, s, v } = await client.signRawPayload({
			signWith: ethereum,
			payload: JSON.stringify(authorization),
			encoding: "PAYLOAD_ENCODING_EIP7702_AUTHORIZATION",
			hashFunction: "HASH_FUNCTION_NO_OP",
		});
		const signed = { ...authorization, r: `0x${r}`, s: `0x${s}`, yParity: Number(v) } as const;
		expect(await recoverAuthorizationAddress({ authorization: signed })).toBe(ethereum);
	});

	test("is named in exactly its own letters", async () => {
		const signing = { payload: "00", encoding: "PAYLOAD_ENCODING_HEXADECIMAL", hashFunction: "HASH_FUNCTION_SHA256" } as const;
		await expect(client.signRawPayload({ ...signing, signWith: ethereum.toLowerCase() })).rejects.toMatchObject({
			code: 5,
			message: expect.stringContaining("Could not find any resource to sign with."),
		});
	});
});

describe("every encoding with every hash function", () => {
	const payloads: Readonly<Record<string, string>> = {
		PAYLOAD_ENCODING_HEXADECIMAL: "ab".repeat(32),
		PAYLOAD_ENCODING_TEXT_UTF8: "thirty-two bytes of plain text!!",
		PAYLOAD_ENCODING_EIP712: serializeTypedData(TYPED),
		PAYLOAD_ENCODING_EIP7702_AUTHORIZATION: JSON.stringify({ address: `0x${"11".repeat(20)}`, chainId: 10, nonce: 1 }),
	};

	async function contentOf(encoding: string): Promise<Uint8Array> {
		const payload = payloads[encoding] ?? "";
		if (encoding === "PAYLOAD_ENCODING_HEXADECIMAL") return Buffer.from(payload, "hex");
		if (encoding === "PAYLOAD_ENCODING_TEXT_UTF8") return Buffer.from(payload);
		const { hashTypedData, hexToBytes } = await import("viem");
		const { hashAuthorization } = await import("viem/utils");
		return hexToBytes(encoding === "PAYLOAD_ENCODING_EIP712" ? hashTypedData(TYPED) : hashAuthorization(JSON.parse(payload)));
	}

	test.each([
		["CURVE_SECP256K1", secp256k1],
		["CURVE_P256", p256],
	] as const)("%s", async (curve, noble) => {
		const { privateKeys } = await client.createPrivateKeys({
			privateKeys: [{ privateKeyName: curve, curve, privateKeyTags: [], addressFormats: ["ADDRESS_FORMAT_COMPRESSED"] }],
		});
		const [{ privateKeyId: signWith = "", addresses = [] } = {}] = privateKeys;
		const publicKey = Buffer.from(addresses[0]?.address ?? "", "hex");
		for (const [encoding, payload] of Object.entries(payloads)) {
			for (const [hashFunction, digest] of Object.entries(DIGESTS)) {
				const { r, s, v } = await client.signRawPayload({
					signWith,
					payload,
					encoding: encoding as Encoding,
					hashFunction: hashFunction as HashFunction,
				});
				const signed = digest(await contentOf(encoding));
				const recovered = noble.recoverPublicKey(Buffer.from(v + r + s, "hex"), signed, { prehash: false });
				expect([encoding, hashFunction, Buffer.from(recovered)]).toEqual([encoding, hashFunction, publicKey]);
				// Low S, which is what the verifier insists on.
				expect(noble.verify(Buffer.from(r + s, "hex"), signed, publicKey, { prehash: false })).toBe(true);
			}
		}
		await expect(
			client.signRawPayload({
				signWith,
				payload: "00",
				encoding: "PAYLOAD_ENCODING_HEXADECIMAL",
				hashFunction: "HASH_FUNCTION_NOT_APPLICABLE",
			}),
		).rejects.toMatchObject({ code: 3, message: expect.stringContaining("invalid hash function") });
	});

	test("CURVE_ED25519 signs what it is given", async () => {
		const { base58 } = await import("@scure/base");
		const publicKey = base58.decode(solana);
		for (const [encoding, payload, bytes] of [
			["PAYLOAD_ENCODING_HEXADECIMAL", "0xC0FFEE", Buffer.from("c0ffee", "hex")],
			["PAYLOAD_ENCODING_TEXT_UTF8", "grüezi", Buffer.from("grüezi")],
		] as const) {
			const { r, s, v } = await client.signRawPayload({
				signWith: solana,
				payload,
				encoding,
				hashFunction: "HASH_FUNCTION_NOT_APPLICABLE",
			});
			expect(v).toBe("00");
			expect(ed25519.verify(Buffer.from(r + s, "hex"), bytes, publicKey)).toBe(true);
		}
		for (const hashFunction of Object.keys(DIGESTS) as HashFunction[]) {
			await expect(
				client.signRawPayload({ signWith: solana, payload: "00", encoding: "PAYLOAD_ENCODING_HEXADECIMAL", hashFunction }),
			).rejects.toMatchObject({ code: 3, message: expect.stringContaining("invalid hash function") });
		}
	});
});

describe("transactions", () => {
	test("an Ethereum transaction, sent by whom the library recovers", async () => {
		const transaction = { chainId: 1, nonce: 3, gas: 21000n, maxFeePerGas: 10n, maxPriorityFeePerGas: 1n, value: 5n } as const;
		const { signedTransaction } = await client.signTransaction({
			signWith: ethereum,
			unsignedTransaction: serializeTransaction({ ...transaction, to: ethereum, type: "eip1559" }).slice(2),
			type: "TRANSACTION_TYPE_ETHEREUM",
		});
		const serialized = `0x${signedTransaction}` as `0x02${string}`;
		expect(parseTransaction(serialized)).toMatchObject({ ...transaction, to: ethereum.toLowerCase() });
		expect(await recoverTransactionAddress({ serializedTransaction: serialized })).toBe(ethereum);
	});

	test("a Solana message", async () => {
		const { base58 } = await import("@scure/base");
		const key = Buffer.from(base58.decode(solana));
		const message = Buffer.concat([
			Buffer.from("01000102", "hex"),
			key,
			Buffer.alloc(32),
			Buffer.alloc(32, 9),
			Buffer.from("0101010002abcd", "hex"),
		]);
		const { signedTransaction } = await client.signTransaction({
			signWith: solana,
			unsignedTransaction: Buffer.concat([Buffer.from([1]), Buffer.alloc(64), message]).toString("hex"),
			type: "TRANSACTION_TYPE_SOLANA",
		});
		const bytes = Buffer.from(signedTransaction, "hex");
		expect(bytes.subarray(65)).toEqual(message);
		expect(ed25519.verify(bytes.subarray(1, 65), message, key)).toBe(true);
	});
});

describe("several payloads at once", () => {
	test("each has its signature, in order", async () => {
		const payloads = ["00", "01", "02"];
		const { signatures = [] } = await client.signRawPayloads({
			signWith: ethereum,
			payloads,
			encoding: "PAYLOAD_ENCODING_HEXADECIMAL",
			hashFunction: "HASH_FUNCTION_KECCAK256",
		});
		const recovered = await Promise.all(
			signatures.map((signature, index) => {
				const hash = `0x${Buffer.from(keccak_256(Buffer.from(payloads[index] ?? "", "hex"))).toString("hex")}` as const;
				return recoverAddress({ hash, signature: whole(signature) });
			}),
		);
		expect(recovered).toEqual([ethereum, ethereum, ethereum]);
	});

	test("through the older client", async () => {
		const { activity } = await httpClient(service).signRawPayloads({
			type: "ACTIVITY_TYPE_SIGN_RAW_PAYLOADS",
			timestampMs: String(Date.now()),
			organizationId: service.organizationId,
			parameters: {
				signWith: solana,
				payloads: ["00"],
				encoding: "PAYLOAD_ENCODING_HEXADECIMAL",
				hashFunction: "HASH_FUNCTION_NOT_APPLICABLE",
			},
		});
		expect(activity.result.signRawPayloadsResult?.signatures).toHaveLength(1);
		expect(activity.intent.signRawPayloadsIntent?.signWith).toBe(solana);
	});
});
