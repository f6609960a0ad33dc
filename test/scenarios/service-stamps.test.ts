// Every scheme a stamp may have, over a real socket: with keys registered for it, by a client that is not ours to begin with.
import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { hashMessage, hexToBytes } from "viem";
import { runService, type TestService } from "../support/running-service.js";
import type { Answer } from "../support/service-client.js";
import { header, publicKeyOf, type StampCurve, signature, signingKey, stamp } from "../support/stamper.js";

let service: TestService;
let userId: string;
beforeAll(async () => {
	service = await runService();
	({ userId } = await service.root.query("whoami"));
});
afterAll(() => service.close());

const WHOAMI = "/public/v1/query/whoami";
const body = () => JSON.stringify({ organizationId: service.organizationId });
const asked = async (value: string, text = body()): Promise<[number, Answer]> => {
	const reply = await service.root.post(WHOAMI, text, { "x-stamp": value });
	return [reply.status, reply.body];
};
const register = (curve: StampCurve, publicKey: string) =>
	service.root.activity("create_api_keys", {
		userId,
		apiKeys: [{ apiKeyName: curve, publicKey, curveType: `API_KEY_CURVE_${curve}` }],
	});

const NEW: Readonly<Record<StampCurve, () => KeyObject>> = {
	P256: () => generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey,
	SECP256K1: () => generateKeyPairSync("ec", { namedCurve: "secp256k1" }).privateKey,
	ED25519: () => generateKeyPairSync("ed25519").privateKey,
};

describe.each(Object.keys(NEW) as StampCurve[])("%s", (curve) => {
	let key: KeyObject;
	beforeAll(async () => {
		key = NEW[curve]();
		await register(curve, publicKeyOf(key));
	});

	test("is believed, with its members in any order", async () => {
		expect(await asked(stamp(curve, key, body()))).toMatchObject([200, { userId }]);
		const { publicKey, scheme, signature: der } = JSON.parse(Buffer.from(stamp(curve, key, body()), "base64url").toString());
		expect(await asked(header({ signature: der, scheme, publicKey }))).toMatchObject([200, { userId }]);
		expect(await asked(header({ signature: der, scheme, publicKey: publicKey.toUpperCase() }))).toMatchObject([200, { userId }]);
	});

	test("is not believed over other bytes, by another key, or under another scheme", async () => {
		const invalid = [401, { message: "could not verify api key signature", turnkeyErrorCode: "SIGNATURE_INVALID" }];
		expect(await asked(stamp(curve, key, `${body()} `))).toMatchObject(invalid);
		expect(await asked(stamp(curve, NEW[curve](), body(), publicKeyOf(key)))).toMatchObject(invalid);
		const others = ["TK_API_P256", "TK_API_SECP256K1", "TK_API_SECP256K1_EIP191", "TK_API_ED25519"].filter(
			(each) => each !== `TK_API_${curve}`,
		);
		for (const scheme of others) {
			const der = signature(curve, key, body());
			const value = header({ publicKey: publicKeyOf(key), scheme: `SIGNATURE_SCHEME_${scheme}`, signature: der });
			expect(await asked(value)).toMatchObject(invalid);
		}
	});

	test("votes show it", async () => {
		const text = service.root.body("create_user_tag", { userTagName: curve, userIds: [] });
		const value = stamp(curve, key, text);
		const reply = await service.root.post("/public/v1/submit/create_user_tag", text, { "x-stamp": value });
		const { publicKey, scheme, signature: der } = JSON.parse(Buffer.from(value, "base64url").toString());
		expect(reply.body.activity.votes).toMatchObject([{ userId, message: text, publicKey, scheme, signature: der }]);
	});
});

test("a secp256k1 key may stamp as Ethereum's wallets sign messages", async () => {
	const secret = secp256k1.utils.randomSecretKey();
	const publicKey = Buffer.from(secp256k1.getPublicKey(secret)).toString("hex");
	await register("SECP256K1", publicKey);
	const scheme = "SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191";
	const personal = (text: string) => {
		const der = secp256k1.sign(hexToBytes(hashMessage(text)), secret, { prehash: false, format: "der" });
		return header({ publicKey, scheme, signature: Buffer.from(der).toString("hex") });
	};
	expect(await asked(personal(body()))).toMatchObject([200, { userId }]);
	expect(await asked(personal("{}"))).toMatchObject([401, { turnkeyErrorCode: "SIGNATURE_INVALID" }]);
	// The same key stamps plainly as well.
	const plain = signingKey("SECP256K1", Buffer.from(secret).toString("hex"));
	expect(await asked(stamp("SECP256K1", plain, body()))).toMatchObject([200, { userId }]);
});
