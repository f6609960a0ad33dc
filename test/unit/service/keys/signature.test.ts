// Signatures: known answers, and keys recovered or verified from what was signed.
import { createHash } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { ed25519 } from "@noble/curves/ed25519.js";
import { p256 } from "@noble/curves/nist.js";
import { schnorr, secp256k1 } from "@noble/curves/secp256k1.js";
import { Secret } from "../../../../src/base/secret.js";
import { generateKeyPair } from "../../../../src/service/key-generation.js";
import { bitcoinAddress } from "../../../../src/service/keys/bitcoin.js";
import { signatureOf } from "../../../../src/service/keys/signature.js";

const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();
const HALF = { secp256k1: secp256k1.Point.Fn.ORDER / 2n, p256: p256.Point.Fn.ORDER / 2n };

describe("ECDSA", () => {
	test("secp256k1 is deterministic: the well-known answer for scalar 1", async () => {
		const key = new Secret("1".padStart(64, "0"));
		expect(await signatureOf({ curve: "CURVE_SECP256K1", taproot: false }, key, sha256("Satoshi Nakamoto"))).toEqual({
			r: "934b1ea10a4b3c1757e2b0c017d0b6143ce3c9a7e6a4a49860d7a6ab210ee3d8",
			s: "2442ce9d2b916064108014783e923ec36b49743e2ffa1c4496f01a512aafd9e5",
			v: expect.stringMatching(/^0[01]$/),
		});
	});

	test.each([
		["CURVE_SECP256K1", secp256k1, HALF.secp256k1],
		["CURVE_P256", p256, HALF.p256],
	] as const)("%s: r, s and v are padded, S is low, and v recovers the key", async (curve, noble, half) => {
		for (let round = 0; round < 20; round += 1) {
			const { publicKey, privateKey } = generateKeyPair(curve);
			const digest = sha256(String(round));
			const { r, s, v } = await signatureOf({ curve, taproot: false }, privateKey, digest);
			expect([r, s]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), expect.stringMatching(/^[0-9a-f]{64}$/)]);
			expect(BigInt(`0x${s}`) <= half).toBe(true);
			const recovered = noble.recoverPublicKey(Buffer.from(v + r + s, "hex"), digest, { prehash: false });
			expect(Buffer.from(recovered).toString("hex")).toBe(publicKey);
		}
	});
});

describe("ed25519", () => {
	test("the first vector of RFC 8032: r, s, and a v of zeros", async () => {
		const key = new Secret("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60");
		const { r, s, v } = await signatureOf({ curve: "CURVE_ED25519", taproot: false }, key, Buffer.alloc(0));
		expect(r + s).toBe(
			"e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
		);
		expect(v).toBe("00");
		const publicKey = ed25519.getPublicKey(Buffer.from(key.reveal(), "hex"));
		expect(ed25519.verify(Buffer.from(r + s, "hex"), Buffer.alloc(0), publicKey)).toBe(true);
	});
});

describe("Taproot", () => {
	test("Schnorr, and it verifies under the key that the address shows", async () => {
		const { publicKey, privateKey } = generateKeyPair("CURVE_SECP256K1");
		const address = await bitcoinAddress("ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR", Buffer.from(publicKey, "hex"));
		const { bech32m } = await import("@scure/base");
		const [, ...program] = bech32m.decode(address as `${string}1${string}`).words;
		const outputKey = bech32m.fromWords(program);
		const { r, s, v } = await signatureOf({ curve: "CURVE_SECP256K1", taproot: true }, privateKey, sha256("spend"));
		expect(v).toBe("00");
		expect(schnorr.verify(Buffer.from(r + s, "hex"), sha256("spend"), outputKey)).toBe(true);
	});
});
