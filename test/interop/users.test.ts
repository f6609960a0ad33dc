// Users and what they authenticate with, through the official clients: made, changed, found again in the records, deleted; and
// each kind of key stamping with the vendor's own stamper.
import { generateKeyPairSync, sign } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { generateP256KeyPair } from "@turnkey/crypto";
import { TurnkeyClient } from "@turnkey/http";
import type { TurnkeyApiClient } from "@turnkey/sdk-server";
import { BaseEthereumWallet, WalletStamper, WalletType } from "@turnkey/wallet-stamper";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { SoftwareAuthenticator } from "../support/authenticator.js";
import { type AheadClock, aheadClock } from "../support/clocks.js";
import { runService, type TestService } from "../support/described-service.js";
import { sdkServer, sdkServerFor } from "../support/official-clients.js";
import { publicKeyOf } from "../support/stamper.js";

const SEED = `
apiVersion: quorate/v1
kind: Organization
metadata: { name: Treasury }
spec:
  rootQuorum: { threshold: 1, users: [root] }
  users: [{ name: root }, { name: bob }]
`;

let clock: AheadClock;
let service: TestService;
let client: TurnkeyApiClient;
beforeEach(async () => {
	clock = aheadClock();
	service = await runService({ seed: SEED, clock });
	client = sdkServer(service);
});
afterEach(() => service.close());

const P256 = "API_KEY_CURVE_P256";
const bare = (userName: string) => ({ userName, apiKeys: [], authenticators: [], oauthProviders: [], userTags: [] });
const namesOf = async () => (await client.getUsers({})).users.map((each) => each.userName);
const bobsId = async () => (await client.getUsers({})).users.find((each) => each.userName === "bob")?.userId ?? "";

describe("users", () => {
	test("come with everything they are given", async () => {
		const keys = generateP256KeyPair();
		const { userTagId } = await client.createUserTag({ userTagName: "ops", userIds: [] });
		const { userIds } = await client.createUsers({
			users: [
				{
					userName: "ada",
					userEmail: "ada@example.com",
					userPhoneNumber: "+14155550123",
					apiKeys: [{ apiKeyName: "laptop", publicKey: keys.publicKey, curveType: P256, expirationSeconds: "3600" }],
					authenticators: [new SoftwareAuthenticator().register("phone")],
					oauthProviders: [],
					userTags: [userTagId],
				},
				bare("eve"),
			],
		});
		const { user } = await client.getUser({ userId: userIds[0] ?? "" });
		expect(user).toMatchObject({
			userName: "ada",
			userEmail: "ada@example.com",
			userPhoneNumber: "+14155550123",
			userTags: [userTagId],
			apiKeys: [{ apiKeyName: "laptop", expirationSeconds: "3600", credential: { publicKey: keys.publicKey } }],
			authenticators: [{ authenticatorName: "phone" }],
		});
		expect(await namesOf()).toEqual(["root", "bob", "ada", "eve"]);
		expect(await sdkServerFor(service, keys).getWhoami()).toMatchObject({ userId: userIds[0], username: "ada" });
	});

	test("come all or none", async () => {
		const { publicKey } = generateP256KeyPair();
		const twice = (userName: string) => ({
			...bare(userName),
			apiKeys: [{ apiKeyName: "k", publicKey, curveType: P256 as typeof P256 }],
		});
		await expect(client.createUsers({ users: [twice("a"), twice("b")] })).rejects.toMatchObject({
			code: 3,
			message: expect.stringContaining("api key public key must be unique in the organization"),
		});
		expect(await namesOf()).toEqual(["root", "bob"]);
	});

	test("are changed field by field", async () => {
		const userId = await bobsId();
		const { userTagId } = await client.createUserTag({ userTagName: "ops", userIds: [] });
		await client.updateUser({ userId, userEmail: "bob@example.com", userTagIds: [userTagId] });
		await client.updateUserPhoneNumber({ userId, userPhoneNumber: "+14155550123" });
		await client.updateUserName({ userId, userName: "robert" });
		expect((await client.getUser({ userId })).user).toMatchObject({
			userName: "robert",
			userEmail: "bob@example.com",
			userPhoneNumber: "+14155550123",
			userTags: [userTagId],
		});
		await client.updateUserPhoneNumber({ userId, userPhoneNumber: "" });
		expect((await client.getUser({ userId })).user).not.toHaveProperty("userPhoneNumber");
		await expect(client.updateUserPhoneNumber({ userId, userPhoneNumber: "12" })).rejects.toMatchObject({ code: 3 });
	});

	test("are deleted with their keys, members of the root quorum not at all", async () => {
		const userId = await bobsId();
		expect((await client.deleteUsers({ userIds: [userId] })).userIds).toEqual([userId]);
		await expect(sdkServer(service, "bob").getWhoami()).rejects.toThrow("could not find public key in organization");
		await expect(client.getUser({ userId })).rejects.toMatchObject({ code: 5 });
		const me = await client.getWhoami();
		await expect(client.deleteUsers({ userIds: [me.userId] })).rejects.toThrow("is a member of the root quorum");
	});
});

test("user tags: members, renaming, deletion", async () => {
	const userId = await bobsId();
	const { userId: rootId } = await client.getWhoami();
	const made = await client.createUserTag({ userTagName: "ops", userIds: [userId] });
	expect(made.userIds).toEqual([userId]);
	const { userTagId } = made;
	await client.updateUserTag({ userTagId, newUserTagName: "operators", addUserIds: [rootId], removeUserIds: [userId] });
	expect((await client.listUserTags({})).userTags).toMatchObject([
		{ tagId: userTagId, tagName: "operators", tagType: "TAG_TYPE_USER" },
	]);
	const tagged = (await client.getUsers({})).users.filter((each) => each.userTags.includes(userTagId));
	expect(tagged.map((each) => each.userName)).toEqual(["root"]);
	await expect(client.createUserTag({ userTagName: "operators", userIds: [] })).rejects.toThrow("tag label must be unique");
	const deleted = await client.deleteUserTags({ userTagIds: [userTagId] });
	expect([deleted.userTagIds, deleted.userIds]).toEqual([[userTagId], [rootId]]);
	expect((await client.getUser({ userId: rootId })).user.userTags).toEqual([]);
});

describe("API keys", () => {
	test("are added, listed, used, end when they say, and are removed", async () => {
		const userId = await bobsId();
		const [lasting, brief] = [generateP256KeyPair(), generateP256KeyPair()];
		const { apiKeyIds } = await client.createApiKeys({
			userId,
			apiKeys: [
				{ apiKeyName: "lasting", publicKey: lasting.publicKey, curveType: P256 },
				{ apiKeyName: "brief", publicKey: brief.publicKey, curveType: P256, expirationSeconds: "60" },
			],
		});
		const { apiKeys } = await client.getApiKeys({ userId });
		expect(apiKeys.map((each) => [each.apiKeyName, each.expirationSeconds])).toEqual([
			["default", undefined],
			["lasting", undefined],
			["brief", "60"],
		]);
		expect((await client.getApiKey({ apiKeyId: apiKeyIds[0] ?? "" })).apiKey).toEqual(apiKeys[1]);
		for (const keys of [lasting, brief]) expect(await sdkServerFor(service, keys).getWhoami()).toMatchObject({ userId });
		clock.advance(60_000);
		await expect(sdkServerFor(service, brief).getWhoami()).rejects.toThrow("expired api key");
		expect((await client.deleteApiKeys({ userId, apiKeyIds })).apiKeyIds).toEqual(apiKeyIds);
		await expect(sdkServerFor(service, lasting).getWhoami()).rejects.toThrow("could not find public key");
		await expect(client.deleteApiKeys({ userId, apiKeyIds: [apiKeys[0]?.apiKeyId ?? ""] })).rejects.toThrow(
			"user missing valid credential",
		);
	});

	test("ten that last and ten that end: one more lasting is refused, one more ending takes the oldest one's place", async () => {
		const userId = await bobsId();
		const key = (expirationSeconds?: string) => ({
			apiKeyName: "k",
			publicKey: generateP256KeyPair().publicKey,
			curveType: P256 as typeof P256,
			...(expirationSeconds === undefined ? {} : { expirationSeconds }),
		});
		// One of the ten was there before.
		await client.createApiKeys({ userId, apiKeys: Array.from({ length: 9 }, () => key()) });
		await expect(client.createApiKeys({ userId, apiKeys: [key()] })).rejects.toMatchObject({
			code: 8,
			message: expect.stringContaining("user has exceeded maximum long-lived api keys"),
		});
		const ending = Array.from({ length: 10 }, () => key("3600"));
		const { apiKeyIds } = await client.createApiKeys({ userId, apiKeys: ending });
		const last = await client.createApiKeys({ userId, apiKeys: [key("3600")] });
		const left = (await client.getApiKeys({ userId })).apiKeys.filter((each) => each.expirationSeconds !== undefined);
		expect(left.map((each) => each.apiKeyId)).toEqual([...apiKeyIds.slice(1), ...last.apiKeyIds]);
		await expect(client.createApiKeys({ userId, apiKeys: [key("0")] })).rejects.toThrow("invalid api key expiration");
	});

	test("of an Ethereum wallet, with the wallet stamper", async () => {
		const account = privateKeyToAccount(generatePrivateKey());
		class Wallet extends BaseEthereumWallet {
			override signMessage(message: string) {
				return account.signMessage({ message });
			}
		}
		const wallet = new Wallet();
		await client.createApiKeys({
			userId: await bobsId(),
			apiKeys: [{ apiKeyName: "wallet", publicKey: await wallet.getPublicKey(), curveType: "API_KEY_CURVE_SECP256K1" }],
		});
		const stamped = new TurnkeyClient({ baseUrl: service.baseUrl }, new WalletStamper(wallet));
		const { organizationId } = service;
		expect(await stamped.getWhoami({ organizationId })).toMatchObject({ username: "bob" });
		const { activity } = await stamped.stampLogin({
			type: "ACTIVITY_TYPE_STAMP_LOGIN",
			timestampMs: String(Date.now()),
			organizationId,
			parameters: { publicKey: generateP256KeyPair().publicKey },
		});
		expect(activity.votes).toMatchObject([
			{ scheme: "SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191", publicKey: await wallet.getPublicKey() },
		]);
	});

	test("of a Solana wallet, with the wallet stamper", async () => {
		const { privateKey } = generateKeyPairSync("ed25519");
		const publicKey = publicKeyOf(privateKey);
		await client.createApiKeys({
			userId: await bobsId(),
			apiKeys: [{ apiKeyName: "wallet", publicKey, curveType: "API_KEY_CURVE_ED25519" }],
		});
		const wallet = {
			type: WalletType.Solana as const,
			getPublicKey: async () => publicKey,
			signMessage: async (message: string) => sign(null, Buffer.from(message), privateKey).toString("hex"),
		};
		const stamped = new TurnkeyClient({ baseUrl: service.baseUrl }, new WalletStamper(wallet));
		expect(await stamped.getWhoami({ organizationId: service.organizationId })).toMatchObject({ username: "bob" });
	});
});

test("authenticators are removed, the last way in is not", async () => {
	const { userIds } = await client.createUsers({
		users: [
			{
				...bare("ada"),
				authenticators: [new SoftwareAuthenticator().register("phone"), new SoftwareAuthenticator().register("key")],
			},
		],
	});
	const userId = userIds[0] ?? "";
	const [first, second] = (await client.getAuthenticators({ userId })).authenticators.map((each) => each.authenticatorId);
	const authenticatorIds = [first ?? ""];
	expect((await client.deleteAuthenticators({ userId, authenticatorIds })).authenticatorIds).toEqual(authenticatorIds);
	await expect(client.deleteAuthenticators({ userId, authenticatorIds: [second ?? ""] })).rejects.toThrow(
		"user missing valid credential",
	);
	await expect(client.deleteAuthenticators({ userId, authenticatorIds })).rejects.toMatchObject({ code: 5 });
});

describe("what the root quorum alone may do", () => {
	test("the organisation's name and features", async () => {
		const { organizationId } = service;
		expect(await client.updateOrganizationName({ organizationName: "Vault" })).toMatchObject({
			organizationId,
			organizationName: "Vault",
		});
		expect(await client.getWhoami()).toMatchObject({ organizationName: "Vault" });
		const value = "https://app.example";
		await client.setOrganizationFeature({ name: "FEATURE_NAME_WEBAUTHN_ORIGINS", value });
		expect((await client.getOrganizationConfigs({})).configs.features).toEqual([
			{ name: "FEATURE_NAME_WEBAUTHN_ORIGINS", value },
		]);
		expect((await client.removeOrganizationFeature({ name: "FEATURE_NAME_WEBAUTHN_ORIGINS" })).features).toEqual([]);
	});

	test("the quorum itself, which then decides", async () => {
		const { userId } = await client.getWhoami();
		const userIds = [userId, await bobsId()];
		await expect(client.updateRootQuorum({ threshold: 3, userIds })).rejects.toThrow("`threshold` must be from 1 to the number");
		await client.updateRootQuorum({ threshold: 2, userIds });
		expect((await client.getOrganizationConfigs({})).configs.quorum).toEqual({ threshold: 2, userIds });
		const proposed = await client.updateOrganizationName({ organizationName: "Vault" });
		expect(proposed.activity.status).toBe("ACTIVITY_STATUS_CONSENSUS_NEEDED");
		const { activity } = await sdkServer(service, "bob").approveActivity({ fingerprint: proposed.activity.fingerprint });
		expect(activity.status).toBe("ACTIVITY_STATUS_COMPLETED");
		expect(await client.getWhoami()).toMatchObject({ organizationName: "Vault" });
	});

	test("no policy lets anybody else", async () => {
		await client.createPolicy({ policyName: "everything", effect: "EFFECT_ALLOW", condition: "true", notes: "" });
		const bob = sdkServer(service, "bob");
		await bob.createUserTag({ userTagName: "ops", userIds: [] });
		await expect(bob.updateOrganizationName({ organizationName: "Bob's" })).rejects.toMatchObject({ code: 7 });
		await expect(bob.updateRootQuorum({ threshold: 1, userIds: [await bobsId()] })).rejects.toMatchObject({ code: 7 });
		await expect(bob.setOrganizationFeature({ name: "FEATURE_NAME_EMAIL_AUTH", value: "" })).rejects.toMatchObject({ code: 7 });
		await expect(bob.removeOrganizationFeature({ name: "FEATURE_NAME_EMAIL_AUTH" })).rejects.toMatchObject({ code: 7 });
	});
});
