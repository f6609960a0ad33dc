// What governs an organisation, with the official clients: policies, MFA policies, tags, IP allowlists, and the whole of it.
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { TurnkeyApiClient } from "@turnkey/sdk-server";
import { runService, type TestService } from "../support/described-service.js";
import { httpClient, sdkServer } from "../support/official-clients.js";

const SEED = `
apiVersion: quorate/v1
kind: Organization
metadata: { name: Treasury }
spec:
  rootQuorum: { threshold: 1, users: [root] }
  users: [{ name: root, email: root@example.com }]
  privateKeys: [{ name: hot, curve: CURVE_SECP256K1 }, { name: cold, curve: CURVE_ED25519 }]
`;

let service: TestService;
let client: TurnkeyApiClient;
beforeEach(async () => {
	service = await runService({ seed: SEED });
	client = sdkServer(service);
});
afterEach(() => service.close());

test("policies, one and many", async () => {
	const { policyId } = await client.createPolicy({ policyName: "a", effect: "EFFECT_ALLOW", condition: "true", notes: "why" });
	const { policyIds } = await client.createPolicies({
		policies: [
			{ policyName: "b", effect: "EFFECT_DENY", consensus: "approvers.count() >= 2", notes: "" },
			{ policyName: "c", effect: "EFFECT_ALLOW", notes: "" },
		],
	});
	await client.updatePolicy({ policyId, policyName: "z", policyEffect: "EFFECT_DENY", policyCondition: "false" });
	const { policy } = await client.getPolicy({ policyId });
	expect(policy).toMatchObject({ policyId, policyName: "z", effect: "EFFECT_DENY", condition: "false", notes: "why" });
	const { policies } = await client.getPolicies();
	expect(policies.map((each) => each.policyId)).toEqual([policyId, ...policyIds]);
	expect((await client.deletePolicy({ policyId })).policyId).toBe(policyId);
	expect((await client.deletePolicies({ policyIds })).policyIds).toEqual(policyIds);
	expect((await client.getPolicies()).policies).toEqual([]);
	await expect(
		client.createPolicy({ policyName: "x", effect: "EFFECT_ALLOW", condition: "wallet.nothing == 1", notes: "" }),
	).rejects.toMatchObject({ code: 3, message: expect.stringContaining("invalid policy condition") });
});

test("MFA policies of a user", async () => {
	const { userId } = await client.getWhoami();
	const { mfaPolicyId } = await client.createMfaPolicy({
		userId,
		mfaPolicyName: "mail",
		condition: "activity.kind == 'EXPORT_WALLET'",
		requiredAuthenticationMethods: [{ any: [{ type: "AUTHENTICATION_TYPE_EMAIL_OTP" }] }],
		order: 0,
	});
	await client.updateMfaPolicy({ userId, mfaPolicyId, order: 3, notes: "later" });
	const { mfaPolicy } = await client.getMfaPolicy({ userId, mfaPolicyId });
	expect(mfaPolicy).toEqual({
		mfaPolicyId,
		mfaPolicyName: "mail",
		condition: "activity.kind == 'EXPORT_WALLET'",
		requiredAuthenticationMethods: [{ any: [{ type: "AUTHENTICATION_TYPE_EMAIL_OTP" }] }],
		order: 3,
		notes: "later",
		createdAt: { seconds: expect.any(String), nanos: expect.any(String) },
		updatedAt: { seconds: expect.any(String), nanos: expect.any(String) },
	});
	expect((await client.getMfaPolicies({ userId })).mfaPolicies).toEqual([mfaPolicy]);
	expect((await client.getUser({ userId })).user.mfaPolicies).toEqual([mfaPolicy]);
	expect((await client.deleteMfaPolicy({ userId, mfaPolicyId })).mfaPolicyId).toBe(mfaPolicyId);
	expect((await client.getMfaPolicies({ userId })).mfaPolicies).toEqual([]);
});

test("private key tags and their members", async () => {
	const { privateKeys } = await client.getPrivateKeys();
	const [hot = "", cold = ""] = privateKeys.map((each) => each.privateKeyId);
	const created = await client.createPrivateKeyTag({ privateKeyTagName: "t", privateKeyIds: [hot] });
	const { privateKeyTagId } = created;
	expect(created.privateKeyIds).toEqual([hot]);
	await client.updatePrivateKeyTag({
		privateKeyTagId,
		newPrivateKeyTagName: "renamed",
		addPrivateKeyIds: [cold],
		removePrivateKeyIds: [hot],
	});
	const { privateKeyTags } = await client.listPrivateKeyTags({});
	expect(privateKeyTags).toMatchObject([{ tagId: privateKeyTagId, tagName: "renamed", tagType: "TAG_TYPE_PRIVATE_KEY" }]);
	const members = (await client.getPrivateKeys()).privateKeys.filter((each) => each.privateKeyTags.includes(privateKeyTagId));
	expect(members.map((each) => each.privateKeyId)).toEqual([cold]);
	const deleted = await client.deletePrivateKeyTags({ privateKeyTagIds: [privateKeyTagId] });
	expect([deleted.privateKeyTagIds, deleted.privateKeyIds]).toEqual([[privateKeyTagId], [cold]]);
});

test("an IP allowlist", async () => {
	await client.setIpAllowlist({ enabled: false, rules: [{ cidr: "192.0.2.77/24", label: "office" }], onEvaluationError: "DENY" });
	const { allowlist } = await client.getIpAllowlist({});
	expect(allowlist).toMatchObject({
		organizationId: service.organizationId,
		enabled: false,
		onEvaluationError: "DENY",
		rules: [{ cidr: "192.0.2.0/24", label: "office", createdAt: expect.stringMatching(/^\d{13}$/) }],
	});
	await client.removeIpAllowlist({});
	expect((await client.getIpAllowlist({})).allowlist.rules).toEqual([]);
});

test("the organisation as a whole", async () => {
	const { organizationId } = service;
	const { organizationData } = await httpClient(service).getOrganization({ organizationId });
	expect(organizationData).toMatchObject({
		organizationId,
		name: "Treasury",
		users: [{ userName: "root" }],
		privateKeys: [{ privateKeyName: "hot" }, { privateKeyName: "cold" }],
		rootQuorum: { threshold: 1 },
	});
	const { configs } = await client.getOrganizationConfigs({});
	expect(configs.quorum).toEqual(organizationData.rootQuorum);
});
