// Transactions that are signed: which kinds there are for which keys.
import { base58 } from "@scure/base";
import type { TRANSACTION_TYPES } from "../../api/key-records.js";
import { invalid, unimplemented } from "../refusal.js";
import { type EthereumTransaction, readEthereumTransaction } from "./ethereum-transaction.js";
import type { SigningKey } from "./signing-key.js";
import { readSolanaTransaction, type SolanaTransaction, signerIndex } from "./solana-transaction.js";
import { TransactionError } from "./transaction-error.js";

export type TransactionType = (typeof TRANSACTION_TYPES)[number];
export type Transaction = EthereumTransaction | SolanaTransaction;

/** Reads hexadecimal, with or without `0x`. Throws `TransactionError`; undefined for kinds that are not signed here. */
export function readTransaction(type: TransactionType, text: string): Transaction | undefined {
	const digits = /^(?:0x)?((?:[0-9a-fA-F]{2})+)$/.exec(text)?.[1];
	if (digits === undefined) throw new TransactionError("it is not hexadecimal");
	const bytes = Buffer.from(digits, "hex");
	if (type === "TRANSACTION_TYPE_ETHEREUM") return readEthereumTransaction(bytes);
	return type === "TRANSACTION_TYPE_SOLANA" ? readSolanaTransaction(bytes) : undefined;
}

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
