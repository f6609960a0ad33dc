// Signing, exporting and importing under policies: what policies see, what is refused before they are asked, what waits for
// consensus, and that no secret stands anywhere it should not.
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { Secret } from "../../src/base/secret.js";
import { openWith, sealTo } from "../../src/service/hpke.js";
import { generateKeyPair } from "../../src/service/key-generation.js";
import { runService, type TestService } from "../support/running-service.js";
import type { Answer, Reply, TestClient } from "../support/service-client.js";

const ABANDON = `${"abandon ".repeat(11)}about`;
const ETHEREUM = "0x9858EfFD232B4033E47d90003D41EC34EcaEda94";
const SOLANA = "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk";
const TAPROOT = "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr";
const SCALAR = "1".padStart(64, "0");
const NOBODY = "00000000-0000-4000-8000-000000000000";

const SEED = (policies: string): string => `
apiVersion: quorate/v1
kind: Organization
metadata: { name: Treasury }
spec:
  rootQuorum: { threshold: 1, users: [root] }
  users: [{ name: root }, { name: alice }, { name: bob }]
  privateKeyTags: [{ name: hot }]
  privateKeys:
    - { name: one, curve: CURVE_SECP256K1, privateKey: "${SCALAR}", tags: [hot] }
  wallets:
    - name: known
      mnemonic: ${ABANDON}
      accounts:
        - { curve: CURVE_SECP256K1, path: "m/44'/60'/0'/0/0", addressFormat: ADDRESS_FORMAT_ETHEREUM }
        - { curve: CURVE_ED25519, path: "m/44'/501'/0'/0'", addressFormat: ADDRESS_FORMAT_SOLANA }
        - { curve: CURVE_SECP256K1, path: "m/86'/0'/0'/0/0", addressFormat: ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR }
  policies:
${policies}
`;

let service: TestService;
let alice: TestClient;
async function start(...policies: readonly string[]): Promise<void> {
	const text = policies.map((condition, index) => `    - { name: p${index}, effect: EFFECT_ALLOW, condition: "${condition}" }`);
	service = await runService({ seed: SEED(text.join("\n") || "    []") });
	alice = service.client("alice");
}
afterEach(() => service.close());

const said = ({ status, body }: Reply): readonly unknown[] => [status, body.code, body.message];
const DENIED = [403, 7, "You don't have sufficient permissions to take this action."];

const RAW = {
	signWith: ETHEREUM,
	payload: "00",
	encoding: "PAYLOAD_ENCODING_HEXADECIMAL",
	hashFunction: "HASH_FUNCTION_SHA256",
};
const TYPED = {
	types: {
		EIP712Domain: [
			{ name: "name", type: "string" },
			{ name: "chainId", type: "uint256" },
			{ name: "verifyingContract", type: "address" },
		],
		Transfer: [
			{ name: "to", type: "address" },
			{ name: "value", type: "uint256" },
			{ name: "memo", type: "Memo[]" },
		],
		Memo: [{ name: "text", type: "string" }],
	},
	primaryType: "Transfer",
	domain: { name: "Bank", chainId: 8453, verifyingContract: "0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC" },
	message: { to: "0xBBBBbBBbbBbbBBbBBbBbbBBBbBbBBbBbBBbbbBBb", value: "5000000", memo: [{ text: "rent" }] },
};
const typed = (change: object = {}): object => ({
	...RAW,
	payload: JSON.stringify({ ...TYPED, ...change }),
	encoding: "PAYLOAD_ENCODING_EIP712",
	hashFunction: "HASH_FUNCTION_NO_OP",
});

async function idOf(query: "list_wallets" | "list_private_keys"): Promise<string> {
	const answer = await service.root.query(query);
	return query === "list_wallets" ? answer.wallets[0].walletId : answer.privateKeys[0].privateKeyId;
}

describe("what policies see", () => {
	test("the wallet and the account that sign, exactly as stored", async () => {
		await start(`wallet.label == 'known' && wallet.imported == false && wallet_account.address == '${ETHEREUM}'`);
		expect((await alice.submit("sign_raw_payload", RAW)).status).toBe(200);
		expect(said(await alice.submit("sign_raw_payload", { ...RAW, signWith: TAPROOT }))).toEqual(DENIED);
		// A stand-alone key has no wallet: reading one is an error, and an error allows nothing.
		const other = await alice.submit("sign_raw_payload", { ...RAW, signWith: await idOf("list_private_keys") });
		expect(said(other)).toEqual(DENIED);
		expect(other.body.details[0].policyEvaluations[0].outcome).toBe("OUTCOME_ERROR");
	});

	test("the private key, its tags and its name, and no wallet with it", async () => {
		await start("'${PrivateKeyTag/hot}' in private_key.tags && private_key.label == 'one' && private_key.exported == false");
		const key = await idOf("list_private_keys");
		for (const signWith of [key, "0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf"]) {
			expect((await alice.submit("sign_raw_payload", { ...RAW, signWith })).status).toBe(200);
		}
		expect(said(await alice.submit("sign_raw_payload", RAW))).toEqual(DENIED);
	});

	test("how the payload is encoded and hashed", async () => {
		await start("activity.kind == 'SIGN_RAW_PAYLOAD' && activity.params.hash_function == 'HASH_FUNCTION_SHA256'");
		expect((await alice.submit("sign_raw_payload", RAW)).status).toBe(200);
		expect(said(await alice.submit("sign_raw_payload", { ...RAW, hashFunction: "HASH_FUNCTION_KECCAK256" }))).toEqual(DENIED);
		expect(said(await alice.submit("sign_raw_payloads", { ...RAW, payload: undefined, payloads: ["00"] }))).toEqual(DENIED);
	});

	test("typed data: its type, its domain, its message", async () => {
		await start(
			"eth.eip_712.primary_type == 'Transfer' && eth.eip_712.domain.name == 'Bank' && eth.eip_712.domain.chain_id == 8453 " +
				"&& eth.eip_712.domain.verifying_contract == '0xcccccccccccccccccccccccccccccccccccccccc' " +
				"&& eth.eip_712.message['to'] == '0xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb' " +
				"&& eth.eip_712.message['value'] <= 5000000 && eth.eip_712.message['memo'][0]['text'] == 'rent'",
		);
		expect((await alice.submit("sign_raw_payload", typed())).status).toBe(200);
		// The same in other spellings is the same.
		const respelled = { ...TYPED.message, value: "0x4c4b40", to: TYPED.message.to.toLowerCase() };
		expect((await alice.submit("sign_raw_payload", typed({ message: respelled }))).status).toBe(200);
		for (const change of [
			{ message: { ...TYPED.message, value: "5000001" } },
			{ message: { ...TYPED.message, to: `0x${"12".repeat(20)}` } },
			{ domain: { ...TYPED.domain, chainId: 1 } },
			{ domain: { ...TYPED.domain, name: "Other" } },
		]) {
			expect(said(await alice.submit("sign_raw_payload", typed(change)))).toEqual(DENIED);
		}
		// What is not described by its type is not signed, so it is not seen either.
		const smuggled = { ...TYPED.message, value: "5000001", extra: 1 };
		expect(said(await alice.submit("sign_raw_payload", typed({ message: smuggled })))).toEqual(DENIED);
		// A digest of the same data can be looked into by nobody.
		expect(said(await alice.submit("sign_raw_payload", RAW))).toEqual(DENIED);
	});

	test("authorisations", async () => {
		await start(
			"eth.eip_7702_authorization.address == '0x63c0c19a282a1b52b07dd5a65b58948a07dae32b' && eth.eip_7702_authorization.chain_id == 1 && eth.eip_7702_authorization.nonce < 5",
		);
		const payload = (more: object): object => ({
			...RAW,
			payload: JSON.stringify({ address: "0x63c0c19a282a1B52b07dD5a65b58948A07DAE32B", chainId: 1, nonce: 4, ...more }),
			encoding: "PAYLOAD_ENCODING_EIP7702_AUTHORIZATION",
			hashFunction: "HASH_FUNCTION_NO_OP",
		});
		expect((await alice.submit("sign_raw_payload", payload({}))).status).toBe(200);
		expect(said(await alice.submit("sign_raw_payload", payload({ nonce: 5 })))).toEqual(DENIED);
		expect(said(await alice.submit("sign_raw_payload", payload({ chainId: 10 })))).toEqual(DENIED);
	});

	test("exports: the wallet, the account and where it lies, the receiver", async () => {
		const { publicKey } = generateKeyPair("CURVE_P256");
		await start(
			"activity.kind == 'EXPORT_WALLET_ACCOUNT' && wallet.label == 'known' && wallet_account.path_indexes[1] == 501 && wallet_account.path_hardened.all(each, each)",
			`activity.kind == 'EXPORT_PRIVATE_KEY' && private_key.label == 'one' && activity.params.target_public_key == '${publicKey}'`,
			"activity.kind == 'EXPORT_WALLET' && wallet.exported",
		);
		const account = (address: string): object => ({ address, targetPublicKey: publicKey });
		expect((await alice.submit("export_wallet_account", account(SOLANA))).status).toBe(200);
		expect(said(await alice.submit("export_wallet_account", account(ETHEREUM)))).toEqual(DENIED);
		const privateKeyId = await idOf("list_private_keys");
		expect((await alice.submit("export_private_key", { privateKeyId, targetPublicKey: publicKey })).status).toBe(200);
		const wallet = { walletId: await idOf("list_wallets"), targetPublicKey: publicKey };
		expect(said(await alice.submit("export_wallet", wallet))).toEqual(DENIED);
		await service.root.activity("export_wallet", wallet);
		expect((await alice.submit("export_wallet", wallet)).status).toBe(200);
	});

	test("the wallets that are to be deleted", async () => {
		await start("activity.kind == 'DELETE_WALLETS' && wallets.all(each, each.label != 'known')");
		const spare = (await service.root.activity("create_wallet", { walletName: "spare", accounts: [] })).result.createWalletResult;
		const remove = (walletIds: readonly string[]) => alice.submit("delete_wallets", { walletIds, deleteWithoutExport: true });
		expect(said(await remove([spare.walletId, await idOf("list_wallets")]))).toEqual(DENIED);
		expect((await remove([spare.walletId])).status).toBe(200);
	});
});

describe("transactions", () => {
	// To 0x35…35, one ether, on chain 1; and 123456789 lamports from the wallet's Solana account.
	const LEGACY = "ec098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a764000080018080";
	const ethereum = { signWith: ETHEREUM, unsignedTransaction: LEGACY, type: "TRANSACTION_TYPE_ETHEREUM" };
	const solana = {
		signWith: SOLANA,
		unsignedTransaction: `01${"00".repeat(64)}01000103f036276246a75b9de3349ed42b15e232f6518fc20f5fcd4f1d64e81f9bd258f7${"02".repeat(32)}${"00".repeat(32)}${"09".repeat(32)}01020200010c0200000015cd5b0700000000`,
		type: "TRANSACTION_TYPE_SOLANA",
	};

	test("policies see what is in them", async () => {
		await start(
			`activity.params.type == 'TRANSACTION_TYPE_ETHEREUM' && eth.tx.to == '0x${"35".repeat(20)}' && eth.tx.value <= 1000000000000000000 && eth.tx.chain_id == 1 && eth.tx.from == '${ETHEREUM}' && eth.tx.data == '0x' && eth.tx.type == 'LEGACY' && wallet_account.address == '${ETHEREUM}'`,
			"solana.tx.transfers.all(each, each.amount < 200000000) && solana.tx.transfers.count() == 1",
		);
		const signed = await alice.activity("sign_transaction", ethereum);
		expect(signed.result.signTransactionResult.signedTransaction).toMatch(/^f86c098504a817c800/);
		expect(
			said(await alice.submit("sign_transaction", { ...ethereum, unsignedTransaction: LEGACY.replace("880de0", "880de1") })),
		).toEqual(DENIED);
		const done = await alice.activity("sign_transaction", solana);
		expect(done.result.signTransactionResult.signedTransaction).toMatch(/^01(?!0{128})[0-9a-f]{128}0100/);
		const larger = solana.unsignedTransaction.replace("15cd5b07", "15cd5bff");
		expect(said(await alice.submit("sign_transaction", { ...solana, unsignedTransaction: larger }))).toEqual(DENIED);
	});

	test.each([
		[{ ...ethereum, signWith: SOLANA }, 400, 3, "invalid curve: Ethereum transactions are signed with keys of CURVE_SECP256K1"],
		[{ ...ethereum, signWith: TAPROOT }, 400, 3, "invalid curve: Ethereum transactions are signed with keys of CURVE_SECP256K1"],
		[{ ...solana, signWith: ETHEREUM }, 400, 3, "invalid curve: Solana transactions are signed with keys of CURVE_ED25519"],
		[{ ...ethereum, signWith: NOBODY }, 404, 5, "Could not find any resource to sign with."],
		[{ ...ethereum, unsignedTransaction: "" }, 400, 3, "invalid request body: `unsignedTransaction` must not be empty"],
		[{ ...ethereum, unsignedTransaction: "xyz" }, 400, 3, "failed to parse transaction: it is not hexadecimal"],
		[{ ...ethereum, unsignedTransaction: "0x02" }, 400, 3, "failed to parse transaction: it is no list in RLP"],
		[{ ...solana, unsignedTransaction: "01" }, 400, 3, "failed to parse transaction: it ends in its signatures"],
		[
			{ ...solana, unsignedTransaction: solana.unsignedTransaction.replace("f03627", "f03628") },
			400,
			3,
			"invalid transaction: the key is none of its signers",
		],
		[
			{ ...ethereum, type: "TRANSACTION_TYPE_TRON" },
			501,
			12,
			"transactions of TRANSACTION_TYPE_TRON are not signed by this service",
		],
		[
			{ ...ethereum, type: "TRANSACTION_TYPE_X" },
			400,
			3,
			expect.stringContaining("`parameters.type` must be one of `TRANSACTION_TYPE_ETHEREUM`"),
		],
	])("%#: refused before policies are asked", async (parameters, ...expected) => {
		await start();
		const reply = await alice.submit("sign_transaction", parameters);
		expect(said(reply)).toEqual(expected);
		if (String(expected[2]).includes("transaction:")) expect(reply.body.turnkeyErrorCode).toBe("INVALID_TRANSACTION");
	});
});

describe("what is refused before policies are asked", () => {
	const refusals: readonly (readonly [object, number, number, string])[] = [
		[{ ...RAW, signWith: "" }, 400, 3, "invalid request body: `signWith` must not be empty"],
		[{ ...RAW, signWith: ETHEREUM.toLowerCase() }, 404, 5, "Could not find any resource to sign with."],
		[{ ...RAW, signWith: NOBODY }, 404, 5, "Could not find any resource to sign with."],
		[{ ...RAW, encoding: "PAYLOAD_ENCODING_X" }, 400, 3, "invalid payload encoding"],
		[{ ...RAW, hashFunction: "HASH_FUNCTION_UNSPECIFIED" }, 400, 3, "invalid hash function"],
		[
			{ ...RAW, signWith: SOLANA },
			400,
			3,
			"invalid hash function: keys of CURVE_ED25519 hash by themselves, expected HASH_FUNCTION_NOT_APPLICABLE",
		],
		[{ ...RAW, hashFunction: "HASH_FUNCTION_NO_OP" }, 400, 3, "invalid payload of 1 bytes: expected a 32-bytes-long digest"],
		[{ ...RAW, payload: "xyz" }, 400, 3, "invalid payload encoding: the payload is not hexadecimal"],
		[{ ...RAW, payload: "" }, 400, 3, "invalid request body: `payload` must not be empty"],
		[typed({ primaryType: "Nothing" }), 400, 3, "invalid payload encoding: `primaryType` must name one of `types`"],
	];

	test("for a user who may do nothing the answer is not a denial", async () => {
		await start();
		for (const [parameters, ...expected] of refusals) {
			expect(said(await alice.submit("sign_raw_payload", parameters))).toEqual(expected);
		}
		const { payload: _, ...several } = RAW;
		expect(said(await alice.submit("sign_raw_payloads", { ...several, payloads: [] }))).toEqual([
			400,
			3,
			"invalid request body: `payloads` must not be empty",
		]);
		expect(said(await alice.submit("sign_raw_payloads", { ...several, payloads: ["00", "0"] }))).toEqual([
			400,
			3,
			"invalid payload encoding: the payload is not hexadecimal",
		]);
		expect(said(await alice.submit("sign_raw_payload", RAW))).toEqual(DENIED);
		expect((await service.root.query("list_activities")).activities).toEqual([]);
	});

	test("more payloads than are signed at once", async () => {
		service = await runService({ seed: SEED("    []"), limits: { payloadsAtOnce: 2 } });
		const { payload: _, ...several } = RAW;
		expect(said(await service.root.submit("sign_raw_payloads", { ...several, payloads: ["00", "01", "02"] }))).toEqual([
			400,
			3,
			"invalid request body: `payloads` must not have more than 2 elements",
		]);
	});
});

describe("consensus", () => {
	test("a signature that two must want is made when the second agrees", async () => {
		service = await runService({
			seed: SEED(
				"    - { name: two, effect: EFFECT_ALLOW, condition: \"activity.kind == 'SIGN_RAW_PAYLOAD'\", consensus: \"approvers.any(each, each.id == '${User/alice}') && approvers.any(each, each.id == '${User/bob}')\" }",
			),
		});
		const digest = "07".repeat(32);
		const pending = await service
			.client("alice")
			.activity("sign_raw_payload", { ...RAW, payload: digest, hashFunction: "HASH_FUNCTION_NO_OP" });
		expect([pending.status, pending.result]).toEqual(["ACTIVITY_STATUS_CONSENSUS_NEEDED", {}]);
		const done = await service.client("bob").activity("approve_activity", { fingerprint: pending.fingerprint });
		expect(done.status).toBe("ACTIVITY_STATUS_COMPLETED");
		const { r, s, v } = done.result.signRawPayloadResult;
		const recovered = secp256k1.recoverPublicKey(Buffer.from(v + r + s, "hex"), Buffer.from(digest, "hex"), { prehash: false });
		expect(Buffer.from(recovered).toString("hex")).toBe("0237b0bb7a8288d38ed49a524b5dc98cff3eb5ca824c9f9dc0dfdb3d9cd600f299");
	});

	test("when the key is gone by then, the activity has failed", async () => {
		service = await runService({
			seed: SEED('    - { name: two, effect: EFFECT_ALLOW, consensus: "approvers.count() >= 2" }'),
		});
		const signWith = await idOf("list_private_keys");
		const pending = await service.client("alice").activity("sign_raw_payload", { ...RAW, signWith });
		await service.root.activity("delete_private_keys", { privateKeyIds: [signWith], deleteWithoutExport: true });
		const failed = await service.client("bob").activity("approve_activity", { fingerprint: pending.fingerprint });
		expect([failed.status, failed.failure]).toEqual([
			"ACTIVITY_STATUS_FAILED",
			{ code: 5, message: "Could not find any resource to sign with.", details: [] },
		]);
	});
});

describe("the same request again", () => {
	test("gets the same signature, and an export the same bundle", async () => {
		await start();
		const body = service.root.body("sign_raw_payload", { ...RAW, signWith: TAPROOT });
		const path = "/public/v1/submit/sign_raw_payload";
		const first = await service.root.post(path, body);
		expect((await service.root.post(path, body)).body.activity.result).toEqual(first.body.activity.result);
		expect(first.body.activity.result.signRawPayloadResult.v).toBe("00");
	});
});

describe("imports", () => {
	let userId: string;
	beforeEach(async () => {
		await start();
		({ userId } = await alice.query("whoami"));
	});

	async function begun(
		client: TestClient,
		name: "init_import_wallet" | "init_import_private_key",
		user = userId,
	): Promise<Buffer> {
		const { result } = await client.activity(name, { userId: user });
		const [value] = Object.values(result) as { importBundle: string }[];
		const data = JSON.parse(Buffer.from(JSON.parse(value?.importBundle ?? "").data, "hex").toString()) as Answer;
		return Buffer.from(data.targetPublic, "hex");
	}

	async function bundleFor(target: Buffer, plaintext: Uint8Array): Promise<string> {
		const { encapsulatedKey, ciphertext } = await sealTo(target, plaintext);
		const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
		return JSON.stringify({ encappedPublic: hex(encapsulatedKey), ciphertext: hex(ciphertext) });
	}

	const wallet = (encryptedBundle: string, walletName = "imported"): object => ({
		userId,
		walletName,
		encryptedBundle,
		accounts: [],
	});

	test("users may import for themselves, and not for others", async () => {
		const target = await begun(alice, "init_import_wallet");
		const done = await alice.submit(
			"import_wallet",
			wallet(await bundleFor(target, Buffer.from(ABANDON.replace("about", "zoo")))),
		);
		expect(said(done)).toEqual([400, 3, "invalid mnemonic: the words are of no language, or their checksum is wrong"]);
		const { userId: root } = await service.root.query("whoami");
		expect(said(await alice.submit("init_import_wallet", { userId: root }))).toEqual(DENIED);
		expect(said(await alice.submit("init_import_private_key", { userId: root }))).toEqual(DENIED);
		await service.root.activity("init_import_private_key", { userId });
	});

	test("a known seed is known", async () => {
		const target = await begun(alice, "init_import_wallet");
		expect(said(await alice.submit("import_wallet", wallet(await bundleFor(target, Buffer.from(ABANDON)))))).toEqual([
			409,
			6,
			`seed for wallet ${await idOf("list_wallets")} already imported in this organization`,
		]);
		// A refused import leaves its key for another try.
		const other = await bundleFor(target, Buffer.from(`${ABANDON}\nextra word`));
		expect((await alice.submit("import_wallet", wallet(other))).status).toBe(200);
	});

	test("a known private key is known", async () => {
		const target = await begun(alice, "init_import_private_key");
		const parameters = {
			userId,
			privateKeyName: "again",
			encryptedBundle: await bundleFor(target, Buffer.from(SCALAR, "hex")),
			curve: "CURVE_SECP256K1",
			addressFormats: [],
		};
		expect(said(await alice.submit("import_private_key", parameters))).toEqual([
			409,
			6,
			`private key with ID ${await idOf("list_private_keys")} has already been imported in this organization`,
		]);
		// On another curve it is another key.
		expect((await alice.submit("import_private_key", { ...parameters, curve: "CURVE_P256" })).status).toBe(200);
	});

	test("what does not fit is refused", async () => {
		const target = await begun(alice, "init_import_private_key");
		const key = async (plaintext: Uint8Array, curve = "CURVE_SECP256K1"): Promise<object> => ({
			userId,
			privateKeyName: "x",
			encryptedBundle: await bundleFor(target, plaintext),
			curve,
			addressFormats: [],
		});
		for (const plaintext of [Buffer.alloc(31, 1), Buffer.alloc(32), Buffer.alloc(32, 0xff), Buffer.alloc(64, 1)]) {
			expect(said(await alice.submit("import_private_key", await key(plaintext)))).toEqual([
				400,
				3,
				"invalid private key: expected the 32 bytes of a key of CURVE_SECP256K1",
			]);
		}
		for (const encryptedBundle of ["", "{}", "null", '{"encappedPublic":"04","ciphertext":"00"}']) {
			expect(said(await alice.submit("import_private_key", { ...(await key(Buffer.alloc(32, 1))), encryptedBundle }))).toEqual([
				400,
				3,
				"invalid encrypted bundle: expected JSON with `encappedPublic`, an uncompressed P-256 key, and `ciphertext`",
			]);
		}
		const elsewhere = await bundleFor(Buffer.from(await begun(alice, "init_import_wallet")), Buffer.alloc(32, 1));
		const wrong = await alice.submit("import_private_key", { ...(await key(Buffer.alloc(32, 1))), encryptedBundle: elsewhere });
		expect(said(wrong)).toEqual([
			400,
			3,
			"could not decrypt the encrypted bundle: it is not for the key of this user's latest import bundle",
		]);
		const offCurve = JSON.stringify({ encappedPublic: `04${"11".repeat(64)}`, ciphertext: "00".repeat(48) });
		expect(
			(await alice.submit("import_private_key", { ...(await key(Buffer.alloc(32, 1))), encryptedBundle: offCurve })).status,
		).toBe(400);
		expect(said(await service.root.submit("init_import_wallet", { userId: NOBODY }))).toEqual([
			404,
			5,
			`unable to find user ${NOBODY} in organization ${service.organizationId}`,
		]);
	});

	test("a newer bundle takes the place of an older one; without one there is nothing to import with", async () => {
		expect(
			said(
				await alice.submit(
					"import_wallet",
					wallet(await bundleFor(await begun(alice, "init_import_private_key"), Buffer.alloc(1))),
				),
			),
		).toEqual([400, 3, `no import was begun for user ${userId}, or it is over: ask for an import bundle first`]);
		const older = await begun(alice, "init_import_wallet");
		const newer = await begun(alice, "init_import_wallet");
		const text = Buffer.from(`${ABANDON}\nnewer`);
		expect((await alice.submit("import_wallet", wallet(await bundleFor(older, text)))).status).toBe(400);
		expect((await alice.submit("import_wallet", wallet(await bundleFor(newer, text)))).status).toBe(200);
	});

	test("two at once with one bundle: one of them", async () => {
		const target = await begun(alice, "init_import_wallet");
		const bundles = await Promise.all(["a", "b"].map((word) => bundleFor(target, Buffer.from(`${ABANDON}\n${word}`))));
		const other = service.root;
		const [first, second] = await Promise.all([
			alice.submit("import_wallet", wallet(bundles[0] ?? "", "a")),
			other.submit("import_wallet", wallet(bundles[1] ?? "", "b")),
		]);
		expect([first?.status, second?.status].sort()).toEqual([200, 400]);
	});
});

describe("exports", () => {
	test("what cannot be exported, or not to that", async () => {
		await start();
		const { publicKey } = generateKeyPair("CURVE_P256");
		const bad = "invalid request body: `targetPublicKey` must be a P-256 public key in hexadecimal";
		const walletId = await idOf("list_wallets");
		for (const targetPublicKey of [
			"",
			"00",
			`04${"00".repeat(64)}`,
			`${publicKey}00`,
			generateKeyPair("CURVE_ED25519").publicKey,
		]) {
			expect(said(await service.root.submit("export_wallet", { walletId, targetPublicKey }))).toEqual([400, 3, bad]);
		}
		expect(said(await service.root.submit("export_wallet", { walletId: NOBODY, targetPublicKey: publicKey }))).toEqual([
			404,
			5,
			`unable to find wallet ${NOBODY} in organization ${service.organizationId}`,
		]);
		expect(said(await service.root.submit("export_wallet_account", { address: walletId, targetPublicKey: publicKey }))).toEqual([
			404,
			5,
			`Could not find wallet account with address: ${walletId}`,
		]);
		expect((await service.root.query("get_wallet", { walletId })).wallet.exported).toBe(false);
	});

	test("no secret stands in what is logged or listed", async () => {
		const events: unknown[] = [];
		service = await runService({ seed: SEED("    []"), log: (event) => events.push(event) });
		const pair = generateKeyPair("CURVE_P256");
		const walletId = await idOf("list_wallets");
		const { result } = await service.root.activity("export_wallet", { walletId, targetPublicKey: pair.publicKey });
		const data = JSON.parse(Buffer.from(JSON.parse(result.exportWalletResult.exportBundle).data, "hex").toString());
		const opened = await openWith(new Secret(pair.privateKey.reveal()), {
			encapsulatedKey: Buffer.from(data.encappedPublic, "hex"),
			ciphertext: Buffer.from(data.ciphertext, "hex"),
		});
		expect(Buffer.from(opened ?? []).toString()).toBe(ABANDON);
		const everything = JSON.stringify([
			events,
			await service.root.query("list_activities"),
			await service.root.query("list_wallets"),
			await service.root.query("list_wallet_accounts"),
			await service.root.query("list_private_keys"),
		]);
		expect(everything).not.toMatch(/abandon|sealed/);
		expect(everything).not.toContain(SCALAR);
	});
});
