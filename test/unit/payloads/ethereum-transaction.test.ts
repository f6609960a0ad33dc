// Unsigned transactions of EVM chains: the standard's example, and what is none.
import { describe, expect, test } from "@jest/globals";
import { keccak_256 } from "@noble/hashes/sha3.js";
import fc from "fast-check";
import { Secret } from "../../../src/base/secret.js";
import { readEthereumTransaction, signedEthereumTransaction } from "../../../src/payloads/ethereum-transaction.js";
import { TransactionError } from "../../../src/payloads/transaction-error.js";
import { signatureOf } from "../../../src/service/keys/signature.js";

const read = (digits: string) => readEthereumTransaction(Buffer.from(digits, "hex"));

/** The example of EIP-155. */
const EIP155 = {
	unsigned: "ec098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a764000080018080",
	signed:
		"f86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83",
};

test("the example of EIP-155 is signed as the standard says", async () => {
	const transaction = read(EIP155.unsigned);
	expect(transaction).toMatchObject({
		type: "LEGACY",
		chainId: 1n,
		nonce: 9n,
		gasPrice: 20000000000n,
		gas: 21000n,
		to: `0x${"35".repeat(20)}`,
		value: 1000000000000000000n,
		data: "0x",
		maxFeePerGas: 0n,
	});
	const digest = keccak_256(transaction.unsigned);
	expect(Buffer.from(digest).toString("hex")).toBe("daf5a779ae972f972197303d7b574746c7ef83eadac0f2791ad23db92e4c8e53");
	const signature = await signatureOf({ curve: "CURVE_SECP256K1", taproot: false }, new Secret("46".repeat(32)), digest);
	expect(signedEthereumTransaction(transaction, signature)).toBe(EIP155.signed);
});

describe("what is no unsigned transaction", () => {
	test.each([
		["", "transactions that begin with byte 0 are of no known type"],
		["05c0", "transactions that begin with byte 5 are of no known type"],
		["02", "it is no list in RLP"],
		["0280", "it is no list in RLP"],
		["02c0", "a transaction of type TYPE_2 that is not signed has 9 fields, this has 0"],
		["c0", "a transaction of type LEGACY that is not signed has 6 fields, this has 0"],
		[EIP155.signed, "it is signed already"],
		[`${EIP155.unsigned}00`, "it is no list in RLP"],
		["c6c08080808080", "`nonce` must not be a list"],
		["c6008080808080", "`nonce` is no integer, or too large"],
		["cf89ffffffffffffffffff8080808080", "`nonce` is no integer, or too large"],
		["c7808080810180", "it is no list in RLP"],
		["c880808082ffff8080", "`to` must be an address, or empty"],
		["01c88080808080808080", "`accessList` must be a list"],
	])("%s: %s", (digits, message) => {
		expect(() => read(digits)).toThrow(new TransactionError(message));
	});

	test("law: reading gives a transaction or says why, whatever the bytes are", () => {
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
				try {
					readEthereumTransaction(bytes);
				} catch (error) {
					expect(error).toBeInstanceOf(TransactionError);
				}
			}),
			{ numRuns: 2000 },
		);
	});
});
