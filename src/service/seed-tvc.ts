// The verifiable cloud of a seed: apps with their operators and deployments. What is left out is made up, so that a seed can
// say no more than "an app with one deleted deployment".
import { type Change, put } from "./entity.js";
import { newId } from "./identifier.js";
import { generateKeyPair } from "./key-generation.js";
import type { SeedTvcApp } from "./seed-spec.js";
import type { TvcDeploymentEntity, TvcOperatorEntity } from "./tvc-entity.js";

/** `now` in milliseconds since the epoch. */
export function tvcChanges(apps: readonly SeedTvcApp[], now: number): Change[] {
	return apps.flatMap((app) => appChanges(app, now));
}

function appChanges({ id, name, quorumPublicKey, operators, threshold, deployments }: SeedTvcApp, now: number): Change[] {
	const times = { createdAt: now, updatedAt: now };
	const appId = id ?? newId();
	const members = (operators ?? [{ name: "operator" }]).map(
		(each): TvcOperatorEntity => ({
			id: each.id ?? newId(),
			...times,
			name: each.name,
			publicKey: each.publicKey ?? madeKey(),
		}),
	);
	const set = { id: newId(), ...times, name, operatorIds: members.map((each) => each.id), threshold: threshold ?? 1 };
	const made = (deployments ?? []).map((each): TvcDeploymentEntity => {
		const image = each.image ?? `registry.example.com/${encodeURIComponent(name)}:latest`;
		return {
			id: each.id ?? newId(),
			...times,
			appId,
			manifestId: newId(),
			manifest: JSON.stringify({ namespace: { name: `app-${appId}`, nonce: Math.floor(now / 1000) } }),
			qosVersion: "v1.0.0",
			containerUrl: image,
			path: "/app",
			args: [],
			hasPullSecret: false,
			healthCheckType: "TVC_HEALTH_CHECK_TYPE_HTTP",
			healthCheckPort: 3000,
			publicIngressPort: 3000,
			debugMode: false,
			instanceSizeCpus: null,
			instanceSizeRam: null,
			deleted: each.deleted ?? false,
		};
	});
	const live = (deployments ?? []).findIndex((each) => each.live === true);
	return [
		...members.map((each) => put("tvcOperator", each)),
		put("tvcOperatorSet", set),
		put("tvcApp", {
			id: appId,
			...times,
			name,
			quorumPublicKey: quorumPublicKey ?? madeKey(),
			manifestSetId: set.id,
			shareSetId: set.id,
			enableEgress: false,
			enableDebugModeDeployments: false,
			liveDeploymentId: made[live]?.id ?? null,
		}),
		...made.map((each) => put("tvcDeployment", each)),
	];
}

/** A public key nobody has the private half of: nothing runs here that would use it. */
function madeKey(): string {
	return generateKeyPair("CURVE_P256").publicKey;
}
