// What `activity.params` exposes: a few fields per exact activity type. Reading any other one is an evaluation error, and so
// is reading an optional one that the caller did not set.
import { activities } from "./activities.js";
import { hashFunctions, payloadEncodings, transactionTypes } from "./enumerations.js";
import { amount, flag, many, one, struct, text, texts, whole } from "./field.js";
import { sparkClaimPackage, sparkLightningReceivePackage, sparkSignatureRequest, sparkTransferPackage } from "./spark.js";
import type { Struct } from "./type.js";

const given = { available: { when: "given" } } as const;

/** All parameters of all activities; which an activity has, `parametersOf` says. */
export const parameters: Struct = struct("ActivityParams", {
	type: text("sort of transaction", { values: transactionTypes }),
	hash_function: text("how the payload is hashed", { values: hashFunctions }),
	encoding: text("how the payload is encoded", { values: payloadEncodings }),
	user_id: text("user whose credentials are changed"),
	user_ids: texts("users that are deleted"),
	api_key_ids: texts("API keys that are deleted"),
	target_public_key: text("key that the export is encrypted to"),
	wallet_id: text("wallet that is changed"),
	otp_length: whole("digits of the one-time password"),
	session_profile_id: text("session profile, empty when left out", { absent: "default" }),
	endpoint_id: text("webhook endpoint"),

	sign_with: text("account, address or key that signs"),
	signatures: many(sparkSignatureRequest, "signatures that are asked for"),
	transfer: one(sparkTransferPackage, "transfer that is prepared"),
	claim: one(sparkClaimPackage, "transfer that is claimed"),
	lightning_receive: one(sparkLightningReceivePackage, "payment that is received"),

	input_token: text("token that is sold"),
	output_token: text("token that is bought"),
	input_amount: amount("amount that is sold"),
	min_output_amount: amount("least amount that is bought"),
	quoted_output_amount: amount("amount that was quoted"),
	slippage: amount("slippage that is tolerated", given),
	slippage_bps: amount("slippage that is tolerated, in hundredths of a percent", given),
	provider: text("who swaps"),
	wallet_account: text("account that swaps"),
	quote_id: text("quote that is executed"),
	evm_nonce: text("nonce on EVM chains"),
	recent_blockhash: text("blockhash on Solana"),
	destination_address: text("who receives, in lower case on EVM chains"),
	sponsor: flag("whether the fees are sponsored"),

	vault_address: text("vault, in lower case on EVM chains"),
	wrapper_address: text("wrapper, in lower case on EVM chains"),
	chain: text("chain, such as `eip155:1`"),
	client_fee_wallet: text("who receives the fee, in lower case on EVM chains"),
	client_fee_bps: amount("fee, in hundredths of a percent"),
	assets: amount("amount that is deposited"),
	amount_value: text("amount that is withdrawn: digits, or `MAX`"),
	deposits_disabled: flag("whether deposits are stopped"),
});

type Names = readonly string[];

const swap: Names = ["input_token", "output_token", "input_amount"];
const executedSwap: Names = [
	...swap,
	"quote_id",
	"evm_nonce",
	"recent_blockhash",
	"quoted_output_amount",
	"min_output_amount",
	"sponsor",
];
const quote: Names = [...swap, "sign_with", "slippage_bps"];
const payload: Names = ["hash_function", "encoding"];

/** Parameters by kind: one list for all versions, or one for each. */
const exposed: Readonly<Record<string, { readonly all: Names } | { readonly each: readonly Names[] }>> = {
	CREATE_API_KEYS: { all: ["user_id"] },
	DELETE_API_KEYS: { all: ["user_id", "api_key_ids"] },
	DELETE_USERS: { all: ["user_ids"] },
	UPDATE_WALLET: { all: ["wallet_id"] },
	EXPORT_WALLET: { all: ["target_public_key"] },
	EXPORT_WALLET_ACCOUNT: { all: ["target_public_key"] },
	EXPORT_PRIVATE_KEY: { all: ["target_public_key"] },
	SIGN_TRANSACTION: { each: [[], ["type"]] },
	SIGN_RAW_PAYLOAD: { all: payload },
	SIGN_RAW_PAYLOADS: { all: payload },
	INIT_OTP_AUTH: { each: [[], ["otp_length"], ["otp_length"]] },
	OAUTH_LOGIN: { all: ["session_profile_id"] },
	OTP_LOGIN: { all: ["session_profile_id"] },
	STAMP_LOGIN: { all: ["session_profile_id"] },
	UPDATE_WEBHOOK_ENDPOINT: { all: ["endpoint_id"] },
	DELETE_WEBHOOK_ENDPOINT: { all: ["endpoint_id"] },
	SPARK_SIGN_FROST: { all: ["sign_with", "signatures"] },
	SPARK_PREPARE_TRANSFER: { all: ["sign_with", "transfer"] },
	SPARK_CLAIM_TRANSFER: { all: ["sign_with", "claim"] },
	SPARK_PREPARE_LIGHTNING_RECEIVE: { all: ["sign_with", "lightning_receive"] },
	CREATE_SWAP_QUOTE: { each: [quote, [...quote, "destination_address"]] },
	EXECUTE_SWAP: {
		each: [
			[...swap, "min_output_amount", "wallet_account", "sponsor", "slippage", "provider"],
			executedSwap,
			[...executedSwap, "destination_address"],
		],
	},
	CLAIM_EARN_FEES: { all: ["wrapper_address"] },
	EARN_DEPLOY_WRAPPER: { all: ["vault_address", "chain", "client_fee_wallet", "client_fee_bps"] },
	EARN_DEPOSIT: { all: ["wrapper_address", "sign_with", "chain", "assets", "sponsor"] },
	EARN_WITHDRAW: { all: ["wrapper_address", "sign_with", "chain", "amount_value", "sponsor"] },
	EARN_SET_WRAPPER_STATE: { all: ["wrapper_address", "deposits_disabled"] },
	EARN_CLAIM_REWARDS: { all: ["sign_with", "chain", "sponsor"] },
};

const none: ReadonlySet<string> = new Set();

const byType: ReadonlyMap<string, ReadonlySet<string>> = new Map(
	activities.flatMap((row) => {
		const names = row.kind === undefined ? undefined : exposed[row.kind];
		if (names === undefined) return [];
		return [[row.type, new Set("all" in names ? names.all : names.each[row.version - 1])]];
	}),
);

/** The parameters that an exact activity type exposes to policies. */
export function parametersOf(type: string): ReadonlySet<string> {
	return byType.get(type) ?? none;
}
