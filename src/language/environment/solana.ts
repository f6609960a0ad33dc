// Solana transactions.
import { solanaVersions } from "./enumerations.js";
import { dynamicMap, flag, many, one, struct, text, textMap, texts, whole, wholes } from "./field.js";

const account = struct("Account", {
	account_key: text("address"),
	signer: flag("whether it signs"),
	writable: flag("whether it may be written"),
});

const addressTableLookup = struct("AddressTableLookup", {
	address_table_key: text("the table's address"),
	writable_indexes: wholes("entries that may be written"),
	readonly_indexes: wholes("entries that are only read"),
});

const parsedInstructionData = struct("SolanaParsedInstructionData", {
	instruction_name: text("name of the instruction"),
	discriminator: text("leading bytes that select the instruction"),
	named_accounts: textMap("addresses by account name"),
	named_account: textMap("addresses by account name", { prefer: "named_accounts" }),
	program_call_args: dynamicMap("arguments by name"),
});

const instruction = struct("Instruction", {
	program_key: text("program that is called"),
	accounts: many(account, "accounts it names"),
	instruction_data_hex: text("data, hexadecimal without `0x`", { shape: "bare-hex" }),
	address_table_lookups: many(addressTableLookup, "lookups it uses"),
	parsed_instruction_data: one(parsedInstructionData, "data read by the program's interface", {
		available: { when: "interface" },
	}),
});

const transfer = struct("Transfer", {
	from: text("sender"),
	to: text("receiver"),
	amount: whole("amount", { unit: "lamports" }),
});

const splTransfer = struct("SPLTransfer", {
	from: text("token account that sends"),
	to: text("token account that receives, not the wallet behind it"),
	amount: whole("amount", { unit: "token units" }),
	owner: text("wallet that owns the sending token account"),
	signers: texts("signers of a multisignature owner"),
	token_mint: text("mint; empty for a plain Transfer"),
});

const versionOne = { available: { when: "variant", field: "version", values: ["V1"] } } as const;

export const solanaTransaction = struct("SolanaTransaction", {
	account_keys: texts("addresses; one that comes from a lookup table reads `ADDRESS_TABLE_LOOKUP`"),
	program_keys: texts("programs that are called"),
	instructions: many(instruction, "instructions"),
	transfers: many(transfer, "top-level transfers of the System Program"),
	recent_blockhash: text("blockhash"),
	spl_transfers: many(splTransfer, "top-level transfers of the token programs"),
	address_table_lookups: many(addressTableLookup, "lookups; only versioned transactions have any"),
	version: text("version, in exactly this spelling", { values: solanaVersions }),
	priority_fee_lamports: whole("priority fee, 0 when not set", { ...versionOne, unit: "lamports" }),
	compute_unit_limit: whole("compute units, when set", versionOne),
	loaded_accounts_data_size_limit: whole("bytes of loaded accounts, when set", versionOne),
	heap_size: whole("bytes of heap, when set", versionOne),
});
