import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { p256 } from "@noble/curves/nist.js";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import {
	ED25519_SCHEME,
	P256_SCHEME,
	SECP256K1_EIP191_SCHEME,
	SECP256K1_SCHEME,
	type StampScheme,
} from "../../../src/api/stamp.js";
import type { ApiKeyEntity } from "../../../src/service/entity.js";
import { importPublicKey, verifyStamp } from "../../../src/service/stamp-verification.js";
import { publicKeyOf } from "../../support/stamper.js";

const BODY = Buffer.from('{"payload": "hello from TKHQ"}');

function credential(publicKey: string, type: string): ApiKeyEntity {
	const times = { createdAt: 0, updatedAt: 0 };
	return { id: "k", ...times, userId: "u", name: "k", publicKey, type, expirationSeconds: null, sessionProfileId: null };
}

function keys(namedCurve: string): { readonly key: KeyObject; readonly publicKey: string } {
	const { privateKey } = generateKeyPairSync("ec", { namedCurve });
	return { key: privateKey, publicKey: publicKeyOf(privateKey) };
}

describe("verifyStamp", () => {
	test.each([
		["prime256v1", P256_SCHEME, "CREDENTIAL_TYPE_API_KEY_P256"],
		["prime256v1", P256_SCHEME, "CREDENTIAL_TYPE_LOGIN"],
		["secp256k1", SECP256K1_SCHEME, "CREDENTIAL_TYPE_API_KEY_SECP256K1"],
	] as const)("%s: holds over these bytes and no others", async (curve, scheme, type) => {
		const { key, publicKey } = keys(curve);
		const signature = sign("sha256", BODY, key).toString("hex");
		const owner = credential(publicKey, type);
		expect(await verifyStamp(owner, scheme, signature, BODY)).toBe(true);
		expect(await verifyStamp(owner, scheme, signature, Buffer.from("{}"))).toBe(false);
		expect(await verifyStamp(credential(keys(curve).publicKey, type), scheme, signature, BODY)).toBe(false);
	});

	test("ed25519 signs the bytes themselves", async () => {
		const { privateKey } = generateKeyPairSync("ed25519");
		const owner = credential(publicKeyOf(privateKey), "CREDENTIAL_TYPE_API_KEY_ED25519");
		const signature = sign(null, BODY, privateKey).toString("hex");
		expect(await verifyStamp(owner, ED25519_SCHEME, signature, BODY)).toBe(true);
		expect(await verifyStamp(owner, ED25519_SCHEME, signature.slice(2), BODY)).toBe(false);
		expect(await verifyStamp(owner, ED25519_SCHEME, signature, Buffer.from("{}"))).toBe(false);
	});

	test("EIP-191 signs Ethereum's personal message", async () => {
		const secret = secp256k1.utils.randomSecretKey();
		const owner = credential(Buffer.from(secp256k1.getPublicKey(secret)).toString("hex"), "CREDENTIAL_TYPE_API_KEY_SECP256K1");
		const prefixed = Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${BODY.length}`), BODY]);
		const der = secp256k1.sign(keccak_256(prefixed), secret, { prehash: false, format: "der" });
		const signature = Buffer.from(der).toString("hex");
		expect(await verifyStamp(owner, SECP256K1_EIP191_SCHEME, signature, BODY)).toBe(true);
		expect(await verifyStamp(owner, SECP256K1_SCHEME, signature, BODY)).toBe(false);
		expect(await verifyStamp(owner, SECP256K1_EIP191_SCHEME, signature, Buffer.from("{}"))).toBe(false);
	});

	test("a high S is as good as a low one", async () => {
		const secret = p256.utils.randomSecretKey();
		const owner = credential(Buffer.from(p256.getPublicKey(secret)).toString("hex"), "CREDENTIAL_TYPE_API_KEY_P256");
		const low = p256.Signature.fromBytes(p256.sign(BODY, secret, { lowS: true }));
		const high = new p256.Signature(low.r, p256.Point.Fn.ORDER - low.s);
		for (const each of [low, high]) {
			const der = Buffer.from(each.toBytes("der")).toString("hex");
			expect(await verifyStamp(owner, P256_SCHEME, der, BODY)).toBe(true);
		}
	});

	test.each<[string, (der: string) => string]>([
		["trailing bytes", (der) => `${der}00`],
		["a long-form length", (der) => `3081${der.slice(2)}`],
		["nothing", () => ""],
		["zeros", () => "3006020100020100"],
	])("DER with %s never holds", async (_what, spoil) => {
		const { key, publicKey } = keys("prime256v1");
		const der = sign("sha256", BODY, key).toString("hex");
		expect(await verifyStamp(credential(publicKey, "CREDENTIAL_TYPE_API_KEY_P256"), P256_SCHEME, spoil(der), BODY)).toBe(false);
	});

	test("a scheme of another curve than the credential's never holds", async () => {
		const { key, publicKey } = keys("prime256v1");
		const signature = sign("sha256", BODY, key).toString("hex");
		const owner = credential(publicKey, "CREDENTIAL_TYPE_API_KEY_P256");
		for (const scheme of [SECP256K1_SCHEME, SECP256K1_EIP191_SCHEME, ED25519_SCHEME] as readonly StampScheme[]) {
			expect(await verifyStamp(owner, scheme, signature, BODY)).toBe(false);
		}
	});

	test("a text that is no point of the curve is no key", () => {
		expect(importPublicKey("P256", `02${"f".repeat(64)}`)).toBeUndefined();
		expect(importPublicKey("P256", "02")).toBeUndefined();
		expect(importPublicKey("ED25519", "00")).toBeUndefined();
	});
});
