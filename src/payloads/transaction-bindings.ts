// Transactions in the terms of the policy language.
import type { Binding } from "../language/bindings.js";
import type { EthereumTransaction } from "./ethereum-transaction.js";
import type { SolanaAccount, SolanaInstruction, SolanaTransaction } from "./solana-transaction.js";

/**
 * `from` is the signing key's address on EVM chains, undefined when it has none. No interfaces can be uploaded here, so the
 * call's name and arguments are never there.
 */
export function ethereumBinding(transaction: EthereumTransaction, from: string | undefined): Binding {
	return {
		...(from === undefined ? {} : { from: from.toLowerCase() }),
		to: transaction.to,
		data: transaction.data,
		value: transaction.value,
		gas: transaction.gas,
		gas_price: transaction.gasPrice,
		chain_id: transaction.chainId ?? 0n,
		nonce: transaction.nonce,
		max_fee_per_gas: transaction.maxFeePerGas,
		max_priority_fee_per_gas: transaction.maxPriorityFeePerGas,
		max_fee_per_blob_gas: transaction.maxFeePerBlobGas,
		type: transaction.type,
	};
}

const SYSTEM_PROGRAM = "11111111111111111111111111111111";
const TOKEN_PROGRAMS: ReadonlySet<string> = new Set([
	"TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
	"TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb",
]);

export function solanaBinding(transaction: SolanaTransaction): Binding {
	const { accountKeys, instructions, lookups, recentBlockhash, version } = transaction;
	const programs = new Set(instructions.map((each) => each.program));
	return {
		account_keys: accountKeys,
		program_keys: accountKeys.filter((key) => programs.has(key)),
		instructions: instructions.map(instructionBinding),
		transfers: instructions.flatMap(transferBinding),
		recent_blockhash: recentBlockhash,
		spl_transfers: instructions.flatMap(tokenTransferBinding),
		address_table_lookups: lookups.map(({ table, writable, readonly }) => lookupBinding(table, writable, readonly)),
		version,
	};
}

function instructionBinding({ program, accounts, data }: SolanaInstruction): Binding {
	return {
		program_key: program,
		accounts: accounts.flatMap((account) =>
			"key" in account ? [{ account_key: account.key, signer: account.signer, writable: account.writable }] : [],
		),
		instruction_data_hex: Buffer.from(data).toString("hex"),
		address_table_lookups: accounts.flatMap((account) => {
			if ("key" in account) return [];
			const { table, index, writable } = account;
			return [lookupBinding(table, writable ? [index] : [], writable ? [] : [index])];
		}),
	};
}

function lookupBinding(table: string, writable: readonly number[], readonly: readonly number[]): Binding {
	return { address_table_key: table, writable_indexes: writable, readonly_indexes: readonly };
}

/** An account that stands in a table has no address here. */
function addressOf(account: SolanaAccount | undefined): string {
	return account && "key" in account ? account.key : "ADDRESS_TABLE_LOOKUP";
}

/** Instruction 2 of the System Program: a 32-bit number, then the lamports. What follows is not read, by the program either. */
function transferBinding({ program, accounts, data }: SolanaInstruction): Binding[] {
	if (program !== SYSTEM_PROGRAM || data.length < 12 || accounts.length < 2) return [];
	const bytes = Buffer.from(data);
	if (bytes.readUInt32LE(0) !== 2) return [];
	return [{ from: addressOf(accounts[0]), to: addressOf(accounts[1]), amount: bytes.readBigUInt64LE(4) }];
}

/** Transfer (3), TransferChecked (12) and TransferCheckedWithFee (26, 1), the last in the newer program only. */
function tokenTransferBinding({ program, accounts, data }: SolanaInstruction): Binding[] {
	if (!TOKEN_PROGRAMS.has(program)) return [];
	const bytes = Buffer.from(data);
	const checked = bytes[0] === 12 && bytes.length >= 10;
	const withFee = bytes[0] === 26 && bytes[1] === 1 && bytes.length >= 19;
	const plain = bytes[0] === 3 && bytes.length >= 9;
	if (!checked && !withFee && !plain) return [];
	const [from, ...others] = accounts;
	const [mint, to, owner, ...signers] = plain ? [undefined, ...others] : others;
	if (!from || !to || !owner) return [];
	return [
		{
			from: addressOf(from),
			to: addressOf(to),
			amount: bytes.readBigUInt64LE(withFee ? 2 : 1),
			owner: addressOf(owner),
			signers: signers.map(addressOf),
			token_mint: mint ? addressOf(mint) : "",
		},
	];
}
