// Addresses as other wallets show them for the same words.
import { describe, expect, test } from "@jest/globals";
import { ADDRESS_FORMATS, type AddressFormat, CURVES, type Curve } from "../../../../src/api/key-records.js";
import { readPath } from "../../../../src/payloads/derivation-path.js";
import { generateKeyPair, publicKeyOf } from "../../../../src/service/key-generation.js";
import { addressOf } from "../../../../src/service/keys/address.js";
import { isDerived, suits } from "../../../../src/service/keys/address-format.js";
import { deriveKey } from "../../../../src/service/keys/derivation.js";
import { readMnemonic, seedOf } from "../../../../src/service/keys/mnemonic.js";

async function addressAt(words: string, curve: Curve, path: string, format: AddressFormat): Promise<string> {
	const mnemonic = await readMnemonic(words);
	const parts = readPath(path);
	if (!mnemonic || !parts) throw new Error("no mnemonic, or no path");
	return addressOf(format, curve, publicKeyOf(curve, deriveKey(curve, await seedOf(mnemonic, ""), parts)));
}

const ABANDON = `${"abandon ".repeat(11)}about`;
const SECP = "CURVE_SECP256K1";
const ED = "CURVE_ED25519";

describe("the words everybody tests with", () => {
	test.each([
		[SECP, "m/44'/60'/0'/0/0", "ADDRESS_FORMAT_ETHEREUM", "0x9858EfFD232B4033E47d90003D41EC34EcaEda94"],
		[SECP, "m/44'/0'/0'/0/0", "ADDRESS_FORMAT_BITCOIN_MAINNET_P2PKH", "1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA"],
		[SECP, "m/49'/0'/0'/0/0", "ADDRESS_FORMAT_BITCOIN_MAINNET_P2SH", "37VucYSaXLCAsxYyAPfbSi9eh4iEcbShgf"],
		[SECP, "m/84'/0'/0'/0/0", "ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH", "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu"],
		[
			SECP,
			"m/86'/0'/0'/0/0",
			"ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR",
			"bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr",
		],
		[SECP, "m/49'/1'/0'/0/0", "ADDRESS_FORMAT_BITCOIN_TESTNET_P2SH", "2Mww8dCYPUpKHofjgcXcBCEGmniw9CoaiD2"],
		[SECP, "m/44'/1'/0'/0/0", "ADDRESS_FORMAT_BITCOIN_TESTNET_P2PKH", "mkpZhYtJu2r87Js3pDiWJDmPte2NRZ8bJV"],
		[SECP, "m/44'/195'/0'/0/0", "ADDRESS_FORMAT_TRON", "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH"],
		[SECP, "m/44'/118'/0'/0/0", "ADDRESS_FORMAT_COSMOS", "cosmos19rl4cm2hmr8afy4kldpxz3fka4jguq0auqdal4"],
		[SECP, "m/44'/3'/0'/0/0", "ADDRESS_FORMAT_DOGE_MAINNET", "DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC"],
		[SECP, "m/44'/144'/0'/0/0", "ADDRESS_FORMAT_XRP", "rHsMGQEkVNJmpGWs8XUBoTBiAAbwxZN5v3"],
		[ED, "m/44'/501'/0'/0'", "ADDRESS_FORMAT_SOLANA", "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk"],
		[ED, "m/44'/784'/0'/0'/0'", "ADDRESS_FORMAT_SUI", "0x5e93a736d04fbb25737aa40bee40171ef79f65fae833749e3c089fe7cc2161f1"],
		[ED, "m/44'/637'/0'/0'/0'", "ADDRESS_FORMAT_APTOS", "0xeb663b681209e7087d681c5d3eed12aaa8e1915e7c87794542c3f96e94b3d3bf"],
	] as const)("%s at %s, %s", async (curve, path, format, address) => {
		expect(await addressAt(ABANDON, curve, path, format)).toBe(address);
	});

	test("Stellar's own vector (SEP-0005, test 1)", async () => {
		const words = "illness spike retreat truth genius clock brain pass fit cave bargain toe";
		expect(await addressAt(words, ED, "m/44'/148'/0'", "ADDRESS_FORMAT_XLM")).toBe(
			"GDRXE2BQUC3AZNPVFSCEZ76NJ3WWL25FYFK6RGZGIEKWE4SOOHSUJUJ6",
		);
	});
});

describe("single keys", () => {
	const GENERATOR = "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798";

	test.each([
		["ADDRESS_FORMAT_ETHEREUM", "0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf"],
		["ADDRESS_FORMAT_BITCOIN_MAINNET_P2PKH", "1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH"],
		["ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"],
		["ADDRESS_FORMAT_BITCOIN_TESTNET_P2WPKH", "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx"],
		["ADDRESS_FORMAT_BITCOIN_SIGNET_P2WPKH", "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx"],
		["ADDRESS_FORMAT_BITCOIN_REGTEST_P2WPKH", "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080"],
		// BIP-173's own example: the script is the key and OP_CHECKSIG.
		["ADDRESS_FORMAT_BITCOIN_MAINNET_P2WSH", "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3"],
		["ADDRESS_FORMAT_BITCOIN_TESTNET_P2WSH", "tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7"],
		["ADDRESS_FORMAT_COMPRESSED", GENERATOR],
		[
			"ADDRESS_FORMAT_UNCOMPRESSED",
			"0479be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8",
		],
	] as const)("%s of scalar 1", async (format, address) => {
		expect(await addressOf(format, SECP, GENERATOR)).toBe(address);
	});

	test.each([
		["ADDRESS_FORMAT_TON_V3R2", "UQDaTeznj5P4JwfMG8w3nke41Mevfsw1aFaJ9YIBojCzkD68"],
		["ADDRESS_FORMAT_TON_V4R2", "UQDy_zN0Mel7MItGcTQr0kxEJxa7dg_-OGv7_XToTMTKT1Cz"],
		["ADDRESS_FORMAT_TON_V5R1", "UQA041P-aOeHTPWoEkr1y6dUDNMGFp9K1AORUeMYF0p2ycC_"],
	] as const)("%s, as the chain's own library gives it", async (format, address) => {
		expect(await addressOf(format, ED, "01".repeat(32))).toBe(address);
	});

	test("Solana: the base58 text of the key", async () => {
		expect(await addressOf("ADDRESS_FORMAT_SOLANA", ED, "0".repeat(64))).toBe("11111111111111111111111111111111");
	});

	test("every format that suits a curve and is derived has an address, and none for another curve is offered", async () => {
		for (const curve of CURVES) {
			const { publicKey } = generateKeyPair(curve);
			for (const format of ADDRESS_FORMATS) {
				if (suits(format, curve) && isDerived(format)) expect(await addressOf(format, curve, publicKey)).toMatch(/^\w[\w-]+$/);
			}
		}
		expect(ADDRESS_FORMATS.filter((format) => CURVES.every((curve) => !suits(format, curve)))).toEqual([]);
		expect(ADDRESS_FORMATS.filter((format) => suits(format, "CURVE_P256"))).toEqual([
			"ADDRESS_FORMAT_UNCOMPRESSED",
			"ADDRESS_FORMAT_COMPRESSED",
		]);
	});
});
