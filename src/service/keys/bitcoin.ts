// Bitcoin addresses of one key, and the key that a Taproot address signs with.
import type { AddressFormat } from "../../api/key-records.js";

type Script = "P2PKH" | "P2SH" | "P2WPKH" | "P2WSH" | "P2TR";
type Network = "MAINNET" | "TESTNET" | "SIGNET" | "REGTEST";
export type BitcoinFormat = `ADDRESS_FORMAT_BITCOIN_${Network}_${Script}` & AddressFormat;

export function isBitcoinFormat(format: AddressFormat): format is BitcoinFormat {
	return format.startsWith("ADDRESS_FORMAT_BITCOIN_");
}

/** Whether signing for an address of this format is Schnorr with the tweaked key. */
export function isTaproot(format: string): boolean {
	return format.startsWith("ADDRESS_FORMAT_BITCOIN_") && format.endsWith("_P2TR");
}

/** Signet shares the prefixes of testnet; regtest has one of its own for SegWit. */
const REGTEST = { bech32: "bcrt", pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef };

/**
 * P2SH is pay-to-witness-key-hash in a script hash; P2WSH locks to a script that only checks the key's signature; P2TR is
 * the key alone, tweaked as BIP-341 asks for.
 */
export async function bitcoinAddress(format: BitcoinFormat, publicKey: Uint8Array): Promise<string> {
	const { NETWORK, TEST_NETWORK, p2pk, p2pkh, p2sh, p2tr, p2wpkh, p2wsh } = await import("@scure/btc-signer");
	const [network, script] = format.slice("ADDRESS_FORMAT_BITCOIN_".length).split("_") as [Network, Script];
	const on = network === "MAINNET" ? NETWORK : network === "REGTEST" ? REGTEST : TEST_NETWORK;
	const key = Uint8Array.from(publicKey);
	const payment = {
		P2PKH: () => p2pkh(key, on),
		P2SH: () => p2sh(p2wpkh(key, on), on),
		P2WPKH: () => p2wpkh(key, on),
		P2WSH: () => p2wsh(p2pk(key, on), on),
		P2TR: () => p2tr(key.subarray(1), undefined, on),
	}[script]();
	if (!payment.address) throw new Error(`${script} payments have an address`);
	return payment.address;
}

/** The private key of a key-path spend. */
export async function taprootKey(privateKey: Uint8Array): Promise<Uint8Array> {
	const { taprootTweakPrivKey } = await import("@scure/btc-signer/utils.js");
	return taprootTweakPrivKey(privateKey);
}
