// An organisation in memory and a way to carry out activities on it, for testing handlers without a server.
import type { ActivityName, QueryName } from "../../src/api/operations.js";
import type { ActivityParameters, QueryParameters, QueryResult } from "../../src/api/port.js";
import { activityHandler, queryHandler } from "../../src/service/handlers/all.js";
import type { ActivityHandler, ExecutionContext, QueryHandler } from "../../src/service/handlers/handler.js";
import { newId } from "../../src/service/identifier.js";
import { IssuerKeys } from "../../src/service/identity/issuer-keys.js";
import { LanguagePolicyEngine } from "../../src/service/language-policy-engine.js";
import { Organization } from "../../src/service/organization.js";
import { Refusal } from "../../src/service/refusal.js";
import { newSealingKey, Sealer } from "../../src/service/sealing.js";
import { DEFAULT_SEED, organizationFromSeed } from "../../src/service/seed-organization.js";
import type { SeedSpec } from "../../src/service/seed-spec.js";
import { newServiceSecrets, serviceKeys } from "../../src/service/service-keys.js";
import { DEFAULT_SERVICE_LIMITS } from "../../src/service/service-limits.js";

export const START = Date.UTC(2026, 0, 2, 3, 4, 5);

export interface Bench {
	readonly organization: Organization;
	now: number;
	/** Carries an activity out and applies what it changes; gives the value under its result key. */
	run<N extends ActivityName>(name: N, parameters: ActivityParameters<N>): Record<string, unknown>;
	/** The refusal an activity gets; fails when it gets none. */
	refusal<N extends ActivityName>(name: N, parameters: ActivityParameters<N>): Refusal;
	ask<N extends QueryName>(name: N, parameters: QueryParameters<N>): QueryResult<N>;
	/** The identifier of a seeded user. */
	user(name: string): string;
}

export async function bench(spec: Partial<SeedSpec> = {}, context: Partial<ExecutionContext> = {}): Promise<Bench> {
	const seed = { name: "Treasury", spec: { ...DEFAULT_SEED.spec, ...spec } };
	const sealer = new Sealer(newSealingKey());
	const keys = serviceKeys(newServiceSecrets());
	const { self, changes } = await organizationFromSeed(seed, { sealer, keys }, START);
	const organization = new Organization(1, self);
	for (const change of changes) organization.apply(change);
	const execute = (name: ActivityName, parameters: object, now: number) => {
		const handler = activityHandler(name);
		if (!handler) throw new Error(`no handler for ${name}`);
		const whole: ExecutionContext = {
			organization,
			requesterId: self.rootQuorum.userIds[0] ?? "",
			home: organization,
			issuers: new IssuerKeys(),
			now,
			limits: DEFAULT_SERVICE_LIMITS,
			engine: new LanguagePolicyEngine(),
			sealer,
			keys,
			allowLoopbackWebhooks: false,
			allowUnsatisfiableMfa: false,
			newId,
			...context,
		};
		if (typeof handler !== "function") throw new Error(`${name} has to wait for something, and needs a service`);
		return handler(whole, parameters as Parameters<ActivityHandler>[1]);
	};
	const made: Bench = {
		organization,
		now: START,
		run(name, parameters) {
			const { changes: applied, result } = execute(name, parameters, made.now);
			for (const change of applied) organization.apply(change);
			return result;
		},
		refusal(name, parameters) {
			try {
				execute(name, parameters, made.now);
			} catch (error) {
				if (error instanceof Refusal) return error;
				throw error;
			}
			throw new Error(`${name} was not refused`);
		},
		ask(name, parameters) {
			const unused = (): never => {
				throw new Error("there is no log here");
			};
			const log = { withId: unused, withFingerprint: unused, sequenceOf: unused, page: unused };
			const query: Parameters<QueryHandler>[0] = {
				organization,
				home: organization,
				requesterId: self.rootQuorum.userIds[0] ?? "",
				activities: log,
				mfaProgress: unused,
				present: unused,
			};
			return queryHandler(name)(query, parameters as Parameters<QueryHandler>[1]) as unknown as QueryResult<typeof name>;
		},
		user(name) {
			const user = [...organization.users.all()].find((each) => each.name === name);
			if (!user) throw new Error(`no user ${name}`);
			return user.id;
		},
	};
	return made;
}
