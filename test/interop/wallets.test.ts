// Wallets, private keys, imports and exports, with the official clients and their own encryption.
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { decryptExportBundle, encryptPrivateKeyToBundle, encryptWalletToBundle, generateP256KeyPair } from "@turnkey/crypto";
import type { TurnkeyApiClient } from "@turnkey/sdk-server";
import * as sdk from "@turnkey/sdk-server";
import { mnemonicToAccount, privateKeyToAccount } from "viem/accounts";
import { MNEMONIC_LANGUAGES } from "../../src/api/records.js";
import { runService, type TestService } from "../support/described-service.js";
import { httpClient, sdkServer } from "../support/official-clients.js";

const ABANDON = `${"abandon ".repeat(11)}about`;
const SEED = `
apiVersion: quorate/v1
kind: Organization
metadata: { name: Treasury }
spec:
  rootQuorum: { threshold: 1, users: [root] }
  users: [{ name: root }]
  wallets: [{ name: known, mnemonic: ${ABANDON} }, { name: secret, mnemonic: ${ABANDON}, passphrase: TREZOR }]
`;

let service: TestService;
let client: TurnkeyApiClient;
let organizationId: string;
let userId: string;
let dangerouslyOverrideSignerPublicKey: string;
beforeAll(async () => {
	service = await runService({ seed: SEED });
	client = sdkServer(service);
	({ organizationId, userId } = await client.getWhoami());
	dangerouslyOverrideSignerPublicKey = service.publicKeys.enclaveQuorum;
});
afterAll(() => service.close());

async function seededWallet(name: string): Promise<string> {
	const { wallets } = await client.getWallets();
	return wallets.find((each) => each.walletName === name)?.walletId ?? "";
}

/** Opens an export bundle with the client's own decryptor: hexadecimal. */
function opened(exportBundle: string, embeddedKey: string): Promise<string> {
	const pinned = { organizationId, dangerouslyOverrideSignerPublicKey };
	return decryptExportBundle({ exportBundle, embeddedKey, returnMnemonic: false, ...pinned });
}

describe("accounts", () => {
	/** Every constant of accounts the client has, by name. */
	const defaults = Object.entries(sdk).filter(([name]) => /^DEFAULT_.*_ACCOUNTS$/.test(name)) as unknown as [
		string,
		Parameters<TurnkeyApiClient["createWallet"]>[0]["accounts"],
	][];

	test("the client's own constants, all in one wallet", async () => {
		const accounts = defaults.flatMap(([, each]) => each);
		expect(accounts.length).toBeGreaterThan(30);
		const { walletId, addresses } = await client.createWallet({ walletName: "everything", accounts });
		expect(addresses).toHaveLength(accounts.length);
		const { accounts: first } = await client.getWalletAccounts({ walletId });
		expect(first.map((each) => each.address)).toEqual(addresses.slice(0, 10));
		const { accounts: all } = await client.getWalletAccounts({ walletId, paginationOptions: { limit: "100" } });
		expect(all.map(({ address, path, addressFormat }) => [address, path, addressFormat])).toEqual(
			accounts.map(({ path, addressFormat }, index) => [addresses[index], path, addressFormat]),
		);
	});

	test("known words give the addresses everybody knows", async () => {
		const known: Readonly<Record<string, string>> = {
			DEFAULT_ETHEREUM_ACCOUNTS: "0x9858EfFD232B4033E47d90003D41EC34EcaEda94",
			DEFAULT_SOLANA_ACCOUNTS: "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk",
			DEFAULT_COSMOS_ACCOUNTS: "cosmos19rl4cm2hmr8afy4kldpxz3fka4jguq0auqdal4",
			DEFAULT_BITCOIN_MAINNET_P2PKH_ACCOUNTS: "1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA",
			DEFAULT_BITCOIN_MAINNET_P2WPKH_ACCOUNTS: "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
			DEFAULT_BITCOIN_MAINNET_P2TR_ACCOUNTS: "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr",
			DEFAULT_BITCOIN_TESTNET_P2PKH_ACCOUNTS: "mkpZhYtJu2r87Js3pDiWJDmPte2NRZ8bJV",
			DEFAULT_DOGE_MAINNET_ACCOUNTS: "DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC",
			DEFAULT_SUI_ACCOUNTS: "0x5e93a736d04fbb25737aa40bee40171ef79f65fae833749e3c089fe7cc2161f1",
			DEFAULT_APTOS_ACCOUNTS: "0xeb663b681209e7087d681c5d3eed12aaa8e1915e7c87794542c3f96e94b3d3bf",
		};
		const names = Object.keys(known);
		const accounts = names.flatMap((name) => defaults.find(([each]) => each === name)?.[1] ?? []);
		const { addresses } = await client.createWalletAccounts({ walletId: await seededWallet("known"), accounts });
		expect(Object.fromEntries(names.map((name, index) => [name, addresses[index]]))).toEqual(known);
	});

	test("asked for one by one, renamed and deleted", async () => {
		const accounts = sdk.DEFAULT_ETHEREUM_ACCOUNTS;
		const { walletId, addresses } = await client.createWallet({ walletName: "short-lived", accounts, mnemonicLength: 18 });
		const { account } = await client.getWalletAccount({ walletId, address: addresses[0] ?? "" });
		expect(account).toMatchObject({ walletId, organizationId, address: addresses[0], path: "m/44'/60'/0'/0/0" });
		await client.updateWallet({ walletId, walletName: "later" });
		expect((await client.getWallet({ walletId })).wallet.walletName).toBe("later");
		const ids = { walletAccountIds: [account.walletAccountId], deleteWithoutExport: true };
		expect((await client.deleteWalletAccounts(ids)).walletAccountIds).toEqual([account.walletAccountId]);
		await expect(client.deleteWallets({ walletIds: [walletId] })).rejects.toMatchObject({ code: 3 });
		expect((await client.deleteWallets({ walletIds: [walletId], deleteWithoutExport: true })).walletIds).toEqual([walletId]);
		await expect(client.getWallet({ walletId })).rejects.toMatchObject({ code: 5 });
	});
});

describe("exports", () => {
	test("a wallet's words, which give its addresses to another library", async () => {
		const accounts = sdk.DEFAULT_ETHEREUM_ACCOUNTS;
		const { walletId, addresses } = await client.createWallet({ walletName: "exported", accounts });
		const { privateKey, publicKeyUncompressed } = generateP256KeyPair();
		const { exportBundle } = await client.exportWallet({ walletId, targetPublicKey: publicKeyUncompressed });
		const mnemonic = await decryptExportBundle({
			exportBundle,
			embeddedKey: privateKey,
			organizationId,
			dangerouslyOverrideSignerPublicKey,
			returnMnemonic: true,
		});
		expect(mnemonic.split(" ")).toHaveLength(12);
		expect(mnemonicToAccount(mnemonic).address).toBe(addresses[0]);
		expect((await client.getWallet({ walletId })).wallet.exported).toBe(true);
	});

	test("the same words in nine languages, and a passphrase on a line of its own", async () => {
		const { privateKey, publicKeyUncompressed } = generateP256KeyPair();
		const walletId = await seededWallet("secret");
		const words = new Map<string, string>();
		for (const language of MNEMONIC_LANGUAGES) {
			const { exportBundle } = await client.exportWallet({ walletId, targetPublicKey: publicKeyUncompressed, language });
			const text = Buffer.from(await opened(exportBundle, privateKey), "hex").toString("utf8");
			const [mnemonic = "", passphrase] = text.split("\n");
			expect(passphrase).toBe("TREZOR");
			expect(mnemonic.normalize("NFKD").split(" ")).toHaveLength(12);
			words.set(language, mnemonic);
		}
		expect(words.get("MNEMONIC_LANGUAGE_ENGLISH")).toBe(ABANDON);
		expect(words.get("MNEMONIC_LANGUAGE_SPANISH")?.normalize("NFC")).toBe(`${"ábaco ".repeat(11)}abierto`);
		expect(words.get("MNEMONIC_LANGUAGE_JAPANESE")?.normalize("NFKD").split(" ")[0]).toBe("あいこくしん".normalize("NFKD"));
		expect(words.get("MNEMONIC_LANGUAGE_SIMPLIFIED_CHINESE")?.split(" ")[0]).toBe("的");
	});

	test("one account, for Ethereum and for Solana", async () => {
		const accounts = [...sdk.DEFAULT_ETHEREUM_ACCOUNTS, ...sdk.DEFAULT_SOLANA_ACCOUNTS];
		const { addresses } = await client.createWallet({ walletName: "accounts", accounts });
		const [ethereum = "", solana = ""] = addresses;
		const { privateKey, publicKeyUncompressed } = generateP256KeyPair();
		const exported = await client.exportWalletAccount({ address: ethereum, targetPublicKey: publicKeyUncompressed });
		expect(exported.address).toBe(ethereum);
		const key = await opened(exported.exportBundle, privateKey);
		expect(privateKeyToAccount(`0x${key}`).address).toBe(ethereum);
		const { exportBundle } = await client.exportWalletAccount({ address: solana, targetPublicKey: publicKeyUncompressed });
		const pair = await decryptExportBundle({
			exportBundle,
			embeddedKey: privateKey,
			organizationId,
			dangerouslyOverrideSignerPublicKey,
			keyFormat: "SOLANA",
			returnMnemonic: false,
		});
		const { base58 } = await import("@scure/base");
		expect(base58.encode(base58.decode(pair).subarray(32))).toBe(solana);
	});

	test("is bound to its organisation, its signer and its receiver", async () => {
		const { publicKeyUncompressed, privateKey } = generateP256KeyPair();
		const walletId = await seededWallet("known");
		const { exportBundle } = await client.exportWallet({ walletId, targetPublicKey: publicKeyUncompressed });
		const open = (more: object) =>
			decryptExportBundle({
				exportBundle,
				embeddedKey: privateKey,
				organizationId,
				dangerouslyOverrideSignerPublicKey,
				returnMnemonic: true,
				...more,
			});
		expect(await open({})).toBe(ABANDON);
		await expect(open({ organizationId: userId })).rejects.toThrow("organization id does not match");
		await expect(open({ dangerouslyOverrideSignerPublicKey: undefined })).rejects.toThrow("does not match signer key");
		await expect(open({ embeddedKey: generateP256KeyPair().privateKey })).rejects.toThrow();
		const altered = JSON.parse(exportBundle);
		altered.data = altered.data.replace(/.$/, (digit: string) => (digit === "0" ? "1" : "0"));
		await expect(open({ exportBundle: JSON.stringify(altered) })).rejects.toThrow();
	});
});

describe("private keys", () => {
	test("made, read, exported and deleted", async () => {
		const { privateKeys } = await client.createPrivateKeys({
			privateKeys: [
				{
					privateKeyName: "hot",
					curve: "CURVE_SECP256K1",
					privateKeyTags: [],
					addressFormats: ["ADDRESS_FORMAT_ETHEREUM"],
				},
			],
		});
		const [{ privateKeyId = "", addresses = [] } = {}] = privateKeys;
		expect((await client.getPrivateKey({ privateKeyId })).privateKey).toMatchObject({ privateKeyName: "hot", addresses });
		const { privateKey, publicKeyUncompressed } = generateP256KeyPair();
		const exported = await client.exportPrivateKey({ privateKeyId, targetPublicKey: publicKeyUncompressed });
		const key = await opened(exported.exportBundle, privateKey);
		expect(privateKeyToAccount(`0x${key}`).address).toBe(addresses[0]?.address);
		expect((await client.getPrivateKeys()).privateKeys.find((each) => each.privateKeyId === privateKeyId)?.exported).toBe(true);
		expect((await client.deletePrivateKeys({ privateKeyIds: [privateKeyId] })).privateKeyIds).toEqual([privateKeyId]);
	});
});

describe("imports", () => {
	const privateKey = "4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318";
	const address = "0x2c7536E3605D9C16a7a3D7b1898e529396a65c23";

	test("a private key, once", async () => {
		const { importBundle } = await client.initImportPrivateKey({ userId });
		const encryptedBundle = await encryptPrivateKeyToBundle({
			privateKey,
			keyFormat: "HEXADECIMAL",
			importBundle,
			userId,
			organizationId,
			dangerouslyOverrideSignerPublicKey,
		});
		const body = {
			userId,
			privateKeyName: "imported",
			encryptedBundle,
			curve: "CURVE_SECP256K1",
			addressFormats: ["ADDRESS_FORMAT_ETHEREUM"],
		} as const;
		const { privateKeyId, addresses } = await client.importPrivateKey({ ...body, addressFormats: [...body.addressFormats] });
		expect(addresses).toEqual([{ format: "ADDRESS_FORMAT_ETHEREUM", address }]);
		expect((await client.getPrivateKey({ privateKeyId })).privateKey).toMatchObject({ imported: true, exported: false });
		// The key it was encrypted to is used up.
		await expect(
			client.importPrivateKey({ ...body, privateKeyName: "again", addressFormats: [...body.addressFormats] }),
		).rejects.toMatchObject({ code: 3, message: expect.stringContaining("no import was begun") });
		// And with a fresh one, the private key is known.
		const second = await client.initImportPrivateKey({ userId });
		const again = await encryptPrivateKeyToBundle({
			privateKey,
			keyFormat: "HEXADECIMAL",
			importBundle: second.importBundle,
			userId,
			organizationId,
			dangerouslyOverrideSignerPublicKey,
		});
		await expect(
			client.importPrivateKey({
				...body,
				privateKeyName: "again",
				encryptedBundle: again,
				addressFormats: [...body.addressFormats],
			}),
		).rejects.toMatchObject({
			code: 6,
			message: expect.stringContaining(`private key with ID ${privateKeyId} has already been imported in this organization`),
		});
	});

	test("a Solana key", async () => {
		const { base58 } = await import("@scure/base");
		const { ed25519 } = await import("@noble/curves/ed25519.js");
		const seed = Buffer.alloc(32, 7);
		const publicKey = ed25519.getPublicKey(seed);
		const { importBundle } = await client.initImportPrivateKey({ userId });
		const encryptedBundle = await encryptPrivateKeyToBundle({
			privateKey: base58.encode(Buffer.concat([seed, publicKey])),
			keyFormat: "SOLANA",
			importBundle,
			userId,
			organizationId,
			dangerouslyOverrideSignerPublicKey,
		});
		const { addresses } = await client.importPrivateKey({
			userId,
			privateKeyName: "solana",
			encryptedBundle,
			curve: "CURVE_ED25519",
			addressFormats: ["ADDRESS_FORMAT_SOLANA"],
		});
		expect(addresses[0]?.address).toBe(base58.encode(publicKey));
	});

	test("a wallet, with a passphrase, and out again as it came in", async () => {
		const mnemonic = "legal winner thank year wave sausage worth useful legal winner thank yellow\nTREZOR";
		const { importBundle } = await client.initImportWallet({ userId });
		const encryptedBundle = await encryptWalletToBundle({
			mnemonic,
			importBundle,
			userId,
			organizationId,
			dangerouslyOverrideSignerPublicKey,
		});
		const { walletId, addresses } = await client.importWallet({
			userId,
			walletName: "imported",
			encryptedBundle,
			accounts: sdk.DEFAULT_ETHEREUM_ACCOUNTS,
		});
		const [words = "", passphrase = ""] = mnemonic.split("\n");
		expect(addresses).toEqual([mnemonicToAccount(words, { passphrase }).address]);
		expect((await client.getWallet({ walletId })).wallet).toMatchObject({ imported: true, exported: false });
		const pair = generateP256KeyPair();
		const { exportBundle } = await client.exportWallet({ walletId, targetPublicKey: pair.publicKeyUncompressed });
		expect(Buffer.from(await opened(exportBundle, pair.privateKey), "hex").toString()).toBe(mnemonic);
	});

	test("through the older client, activity by activity", async () => {
		const http = httpClient(service);
		const { activity } = await http.initImportPrivateKey({
			type: "ACTIVITY_TYPE_INIT_IMPORT_PRIVATE_KEY",
			timestampMs: String(Date.now()),
			organizationId,
			parameters: { userId },
		});
		expect(activity.status).toBe("ACTIVITY_STATUS_COMPLETED");
		const bundle = JSON.parse(activity.result.initImportPrivateKeyResult?.importBundle ?? "{}");
		expect(Object.keys(bundle)).toEqual(["version", "data", "dataSignature", "enclaveQuorumPublic"]);
		expect(bundle.version).toBe("v1.0.0");
		const data = JSON.parse(Buffer.from(bundle.data, "hex").toString());
		expect(data).toEqual({ targetPublic: expect.stringMatching(/^04[0-9a-f]{128}$/), organizationId, userId });
	});
});
