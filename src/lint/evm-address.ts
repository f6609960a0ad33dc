// EVM addresses as people write them: with a checksum in the case of their letters (EIP-55).
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** The address with its checksum; `address` is `0x` and 40 hexadecimal digits. */
export function checksummed(address: string): string {
	const digits = address.slice(2).toLowerCase();
	const hash = bytesToHex(keccak_256(utf8ToBytes(digits)));
	const cased = [...digits].map((digit, index) => (Number.parseInt(hash[index] ?? "0", 16) >= 8 ? digit.toUpperCase() : digit));
	return `0x${cased.join("")}`;
}

export function isAddress(text: string): boolean {
	return /^0x[0-9a-fA-F]{40}$/.test(text);
}

/** Whether the letters are of both cases, so that they say they are a checksum. */
export function claimsChecksum(address: string): boolean {
	const digits = address.slice(2);
	return /[a-f]/.test(digits) && /[A-F]/.test(digits);
}
