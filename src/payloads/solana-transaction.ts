// Solana transactions: a message, which is what is signed, behind the signatures it needs. Legacy messages and version 0.
import { base58 } from "@scure/base";
import type { Signature } from "./signature.js";
import { TransactionError } from "./transaction-error.js";

/** An account that an instruction names: in the transaction itself, or by its place in a table on the chain. */
export type SolanaAccount =
	| { readonly key: string; readonly signer: boolean; readonly writable: boolean }
	| { readonly table: string; readonly index: number; readonly writable: boolean };

export interface SolanaInstruction {
	readonly program: string;
	readonly accounts: readonly SolanaAccount[];
	readonly data: Uint8Array;
}

export interface SolanaLookup {
	readonly table: string;
	readonly writable: readonly number[];
	readonly readonly: readonly number[];
}

export interface SolanaTransaction {
	readonly form: "solana";
	readonly version: "LEGACY" | "V0";
	/** Base58, in the order in which the message has them; the first ones sign. */
	readonly accountKeys: readonly string[];
	readonly requiredSignatures: number;
	readonly recentBlockhash: string;
	readonly instructions: readonly SolanaInstruction[];
	readonly lookups: readonly SolanaLookup[];
	/** As many as are required, zeros where nobody has signed yet. */
	readonly signatures: readonly Uint8Array[];
	/** What is signed. */
	readonly message: Uint8Array;
}

const SIGNATURE = 64;
const KEY = 32;

/** Reads a whole transaction, or a message by itself. Throws `TransactionError`. */
export function readSolanaTransaction(bytes: Uint8Array): SolanaTransaction {
	try {
		const reader = new Reader(bytes);
		const count = reader.length("signatures");
		const signatures = Array.from({ length: count }, () => reader.bytes(SIGNATURE, "signatures"));
		return readMessage(reader.rest(), signatures);
	} catch (error) {
		if (!(error instanceof TransactionError)) throw error;
		try {
			return readMessage(bytes, undefined);
		} catch {
			throw error;
		}
	}
}

/** The transaction with a signature in its signer's place: hexadecimal. */
export function signedSolanaTransaction(transaction: SolanaTransaction, signer: string, { r, s }: Signature): string {
	const at = signerIndex(transaction, signer);
	const signatures = transaction.signatures.map((each, index) => (index === at ? Buffer.from(r + s, "hex") : each));
	return Buffer.concat([compact(signatures.length), ...signatures, transaction.message]).toString("hex");
}

/** Where a key signs; -1 when the transaction does not ask it to. */
export function signerIndex({ accountKeys, requiredSignatures }: SolanaTransaction, key: string): number {
	return accountKeys.slice(0, requiredSignatures).indexOf(key);
}

function readMessage(message: Uint8Array, given: readonly Uint8Array[] | undefined): SolanaTransaction {
	const reader = new Reader(message);
	const isVersioned = ((message[0] ?? 0) & 0x80) !== 0;
	if (isVersioned && reader.byte("version") !== 0x80) throw new TransactionError("messages of this version are not read");
	const requiredSignatures = reader.byte("header");
	const readonlySigned = reader.byte("header");
	const readonlyUnsigned = reader.byte("header");
	const accountKeys = Array.from({ length: reader.length("accounts") }, () => reader.key("accounts"));
	if (requiredSignatures === 0 || requiredSignatures > accountKeys.length) throw new TransactionError("nobody signs it");
	if (readonlySigned >= requiredSignatures || readonlyUnsigned > accountKeys.length - requiredSignatures) {
		throw new TransactionError("its header does not fit its accounts");
	}
	const signatures = given ?? Array.from({ length: requiredSignatures }, () => new Uint8Array(SIGNATURE));
	if (signatures.length !== requiredSignatures) {
		throw new TransactionError(`it needs ${requiredSignatures} signatures and has room for ${signatures.length}`);
	}
	const recentBlockhash = reader.key("blockhash");
	const compiled = Array.from({ length: reader.length("instructions") }, () => ({
		program: reader.byte("program"),
		accounts: reader.list("instruction accounts"),
		data: reader.list("instruction data"),
	}));
	const lookups = isVersioned ? readLookups(reader) : [];
	reader.end();
	const accounts = [
		...accountKeys.map((key, index) => ({
			key,
			signer: index < requiredSignatures,
			writable:
				index < requiredSignatures ? index < requiredSignatures - readonlySigned : index < accountKeys.length - readonlyUnsigned,
		})),
		...lookups.flatMap(({ table, writable }) => writable.map((index) => ({ table, index, writable: true }))),
		...lookups.flatMap((lookup) => lookup.readonly.map((index) => ({ table: lookup.table, index, writable: false }))),
	];
	return {
		form: "solana",
		version: isVersioned ? "V0" : "LEGACY",
		accountKeys,
		requiredSignatures,
		recentBlockhash,
		instructions: compiled.map(({ program, accounts: indexes, data }) => ({
			program: programAt(accountKeys, program),
			accounts: [...indexes].map((index) => accountAt(accounts, index)),
			data,
		})),
		lookups,
		signatures,
		message,
	};
}

function readLookups(reader: Reader): SolanaLookup[] {
	return Array.from({ length: reader.length("address table lookups") }, () => ({
		table: reader.key("address table lookups"),
		writable: [...reader.list("address table lookups")],
		readonly: [...reader.list("address table lookups")],
	}));
}

/** A program stands in the transaction itself, never in a table. */
function programAt(accountKeys: readonly string[], index: number): string {
	const program = accountKeys[index];
	if (program === undefined) throw new TransactionError("an instruction names a program that is not there");
	return program;
}

function accountAt(accounts: readonly SolanaAccount[], index: number): SolanaAccount {
	const account = accounts[index];
	if (!account) throw new TransactionError("an instruction names an account that is not there");
	return account;
}

/** Reads from the front; throws `TransactionError` where the bytes end too early. */
class Reader {
	readonly #bytes: Uint8Array;
	#at = 0;

	constructor(bytes: Uint8Array) {
		this.#bytes = bytes;
	}

	byte(what: string): number {
		const byte = this.#bytes[this.#at];
		if (byte === undefined) throw new TransactionError(`it ends in its ${what}`);
		this.#at += 1;
		return byte;
	}

	bytes(length: number, what: string): Uint8Array {
		const end = this.#at + length;
		if (end > this.#bytes.length) throw new TransactionError(`it ends in its ${what}`);
		const bytes = this.#bytes.subarray(this.#at, end);
		this.#at = end;
		return bytes;
	}

	key(what: string): string {
		return base58.encode(this.bytes(KEY, what));
	}

	/** Up to three bytes of seven bits, least significant first, in the one shortest form. */
	length(what: string): number {
		let value = 0;
		for (let place = 0; place < 3; place += 1) {
			const byte = this.byte(what);
			value |= (byte & 0x7f) << (7 * place);
			if (byte < 0x80) {
				if ((place > 0 && byte === 0) || value > 0xffff) break;
				return value;
			}
		}
		throw new TransactionError(`its number of ${what} cannot be read`);
	}

	list(what: string): Uint8Array {
		return this.bytes(this.length(what), what);
	}

	rest(): Uint8Array {
		return this.#bytes.subarray(this.#at);
	}

	end(): void {
		if (this.#at !== this.#bytes.length) throw new TransactionError("something stands behind its end");
	}
}

function compact(value: number): Buffer {
	const bytes: number[] = [];
	let rest = value;
	while (rest >= 0x80) {
		bytes.push((rest & 0x7f) | 0x80);
		rest >>= 7;
	}
	return Buffer.from([...bytes, rest]);
}
