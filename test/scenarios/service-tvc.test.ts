// Apps and deployments of the verifiable cloud, as far as the service keeps them.
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { runService, type TestService } from "../support/running-service.js";
import type { Answer, TestClient } from "../support/service-client.js";

let service: TestService;
let root: TestClient;
beforeEach(async () => {
	service = await runService();
	root = service.root;
});
afterEach(() => service.close());

const KEY = `04${"ab".repeat(64)}`;
const NOBODY = "00000000-0000-4000-8000-000000000000";
const set = (...names: readonly string[]) => ({
	name: "operators",
	newOperators: names.map((name) => ({ name, publicKey: KEY })),
	threshold: 1,
});
const app = (more: object = {}) => ({
	name: "signer",
	quorumPublicKey: KEY,
	manifestSetParams: set("ada", "bob"),
	shareSetParams: set("cy"),
	...more,
});
const deployment = (appId: string, more: object = {}) => ({
	appId,
	qosVersion: "v1.2.3",
	pivotContainerImageUrl: "registry.example.com/signer:1",
	pivotPath: "/signer",
	pivotArgs: ["--verbose"],
	expectedPivotDigest: "ab".repeat(32),
	healthCheckType: "TVC_HEALTH_CHECK_TYPE_HTTP",
	healthCheckPort: 3000,
	publicIngressPort: 3001,
	...more,
});

async function createApp(more: object = {}): Promise<Answer> {
	return (await root.activity("create_tvc_app", app(more))).result.createTvcAppResult;
}
async function deploy(appId: string, more: object = {}): Promise<string> {
	return (await root.activity("create_tvc_deployment", deployment(appId, more))).result.createTvcDeploymentResult.deploymentId;
}
const deploymentOf = async (deploymentId: string): Promise<Answer> =>
	(await root.query("get_tvc_deployment", { deploymentId })).tvcDeployment;

test("an app comes with its operator sets, and reads back as it was made", async () => {
	const made = await createApp({ enableEgress: true });
	expect(made).toEqual({
		appId: expect.any(String),
		manifestSetId: expect.any(String),
		manifestSetOperatorIds: [expect.any(String), expect.any(String)],
		manifestSetThreshold: 1,
		shareSetId: expect.any(String),
		shareSetOperatorIds: [expect.any(String)],
		shareSetThreshold: 1,
	});
	const { tvcApp } = await root.query("get_tvc_app", { tvcAppId: made.appId });
	const timestamp = { seconds: expect.stringMatching(/^\d+$/), nanos: expect.stringMatching(/^\d+$/) };
	expect(tvcApp).toEqual({
		id: made.appId,
		organizationId: service.organizationId,
		name: "signer",
		quorumPublicKey: KEY,
		manifestSet: {
			id: made.manifestSetId,
			name: "operators",
			organizationId: service.organizationId,
			operators: ["ada", "bob"].map((name, index) => ({
				id: made.manifestSetOperatorIds[index],
				name,
				publicKey: KEY,
				encryptPublicKey: KEY,
				signPublicKey: KEY,
				keySource: "EXTERNAL_KEY",
				createdAt: timestamp,
				updatedAt: timestamp,
			})),
			threshold: 1,
			createdAt: timestamp,
			updatedAt: timestamp,
		},
		shareSet: expect.objectContaining({ id: made.shareSetId }),
		enableEgress: true,
		enableDebugModeDeployments: false,
		liveDeploymentId: null,
		publicDomain: `app-${made.appId}.turnkey.cloud`,
		createdAt: timestamp,
		updatedAt: timestamp,
	});
	expect(await root.query("list_tvc_apps")).toEqual({ tvcApps: [tvcApp] });
	const { tvcOperators } = await root.query("list_tvc_operators");
	expect(tvcOperators.map((each: Answer) => each.name)).toEqual(["cy", "bob", "ada"]);
});

test("a set and operators that exist can serve another app", async () => {
	const first = await createApp();
	const second = await createApp({
		manifestSetParams: null,
		manifestSetId: first.manifestSetId,
		shareSetParams: {
			name: "both",
			existingOperatorIds: [...first.manifestSetOperatorIds, ...first.shareSetOperatorIds],
			threshold: 3,
		},
	});
	expect(second).toMatchObject({
		manifestSetId: first.manifestSetId,
		shareSetOperatorIds: [...first.manifestSetOperatorIds, ...first.shareSetOperatorIds],
		shareSetThreshold: 3,
	});
	expect((await root.query("list_tvc_operators")).tvcOperators).toHaveLength(3);
});

test("a pair of keys in one is told apart", async () => {
	const other = `04${"cd".repeat(64)}`;
	await createApp({ shareSetParams: { name: "s", newOperators: [{ name: "pair", publicKey: KEY + other }], threshold: 1 } });
	const [newest] = (await root.query("list_tvc_operators")).tvcOperators;
	expect(newest).toMatchObject({ publicKey: KEY + other, encryptPublicKey: KEY, signPublicKey: other });
});

test("a deployment is deleted and restored, and stops being live when it is deleted", async () => {
	const { appId } = await createApp();
	const deploymentId = await deploy(appId, { nonce: 7, instanceSizeCpus: 2 });
	const made = await deploymentOf(deploymentId);
	expect(made).toMatchObject({
		id: deploymentId,
		organizationId: service.organizationId,
		appId,
		qosVersion: "v1.2.3",
		pivotContainer: {
			containerUrl: "registry.example.com/signer:1",
			path: "/signer",
			args: ["--verbose"],
			hasPullSecret: false,
			healthCheckType: "TVC_HEALTH_CHECK_TYPE_HTTP",
			healthCheckPort: 3000,
			publicIngressPort: 3001,
		},
		manifestApprovals: [],
		delete: false,
		debugMode: false,
		instanceSizeCpus: 2,
	});
	expect(JSON.parse(Buffer.from(made.manifest.manifest, "base64").toString())).toMatchObject({
		namespace: { name: `app-${appId}`, nonce: 7, quorumKey: KEY },
		pivot: { hash: "ab".repeat(32), args: ["--verbose"], debugMode: false },
		manifestSet: { threshold: 1, members: [{ alias: "ada" }, { alias: "bob" }] },
	});
	await root.activity("set_tvc_app_live_deployment", { deploymentId });
	expect((await root.query("get_tvc_app", { tvcAppId: appId })).tvcApp.liveDeploymentId).toBe(deploymentId);
	const deleted = await root.activity("delete_tvc_deployment", { deploymentId });
	expect(deleted.result).toEqual({ deleteTvcDeploymentResult: { deploymentId } });
	expect((await deploymentOf(deploymentId)).delete).toBe(true);
	expect((await root.query("get_tvc_app", { tvcAppId: appId })).tvcApp.liveDeploymentId).toBeNull();
	const again = await root.submit("set_tvc_app_live_deployment", { deploymentId });
	expect([again.status, again.body.message]).toEqual([400, `tvc deployment ${deploymentId} is deleted; restore it first`]);
	await root.activity("delete_tvc_deployment", { deploymentId });
	for (let time = 0; time < 2; time += 1) {
		const restored = await root.activity("restore_tvc_deployment", { deploymentId });
		expect(restored.result).toEqual({ restoreTvcDeploymentResult: { deploymentId } });
		expect((await deploymentOf(deploymentId)).delete).toBe(false);
	}
});

test("an app goes with its deployments", async () => {
	const { appId } = await createApp();
	const other = await createApp();
	const gone = await deploy(appId);
	const stays = await deploy(other.appId);
	expect((await root.activity("delete_tvc_app_and_deployments", { appId })).result).toEqual({
		deleteTvcAppAndDeploymentsResult: { appId },
	});
	expect((await root.ask("get_tvc_deployment", { deploymentId: gone })).status).toBe(404);
	expect((await root.query("list_tvc_apps")).tvcApps.map((each: Answer) => each.id)).toEqual([other.appId]);
	expect(
		(await root.query("list_tvc_app_deployments", { appId: other.appId })).tvcDeployments.map((each: Answer) => each.id),
	).toEqual([stays]);
});

describe("what is refused", () => {
	const missing = (field: string) => `invalid request body: missing field \`${field}Id\` or \`${field}Params\``;
	test.each([
		["an empty name", { name: "" }, 400, "invalid request body: `name` must not be empty"],
		[
			"a quorum key that is no hexadecimal",
			{ quorumPublicKey: "xyz" },
			400,
			"invalid request body: `quorumPublicKey` must be hexadecimal",
		],
		["no manifest set", { manifestSetParams: null }, 400, missing("manifestSet")],
		["no share set", { shareSetParams: undefined }, 400, missing("shareSet")],
		[
			"two manifest sets",
			{ manifestSetId: NOBODY },
			400,
			"invalid request body: give `manifestSetId` or `manifestSetParams`, not both",
		],
		[
			"an unknown set",
			{ manifestSetParams: null, manifestSetId: NOBODY },
			404,
			`unable to find tvc operator set ${NOBODY} in organization `,
		],
		[
			"a malformed set",
			{ manifestSetParams: null, manifestSetId: "x" },
			400,
			"invalid request body: `manifestSetId` must be a UUID",
		],
		[
			"an unknown operator",
			{ shareSetParams: { name: "s", existingOperatorIds: [NOBODY], threshold: 1 } },
			404,
			`unable to find tvc operator ${NOBODY} in organization `,
		],
		[
			"a threshold nobody can reach",
			{ shareSetParams: { ...set("a"), threshold: 2 } },
			400,
			"invalid request body: `shareSetParams.threshold` must be from 1 to the number of operators, 1",
		],
		[
			"a threshold of none",
			{ shareSetParams: { ...set("a"), threshold: 0 } },
			400,
			"invalid request body: `shareSetParams.threshold` must be from 1 to the number of operators, 1",
		],
		[
			"an operator without a key",
			{ shareSetParams: { name: "s", newOperators: [{ name: "a", publicKey: "" }], threshold: 1 } },
			400,
			"invalid request body: `newOperators.publicKey` must be hexadecimal",
		],
	])("an app with %s", async (_what, more, status, message) => {
		const reply = await root.submit("create_tvc_app", app(more));
		expect([reply.status, reply.body.message]).toEqual([
			status,
			expect.stringMatching(new RegExp(`^${message.replace(/[()]/g, "\\$&")}`)),
		]);
		expect((await root.query("list_tvc_operators")).tvcOperators).toEqual([]);
	});

	test.each([
		["an empty image", { pivotContainerImageUrl: "" }, "invalid request body: `pivotContainerImageUrl` must not be empty"],
		["an empty version", { qosVersion: "" }, "invalid request body: `qosVersion` must not be empty"],
		["port 0", { publicIngressPort: 0 }, "invalid request body: `publicIngressPort` must be from 1 to 65535"],
		["port 65536", { healthCheckPort: 65_536 }, "invalid request body: `healthCheckPort` must be from 1 to 65535"],
	])("a deployment with %s", async (_what, more, message) => {
		const { appId } = await createApp();
		const reply = await root.submit("create_tvc_deployment", deployment(appId, more));
		expect([reply.status, reply.body.code, reply.body.message]).toEqual([400, 3, message]);
	});

	test("debug mode, unless the app permits it", async () => {
		const { appId } = await createApp();
		const reply = await root.submit("create_tvc_deployment", deployment(appId, { debugMode: true }));
		expect([reply.status, reply.body.message]).toEqual([400, `tvc app ${appId} does not permit debug mode deployments`]);
		const open = await createApp({ enableDebugModeDeployments: true });
		expect((await deploymentOf(await deploy(open.appId, { debugMode: true }))).debugMode).toBe(true);
	});

	test.each([
		["create_tvc_deployment", deployment(NOBODY), "tvc app"],
		["delete_tvc_app_and_deployments", { appId: NOBODY }, "tvc app"],
		["delete_tvc_deployment", { deploymentId: NOBODY }, "tvc deployment"],
		["restore_tvc_deployment", { deploymentId: NOBODY }, "tvc deployment"],
		["set_tvc_app_live_deployment", { deploymentId: NOBODY }, "tvc deployment"],
	] as const)("%s of what is not there", async (name, parameters, what) => {
		const { status, body } = await root.submit(name, parameters);
		expect([status, body.code, body.message]).toEqual([
			404,
			5,
			`unable to find ${what} ${NOBODY} in organization ${service.organizationId}`,
		]);
	});
});

test("a seed may begin with apps and deployments, which is how profile core has any", async () => {
	await service.close();
	const deploymentId = "11111111-1111-4111-8111-111111111111";
	service = await runService({
		profile: "core",
		seed: `
apiVersion: quorate/v1
kind: Organization
metadata: { name: Treasury }
spec:
  rootQuorum: { threshold: 1, users: [root] }
  users: [{ name: root }]
  tvcApps: [{ name: signer, operators: [{ name: ada }, { name: bob }], threshold: 2, deployments: [{ id: ${deploymentId}, deleted: true }, { live: true }] }]
`,
	});
	const { result } = await service.root.activity("restore_tvc_deployment", { deploymentId });
	expect(result).toEqual({ restoreTvcDeploymentResult: { deploymentId } });
	expect((await service.root.ask("list_tvc_apps")).status).toBe(501);
});
