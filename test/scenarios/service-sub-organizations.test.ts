// The end of a sub-organisation: from within, when nothing in it would be lost unmeant, for good.
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { generateP256KeyPair } from "@turnkey/crypto";
import { Secret } from "../../src/base/secret.js";
import { runService, type TestService } from "../support/running-service.js";
import { type Answer, TestClient } from "../support/service-client.js";
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

/** A sub-organisation's root user, by a key of their own. */
async function founded(name: string, more: object = {}): Promise<TestClient> {
	const { publicKey, privateKey } = generateP256KeyPair();
	const apiKeys = [{ apiKeyName: "k", publicKey, curveType: "API_KEY_CURVE_P256" }];
	const { result } = await service.root.activity("create_sub_organization", {
		subOrganizationName: name,
		rootUsers: [{ userName: name, apiKeys }],
		rootQuorumThreshold: 1,
		...more,
	});
	const organizationId: string = result.createSubOrganizationResultV8.subOrganizationId;
	const credentials = { organizationId, apiPublicKey: publicKey, apiPrivateKey: new Secret(privateKey) };
	const client = new TestClient(service.baseUrl, credentials);
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
