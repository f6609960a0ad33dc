// Laws of signing over the wire: whatever is asked for, a signature verifies under the key it was asked of, or a documented
// refusal says why there is none; and what was derived once is derived again.
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { ed25519 } from "@noble/curves/ed25519.js";
import { p256 } from "@noble/curves/nist.js";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import fc from "fast-check";
import { HASH_FUNCTIONS, PAYLOAD_ENCODINGS } from "../../src/api/records.js";
import { readPayload } from "../../src/service/keys/payload.js";
import { signedBytes } from "../../src/service/keys/payload-digest.js";
import { runService, type TestService } from "../support/running-service.js";

let service: TestService;
/** By what signing requests name them. */
const keys = new Map<string, { readonly curve: string; readonly publicKey: string }>();
beforeAll(async () => {
	service = await runService();
	const { result } = await service.root.activity("create_private_keys", {
		privateKeys: ["CURVE_SECP256K1", "CURVE_P256", "CURVE_ED25519"].map((curve) => ({
			privateKeyName: curve,
			curve,
			privateKeyTags: [],
			addressFormats: ["ADDRESS_FORMAT_COMPRESSED"],
		})),
	});
	for (const { privateKeyId, addresses } of result.createPrivateKeysResultV2.privateKeys) {
		const { privateKey } = await service.root.query("get_private_key", { privateKeyId });
		for (const name of [privateKeyId, addresses[0].address]) keys.set(name, privateKey);
	}
});
afterAll(() => service.close());

const payload = fc.oneof(
	fc.string({ unit: "binary" }),
	fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString("hex")),
	fc.uint8Array({ maxLength: 70 }).map((bytes) => `0x${Buffer.from(bytes).toString("hex")}`),
	fc
		.record({ address: fc.constant(`0x${"11".repeat(20)}`), chainId: fc.nat(), nonce: fc.nat() })
		.map((each) => JSON.stringify(each)),
	fc.jsonValue().map((each) => JSON.stringify(each)),
	fc
		.jsonValue()
		.map((message) => JSON.stringify({ types: { A: [{ name: "b", type: "string" }] }, primaryType: "A", domain: {}, message })),
	fc
		.string()
		.map((b) =>
			JSON.stringify({ types: { A: [{ name: "b", type: "string" }] }, primaryType: "A", domain: { name: b }, message: { b } }),
		),
);

function verifies(
	{ curve, publicKey }: { readonly curve: string; readonly publicKey: string },
	rs: string,
	bytes: Uint8Array,
): boolean {
	const [signature, key] = [Buffer.from(rs, "hex"), Buffer.from(publicKey, "hex")];
	if (curve === "CURVE_ED25519") return ed25519.verify(signature, bytes, key);
	return (curve === "CURVE_P256" ? p256 : secp256k1).verify(signature, bytes, key, { prehash: false });
}

test("law: a signature verifies, or the refusal is one of the documented ones", async () => {
	const seen = new Set<number>();
	await fc.assert(
		fc.asyncProperty(
			fc.record({
				signWith: fc.oneof({ weight: 9, arbitrary: fc.nat() }, { weight: 1, arbitrary: fc.string() }),
				payload,
				encoding: fc.constantFrom(...PAYLOAD_ENCODINGS),
				hashFunction: fc.constantFrom(...HASH_FUNCTIONS),
			}),
			async ({ signWith: chosen, ...treatment }) => {
				const names = [...keys.keys()];
				const signWith = typeof chosen === "number" ? (names[chosen % names.length] ?? "") : chosen;
				const { status, body } = await service.root.submit("sign_raw_payload", { signWith, ...treatment });
				seen.add(status);
				const key = keys.get(signWith);
				if (status !== 200) {
					expect([status, body.code]).toEqual([expect.any(Number), status === 404 ? 5 : 3]);
					return;
				}
				const { r, s, v } = body.activity.result.signRawPayloadResult;
				expect([r, s, v]).toEqual([
					expect.stringMatching(/^[0-9a-f]{64}$/),
					expect.stringMatching(/^[0-9a-f]{64}$/),
					expect.stringMatching(/^0[01]$/),
				]);
				const bytes = signedBytes(readPayload(treatment.payload, treatment), treatment.hashFunction);
				expect(key !== undefined && verifies(key, r + s, bytes)).toBe(true);
			},
		),
		{ numRuns: 300 },
	);
	expect([...seen].sort()).toEqual([200, 400, 404]);
});

test("law: an account that is shown, kept or exported is one and the same", async () => {
	const { result } = await service.root.activity("create_wallet", { walletName: "derived", accounts: [] });
	const { walletId } = result.createWalletResult;
	const path = fc
		.array(fc.tuple(fc.nat(2 ** 31 - 1), fc.boolean()), { maxLength: 6 })
		.map((parts) => ["m", ...parts.map(([index, hardened]) => `${index}${hardened ? "'" : ""}`)].join("/"));
	const curve = fc.constantFrom("CURVE_SECP256K1", "CURVE_P256", "CURVE_ED25519");
	const taken = new Set<string>();
	await fc.assert(
		fc.asyncProperty(path, curve, async (each, on) => {
			// Every part of an ed25519 path counts as hardened.
			const place = on + (on === "CURVE_ED25519" ? each.replaceAll("'", "") : each);
			fc.pre(!taken.has(place));
			taken.add(place);
			const accounts = [{ curve: on, pathFormat: "PATH_FORMAT_BIP32", path: each, addressFormat: "ADDRESS_FORMAT_COMPRESSED" }];
			const create = (persist: boolean) => service.root.activity("create_wallet_accounts", { walletId, accounts, persist });
			const shown = (await create(false)).result.createWalletAccountsResult.addresses;
			expect((await create(true)).result.createWalletAccountsResult.addresses).toEqual(shown);
			const { account } = await service.root.query("get_wallet_account", { walletId, address: shown[0] });
			expect([account.path, account.publicKey]).toEqual([each, shown[0]]);
			const signed = await service.root.activity("sign_raw_payload", {
				signWith: shown[0],
				payload: "ab".repeat(32),
				encoding: "PAYLOAD_ENCODING_HEXADECIMAL",
				hashFunction: on === "CURVE_ED25519" ? "HASH_FUNCTION_NOT_APPLICABLE" : "HASH_FUNCTION_NO_OP",
			});
			const { r, s } = signed.result.signRawPayloadResult;
			expect(verifies({ curve: on, publicKey: shown[0] }, r + s, Buffer.from("ab".repeat(32), "hex"))).toBe(true);
		}),
		{ numRuns: 30 },
	);
});
