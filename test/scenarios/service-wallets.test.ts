// Wallets and private keys over the wire: made, listed, named, deleted, and what is refused with which words.
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { operations } from "../../src/api/operations.js";
import { runService, type TestService } from "../support/running-service.js";
import type { Reply } from "../support/service-client.js";

const SEED = `
apiVersion: quorate/v1
kind: Organization
metadata: { name: Treasury }
spec:
  rootQuorum: { threshold: 1, users: [root] }
  users: [{ name: root }, { name: alice }]
  privateKeyTags: [{ name: hot }]
  privateKeys:
    - { name: seeded, curve: CURVE_SECP256K1, privateKey: "${"1".padStart(64, "0")}", addressFormats: [ADDRESS_FORMAT_ETHEREUM, ADDRESS_FORMAT_COMPRESSED] }
  wallets:
    - name: known
      mnemonic: ${"abandon ".repeat(11)}about
      accounts:
        - { curve: CURVE_SECP256K1, path: "m/44'/60'/0'/0/0", addressFormat: ADDRESS_FORMAT_ETHEREUM, name: first }
        - { curve: CURVE_ED25519, path: "m/44'/501'/0'/0'", addressFormat: ADDRESS_FORMAT_SOLANA }
    - { name: exported, exported: true }
`;
const ETHEREUM = "0x9858EfFD232B4033E47d90003D41EC34EcaEda94";
const SOLANA = "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk";
const NOBODY = "00000000-0000-4000-8000-000000000000";

let service: TestService;
beforeAll(async () => {
	service = await runService({ seed: SEED, limits: { wallets: 8, privateKeys: 6, accountsAtOnce: 3 } });
});
afterAll(() => service.close());

function account(path = "m/44'/60'/0'/0/0", more: object = {}): object {
	return { curve: "CURVE_SECP256K1", pathFormat: "PATH_FORMAT_BIP32", path, addressFormat: "ADDRESS_FORMAT_ETHEREUM", ...more };
}

const said = ({ status, body }: Reply): readonly unknown[] => [status, body.code, body.message];

async function walletId(name: string): Promise<string> {
	const { wallets } = await service.root.query("list_wallets");
	return wallets.find((each: { walletName: string }) => each.walletName === name).walletId;
}

describe("a seeded wallet", () => {
	test("has the addresses that its words have everywhere", async () => {
		const id = await walletId("known");
		const { accounts } = await service.root.query("list_wallet_accounts", { walletId: id });
		expect(accounts).toEqual([
			{
				walletAccountId: expect.stringMatching(/^[0-9a-f-]{36}$/),
				organizationId: service.organizationId,
				walletId: id,
				curve: "CURVE_SECP256K1",
				pathFormat: "PATH_FORMAT_BIP32",
				path: "m/44'/60'/0'/0/0",
				addressFormat: "ADDRESS_FORMAT_ETHEREUM",
				address: ETHEREUM,
				createdAt: { seconds: expect.stringMatching(/^\d+$/), nanos: expect.stringMatching(/^\d+$/) },
				updatedAt: { seconds: expect.stringMatching(/^\d+$/), nanos: expect.stringMatching(/^\d+$/) },
				publicKey: "0237b0bb7a8288d38ed49a524b5dc98cff3eb5ca824c9f9dc0dfdb3d9cd600f299",
				name: "first",
			},
			expect.objectContaining({ curve: "CURVE_ED25519", path: "m/44'/501'/0'/0'", address: SOLANA }),
		]);
		expect(accounts[1]).not.toHaveProperty("name");
		expect(accounts[1]).not.toHaveProperty("walletDetails");
	});

	test("a seeded private key has the addresses asked for", async () => {
		const { privateKeys } = await service.root.query("list_private_keys");
		const [seeded] = privateKeys;
		expect(seeded.addresses).toEqual([
			{ format: "ADDRESS_FORMAT_ETHEREUM", address: "0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf" },
			{
				format: "ADDRESS_FORMAT_COMPRESSED",
				address: "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
			},
		]);
		expect((await service.root.query("get_private_key", { privateKeyId: seeded.privateKeyId })).privateKey).toEqual(seeded);
	});
});

describe("accounts", () => {
	test("one by address, by path or by both", async () => {
		const id = await walletId("known");
		const byAddress = await service.root.query("get_wallet_account", { walletId: id, address: ETHEREUM });
		const byPath = await service.root.query("get_wallet_account", { walletId: id, path: "m/44'/60'/0'/0/0", address: null });
		expect(byPath).toEqual(byAddress);
		expect(byAddress.account.address).toBe(ETHEREUM);
		const missing = await service.root.ask("get_wallet_account", { walletId: id, address: SOLANA, path: "m/44'/60'/0'/0/0" });
		expect(said(missing)).toEqual([404, 5, `Could not find wallet account with address: ${SOLANA} and path: m/44'/60'/0'/0/0`]);
		expect(said(await service.root.ask("get_wallet_account", { walletId: id }))).toEqual([
			400,
			3,
			"invalid request body: either `address` or `path` must be given",
		]);
		expect(said(await service.root.ask("get_wallet_account", { walletId: NOBODY, address: ETHEREUM }))).toEqual([
			404,
			5,
			`unable to find wallet ${NOBODY} in organization ${service.organizationId}`,
		]);
	});

	test("page by page, ten at a time, with the wallet when it is asked for", async () => {
		const created = await service.root.activity("create_wallet", { walletName: "many", accounts: [] });
		const id = created.result.createWalletResult.walletId;
		for (let batch = 0; batch < 4; batch += 1) {
			const accounts = [0, 1, 2].map((index) => account(`m/44'/60'/0'/0/${batch * 3 + index}`));
			await service.root.activity("create_wallet_accounts", { walletId: id, accounts });
		}
		const list = async (more: object): Promise<{ walletAccountId: string; walletDetails?: object }[]> =>
			(await service.root.query("list_wallet_accounts", { walletId: id, ...more })).accounts;
		const first = await list({});
		expect(first).toHaveLength(10);
		const last = first.at(-1)?.walletAccountId;
		const rest = await list({ paginationOptions: { after: last } });
		expect(rest).toHaveLength(2);
		const all = await list({ paginationOptions: { limit: "100" }, includeWalletDetails: true });
		expect(all.map((each) => each.walletAccountId)).toEqual([...first, ...rest].map((each) => each.walletAccountId));
		expect(all[0]?.walletDetails).toEqual((await service.root.query("get_wallet", { walletId: id })).wallet);
		expect(await list({ paginationOptions: { before: rest[0]?.walletAccountId, limit: "3" } })).toEqual(first.slice(-3));
		for (const limit of ["0", "101", "x", "-1"]) {
			expect(said(await service.root.ask("list_wallet_accounts", { paginationOptions: { limit } }))).toEqual([
				400,
				3,
				"invalid request body: `limit` must be from 1 to 100",
			]);
		}
		expect(said(await service.root.ask("list_wallet_accounts", { paginationOptions: { after: NOBODY } }))).toEqual([
			404,
			5,
			`unable to find wallet account ${NOBODY} in organization ${service.organizationId}`,
		]);
	});

	test("may be looked at without being kept", async () => {
		const id = await walletId("exported");
		const accounts = [account(), account("m/44'/60'/0'/0/1")];
		const shown = await service.root.activity("create_wallet_accounts", { walletId: id, accounts, persist: false });
		const { addresses } = shown.result.createWalletAccountsResult;
		expect((await service.root.query("list_wallet_accounts", { walletId: id })).accounts).toEqual([]);
		const kept = await service.root.activity("create_wallet_accounts", { walletId: id, accounts });
		expect(kept.result.createWalletAccountsResult.addresses).toEqual(addresses);
		const again = await service.root.activity("create_wallet_accounts", { walletId: id, accounts, persist: false });
		expect(again.result.createWalletAccountsResult.addresses).toEqual(addresses);
	});
});

describe("a new wallet", () => {
	test("has its accounts in the order asked for, and fresh words each time", async () => {
		const accounts = [account(), account("m/84'/0'/0'/0/0", { addressFormat: "ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH" })];
		const first = await service.root.activity("create_wallet", { walletName: "fresh", accounts, mnemonicLength: 24 });
		const { walletId: id, addresses } = first.result.createWalletResult;
		expect(addresses).toEqual([expect.stringMatching(/^0x[0-9a-fA-F]{40}$/), expect.stringMatching(/^bc1q/)]);
		expect((await service.root.query("get_wallet", { walletId: id })).wallet).toMatchObject({
			walletName: "fresh",
			exported: false,
			imported: false,
		});
		const second = await service.root.activity("create_wallet", { walletName: "fresher", accounts });
		expect(second.result.createWalletResult.addresses[0]).not.toBe(addresses[0]);
		expect(JSON.stringify([first, second])).not.toMatch(/mnemonic"|sealed/);
	});

	const ok = { walletName: "refused", accounts: [] };
	test.each([
		[{ ...ok, walletName: "" }, 400, 3, "invalid request body: `walletName` must not be empty"],
		[{ ...ok, walletName: "known" }, 400, 3, "wallet label must be unique"],
		[{ ...ok, mnemonicLength: 13 }, 400, 3, "invalid request body: `mnemonicLength` must be one of 12, 15, 18, 21, 24"],
		[{ ...ok, accounts: [account("44'/60'")] }, 400, 3, "invalid path: `44'/60'`"],
		[{ ...ok, accounts: [account("m/0", { curve: "CURVE_X" })] }, 400, 3, "invalid curve"],
		[{ ...ok, accounts: [account("m/0", { pathFormat: "PATH_FORMAT_X" })] }, 400, 3, "invalid path format"],
		[{ ...ok, accounts: [account("m/0", { addressFormat: "ADDRESS_FORMAT_X" })] }, 400, 3, "invalid address format"],
		[
			{ ...ok, accounts: [account("m/0", { addressFormat: "ADDRESS_FORMAT_SOLANA" })] },
			400,
			3,
			"invalid address format: keys of CURVE_SECP256K1 have no address of ADDRESS_FORMAT_SOLANA",
		],
		[
			{ ...ok, accounts: [account("m/0", { addressFormat: "ADDRESS_FORMAT_SPARK_MAINNET" })] },
			501,
			12,
			"addresses of ADDRESS_FORMAT_SPARK_MAINNET are not derived by this service",
		],
		[{ ...ok, accounts: [account("m/0'"), account("m/0h")] }, 400, 3, "invalid path: `m/0h` is given twice"],
		[
			{ ...ok, accounts: [0, 1, 2, 3].map((index) => account(`m/${index}`)) },
			400,
			3,
			"invalid request body: `accounts` must not have more than 3 elements",
		],
		[{ ...ok, accounts: [account("m/0", { name: "first" })] }, 400, 3, "wallet account label must be unique"],
		[
			{ ...ok, accounts: [account("m/0", { name: "x" }), account("m/1", { name: "x" })] },
			400,
			3,
			"wallet account label must be unique",
		],
		[{ walletName: "refused" }, 400, 3, "invalid request body: missing field `accounts`"],
		[{ ...ok, mnemonicLength: "12" }, 400, 3, "bad request body: `parameters.mnemonicLength` must be of type integer or null"],
	])("%j is refused", async (parameters, status, code, message) => {
		expect(said(await service.root.submit("create_wallet", parameters))).toEqual([status, code, message]);
	});

	test("more accounts: none at all, paths that are taken, a wallet that is not there", async () => {
		const id = await walletId("known");
		const [first] = (await service.root.query("list_wallet_accounts", { walletId: id })).accounts;
		const submit = (parameters: object) => service.root.submit("create_wallet_accounts", { walletId: id, ...parameters });
		expect(said(await submit({ accounts: [] }))).toEqual([400, 3, "invalid request body: `accounts` must not be empty"]);
		expect(said(await submit({ accounts: [account()] }))).toEqual([
			409,
			6,
			`path already exists in wallet account ${first.walletAccountId}`,
		]);
		// One path may serve several formats.
		expect(
			(await submit({ accounts: [account("m/44'/60'/0'/0/0", { addressFormat: "ADDRESS_FORMAT_COMPRESSED" })] })).status,
		).toBe(200);
		expect(said(await submit({ walletId: NOBODY, accounts: [account()] }))).toEqual([
			404,
			5,
			`unable to find wallet ${NOBODY} in organization ${service.organizationId}`,
		]);
	});

	test("two of one name at once: one of them", async () => {
		const [first, second] = await Promise.all(
			[1, 2].map((index) => service.root.submit("create_wallet", { walletName: "twin", accounts: [account(`m/${index}`)] })),
		);
		expect([first?.status, second?.status].sort()).toEqual([200, 400]);
		const { wallets } = await service.root.query("list_wallets");
		expect(wallets.filter((each: { walletName: string }) => each.walletName === "twin")).toHaveLength(1);
	});

	test("a ninth of eight", async () => {
		const { wallets } = await service.root.query("list_wallets");
		for (let count = wallets.length; count < 8; count += 1) {
			await service.root.activity("create_wallet", { walletName: `filler ${count}`, accounts: [] });
		}
		expect(said(await service.root.submit("create_wallet", { walletName: "ninth", accounts: [] }))).toEqual([
			429,
			8,
			"organization has exceeded maximum wallets: 8",
		]);
	});
});

describe("renaming and deleting wallets", () => {
	test("a name changes, unless it is taken", async () => {
		const id = await walletId("fresher");
		await service.root.activity("update_wallet", { walletId: id, walletName: "renamed" });
		expect(await walletId("renamed")).toBe(id);
		await service.root.activity("update_wallet", { walletId: id, walletName: "renamed" });
		await service.root.activity("update_wallet", { walletId: id });
		expect(said(await service.root.submit("update_wallet", { walletId: id, walletName: "known" }))).toEqual([
			400,
			3,
			"wallet label must be unique",
		]);
	});

	test("what was never exported has to be meant", async () => {
		const [fresh, exported] = [await walletId("fresh"), await walletId("exported")];
		const both = { walletIds: [exported, fresh, exported] };
		expect(said(await service.root.submit("delete_wallets", both))).toEqual([
			400,
			3,
			`wallet ${fresh} has not been exported; set \`deleteWithoutExport\` to delete it all the same`,
		]);
		const done = await service.root.activity("delete_wallets", { ...both, deleteWithoutExport: true });
		expect(done.result).toEqual({ deleteWalletsResult: { walletIds: [exported, fresh] } });
		expect((await service.root.ask("get_wallet", { walletId: fresh })).status).toBe(404);
		const { accounts } = await service.root.query("list_wallet_accounts", { paginationOptions: { limit: "100" } });
		expect(accounts.some((each: { walletId: string }) => each.walletId === fresh)).toBe(false);
		expect(said(await service.root.submit("delete_wallets", { walletIds: [] }))).toEqual([
			400,
			3,
			"invalid request body: `walletIds` must not be empty",
		]);
	});

	test("accounts by themselves", async () => {
		const { account: one } = await service.root.query("get_wallet_account", {
			walletId: await walletId("many"),
			path: "m/44'/60'/0'/0/3",
		});
		const ids = { walletAccountIds: [one.walletAccountId] };
		const refused = await service.root.submit("delete_wallet_accounts", ids);
		expect(said(refused)).toEqual([400, 3, "wallet account has not been exported"]);
		expect(refused.body.turnkeyErrorCode).toBe("WALLET_ACCOUNT_NOT_EXPORTED");
		await service.root.activity("delete_wallet_accounts", { ...ids, deleteWithoutExport: true });
		expect(said(await service.root.submit("delete_wallet_accounts", { ...ids, deleteWithoutExport: true }))).toEqual([
			400,
			3,
			"wallet account not part of your organization",
		]);
	});
});

describe("private keys", () => {
	const key = (privateKeyName: string, more: object = {}): object => ({
		privateKeyName,
		curve: "CURVE_SECP256K1",
		privateKeyTags: [],
		addressFormats: ["ADDRESS_FORMAT_ETHEREUM"],
		...more,
	});

	test("several at once, with tags and addresses", async () => {
		const [tag] = (await service.root.query("list_private_key_tags")).privateKeyTags;
		const activity = await service.root.activity("create_private_keys", {
			privateKeys: [
				key("one", { privateKeyTags: [tag.tagId], addressFormats: ["ADDRESS_FORMAT_ETHEREUM", "ADDRESS_FORMAT_TRON"] }),
				key("two", { curve: "CURVE_ED25519", addressFormats: ["ADDRESS_FORMAT_SOLANA"] }),
				key("three", { curve: "CURVE_P256", addressFormats: [] }),
			],
		});
		const { privateKeys } = activity.result.createPrivateKeysResultV2;
		expect(privateKeys.map((each: { addresses: { format: string }[] }) => each.addresses.map(({ format }) => format))).toEqual([
			["ADDRESS_FORMAT_ETHEREUM", "ADDRESS_FORMAT_TRON"],
			["ADDRESS_FORMAT_SOLANA"],
			[],
		]);
		const { privateKey } = await service.root.query("get_private_key", { privateKeyId: privateKeys[0].privateKeyId });
		expect(privateKey).toMatchObject({
			privateKeyName: "one",
			privateKeyTags: [tag.tagId],
			addresses: privateKeys[0].addresses,
			exported: false,
			imported: false,
		});
	});

	test.each([
		[[], 400, 3, "invalid request body: `privateKeys` must not be empty"],
		[[key("seeded")], 400, 3, "private key label must be unique"],
		[[key("a"), key("a")], 400, 3, "private key label must be unique"],
		[[key("a", { privateKeyTags: [NOBODY] })], 404, 5, `unable to find private key tag ${NOBODY} in organization `],
		[
			[key("a", { addressFormats: ["ADDRESS_FORMAT_SUI"] })],
			400,
			3,
			"invalid address format: keys of CURVE_SECP256K1 have no address of ADDRESS_FORMAT_SUI",
		],
		[[key("a", { addressFormats: ["X"] })], 400, 3, "invalid address format"],
		[[key("a"), key("b"), key("c"), key("d")], 429, 8, "organization has exceeded maximum private keys: 6"],
	])("%j are refused, all of them", async (privateKeys, status, code, message) => {
		const before = await service.root.query("list_private_keys");
		const reply = await service.root.submit("create_private_keys", { privateKeys });
		expect(said(reply)).toEqual([status, code, expect.stringContaining(message)]);
		expect(await service.root.query("list_private_keys")).toEqual(before);
	});

	test("disabled they sign no more; deleted they are gone", async () => {
		const { privateKeys } = await service.root.query("list_private_keys");
		const { privateKeyId } = privateKeys.find((each: { privateKeyName: string }) => each.privateKeyName === "one");
		const signing = {
			signWith: privateKeyId,
			payload: "00",
			encoding: "PAYLOAD_ENCODING_HEXADECIMAL",
			hashFunction: "HASH_FUNCTION_SHA256",
		};
		await service.root.activity("sign_raw_payload", signing);
		const disabled = await service.root.activity("disable_private_key", { privateKeyId });
		expect(disabled.result).toEqual({ disablePrivateKeyResult: { privateKeyId } });
		expect(said(await service.root.submit("sign_raw_payload", signing))).toEqual([
			400,
			9,
			`private key ${privateKeyId} is disabled`,
		]);
		expect(said(await service.root.submit("delete_private_keys", { privateKeyIds: [privateKeyId] }))).toEqual([
			400,
			3,
			`private key ${privateKeyId} has not been exported; set \`deleteWithoutExport\` to delete it all the same`,
		]);
		await service.root.activity("delete_private_keys", { privateKeyIds: [privateKeyId], deleteWithoutExport: true });
		expect(said(await service.root.submit("sign_raw_payload", signing))).toEqual([
			404,
			5,
			"Could not find any resource to sign with.",
		]);
	});
});

test("the operations of wallets and keys are part of the full profile, and get_wallet and export_wallet of the core one", () => {
	expect([operations.get_wallet.profile, operations.export_wallet.profile]).toEqual(["core", "core"]);
	expect([operations.create_wallet.profile, operations.import_private_key.profile]).toEqual(["full", "full"]);
});
