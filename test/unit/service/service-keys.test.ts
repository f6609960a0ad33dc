// The service's own keys: sealed on disk, and what clients are told fits what signs.
import { createPublicKey, sign, verify } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { p256 } from "@noble/curves/nist.js";
import { newSealingKey, Sealer } from "../../../src/service/sealing.js";
import {
	newServiceSecrets,
	openServiceSecrets,
	publicServiceKeys,
	SERVICE_KEY_NAMES,
	sealServiceSecrets,
	serviceKeys,
} from "../../../src/service/service-keys.js";

describe("the service's own keys", () => {
	test("what is told of a P-256 key verifies what it signs", () => {
		const keys = serviceKeys(newServiceSecrets());
		for (const name of ["enclaveQuorum", "notarizer", "tlsFetcher"] as const) {
			const { key, publicKey } = keys[name];
			expect(publicKey).toMatch(/^04[0-9a-f]{128}$/);
			const bytes = Buffer.from(name);
			const signature = sign("sha256", bytes, { key, dsaEncoding: "ieee-p1363" });
			expect(p256.verify(signature, bytes, Buffer.from(publicKey, "hex"), { lowS: false })).toBe(true);
		}
	});

	test("the webhook key is ed25519 and named after its public half", () => {
		const { webhook } = serviceKeys(newServiceSecrets());
		const x = Buffer.from(webhook.publicKey, "hex").toString("base64url");
		const publicKey = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
		expect(verify(null, Buffer.from("a"), publicKey, sign(null, Buffer.from("a"), webhook.key))).toBe(true);
		expect(webhook.keyId).toMatch(/^[0-9a-f]{32}$/);
	});

	test("all of them differ, and come back from what was sealed", () => {
		const secrets = newServiceSecrets();
		const told = publicServiceKeys(serviceKeys(secrets));
		expect(new Set(Object.values(told)).size).toBe(SERVICE_KEY_NAMES.length);
		const sealer = new Sealer(newSealingKey());
		const sealed = sealServiceSecrets(secrets, sealer);
		for (const name of SERVICE_KEY_NAMES) expect(JSON.stringify(sealed)).not.toContain(secrets[name].reveal());
		expect(publicServiceKeys(serviceKeys(openServiceSecrets(sealed, sealer)))).toEqual(told);
	});

	test("one sealed key cannot stand in for another", () => {
		const sealer = new Sealer(newSealingKey());
		const sealed = sealServiceSecrets(newServiceSecrets(), sealer);
		expect(() => openServiceSecrets({ ...sealed, notarizer: sealed["tlsFetcher"] ?? "" }, sealer)).toThrow();
	});
});
