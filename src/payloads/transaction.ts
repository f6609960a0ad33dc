// Unsigned transactions as signing requests carry them, by the chain they are for.
import type { TRANSACTION_TYPES } from "../api/key-records.js";
import { type EthereumTransaction, readEthereumTransaction } from "./ethereum-transaction.js";
import { readSolanaTransaction, type SolanaTransaction } from "./solana-transaction.js";
import { TransactionError } from "./transaction-error.js";

export type TransactionType = (typeof TRANSACTION_TYPES)[number];
export type Transaction = EthereumTransaction | SolanaTransaction;

/** Reads hexadecimal, with or without `0x`. Throws `TransactionError`; undefined for chains whose transactions are not read. */
export function readTransaction(type: TransactionType, text: string): Transaction | undefined {
	const digits = /^(?:0x)?((?:[0-9a-fA-F]{2})+)$/.exec(text)?.[1];
	if (digits === undefined) throw new TransactionError("it is not hexadecimal");
	const bytes = Buffer.from(digits, "hex");
	if (type === "TRANSACTION_TYPE_ETHEREUM") return readEthereumTransaction(bytes);
	return type === "TRANSACTION_TYPE_SOLANA" ? readSolanaTransaction(bytes) : undefined;
}
