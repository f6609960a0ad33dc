// Apps of the verifiable cloud, and the operators who approve what they run. Nothing runs here: what is kept is what has
// been asked for.
import type { ActivityParameters } from "../../api/port.js";
import { type Change, put, remove } from "../entity.js";
import type { OrganizationView } from "../organization.js";
import { invalid } from "../refusal.js";
import { timestampObject } from "../timestamp.js";
import type { TvcAppEntity, TvcOperatorEntity, TvcOperatorSetEntity } from "../tvc-entity.js";
import { checkLabel, found } from "./argument.js";
import type { ActivityHandler, ExecutionContext, QueryHandler } from "./handler.js";

type AppParameters = ActivityParameters<"create_tvc_app">;
type SetParameters = NonNullable<AppParameters["manifestSetParams"]>;

/** Hexadecimal digits of whole bytes: whether they are a key is for whoever uses it. */
const HEX = /^(?:[0-9a-fA-F]{2})+$/;

export const createTvcApp: ActivityHandler<"create_tvc_app"> = (context, parameters) => {
	const { name, quorumPublicKey, manifestSetId, manifestSetParams, shareSetId, shareSetParams } = parameters;
	checkLabel("name", name, context.limits);
	if (!HEX.test(quorumPublicKey)) throw invalid("invalid request body: `quorumPublicKey` must be hexadecimal");
	const manifest = operatorSet(context, "manifestSet", manifestSetId, manifestSetParams);
	const share = operatorSet(context, "shareSet", shareSetId, shareSetParams);
	const app: TvcAppEntity = {
		id: context.newId(),
		createdAt: context.now,
		updatedAt: context.now,
		name,
		quorumPublicKey,
		manifestSetId: manifest.set.id,
		shareSetId: share.set.id,
		enableEgress: parameters.enableEgress ?? false,
		enableDebugModeDeployments: parameters.enableDebugModeDeployments ?? false,
		liveDeploymentId: null,
	};
	return {
		changes: [...manifest.changes, ...share.changes, put("tvcApp", app)],
		result: {
			appId: app.id,
			manifestSetId: manifest.set.id,
			manifestSetOperatorIds: [...manifest.set.operatorIds],
			manifestSetThreshold: manifest.set.threshold,
			shareSetId: share.set.id,
			shareSetOperatorIds: [...share.set.operatorIds],
			shareSetThreshold: share.set.threshold,
		},
	};
};

export const setTvcAppLiveDeployment: ActivityHandler<"set_tvc_app_live_deployment"> = ({ organization, now }, parameters) => {
	const deployment = found(organization, organization.tvcDeployments, "deploymentId", "tvc deployment", parameters.deploymentId);
	if (deployment.deleted) throw invalid(`tvc deployment ${deployment.id} is deleted; restore it first`);
	const app = found(organization, organization.tvcApps, "appId", "tvc app", deployment.appId);
	return { changes: [put("tvcApp", { ...app, liveDeploymentId: deployment.id, updatedAt: now })], result: {} };
};

/** The app, all of its deployments, and nothing else: operator sets may serve other apps. */
export const deleteTvcAppAndDeployments: ActivityHandler<"delete_tvc_app_and_deployments"> = ({ organization }, { appId }) => {
	const app = found(organization, organization.tvcApps, "appId", "tvc app", appId);
	const deployments = [...organization.tvcDeployments.group(app.id).keys()].map((id) => remove("tvcDeployment", id));
	return { changes: [...deployments, remove("tvcApp", app.id)], result: { appId: app.id } };
};

export const listTvcApps: QueryHandler<"list_tvc_apps"> = ({ organization }) => ({
	tvcApps: [...organization.tvcApps.all()].map((each) => appRecord(organization, each)),
});

export const getTvcApp: QueryHandler<"get_tvc_app"> = ({ organization }, { tvcAppId }) => ({
	tvcApp: appRecord(organization, found(organization, organization.tvcApps, "tvcAppId", "tvc app", tvcAppId)),
});

/** Newest first, as the service documents it. */
export const listTvcOperators: QueryHandler<"list_tvc_operators"> = ({ organization }) => ({
	tvcOperators: [...organization.tvcOperators.all()].reverse().map(operatorRecord),
});

interface ChosenSet {
	readonly set: TvcOperatorSetEntity;
	readonly changes: readonly Change[];
}

/** An existing set, or a new one; one of the two must be asked for. */
function operatorSet(
	context: ExecutionContext,
	field: "manifestSet" | "shareSet",
	id: string | null | undefined,
	parameters: SetParameters | null | undefined,
): ChosenSet {
	const { organization } = context;
	const named = id !== null && id !== undefined && id !== "";
	if (named && parameters) throw invalid(`invalid request body: give \`${field}Id\` or \`${field}Params\`, not both`);
	if (named) {
		return { set: found(organization, organization.tvcOperatorSets, `${field}Id`, "tvc operator set", id), changes: [] };
	}
	if (!parameters) throw invalid(`invalid request body: missing field \`${field}Id\` or \`${field}Params\``);
	return newOperatorSet(context, `${field}Params`, parameters);
}

function newOperatorSet(context: ExecutionContext, field: string, parameters: SetParameters): ChosenSet {
	const { organization, limits, now } = context;
	const times = { createdAt: now, updatedAt: now };
	checkLabel(`${field}.name`, parameters.name, limits);
	const operators = (parameters.newOperators ?? []).map(({ name, publicKey }): TvcOperatorEntity => {
		checkLabel("newOperators.name", name, limits);
		if (!HEX.test(publicKey)) throw invalid("invalid request body: `newOperators.publicKey` must be hexadecimal");
		return { id: context.newId(), ...times, name, publicKey };
	});
	const existing = [...new Set(parameters.existingOperatorIds ?? [])].map(
		(id) => found(organization, organization.tvcOperators, "existingOperatorIds", "tvc operator", id).id,
	);
	const operatorIds = [...operators.map((each) => each.id), ...existing];
	const { threshold } = parameters;
	if (threshold < 1 || threshold > operatorIds.length) {
		throw invalid(
			`invalid request body: \`${field}.threshold\` must be from 1 to the number of operators, ${operatorIds.length}`,
		);
	}
	const set = { id: context.newId(), ...times, name: parameters.name, operatorIds, threshold };
	return { set, changes: [...operators.map((each) => put("tvcOperator", each)), put("tvcOperatorSet", set)] };
}

function appRecord(organization: OrganizationView, app: TvcAppEntity) {
	return {
		id: app.id,
		organizationId: organization.id,
		name: app.name,
		quorumPublicKey: app.quorumPublicKey,
		manifestSet: operatorSetRecord(organization, app.manifestSetId),
		shareSet: operatorSetRecord(organization, app.shareSetId),
		enableEgress: app.enableEgress,
		createdAt: timestampObject(app.createdAt),
		updatedAt: timestampObject(app.updatedAt),
		liveDeploymentId: app.liveDeploymentId,
		publicDomain: `app-${app.id}.turnkey.cloud`,
		enableDebugModeDeployments: app.enableDebugModeDeployments,
	};
}

export function operatorSetRecord(organization: OrganizationView, id: string) {
	const set = organization.tvcOperatorSets.get(id);
	if (!set) throw new Error(`operator set ${id} is gone, although nothing deletes one`);
	return {
		id: set.id,
		name: set.name,
		organizationId: organization.id,
		operators: set.operatorIds
			.map((each) => organization.tvcOperators.get(each))
			.filter((each) => each !== undefined)
			.map(operatorRecord),
		threshold: set.threshold,
		createdAt: timestampObject(set.createdAt),
		updatedAt: timestampObject(set.updatedAt),
	};
}

/** An uncompressed point is 130 digits; two of them are the key to encrypt to and the key to check signatures with. */
const POINT_DIGITS = 130;

function operatorRecord(operator: TvcOperatorEntity) {
	const { id, name, publicKey } = operator;
	const pair = publicKey.length === 2 * POINT_DIGITS;
	return {
		id,
		name,
		publicKey,
		createdAt: timestampObject(operator.createdAt),
		updatedAt: timestampObject(operator.updatedAt),
		encryptPublicKey: pair ? publicKey.slice(0, POINT_DIGITS) : publicKey,
		signPublicKey: pair ? publicKey.slice(POINT_DIGITS) : publicKey,
		keySource: "EXTERNAL_KEY",
	};
}
