// The closed sets of strings that some fields hold.

export const activityActions = ["CREATE", "UPDATE", "DELETE", "SIGN", "EXPORT", "IMPORT", "VERIFY", "ENCRYPT"] as const;

export const credentialTypes = [
	"CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR",
	"CREDENTIAL_TYPE_API_KEY_P256",
	"CREDENTIAL_TYPE_RECOVER_USER_KEY_P256",
	"CREDENTIAL_TYPE_API_KEY_SECP256K1",
	"CREDENTIAL_TYPE_EMAIL_AUTH_KEY_P256",
	"CREDENTIAL_TYPE_API_KEY_ED25519",
	"CREDENTIAL_TYPE_OTP_AUTH_KEY_P256",
	"CREDENTIAL_TYPE_READ_WRITE_SESSION_KEY_P256",
	"CREDENTIAL_TYPE_OAUTH_KEY_P256",
	"CREDENTIAL_TYPE_LOGIN",
] as const;

export const hashFunctions = [
	"HASH_FUNCTION_NO_OP",
	"HASH_FUNCTION_SHA256",
	"HASH_FUNCTION_KECCAK256",
	"HASH_FUNCTION_NOT_APPLICABLE",
] as const;

export const payloadEncodings = [
	"PAYLOAD_ENCODING_HEXADECIMAL",
	"PAYLOAD_ENCODING_TEXT_UTF8",
	"PAYLOAD_ENCODING_EIP712",
	"PAYLOAD_ENCODING_EIP7702_AUTHORIZATION",
] as const;

export const transactionTypes = [
	"TRANSACTION_TYPE_ETHEREUM",
	"TRANSACTION_TYPE_SOLANA",
	"TRANSACTION_TYPE_TRON",
	"TRANSACTION_TYPE_BITCOIN",
	"TRANSACTION_TYPE_TEMPO",
] as const;

/** Legacy, then access list (EIP-2930), fee market (EIP-1559), blob (EIP-4844) and set code (EIP-7702) transactions. */
export const ethereumTransactionTypes = ["LEGACY", "TYPE_1", "TYPE_2", "TYPE_3", "TYPE_4"] as const;

export const solanaVersions = ["LEGACY", "V0", "V1"] as const;

export const tronContractTypes = [
	"TransferContract",
	"TriggerSmartContract",
	"DelegateResourceContract",
	"UnDelegateResourceContract",
	"FreezeBalanceV2Contract",
	"UnfreezeBalanceV2Contract",
	"AccountPermissionUpdateContract",
] as const;

export const tronResources = ["ENERGY", "BANDWIDTH"] as const;
export const tronPermissionTypes = ["Owner", "Witness", "Active"] as const;
export const bitcoinLocktimeTypes = ["Seconds", "Blocks"] as const;

/** Empty when a signature request names no derivation. */
export const sparkDerivationTypes = ["", "identity", "signing_leaf", "deposit", "static_deposit", "htlc_preimage"] as const;
