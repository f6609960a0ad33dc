// TON addresses: the hash of the contract a wallet would be, which is its known code and the key in its first data.
import { createHash } from "node:crypto";
import { crc16 } from "./crc16.js";

interface WalletContract {
	/** Hash and depth of the contract's code. */
	readonly codeHash: string;
	readonly codeDepth: number;
	/** What stands before and after the key in the contract's first data, bit by bit. */
	readonly before: string;
	readonly after: string;
}

/** The wallet's number in the main workchain, which versions 3 and 4 share. */
const SUBWALLET = bits(698983191);
const NEW = bits(0);

const CONTRACTS = {
	ADDRESS_FORMAT_TON_V3R2: {
		codeHash: "84dafa449f98a6987789ba232358072bc0f76dc4524002a5d0918b9a75d2d599",
		codeDepth: 0,
		before: NEW + SUBWALLET,
		after: "",
	},
	ADDRESS_FORMAT_TON_V4R2: {
		codeHash: "feb5ff6820e2ff0d9483e7e0d62c817d846789fb4ae580c878866d959dabd5c0",
		codeDepth: 7,
		before: NEW + SUBWALLET,
		after: "0",
	},
	ADDRESS_FORMAT_TON_V5R1: {
		codeHash: "20834b7b72b112147e1b2fb457b84e74d1a30f04f737d4f62a668e9552d2b72f",
		codeDepth: 6,
		before: `1${NEW}${bits(0x7fffff11)}`,
		after: "0",
	},
} as const satisfies Readonly<Record<string, WalletContract>>;

export type TonFormat = keyof typeof CONTRACTS;

/** The user-friendly form that does not bounce, as wallets show it: 48 characters that begin with `UQ`. */
export function tonAddress(format: TonFormat, publicKey: Uint8Array): string {
	const { codeHash, codeDepth, before, after } = CONTRACTS[format];
	const key = [...publicKey].map((byte) => byte.toString(2).padStart(8, "0")).join("");
	const data = cellHash(before + key + after, []);
	// No split depth, no special, code, data, no library.
	const hash = cellHash("00110", [
		{ hash: Buffer.from(codeHash, "hex"), depth: codeDepth },
		{ hash: data, depth: 0 },
	]);
	const payload = Buffer.concat([Buffer.from([0x51, 0]), hash]);
	const checksum = Buffer.alloc(2);
	checksum.writeUInt16BE(crc16(payload));
	return Buffer.concat([payload, checksum]).toString("base64url");
}

/** The hash that represents a cell: descriptors, data with its end marked, depths and hashes of what it refers to. */
function cellHash(data: string, references: readonly { readonly hash: Buffer; readonly depth: number }[]): Buffer {
	const whole = data.length % 8 === 0;
	const padded = whole ? data : `${data}1`.padEnd(Math.ceil(data.length / 8) * 8, "0");
	const bytes = (padded.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
	const digest = createHash("sha256").update(
		Buffer.from([references.length, Math.floor(data.length / 8) + Math.ceil(data.length / 8), ...bytes]),
	);
	for (const { depth } of references) digest.update(Buffer.from([depth >> 8, depth & 0xff]));
	for (const { hash } of references) digest.update(hash);
	return digest.digest();
}

function bits(number: number): string {
	return number.toString(2).padStart(32, "0");
}
