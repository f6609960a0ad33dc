// The records of TVC, the service's verifiable cloud: apps, their operators, and what is deployed.
import { flag, list, oneOf, optional, record, text, uint32 } from "./field.js";
import { timestamp } from "./records.js";

export const HEALTH_CHECK_TYPES = ["TVC_HEALTH_CHECK_TYPE_HTTP", "TVC_HEALTH_CHECK_TYPE_GRPC"] as const;

/** A new set of operators: some made with it, some that exist. */
export const operatorSetParameters = record({
	name: text(),
	newOperators: optional(list(record({ name: text(), publicKey: text() }))),
	existingOperatorIds: optional(list(text())),
	threshold: uint32(),
});

export const tvcOperator = record({
	id: text(),
	name: text(),
	publicKey: text(),
	createdAt: timestamp,
	updatedAt: timestamp,
	encryptPublicKey: text(),
	signPublicKey: text(),
	keySource: optional(text()),
});

export const tvcOperatorSet = record({
	id: text(),
	name: text(),
	organizationId: text(),
	operators: list(tvcOperator),
	threshold: uint32(),
	createdAt: timestamp,
	updatedAt: timestamp,
});

export const tvcApp = record({
	id: text(),
	organizationId: text(),
	name: text(),
	quorumPublicKey: text(),
	manifestSet: tvcOperatorSet,
	shareSet: tvcOperatorSet,
	enableEgress: flag(),
	createdAt: timestamp,
	updatedAt: timestamp,
	liveDeploymentId: optional(text()),
	publicDomain: text(),
	enableDebugModeDeployments: flag(),
});

export const tvcDeployment = record({
	id: text(),
	organizationId: text(),
	appId: text(),
	manifestSet: tvcOperatorSet,
	shareSet: tvcOperatorSet,
	/** `manifest` is base64 of JSON. */
	manifest: record({ id: text(), manifest: text(), createdAt: timestamp, updatedAt: timestamp }),
	manifestApprovals: list(
		record({
			id: text(),
			manifestId: text(),
			operator: tvcOperator,
			approval: text(),
			createdAt: timestamp,
			updatedAt: timestamp,
		}),
	),
	qosVersion: text(),
	pivotContainer: record({
		containerUrl: text(),
		path: text(),
		args: list(text()),
		hasPullSecret: flag(),
		healthCheckType: oneOf(...HEALTH_CHECK_TYPES),
		healthCheckPort: uint32(),
		publicIngressPort: uint32(),
	}),
	createdAt: timestamp,
	updatedAt: timestamp,
	/** Whether it is to be gone from the cluster. */
	delete: flag(),
	debugMode: flag(),
	instanceSizeCpus: optional(uint32()),
	instanceSizeRam: optional(uint32()),
});
