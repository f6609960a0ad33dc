// Which transactions which keys sign.
import { base58 } from "@scure/base";
import { signerIndex } from "../../payloads/solana-transaction.js";
import { readTransaction, type Transaction, type TransactionType } from "../../payloads/transaction.js";
import { TransactionError } from "../../payloads/transaction-error.js";
import { invalid, unimplemented } from "../refusal.js";
import type { SigningKey } from "./signing-key.js";

/** Throws a `Refusal`: 501 for a kind that is not signed here, 400 for what is no transaction or not the key's to sign. */
export function transactionFor(key: SigningKey, type: TransactionType, text: string): Transaction {
	const transaction = readable(type, text);
	const { curve } = key;
	if (transaction.form === "ethereum") {
		if (curve !== "CURVE_SECP256K1" || key.taproot) {
			throw invalid("invalid curve: Ethereum transactions are signed with keys of CURVE_SECP256K1");
		}
		return transaction;
	}
	if (curve !== "CURVE_ED25519") throw invalid("invalid curve: Solana transactions are signed with keys of CURVE_ED25519");
	if (signerIndex(transaction, solanaAddress(key)) < 0) {
		throw invalid("invalid transaction: the key is none of its signers", "INVALID_TRANSACTION");
	}
	return transaction;
}

function readable(type: TransactionType, text: string): Transaction {
	try {
		const transaction = readTransaction(type, text);
		if (!transaction) throw unimplemented(`transactions of ${type} are not signed by this service`);
		return transaction;
	} catch (error) {
		if (!(error instanceof TransactionError)) throw error;
		throw invalid(`failed to parse transaction: ${error.message}`, "INVALID_TRANSACTION");
	}
}

/** A key's place among a transaction's accounts, whatever address it is named by. */
export function solanaAddress({ account, privateKey }: SigningKey): string {
	return base58.encode(Buffer.from((account ?? privateKey).publicKey, "hex"));
}
