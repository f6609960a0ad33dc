// What an app of the verifiable cloud is to run. Deleting a deployment marks it, so that it can be restored.
import type { JsonObject } from "../../base/json.js";
import { put } from "../entity.js";
import type { OrganizationView } from "../organization.js";
import { invalid } from "../refusal.js";
import { timestampObject } from "../timestamp.js";
import type { TvcAppEntity, TvcDeploymentEntity } from "../tvc-entity.js";
import { checkText, found } from "./argument.js";
import type { ActivityHandler, QueryHandler } from "./handler.js";
import { operatorSetRecord } from "./tvc-apps.js";

const LARGEST_PORT = 65_535;

export const createTvcDeployment: ActivityHandler<"create_tvc_deployment"> = (context, parameters) => {
	const { organization, now } = context;
	const app = found(organization, organization.tvcApps, "appId", "tvc app", parameters.appId);
	for (const field of ["qosVersion", "pivotContainerImageUrl", "pivotPath", "expectedPivotDigest"] as const) {
		checkText(field, parameters[field]);
	}
	for (const field of ["healthCheckPort", "publicIngressPort"] as const) {
		const port = parameters[field];
		if (port < 1 || port > LARGEST_PORT) throw invalid(`invalid request body: \`${field}\` must be from 1 to ${LARGEST_PORT}`);
	}
	const debugMode = parameters.debugMode ?? false;
	if (debugMode && !app.enableDebugModeDeployments) {
		throw invalid(`tvc app ${app.id} does not permit debug mode deployments`);
	}
	const nonce = parameters.nonce ?? Math.floor(now / 1000);
	const deployment: TvcDeploymentEntity = {
		id: context.newId(),
		createdAt: now,
		updatedAt: now,
		appId: app.id,
		manifestId: context.newId(),
		manifest: JSON.stringify(
			manifestOf(organization, app, {
				nonce,
				pivot: { hash: parameters.expectedPivotDigest, args: [...parameters.pivotArgs], debugMode },
			}),
		),
		qosVersion: parameters.qosVersion,
		containerUrl: parameters.pivotContainerImageUrl,
		path: parameters.pivotPath,
		args: [...parameters.pivotArgs],
		hasPullSecret: (parameters.pivotContainerEncryptedPullSecret ?? "") !== "",
		healthCheckType: parameters.healthCheckType,
		healthCheckPort: parameters.healthCheckPort,
		publicIngressPort: parameters.publicIngressPort,
		debugMode,
		instanceSizeCpus: parameters.instanceSizeCpus ?? null,
		instanceSizeRam: parameters.instanceSizeRam ?? null,
		deleted: false,
	};
	return {
		changes: [put("tvcDeployment", deployment)],
		result: { deploymentId: deployment.id, manifestId: deployment.manifestId },
	};
};

/** A live one stops being live. Deleting one that is deleted changes nothing. */
export const deleteTvcDeployment: ActivityHandler<"delete_tvc_deployment"> = ({ organization, now }, { deploymentId }) => {
	const deployment = deploymentOf(organization, deploymentId);
	const result = { deploymentId };
	if (deployment.deleted) return { changes: [], result };
	const changes = [put("tvcDeployment", { ...deployment, deleted: true, updatedAt: now })];
	const app = organization.tvcApps.get(deployment.appId);
	if (app?.liveDeploymentId === deployment.id) changes.push(put("tvcApp", { ...app, liveDeploymentId: null, updatedAt: now }));
	return { changes, result };
};

/** Restoring one that is not deleted changes nothing. */
export const restoreTvcDeployment: ActivityHandler<"restore_tvc_deployment"> = ({ organization, now }, { deploymentId }) => {
	const deployment = deploymentOf(organization, deploymentId);
	const changes = deployment.deleted ? [put("tvcDeployment", { ...deployment, deleted: false, updatedAt: now })] : [];
	return { changes, result: { deploymentId } };
};

export const listTvcAppDeployments: QueryHandler<"list_tvc_app_deployments"> = ({ organization }, { appId }) => {
	const app = found(organization, organization.tvcApps, "appId", "tvc app", appId);
	const deployments = [...organization.tvcDeployments.group(app.id).values()];
	return { tvcDeployments: deployments.map((each) => deploymentRecord(organization, each)) };
};

export const getTvcDeployment: QueryHandler<"get_tvc_deployment"> = ({ organization }, { deploymentId }) => ({
	tvcDeployment: deploymentRecord(organization, deploymentOf(organization, deploymentId)),
});

function deploymentOf(organization: OrganizationView, id: string): TvcDeploymentEntity {
	return found(organization, organization.tvcDeployments, "deploymentId", "tvc deployment", id);
}

/** What the operators would approve. The layout is our choice: only the fields' meaning is documented. */
export function manifestOf(
	organization: OrganizationView,
	app: TvcAppEntity,
	{ nonce, pivot }: { readonly nonce: number; readonly pivot: JsonObject },
): JsonObject {
	const members = (id: string): JsonObject => {
		const { threshold, operators } = operatorSetRecord(organization, id);
		return { threshold, members: operators.map(({ name, publicKey }) => ({ alias: name, pubKey: publicKey })) };
	};
	return {
		namespace: { name: `app-${app.id}`, nonce, quorumKey: app.quorumPublicKey },
		pivot,
		manifestSet: members(app.manifestSetId),
		shareSet: members(app.shareSetId),
	};
}

function deploymentRecord(organization: OrganizationView, deployment: TvcDeploymentEntity) {
	const app = organization.tvcApps.get(deployment.appId);
	if (!app) throw new Error(`deployment ${deployment.id} has no app, although apps go with their deployments`);
	const createdAt = timestampObject(deployment.createdAt);
	const updatedAt = timestampObject(deployment.updatedAt);
	return {
		id: deployment.id,
		organizationId: organization.id,
		appId: deployment.appId,
		manifestSet: operatorSetRecord(organization, app.manifestSetId),
		shareSet: operatorSetRecord(organization, app.shareSetId),
		manifest: {
			id: deployment.manifestId,
			manifest: Buffer.from(deployment.manifest).toString("base64"),
			createdAt,
			updatedAt: createdAt,
		},
		manifestApprovals: [],
		qosVersion: deployment.qosVersion,
		pivotContainer: {
			containerUrl: deployment.containerUrl,
			path: deployment.path,
			args: [...deployment.args],
			hasPullSecret: deployment.hasPullSecret,
			healthCheckType: deployment.healthCheckType,
			healthCheckPort: deployment.healthCheckPort,
			publicIngressPort: deployment.publicIngressPort,
		},
		createdAt,
		updatedAt,
		delete: deployment.deleted,
		debugMode: deployment.debugMode,
		...(deployment.instanceSizeCpus === null ? {} : { instanceSizeCpus: deployment.instanceSizeCpus }),
		...(deployment.instanceSizeRam === null ? {} : { instanceSizeRam: deployment.instanceSizeRam }),
	};
}
