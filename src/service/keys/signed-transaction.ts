// Signing a transaction as its chain wants it.
import { keccak_256 } from "@noble/hashes/sha3.js";
import type { Secret } from "../../base/secret.js";
import { signedEthereumTransaction } from "../../payloads/ethereum-transaction.js";
import { signedSolanaTransaction } from "../../payloads/solana-transaction.js";
import type { Transaction } from "../../payloads/transaction.js";
import { signatureOf } from "./signature.js";
import type { SigningKey } from "./signing-key.js";
import { solanaAddress } from "./transaction.js";

/** The signed transaction: hexadecimal without `0x`. */
export async function signed(transaction: Transaction, key: SigningKey, privateKey: Secret): Promise<string> {
	if (transaction.form === "solana") {
		const signature = await signatureOf(key, privateKey, transaction.message);
		return signedSolanaTransaction(transaction, solanaAddress(key), signature);
	}
	const signature = await signatureOf(key, privateKey, keccak_256(transaction.unsigned));
	return signedEthereumTransaction(transaction, signature);
}
