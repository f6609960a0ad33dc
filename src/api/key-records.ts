// The records of wallets, accounts, private keys and what signs: their fields and the closed sets of values in them.
import { list, oneOf, optional, record, text } from "./field.js";
import { timestamp, wallet } from "./records.js";

export const CURVES = ["CURVE_SECP256K1", "CURVE_ED25519", "CURVE_P256"] as const;
export type Curve = (typeof CURVES)[number];

export const PATH_FORMATS = ["PATH_FORMAT_BIP32"] as const;

export const ADDRESS_FORMATS = [
	"ADDRESS_FORMAT_UNCOMPRESSED",
	"ADDRESS_FORMAT_COMPRESSED",
	"ADDRESS_FORMAT_ETHEREUM",
	"ADDRESS_FORMAT_SOLANA",
	"ADDRESS_FORMAT_COSMOS",
	"ADDRESS_FORMAT_TRON",
	"ADDRESS_FORMAT_SUI",
	"ADDRESS_FORMAT_APTOS",
	"ADDRESS_FORMAT_BITCOIN_MAINNET_P2PKH",
	"ADDRESS_FORMAT_BITCOIN_MAINNET_P2SH",
	"ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH",
	"ADDRESS_FORMAT_BITCOIN_MAINNET_P2WSH",
	"ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR",
	"ADDRESS_FORMAT_BITCOIN_TESTNET_P2PKH",
	"ADDRESS_FORMAT_BITCOIN_TESTNET_P2SH",
	"ADDRESS_FORMAT_BITCOIN_TESTNET_P2WPKH",
	"ADDRESS_FORMAT_BITCOIN_TESTNET_P2WSH",
	"ADDRESS_FORMAT_BITCOIN_TESTNET_P2TR",
	"ADDRESS_FORMAT_BITCOIN_SIGNET_P2PKH",
	"ADDRESS_FORMAT_BITCOIN_SIGNET_P2SH",
	"ADDRESS_FORMAT_BITCOIN_SIGNET_P2WPKH",
	"ADDRESS_FORMAT_BITCOIN_SIGNET_P2WSH",
	"ADDRESS_FORMAT_BITCOIN_SIGNET_P2TR",
	"ADDRESS_FORMAT_BITCOIN_REGTEST_P2PKH",
	"ADDRESS_FORMAT_BITCOIN_REGTEST_P2SH",
	"ADDRESS_FORMAT_BITCOIN_REGTEST_P2WPKH",
	"ADDRESS_FORMAT_BITCOIN_REGTEST_P2WSH",
	"ADDRESS_FORMAT_BITCOIN_REGTEST_P2TR",
	"ADDRESS_FORMAT_SEI",
	"ADDRESS_FORMAT_XLM",
	"ADDRESS_FORMAT_DOGE_MAINNET",
	"ADDRESS_FORMAT_DOGE_TESTNET",
	"ADDRESS_FORMAT_TON_V3R2",
	"ADDRESS_FORMAT_TON_V4R2",
	"ADDRESS_FORMAT_TON_V5R1",
	"ADDRESS_FORMAT_XRP",
	"ADDRESS_FORMAT_SPARK_MAINNET",
	"ADDRESS_FORMAT_SPARK_REGTEST",
] as const;
export type AddressFormat = (typeof ADDRESS_FORMATS)[number];

/** Numbers of words a wallet can be made from. */
export const MNEMONIC_LENGTHS: readonly number[] = [12, 15, 18, 21, 24];

export const TRANSACTION_TYPES = [
	"TRANSACTION_TYPE_ETHEREUM",
	"TRANSACTION_TYPE_SOLANA",
	"TRANSACTION_TYPE_TRON",
	"TRANSACTION_TYPE_BITCOIN",
	"TRANSACTION_TYPE_TEMPO",
] as const;

/** How an account is derived, as it is asked for. `name` is unique in an organisation. */
export const walletAccountParameters = record({
	curve: oneOf(...CURVES),
	pathFormat: oneOf(...PATH_FORMATS),
	path: text(),
	addressFormat: oneOf(...ADDRESS_FORMATS),
	name: optional(text()),
});

export const walletAccount = record({
	walletAccountId: text(),
	organizationId: text(),
	walletId: text(),
	curve: oneOf(...CURVES),
	pathFormat: oneOf(...PATH_FORMATS),
	path: text(),
	addressFormat: oneOf(...ADDRESS_FORMATS),
	address: text(),
	createdAt: timestamp,
	updatedAt: timestamp,
	publicKey: optional(text()),
	/** Only when the question asks for it. */
	walletDetails: optional(wallet),
	name: optional(text()),
});

export const privateKeyAddress = record({ format: optional(oneOf(...ADDRESS_FORMATS)), address: optional(text()) });

/** What create_private_keys takes a list of. The tags are identifiers. */
export const privateKeyParameters = record({
	privateKeyName: text(),
	curve: oneOf(...CURVES),
	privateKeyTags: list(text()),
	addressFormats: list(oneOf(...ADDRESS_FORMATS)),
});

/** Hexadecimal numbers without a prefix: 64 digits, 64 digits, 2 digits. */
export const signature = { r: text(), s: text(), v: text() } as const;

export const pagination = record({ limit: optional(text()), before: optional(text()), after: optional(text()) });
