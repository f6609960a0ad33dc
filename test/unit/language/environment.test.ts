// What a policy can read: every struct with every field and its type, every root, every activity. Written out here a second
// time and in another form, so that a slip in the tables shows.
import { describe, expect, test } from "@jest/globals";
import {
	activities,
	activityKinds,
	activityOf,
	activityResources,
	activityTypes,
} from "../../../src/language/environment/activities.js";
import type { Field } from "../../../src/language/environment/field.js";
import { parameters, parametersOf } from "../../../src/language/environment/parameters.js";
import { roots } from "../../../src/language/environment/roots.js";
import { describeType, type Struct, type Type } from "../../../src/language/environment/type.js";
import { checkExpression } from "../../../src/language/expression.js";

const expected: Readonly<Record<string, string>> = {
	User: "id string, tags list<string>, email string, alias string",
	Credential: "id string, user_id string, type string, credential_id string, public_key string",
	Activity: "type string, kind string, resource string, action string, params ActivityParams",
	Wallet: "id string, imported bool, exported bool, label string",
	WalletAccount: "address string, path_indexes list<int>, path_hardened list<bool>",
	PrivateKey: "id string, tags list<string>, imported bool, exported bool, label string",
	Secret: "static_properties map<string, string>",
	EthereumTransaction:
		"from string, to string, data string, value int, gas int, gas_price int, chain_id int, nonce int, max_fee_per_gas int, max_priority_fee_per_gas int, max_fee_per_blob_gas int, type string, function_name string, function_signature string, contract_call_args map<string, dynamic value>",
	Eip712TypedData: "primary_type string, domain Eip712Domain, message map<string, dynamic value>",
	Eip712Domain: "name string, version string, chain_id uint, verifying_contract string",
	Eip7702Authorization: "address string, chain_id int, nonce int",
	SolanaTransaction:
		"account_keys list<string>, program_keys list<string>, instructions list<Instruction>, transfers list<Transfer>, recent_blockhash string, spl_transfers list<SPLTransfer>, address_table_lookups list<AddressTableLookup>, version string, priority_fee_lamports int, compute_unit_limit int, loaded_accounts_data_size_limit int, heap_size int",
	Instruction:
		"program_key string, accounts list<Account>, instruction_data_hex string, address_table_lookups list<AddressTableLookup>, parsed_instruction_data SolanaParsedInstructionData",
	Account: "account_key string, signer bool, writable bool",
	AddressTableLookup: "address_table_key string, writable_indexes list<int>, readonly_indexes list<int>",
	Transfer: "from string, to string, amount int",
	SPLTransfer: "from string, to string, amount int, owner string, signers list<string>, token_mint string",
	SolanaParsedInstructionData:
		"instruction_name string, discriminator string, named_accounts map<string, string>, named_account map<string, string>, program_call_args map<string, dynamic value>",
	TronTransaction:
		"ref_block_bytes string, ref_block_hash string, expiration int, timestamp int, data string, fee_limit int, contract list<TronContract>",
	TronContract:
		"type string, permission_id int, owner_address string, to_address string, amount int, contract_address string, call_value int, data string, call_token_value int, token_id int, resource string, balance int, receiver_address string, lock bool, lock_period int, frozen_balance int, unfreeze_balance int, owner TronPermission, witness TronPermission, actives list<TronPermission>",
	TronPermission:
		"type string, id int, permission_name string, threshold int, parent_id int, operations string, keys list<TronKey>",
	TronKey: "address string, weight int",
	BitcoinTransaction:
		"version string, inputs list<BitcoinTxInput>, outputs list<BitcoinTxOutput>, locktime BitcoinTxLocktime, fee int",
	BitcoinTxInput: "tx_id string, vout int, sequence int",
	BitcoinTxOutput: "value int, script_pubkey string, address string, address_type string",
	BitcoinTxLocktime: "amount int, type string",
	TempoTransaction:
		"chain_id int, from string, nonce int, gas_limit int, max_fee_per_gas int, max_priority_fee_per_gas int, fee_token string, valid_before int, valid_after int, calls list<TempoCall>",
	TempoCall: "to string, input string, function_signature string",
	SparkSignatureRequest:
		"derivation SparkKeyDerivation, message string, verifying_key string, operator_commitments list<SparkFrostCommitment>, adaptor_public_key string",
	SparkKeyDerivation: "type string, signing_leaf SparkSigningLeafDerivation, static_deposit SparkStaticDepositDerivation",
	SparkSigningLeafDerivation: "leaf_id string",
	SparkStaticDepositDerivation: "index int",
	SparkFrostCommitment: "id string, hiding string, binding string",
	SparkTransferPackage:
		"transfer_id string, leaves list<SparkTransferLeaf>, threshold int, operator_recipients list<SparkOperatorRecipient>, receiver_public_key string",
	SparkTransferLeaf:
		"leaf_id string, old_leaf_derivation SparkKeyDerivation, new_leaf_derivation SparkKeyDerivation, refund_signature string, direct_refund_signature string, direct_from_cpfp_refund_signature string",
	SparkOperatorRecipient: "operator_id string, encryption_public_key string",
	SparkClaimPackage:
		"leaves list<SparkClaimLeaf>, threshold int, operator_recipients list<SparkOperatorRecipient>, transfer_id string, sender_identity_public_key string",
	SparkClaimLeaf: "leaf_id string, ciphertext string, sender_signature string",
	SparkLightningReceivePackage: "threshold int, operator_recipients list<SparkOperatorRecipient>",
};

function structsBelow(type: Type, found: Map<string, Struct>): void {
	const visit = (fields: ReadonlyMap<string, Field>): void => {
		for (const field of fields.values()) structsBelow(field.type, found);
	};
	if (type.kind === "list") structsBelow(type.element, found);
	else if (type.kind === "map") structsBelow(type.value, found);
	else if (type.kind === "namespace") visit(type.members);
	else if (type.kind === "struct" && !found.has(type.struct.name)) {
		found.set(type.struct.name, type.struct);
		visit(type.struct.fields);
	}
}

const structs = new Map<string, Struct>();
for (const slot of Object.values(roots)) for (const root of slot.values()) structsBelow(root.type, structs);

describe("structs", () => {
	test.each(Object.entries(expected))("%s", (name, fields) => {
		const found = [...(structs.get(name)?.fields.values() ?? [])].map((field) => `${field.name} ${describeType(field.type)}`);
		expect(found.join(", ")).toBe(fields);
	});

	test("there are no others", () => {
		expect([...structs.keys()].sort()).toEqual([...Object.keys(expected), "ActivityParams"].sort());
	});
});

describe("roots", () => {
	test("of each slot", () => {
		const names = (slot: "condition" | "consensus" | "time"): string[] =>
			[...roots[slot].values()].flatMap((root) =>
				root.type.kind === "namespace" ? [...root.type.members.keys()].map((name) => `${root.name}.${name}`) : [root.name],
			);
		expect(names("consensus")).toEqual(["approvers", "credentials"]);
		expect(names("time")).toEqual(["time.now"]);
		expect(names("condition").sort()).toEqual(
			[
				"activity",
				"eth.tx",
				"eth.eip_712",
				"eth.eip_7702_authorization",
				"solana.tx",
				"tron.tx",
				"bitcoin.tx",
				"tempo.tx",
				"wallet",
				"wallet_account",
				"wallets",
				"private_key",
				"secret",
			].sort(),
		);
	});

	test("names of JavaScript are no fields", () => {
		for (const name of ["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf"]) {
			expect(checkExpression(`wallet.${name} == 'a'`, "condition").map((finding) => finding.code)).toEqual(["Q3103"]);
			expect(checkExpression(`${name} == 'a'`, "condition").map((finding) => finding.code)).toEqual(["Q3101"]);
			expect(checkExpression(`private_key.tags.${name}()`, "condition").map((finding) => finding.code)).toEqual(["Q3104"]);
			expect(checkExpression(`${name}()`, "condition").map((finding) => finding.code)).toEqual(["Q3104"]);
		}
	});
});

describe("activities", () => {
	test("there are 165 types, 109 kinds and 25 published resources", () => {
		expect(new Set(activityTypes).size).toBe(165);
		expect(activities).toHaveLength(165);
		expect(activityKinds).toHaveLength(109);
		expect(activityResources).toHaveLength(25);
	});

	test.each([
		["CREATE_SUB_ORGANIZATION_V8", "CREATE_SUB_ORGANIZATION", "ORGANIZATION", "CREATE"],
		["CREATE_USERS_V4", "CREATE_USERS", "USER", "CREATE"],
		["DELETE_API_KEYS", "DELETE_API_KEYS", "CREDENTIAL", "DELETE"],
		["UPDATE_POLICY_V2", "UPDATE_POLICY", "POLICY", "UPDATE"],
		["SIGN_TRANSACTION_V2", "SIGN_TRANSACTION", "PRIVATE_KEY", "SIGN"],
		["SIGN_RAW_PAYLOADS", "SIGN_RAW_PAYLOADS", "PRIVATE_KEY", "SIGN"],
		["DISABLE_PRIVATE_KEY", "DISABLE_PRIVATE_KEY", "PRIVATE_KEY", "DELETE"],
		["EXPORT_WALLET_ACCOUNT", "EXPORT_WALLET_ACCOUNT", "WALLET", "EXPORT"],
		["INIT_IMPORT_PRIVATE_KEY", "INIT_IMPORT_PRIVATE_KEY", "PRIVATE_KEY", "IMPORT"],
		["STAMP_LOGIN", "STAMP_LOGIN", "AUTH", "CREATE"],
		["VERIFY_OTP_V2", "VERIFY_OTP", "OTP", "VERIFY"],
		["RESTORE_TVC_DEPLOYMENT", "RESTORE_TVC_DEPLOYMENT", "TVC_DEPLOYMENT", "UPDATE"],
		["RE_ENCRYPT_TVC_QUORUM_KEY_SHARE", "RE_ENCRYPT_TVC_QUORUM_KEY_SHARE", "TVC_QUORUM_KEY", "ENCRYPT"],
		["UPDATE_WEBHOOK_ENDPOINT", "UPDATE_WEBHOOK_ENDPOINT", "WEBHOOK_ENDPOINT", "UPDATE"],
	])("%s", (type, kind, resource, action) => {
		expect(activityOf(`ACTIVITY_TYPE_${type}`)).toMatchObject({ kind, resource, action, certain: true, governedBy: "policies" });
	});

	test("the root quorum's own have no kind", () => {
		const own = activities.filter((row) => row.governedBy === "root-quorum").map((row) => row.type.replace("ACTIVITY_TYPE_", ""));
		expect(own.sort()).toEqual(
			["REMOVE_ORGANIZATION_FEATURE", "SET_ORGANIZATION_FEATURE", "UPDATE_ORGANIZATION_NAME", "UPDATE_ROOT_QUORUM"].sort(),
		);
		expect(activities.filter((row) => row.governedBy === "root-quorum" && row.kind !== undefined)).toEqual([]);
	});

	test.each([
		["CREATE_API_KEYS", "user_id"],
		["CREATE_API_KEYS_V2", "user_id"],
		["DELETE_API_KEYS", "api_key_ids user_id"],
		["DELETE_USERS", "user_ids"],
		["EXPORT_WALLET", "target_public_key"],
		["SIGN_TRANSACTION", ""],
		["SIGN_TRANSACTION_V2", "type"],
		["SIGN_RAW_PAYLOAD", "encoding hash_function"],
		["SIGN_RAW_PAYLOADS", "encoding hash_function"],
		["INIT_OTP_AUTH", ""],
		["INIT_OTP_AUTH_V3", "otp_length"],
		["OTP_LOGIN_V2", "session_profile_id"],
		["SPARK_SIGN_FROST", "sign_with signatures"],
		["CREATE_SWAP_QUOTE", "input_amount input_token output_token sign_with slippage_bps"],
		["CREATE_SWAP_QUOTE_V2", "destination_address input_amount input_token output_token sign_with slippage_bps"],
		["EARN_WITHDRAW", "amount_value chain sign_with sponsor wrapper_address"],
		["CREATE_POLICY_V3", ""],
		["ETH_SEND_TRANSACTION_V2", ""],
	])("%s exposes: %s", (type, names) => {
		expect([...parametersOf(`ACTIVITY_TYPE_${type}`)].sort().join(" ")).toBe(names);
	});

	test("every exposed parameter has a type", () => {
		for (const type of activityTypes) for (const name of parametersOf(type)) expect(parameters.fields.has(name)).toBe(true);
	});
});
