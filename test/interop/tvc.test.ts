// The verifiable cloud with the official clients: every operation the service has of it.
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { runService, type TestService } from "../support/described-service.js";
import { httpClient, sdkServer } from "../support/official-clients.js";

let service: TestService;
beforeEach(async () => {
	service = await runService();
});
afterEach(() => service.close());

test("an app and its deployment, from creation to deletion", async () => {
	const client = sdkServer(service);
	const http = httpClient(service);
	const { organizationId } = service;
	const key = `04${"ab".repeat(64)}`;
	const { appId, manifestSetId, manifestSetOperatorIds } = await client.createTvcApp({
		name: "signer",
		quorumPublicKey: key,
		manifestSetParams: { name: "approvers", newOperators: [{ name: "ada", publicKey: key }], threshold: 1 },
		shareSetParams: { name: "holders", newOperators: [{ name: "bob", publicKey: key }], threshold: 1 },
	});
	const { deploymentId, manifestId } = await client.createTvcDeployment({
		appId,
		qosVersion: "v1.2.3",
		pivotContainerImageUrl: "registry.example.com/signer:1",
		pivotPath: "/signer",
		pivotArgs: [],
		expectedPivotDigest: "ab".repeat(32),
		healthCheckType: "TVC_HEALTH_CHECK_TYPE_GRPC",
		healthCheckPort: 3000,
		publicIngressPort: 3001,
	});
	await client.updateTvcAppLiveDeployment({ deploymentId });
	const { tvcApp } = await client.getTvcApp({ tvcAppId: appId });
	expect(tvcApp).toMatchObject({ id: appId, liveDeploymentId: deploymentId, manifestSet: { id: manifestSetId, threshold: 1 } });
	expect((await client.getTvcApps({})).tvcApps).toEqual([tvcApp]);
	const { tvcDeployment } = await client.getTvcDeployment({ deploymentId });
	expect(tvcDeployment).toMatchObject({ id: deploymentId, delete: false, manifest: { id: manifestId } });
	expect((await client.getTvcAppDeployments({ appId })).tvcDeployments).toEqual([tvcDeployment]);
	const { tvcOperators } = await http.getTvcOperators({ organizationId });
	expect(tvcOperators.map((each) => each.name)).toEqual(["bob", "ada"]);
	expect(tvcOperators[1]?.id).toBe(manifestSetOperatorIds[0]);

	expect((await client.deleteTvcDeployment({ deploymentId })).deploymentId).toBe(deploymentId);
	expect((await client.getTvcDeployment({ deploymentId })).tvcDeployment.delete).toBe(true);
	expect((await client.restoreTvcDeployment({ deploymentId })).deploymentId).toBe(deploymentId);
	const restored = await http.restoreTvcDeployment({
		type: "ACTIVITY_TYPE_RESTORE_TVC_DEPLOYMENT",
		timestampMs: String(Date.now()),
		organizationId,
		parameters: { deploymentId },
	});
	expect(restored.activity.result).toEqual({ restoreTvcDeploymentResult: { deploymentId } });
	expect((await client.getTvcDeployment({ deploymentId })).tvcDeployment.delete).toBe(false);
	expect((await client.deleteTvcAppAndDeployments({ appId })).appId).toBe(appId);
	expect((await client.getTvcApps({})).tvcApps).toEqual([]);
});
