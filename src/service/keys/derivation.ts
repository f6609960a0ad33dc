// From a seed to the key at a path: BIP-32 for secp256k1, SLIP-10 for P-256 and ed25519.
import { createHmac } from "node:crypto";
import { p256 } from "@noble/curves/nist.js";
import { HDKey } from "@scure/bip32";
import type { Curve } from "../../api/key-records.js";
import { Secret } from "../../base/secret.js";
import type { PathPart } from "../../payloads/derivation-path.js";

const HARDENED = 0x80000000;

/** The private key at a path: 64 hexadecimal digits. On ed25519 every part counts as hardened: there are no others. */
export function deriveKey(curve: Curve, seed: Uint8Array, path: readonly PathPart[]): Secret {
	switch (curve) {
		case "CURVE_SECP256K1":
			return bip32(seed, path);
		case "CURVE_P256":
			return path.reduce(p256Child, master("Nist256p1 seed", seed, isP256Scalar)).secret();
		case "CURVE_ED25519":
			return path
				.reduce(
					ed25519Child,
					master("ed25519 seed", seed, () => true),
				)
				.secret();
	}
}

function bip32(seed: Uint8Array, path: readonly PathPart[]): Secret {
	const key = path.reduce(
		(parent, { index, hardened }) => parent.deriveChild(hardened ? index + HARDENED : index),
		HDKey.fromMasterSeed(seed),
	);
	if (!key.privateKey) throw new Error("a key derived from a seed has a private half");
	return new Secret(Buffer.from(key.privateKey).toString("hex"));
}

/** A SLIP-10 node: the key and its chain code. */
class Node {
	readonly key: Buffer;
	readonly chainCode: Buffer;

	constructor(digest: Buffer, key: Buffer = digest.subarray(0, 32)) {
		this.key = key;
		this.chainCode = digest.subarray(32);
	}

	secret(): Secret {
		return new Secret(this.key.toString("hex"));
	}
}

function hmac(key: string | Uint8Array, ...data: readonly Uint8Array[]): Buffer {
	const digest = createHmac("sha512", key);
	for (const each of data) digest.update(each);
	return digest.digest();
}

function master(curveName: string, seed: Uint8Array, isKey: (key: Buffer) => boolean): Node {
	let digest = hmac(curveName, seed);
	while (!isKey(digest.subarray(0, 32))) digest = hmac(curveName, digest);
	return new Node(digest);
}

function serialized(index: number, hardened: boolean): Buffer {
	const bytes = Buffer.alloc(4);
	bytes.writeUInt32BE(hardened ? index + HARDENED : index);
	return bytes;
}

const ZERO = Buffer.from([0]);
const ONE = Buffer.from([1]);

function ed25519Child(parent: Node, { index }: PathPart): Node {
	return new Node(hmac(parent.chainCode, ZERO, parent.key, serialized(index, true)));
}

function p256Child(parent: Node, { index, hardened }: PathPart): Node {
	const order = p256.Point.Fn.ORDER;
	const own = hardened ? Buffer.concat([ZERO, parent.key]) : Buffer.from(p256.getPublicKey(parent.key, true));
	let digest = hmac(parent.chainCode, own, serialized(index, hardened));
	for (;;) {
		const tweak = numberOf(digest.subarray(0, 32));
		const sum = (tweak + numberOf(parent.key)) % order;
		if (tweak < order && sum !== 0n) {
			return new Node(digest, Buffer.from(sum.toString(16).padStart(64, "0"), "hex"));
		}
		digest = hmac(parent.chainCode, ONE, digest.subarray(32), serialized(index, hardened));
	}
}

function isP256Scalar(key: Buffer): boolean {
	return p256.utils.isValidSecretKey(key);
}

function numberOf(bytes: Buffer): bigint {
	return BigInt(`0x${bytes.toString("hex")}`);
}
