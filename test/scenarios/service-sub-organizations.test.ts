// Sub-organisations: what cannot be founded, and their end: from within, when nothing would be lost unmeant, for good.
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { generateP256KeyPair } from "@turnkey/crypto";
import { runService, type TestService } from "../support/running-service.js";
import type { Answer, TestClient } from "../support/service-client.js";
import { foundSubOrganization } from "../support/sub-organization.js";
import { temporaryFolder } from "../support/temporary-folder.js";

let dataDir: string;
let service: TestService;
const clients: TestClient[] = [];
beforeEach(async () => {
	dataDir = await temporaryFolder();
	service = await runService({ dataDir });
});
afterEach(async () => {
	for (const each of clients.splice(0)) await each.close();
	await service.close();
});

const ETHEREUM = {
	curve: "CURVE_SECP256K1",
	pathFormat: "PATH_FORMAT_BIP32",
	path: "m/44'/60'/0'/0/0",
	addressFormat: "ADDRESS_FORMAT_ETHEREUM",
};
const ONLY = { deleteWithoutExport: true };

async function founded(name: string, more: object = {}): Promise<TestClient> {
	const client = await foundSubOrganization(service, name, { more });
	clients.push(client);
	return client;
}

const listed = async (): Promise<string[]> => (await service.root.query("list_suborgs")).organizationIds;

test("a sub-organisation that is deleted is gone for everybody, and stays so", async () => {
	const [ada, bob] = [await founded("ada"), await founded("bob")];
	expect(await listed()).toEqual([ada.organizationId, bob.organizationId]);
	const deletion = await ada.activity("delete_sub_organization", {});
	expect([deletion.status, deletion.result]).toEqual([
		"ACTIVITY_STATUS_COMPLETED",
		{ deleteSubOrganizationResult: { subOrganizationUuid: ada.organizationId } },
	]);
	expect(deletion.votes.map((each: Answer) => each.user.userName)).toEqual(["ada"]);
	const eve = await founded("eve");
	expect(await listed()).toEqual([bob.organizationId, eve.organizationId]);
	const gone = [404, "no organization found with the given ID", "ORGANIZATION_NOT_FOUND"];
	for (const client of [ada, service.root]) {
		const { status, body } = await client.ask("list_users", { organizationId: ada.organizationId });
		expect([status, body.message, body.turnkeyErrorCode]).toEqual(gone);
	}
	const again = await ada.submit("delete_sub_organization", {});
	expect([again.status, again.body.message, again.body.turnkeyErrorCode]).toEqual(gone);
	// The key is free, and finds nobody when the parent is asked.
	const { status } = await ada.ask("whoami", { organizationId: service.organizationId });
	expect(status).toBe(401);

	await service.close();
	service = await runService({ dataDir });
	expect(await listed()).toEqual([bob.organizationId, eve.organizationId]);
	const { users } = await service.root.query("list_users", { organizationId: eve.organizationId });
	expect(users.map((each: Answer) => each.userName)).toEqual(["eve"]);
	const { activities } = await service.root.query("list_activities", { organizationId: eve.organizationId });
	expect(activities).toEqual([]);
});

describe("is refused", () => {
	test("to an organisation of its own", async () => {
		const { status, body } = await service.root.submit("delete_sub_organization", ONLY);
		expect([status, body.message]).toEqual([400, "only a sub-organization can be deleted, by itself"]);
	});

	test("to the parent's users", async () => {
		const { organizationId } = await founded("ada");
		const { path, type } = { path: "/public/v1/submit/delete_sub_organization", type: "ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION" };
		const body = JSON.stringify({ type, timestampMs: String(Date.now()), organizationId, parameters: ONLY });
		const reply = await service.root.post(path, body);
		expect([reply.status, reply.body.turnkeyErrorCode]).toEqual([400, "ORGANIZATION_MISMATCH"]);
	});

	test("while a wallet or a private key in it was never exported, unless that is meant", async () => {
		const ada = await founded("ada", { wallet: { walletName: "w", accounts: [ETHEREUM] } });
		const withWallet = await ada.submit("delete_sub_organization", {});
		expect([withWallet.status, withWallet.body.message]).toEqual([
			400,
			expect.stringMatching(/^wallet \S{36} has not been exported; set `deleteWithoutExport` to delete the sub-organization/),
		]);
		const { wallets } = await ada.query("list_wallets");
		const { publicKeyUncompressed: targetPublicKey } = generateP256KeyPair();
		await ada.activity("export_wallet", { walletId: wallets[0].walletId, targetPublicKey });
		const key = { privateKeyName: "k", curve: "CURVE_SECP256K1", privateKeyTags: [], addressFormats: [] };
		await ada.activity("create_private_keys", { privateKeys: [key] });
		const withKey = await ada.submit("delete_sub_organization", { deleteWithoutExport: false });
		expect([withKey.status, withKey.body.message]).toEqual([
			400,
			expect.stringMatching(/^private key \S{36} has not been exported/),
		]);
		await ada.activity("delete_sub_organization", ONLY);
		expect(await listed()).toEqual([]);
	});
});

describe("cannot be founded", () => {
	const user = { userName: "ada", apiKeys: [], authenticators: [], oauthProviders: [] };
	const key = () => ({ apiKeyName: "k", publicKey: generateP256KeyPair().publicKey, curveType: "API_KEY_CURVE_P256" });
	const refusal = async (changes: object, client = service.root) => {
		const rootUsers = [{ ...user, apiKeys: [key()] }];
		const { status, body } = await client.submit("create_sub_organization", {
			subOrganizationName: "ada",
			rootUsers,
			rootQuorumThreshold: 1,
			...changes,
		});
		return [status, body.message];
	};

	test.each<[string, object, string]>([
		["without users", { rootUsers: [] }, "invalid request body: `rootUsers` must not be empty"],
		["with a threshold of none", { rootQuorumThreshold: 0 }, "must be from 1 to the number of root users, which is 1"],
		["with a threshold beyond its users", { rootQuorumThreshold: 2 }, "must be from 1 to the number of root users, which is 1"],
		["without a name", { subOrganizationName: "" }, "`subOrganizationName`"],
		[
			"for a user without a way in",
			{ rootUsers: [user] },
			"user missing valid credential: ada would have no way to authenticate",
		],
		[
			"for a user whose only way in is switched off",
			{ rootUsers: [{ ...user, userEmail: "ada@wallets.example" }], disableOtpEmailAuth: true },
			"user missing valid credential: ada would have no way to authenticate",
		],
		["with an address that is none", { rootUsers: [{ ...user, userEmail: "ada" }] }, "invalid email address"],
		["with a number that is none", { rootUsers: [{ ...user, userPhoneNumber: "555" }] }, "invalid phone number: expected E.164"],
		[
			"with a key that is none",
			{ rootUsers: [{ ...user, apiKeys: [{ apiKeyName: "k", publicKey: "02", curveType: "API_KEY_CURVE_P256" }] }] },
			"invalid api key public key: `02` is not a key of curve P256",
		],
		[
			"with a wallet of too many words",
			{ wallet: { walletName: "w", accounts: [], mnemonicLength: 13 } },
			"`mnemonicLength` must be one of 12, 15, 18, 21, 24",
		],
		["with a token that is none", { verificationToken: "x" }, "invalid verification token"],
	])("%s", async (_what, changes, message) => {
		expect(await refusal(changes)).toEqual([400, expect.stringContaining(message)]);
		expect(await listed()).toEqual([]);
	});

	test("in a sub-organisation", async () => {
		expect(await refusal({}, await founded("ada"))).toEqual([400, "activity cannot be called by sub-organizations"]);
	});

	test("nor be told what only the parent is told", async () => {
		const ada = await founded("ada");
		const url = "https://hooks.example.com/";
		const hook = (eventType: string) => ada.submit("create_webhook_endpoint", { name: "n", url, subscriptions: [{ eventType }] });
		for (const eventType of ["BALANCE_CONFIRMED_UPDATES", "BALANCE_FINALIZED_UPDATES", "SEND_TRANSACTION_STATUS_UPDATES"]) {
			const { status, body } = await hook(eventType);
			expect([status, body.code, body.message]).toEqual([403, 7, `only the billing organization may subscribe to ${eventType}`]);
		}
		expect((await hook("ACTIVITY_UPDATES")).status).toBe(200);
	});
});

test("sub-organisations are found by what is known of them", async () => {
	const ada = await founded("ada", { wallet: { walletName: "w", accounts: [ETHEREUM] } });
	await founded("bob");
	const { accounts } = await ada.query("list_wallet_accounts", {
		walletId: (await ada.query("list_wallets")).wallets[0].walletId,
	});
	const found = async (filterType: string, filterValue: string) =>
		(await service.root.query("list_suborgs", { filterType, filterValue })).organizationIds;
	for (const [type, value] of [
		["NAME", "ada"],
		["USERNAME", "ada"],
		["PUBLIC_KEY", ada.publicKey],
		["WALLET_ACCOUNT_ADDRESS", accounts[0].address],
	] as const) {
		expect([type, await found(type, value)]).toEqual([type, [ada.organizationId]]);
		expect(await found(type, "x")).toEqual([]);
	}
	const { status, body } = await service.root.ask("list_suborgs", { filterType: "COLOUR", filterValue: "red" });
	expect([status, body.message]).toEqual([400, expect.stringContaining("`filterType` must be one of CREDENTIAL_ID, NAME")]);
	const page = await service.root.query("list_suborgs", { paginationOptions: { limit: "1" } });
	expect(page.organizationIds).toEqual([ada.organizationId]);
});
