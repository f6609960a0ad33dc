// The options of a running service with every default filled in: what its parts are handed.
import { join } from "node:path";
import type { Profile } from "../api/operation.js";
import type { Clock } from "../base/clock.js";
import { IssuerKeys } from "./identity/issuer-keys.js";
import { Postman } from "./identity/postman.js";
import { LanguagePolicyEngine } from "./language-policy-engine.js";
import type { PolicyEngine } from "./policy-engine.js";
import type { Sealer } from "./sealing.js";
import type { ServiceKeys } from "./service-keys.js";
import { DEFAULT_SERVICE_LIMITS, type ServiceLimits } from "./service-limits.js";
import type { ServiceLog, ServiceOptions } from "./service-options.js";
import type { TimestampForm } from "./timestamp.js";

export interface ServiceSetting {
	readonly profile: Profile;
	readonly clock: Clock;
	/** Opens and seals the secrets in the store. */
	readonly sealer: Sealer;
	/** What the service signs with itself. */
	readonly keys: ServiceKeys;
	readonly engine: PolicyEngine;
	readonly limits: ServiceLimits;
	readonly log: ServiceLog;
	readonly postman: Postman;
	/** The keys of those who issue OIDC tokens. */
	readonly issuers: IssuerKeys;
	readonly timestampForm: TimestampForm;
	readonly allowLoopbackWebhooks: boolean;
	readonly allowUnsatisfiableMfa: boolean;
}

export function settingOf(options: ServiceOptions, secrets: Pick<ServiceSetting, "sealer" | "keys">): ServiceSetting {
	return {
		...secrets,
		profile: options.profile ?? "full",
		clock: options.clock,
		engine: new LanguagePolicyEngine(),
		limits: { ...DEFAULT_SERVICE_LIMITS, ...options.limits },
		log: options.log ?? (() => {}),
		issuers: new IssuerKeys(),
		postman: new Postman(
			options.dataDir === undefined ? undefined : join(options.dataDir, "outbox"),
			options.mail,
			options.log ?? (() => {}),
		),
		timestampForm: options.timestampForm ?? "string",
		allowLoopbackWebhooks: options.allowLoopbackWebhooks ?? false,
		allowUnsatisfiableMfa: options.allowUnsatisfiableMfa ?? false,
	};
}
