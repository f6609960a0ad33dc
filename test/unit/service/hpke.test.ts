// The service's encryption: published bundles are opened, and what is sealed here others open, and the other way round.
import { createHash, createPublicKey, verify } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { createBase58check } from "@scure/base";
import { generateP256KeyPair, hpkeDecrypt, hpkeEncrypt, uncompressRawPublicKey } from "@turnkey/crypto";
import fc from "fast-check";
import { Secret } from "../../../src/base/secret.js";
import { openWith, sealTo, uncompressedP256 } from "../../../src/service/hpke.js";
import { generateKeyPair } from "../../../src/service/key-generation.js";

const hex = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString("hex");
const bytes = (text: string): Buffer => Buffer.from(text, "hex");

describe("published bundles", () => {
	test("a credential bundle", async () => {
		const base58check = createBase58check((each: Uint8Array) => createHash("sha256").update(each).digest());
		const decoded = base58check.decode(
			"w99a5xV6A75TfoAUkZn869fVyDYvgVsKrawMALZXmrauZd8hEv66EkPU1Z42CUaHESQjcA5bqd8dynTGBMLWB9ewtXWPEVbZvocB4Tw2K1vQVp7uwjf",
		);
		const opened = await openWith(new Secret("20fa65df11f24833790ae283fc9a0c215eecbbc589549767977994dc69d05a56"), {
			encapsulatedKey: uncompressedP256(hex(decoded.subarray(0, 33))) ?? new Uint8Array(),
			ciphertext: decoded.subarray(33),
		});
		expect(hex(opened)).toBe("67ee05fc3bdf4161bc70701c221d8d77180294cefcfcea64ba83c4d4c732fcb9");
	});

	test("an export bundle, signed by the service's production key over the bytes of its data", async () => {
		const data = {
			encappedPublic:
				"044410ec87e5fe2ffda15a18fa377a21a3c41c3476f86133b4280ad76102f40d5db2dc53b47007cca93affc0a551dd514397d09791cfd9230fca3048b171f3d678",
			ciphertext:
				"efb058bf3ff4be4e222302bf2f607860b4274b2b01ac9456d3ba68da5a25626000a8982b14e0baf0a0de29f54454a379a3be6dc3d8c94987a1568c7d95f9fc4b91bef221ae5eb84233a2832114d179bdfdcf1d0f7adeb157f411a49840",
			organizationId: "f9a31c64-d604-42e4-9bef-a773096afad7",
		};
		const opened = await openWith(new Secret("ffc6090f14bcf260e5dfe63f45412e60a477bb905956d7cc90195b71c2a544b3"), {
			encapsulatedKey: bytes(data.encappedPublic),
			ciphertext: bytes(data.ciphertext),
		});
		expect(Buffer.from(opened ?? []).toString()).toBe(
			"leaf lady until indicate praise final route toast cake minimum insect unknown",
		);
		const signer = bytes(
			"cf288fe433cc4e1aa0ce1632feac4ea26bf2f5a09dcfe5a42c398e06898710330f0572882f4dbdf0f5304b8fc8703acd69adca9a4bbf7f5d00d20a5e364b2569",
		);
		const key = createPublicKey({
			key: {
				kty: "EC",
				crv: "P-256",
				x: signer.subarray(0, 32).toString("base64url"),
				y: signer.subarray(32).toString("base64url"),
			},
			format: "jwk",
		});
		const signature = bytes(
			"304502203a7dc258590a637e76f6be6ed1a2080eed5614175060b9073f5e36592bdaf610022100ab9955b603df6cf45408067f652da48551652451b91967bf37dd094d13a7bdd4",
		);
		expect(verify("sha256", Buffer.from(JSON.stringify(data)), key, signature)).toBe(true);
	});
});

describe("with the vendor's own implementation", () => {
	const plaintext = fc.uint8Array({ maxLength: 300 });

	test("law: what is sealed here is opened there", async () => {
		const { privateKey, publicKeyUncompressed } = generateP256KeyPair();
		await fc.assert(
			fc.asyncProperty(plaintext, async (text) => {
				const { encapsulatedKey, ciphertext } = await sealTo(bytes(publicKeyUncompressed), text);
				const opened = hpkeDecrypt({ encappedKeyBuf: encapsulatedKey, ciphertextBuf: ciphertext, receiverPriv: privateKey });
				expect(hex(opened)).toBe(hex(text));
			}),
			{ numRuns: 25 },
		);
	});

	test("law: what is sealed there is opened here, and only with the right key and unaltered", async () => {
		const { publicKey, privateKey } = generateKeyPair("CURVE_P256");
		const receiver = uncompressedP256(publicKey) ?? new Uint8Array();
		await fc.assert(
			fc.asyncProperty(plaintext, fc.nat(), async (text, at) => {
				const sealed = hpkeEncrypt({ plainTextBuf: text, targetKeyBuf: receiver });
				const encapsulatedKey = uncompressRawPublicKey(sealed.slice(0, 33));
				const ciphertext = sealed.slice(33);
				expect(hex(await openWith(privateKey, { encapsulatedKey, ciphertext }))).toBe(hex(text));
				const altered = Uint8Array.from(ciphertext);
				altered[at % altered.length] = (altered[at % altered.length] ?? 0) ^ 1;
				expect(await openWith(privateKey, { encapsulatedKey, ciphertext: altered })).toBeUndefined();
				const other = generateKeyPair("CURVE_P256").privateKey;
				expect(await openWith(other, { encapsulatedKey, ciphertext })).toBeUndefined();
			}),
			{ numRuns: 25 },
		);
	});
});

describe("receivers' keys", () => {
	test("compressed or not, of any case", () => {
		const { publicKey } = generateKeyPair("CURVE_P256");
		const point = uncompressedP256(publicKey);
		expect(point).toHaveLength(65);
		expect(uncompressedP256(hex(point).toUpperCase())).toEqual(point);
	});

	test.each([
		"",
		"04",
		`02${"f".repeat(64)}`,
		`04${"11".repeat(64)}`,
		generateKeyPair("CURVE_ED25519").publicKey,
		"zz".repeat(33),
	])("%s is none", (text) => {
		expect(uncompressedP256(text)).toBeUndefined();
	});
});
