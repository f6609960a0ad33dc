// The address a public key has in each format. What needs a library of its own loads it when it is first asked for.
import { createHash } from "node:crypto";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { blake2b } from "@noble/hashes/blake2.js";
import { ripemd160 } from "@noble/hashes/legacy.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { base32nopad, base58, base58xrp, bech32, createBase58check } from "@scure/base";
import type { AddressFormat, Curve } from "../../api/key-records.js";
import { uncompressedP256 } from "../hpke.js";
import { bitcoinAddress, isBitcoinFormat } from "./bitcoin.js";
import { crc16 } from "./crc16.js";
import { tonAddress } from "./ton.js";

/**
 * The address of a public key (lower-case hexadecimal: compressed point, or the 32 bytes of ed25519) in a format that suits
 * its curve and is derived here.
 */
export async function addressOf(format: AddressFormat, curve: Curve, publicKey: string): Promise<string> {
	const key = Buffer.from(publicKey, "hex");
	if (isBitcoinFormat(format)) return bitcoinAddress(format, key);
	switch (format) {
		case "ADDRESS_FORMAT_COMPRESSED":
			return publicKey;
		case "ADDRESS_FORMAT_UNCOMPRESSED":
			return Buffer.from(uncompressed(curve, publicKey)).toString("hex");
		case "ADDRESS_FORMAT_ETHEREUM":
			return checksummed(evmAddress(publicKey));
		case "ADDRESS_FORMAT_TRON":
			return base58check.encode(Buffer.concat([Buffer.from([0x41]), evmAddress(publicKey)]));
		case "ADDRESS_FORMAT_COSMOS":
			return bech32.encode("cosmos", bech32.toWords(hash160(key)));
		case "ADDRESS_FORMAT_SEI":
			return bech32.encode("sei", bech32.toWords(hash160(key)));
		case "ADDRESS_FORMAT_DOGE_MAINNET":
			return base58check.encode(Buffer.concat([Buffer.from([0x1e]), hash160(key)]));
		case "ADDRESS_FORMAT_DOGE_TESTNET":
			return base58check.encode(Buffer.concat([Buffer.from([0x71]), hash160(key)]));
		case "ADDRESS_FORMAT_XRP":
			return rippleAddress(hash160(key));
		case "ADDRESS_FORMAT_SOLANA":
			return base58.encode(key);
		case "ADDRESS_FORMAT_SUI":
			return `0x${Buffer.from(blake2b(Buffer.concat([Buffer.from([0]), key]), { dkLen: 32 })).toString("hex")}`;
		case "ADDRESS_FORMAT_APTOS":
			return `0x${createHash("sha3-256")
				.update(key)
				.update(Buffer.from([0]))
				.digest("hex")}`;
		case "ADDRESS_FORMAT_XLM":
			return stellarAddress(key);
		case "ADDRESS_FORMAT_TON_V3R2":
		case "ADDRESS_FORMAT_TON_V4R2":
		case "ADDRESS_FORMAT_TON_V5R1":
			return tonAddress(format, key);
		default:
			throw new Error(`addresses of format ${format} are not derived`);
	}
}

const base58check = createBase58check(sha256);

function sha256(bytes: Uint8Array): Uint8Array {
	return createHash("sha256").update(bytes).digest();
}

function hash160(key: Uint8Array): Uint8Array {
	return ripemd160(sha256(key));
}

function uncompressed(curve: Curve, publicKey: string): Uint8Array {
	if (curve === "CURVE_SECP256K1") return secp256k1.Point.fromHex(publicKey).toBytes(false);
	const point = uncompressedP256(publicKey);
	if (!point) throw new Error("not a point of the curve");
	return point;
}

/** The 20 bytes that EVM chains and Tron share. */
function evmAddress(publicKey: string): Uint8Array {
	return keccak_256(secp256k1.Point.fromHex(publicKey).toBytes(false).subarray(1)).subarray(12);
}

/** EIP-55: capitals where the hash of the digits says so. */
function checksummed(address: Uint8Array): string {
	const digits = Buffer.from(address).toString("hex");
	const hash = Buffer.from(keccak_256(Buffer.from(digits, "ascii"))).toString("hex");
	const cased = [...digits].map((digit, at) => (Number.parseInt(hash[at] ?? "0", 16) >= 8 ? digit.toUpperCase() : digit));
	return `0x${cased.join("")}`;
}

function rippleAddress(accountId: Uint8Array): string {
	const payload = Buffer.concat([Buffer.from([0]), accountId]);
	return base58xrp.encode(Buffer.concat([payload, sha256(sha256(payload)).subarray(0, 4)]));
}

/** Version byte of an account, key, CRC-16/XMODEM with its low byte first, in base32. */
function stellarAddress(key: Uint8Array): string {
	const payload = Buffer.concat([Buffer.from([6 << 3]), key]);
	const checksum = Buffer.alloc(2);
	checksum.writeUInt16LE(crc16(payload));
	return base32nopad.encode(Buffer.concat([payload, checksum]));
}
