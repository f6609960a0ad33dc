// What an organisation runs in the service's verifiable cloud, as it is kept.
import type { Entity } from "./entity.js";

/** Somebody who approves what runs, or holds a share of an app's key. */
export interface TvcOperatorEntity extends Entity {
	readonly name: string;
	/** Hexadecimal; one point, or an encryption and a signing point one after the other. */
	readonly publicKey: string;
}

export interface TvcOperatorSetEntity extends Entity {
	readonly name: string;
	readonly operatorIds: readonly string[];
	readonly threshold: number;
}

export interface TvcAppEntity extends Entity {
	readonly name: string;
	readonly quorumPublicKey: string;
	/** Who approves what runs, and who holds shares of the key: identifiers of operator sets. */
	readonly manifestSetId: string;
	readonly shareSetId: string;
	readonly enableEgress: boolean;
	readonly enableDebugModeDeployments: boolean;
	readonly liveDeploymentId: string | null;
}

export interface TvcDeploymentEntity extends Entity {
	readonly appId: string;
	readonly manifestId: string;
	/** JSON text. */
	readonly manifest: string;
	readonly qosVersion: string;
	readonly containerUrl: string;
	readonly path: string;
	readonly args: readonly string[];
	readonly hasPullSecret: boolean;
	readonly healthCheckType: "TVC_HEALTH_CHECK_TYPE_HTTP" | "TVC_HEALTH_CHECK_TYPE_GRPC";
	readonly healthCheckPort: number;
	readonly publicIngressPort: number;
	readonly debugMode: boolean;
	readonly instanceSizeCpus: number | null;
	readonly instanceSizeRam: number | null;
	/** Deleted, and there to be restored. */
	readonly deleted: boolean;
}
