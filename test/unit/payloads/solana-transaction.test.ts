// Solana transactions as the chain's own library writes them, and the same signed by it.
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { Secret } from "../../../src/base/secret.js";
import { readSolanaTransaction, signedSolanaTransaction } from "../../../src/payloads/solana-transaction.js";
import { solanaBinding } from "../../../src/payloads/transaction-bindings.js";
import { TransactionError } from "../../../src/payloads/transaction-error.js";
import { signatureOf } from "../../../src/service/keys/signature.js";

/** The keys whose seeds are 32 times the byte 1, 2 and 3; and keys that are 32 times one byte. */
const A = "AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9";
const B = "9hSR6S7WPtxmTojgo6GG3k4yDPecgJY292j7xrsUGWBu";
const K20 = "2MNus2KCpxwXnp19iyXNpWSFtBD2UGjQBAL8AbtywfT9";
const K21 = "2RJD1KnDRGEkvuFfAGrJ7PD28LRE9LRDjZznDywagzmr";
const K22 = "2VDW9dFE1ZXz4zWAbaBDQFynNVdRpQ73HyfSHMzBSL6Z";
const K23 = "2Z8oHviEbrqDD5kg2sW8h8kYceqdVTnrrPL6Lk2nBfRG";
const K30 = "32ZsJ2yJjwuoBiWE5xnZjG9tKmK3CubbmEzgkQLyQzgD";
const BLOCKHASH = "cGfHiC6Kgg3FpFZvgwGcswsCRtp4aBP2fzuXRQPizuN";
const SYSTEM = "11111111111111111111111111111111";

const KEY_A = "8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c";
const KEY_B = "8139770ea87d175f56a35466c34c7ecccb8d8a91b4ee37a25df60f5b8fc9b394";
const NONE = "00".repeat(64);
const ZEROS = "00".repeat(32);

const LEGACY_MESSAGE = `01000103${KEY_A}${KEY_B}${ZEROS}${"09".repeat(32)}01020200010c0200000015cd5b0700000000`;
const LEGACY = {
	unsigned: `01${NONE}${LEGACY_MESSAGE}`,
	signed: `015f2c3190fa0b702163f9e67e79bbe63490044b5ec598cbcd5bb4b4c8c93ed45a79353798cf82b8995c72981b562768f12da25f5144f31d4a362e16ad576bac08${LEGACY_MESSAGE}`,
};
/** Paid by B, who has signed; transfers of lamports and of tokens of either program by A. */
const TWO_MESSAGE =
	`02000509${KEY_B}${KEY_A}${"14".repeat(32)}${"15".repeat(32)}${ZEROS}${"16".repeat(32)}${"17".repeat(32)}` +
	"06ddf6e1d765a193d9cbe146ceeb79ac1cb485ed5f5b37913a8cf5857eff00a906ddf6e1ee758fde18425dbce46ccddab61afc4d83b90d27febdf928d8a18bfc" +
	`${"09".repeat(32)}03040201000c02000000010000000000000007030203010903f401000000000000080502050306010a0cbc0200000000000006`;
const SIGNED_BY_B =
	"1e9ce0e144c653c2a03c490aa0630554e16ae375e73996b232200720bba870226b5844074889ce4767ca1d98aa0795d06a967e98da402daa172e0e5209020c06";
const TWO = {
	unsigned: `02${SIGNED_BY_B}${NONE}${TWO_MESSAGE}`,
	signed: `02${SIGNED_BY_B}42069e157f7eff5f79aa58592bd27487ef42dcffe7ea701654d4f3eed5cc6b5386e4574124dbef93d3360f7b9688d69f5e46e1c0da873a8c4be4c9a7b4fb530b${TWO_MESSAGE}`,
};
/** To an account that stands in a table. */
const V0_MESSAGE = `8001000102${KEY_A}${ZEROS}${"09".repeat(32)}01010200020c02000000050000000000000001${"1e".repeat(32)}010200`;
const V0 = {
	unsigned: `01${NONE}${V0_MESSAGE}`,
	signed: `016f54b2352f14160367a1c99297b8bc6dfe4d89e4c209dca8254fa8bd408557601f4b1df653165d74c9f02df996dd1b81356605808fb46683bc1a860bf6f6f903${V0_MESSAGE}`,
};

const read = (digits: string) => readSolanaTransaction(Buffer.from(digits, "hex"));

async function signedBy(seed: number, signer: string, digits: string): Promise<string> {
	const transaction = read(digits);
	const key = new Secret(Buffer.alloc(32, seed).toString("hex"));
	const signature = await signatureOf({ curve: "CURVE_ED25519", taproot: false }, key, transaction.message);
	return signedSolanaTransaction(transaction, signer, signature);
}

describe("signing", () => {
	test.each([
		["a legacy transaction", LEGACY],
		["one that somebody else has signed", TWO],
		["one of version 0", V0],
	])("%s", async (_name, { unsigned, signed }) => {
		expect(await signedBy(1, A, unsigned)).toBe(signed);
	});

	test("a message by itself becomes a transaction", async () => {
		expect(await signedBy(1, A, LEGACY_MESSAGE)).toBe(LEGACY.signed);
		expect(await signedBy(1, A, V0_MESSAGE)).toBe(V0.signed);
	});
});

describe("what policies see", () => {
	test("a transfer", () => {
		expect(solanaBinding(read(LEGACY.unsigned))).toEqual({
			account_keys: [A, B, SYSTEM],
			program_keys: [SYSTEM],
			instructions: [
				{
					program_key: SYSTEM,
					accounts: [
						{ account_key: A, signer: true, writable: true },
						{ account_key: B, signer: false, writable: true },
					],
					instruction_data_hex: "0200000015cd5b0700000000",
					address_table_lookups: [],
				},
			],
			transfers: [{ from: A, to: B, amount: 123456789n }],
			recent_blockhash: BLOCKHASH,
			spl_transfers: [],
			address_table_lookups: [],
			version: "LEGACY",
		});
	});

	test("transfers of tokens", () => {
		const bound = solanaBinding(read(TWO.unsigned)) as Readonly<Record<string, unknown>>;
		expect(bound["transfers"]).toEqual([{ from: A, to: B, amount: 1n }]);
		expect(bound["spl_transfers"]).toEqual([
			{ from: K20, to: K21, amount: 500n, owner: A, signers: [], token_mint: "" },
			{ from: K20, to: K21, amount: 700n, owner: K23, signers: [A], token_mint: K22 },
		]);
	});

	test("an account in a table has no address", () => {
		const bound = solanaBinding(read(V0.unsigned)) as Readonly<Record<string, unknown>>;
		expect(bound).toMatchObject({
			version: "V0",
			account_keys: [A, SYSTEM],
			transfers: [{ from: A, to: "ADDRESS_TABLE_LOOKUP", amount: 5n }],
			address_table_lookups: [{ address_table_key: K30, writable_indexes: [2], readonly_indexes: [] }],
		});
	});

	test("what is hung behind an instruction's data hides nothing", () => {
		const longer = LEGACY_MESSAGE.replace("0c0200000015cd5b0700000000", "0d0200000015cd5b0700000000ff");
		const bound = solanaBinding(read(longer)) as Readonly<Record<string, unknown>>;
		expect(bound["transfers"]).toEqual([{ from: A, to: B, amount: 123456789n }]);
	});
});

describe("what is no transaction", () => {
	test.each([
		["", "it ends in its signatures"],
		["01", "it ends in its signatures"],
		[LEGACY.unsigned.slice(0, -2), "it ends in its instruction data"],
		[`${LEGACY.unsigned}00`, "something stands behind its end"],
		[`02${NONE}${NONE}${LEGACY_MESSAGE}`, "it needs 1 signatures and has room for 2"],
		[`01${NONE}81${LEGACY_MESSAGE}`, "messages of this version are not read"],
		[`00${LEGACY_MESSAGE.replace("010001", "000001")}`, "nobody signs it"],
		[`01${NONE}${LEGACY_MESSAGE.replace("010001", "010101")}`, "its header does not fit its accounts"],
		[`01${NONE}${LEGACY_MESSAGE.replace("01020200010c", "01050200010c")}`, "an instruction names a program that is not there"],
		[`01${NONE}${LEGACY_MESSAGE.replace("01020200010c", "01020200090c")}`, "an instruction names an account that is not there"],
		[`81008000${LEGACY_MESSAGE}`, "its number of signatures cannot be read"],
	])("%#: %s", (digits, message) => {
		expect(() => read(digits)).toThrow(new TransactionError(message));
	});

	test("law: reading gives a transaction or says why, whatever the bytes are", () => {
		const whole = Buffer.from(TWO.unsigned, "hex");
		const altered = fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 0, max: 255 })).map(([at, byte]) => {
			const copy = Buffer.from(whole);
			copy[at] = byte;
			return copy;
		});
		fc.assert(
			fc.property(fc.oneof(altered, fc.uint8Array({ maxLength: 300 })), (bytes) => {
				try {
					solanaBinding(readSolanaTransaction(bytes));
				} catch (error) {
					expect(error).toBeInstanceOf(TransactionError);
				}
			}),
			{ numRuns: 2000 },
		);
	});
});
