// What handlers are: functions from a request and the organisation as it stands to the changes it makes and its result.
// They change nothing themselves and refuse by throwing, so an activity happens whole or not at all.

import type { ActivityName, QueryName } from "../../api/operations.js";
import type { ActivityParameters, QueryParameters, QueryResult } from "../../api/port.js";
import type { JsonObject } from "../../base/json.js";
import type { ActivityReader } from "../activity-log.js";
import type { StoredActivity } from "../activity-record.js";
import type { Change, OrganizationEntity } from "../entity.js";
import type { IssuerKeys } from "../identity/issuer-keys.js";
import type { Message } from "../identity/message.js";
import type { MfaProgress } from "../mfa-gate.js";
import type { OrganizationView } from "../organization.js";
import type { PolicyEngine } from "../policy-engine.js";
import type { Refusal } from "../refusal.js";
import type { Sealer } from "../sealing.js";
import type { ServiceKeys } from "../service-keys.js";
import type { ServiceLimits } from "../service-limits.js";

export interface ExecutionContext {
	readonly organization: OrganizationView;
	/** The user who submitted the activity, and the organisation they belong to: the same one, or its parent. */
	readonly requesterId: string;
	readonly home: OrganizationView;
	/** Milliseconds since the epoch. */
	readonly now: number;
	readonly limits: ServiceLimits;
	readonly engine: PolicyEngine;
	/** Opens and seals the secrets in the store. */
	readonly sealer: Sealer;
	/** What the service signs with itself. */
	readonly keys: ServiceKeys;
	/** The keys of those who issue OIDC tokens; to be asked in `prepare`. */
	readonly issuers: IssuerKeys;
	readonly allowLoopbackWebhooks: boolean;
	readonly allowUnsatisfiableMfa: boolean;
	/** A fresh identifier. */
	newId(): string;
}

/** What an activity does when it is carried out. */
export interface Execution {
	readonly changes: readonly Change[];
	/** The value under the operation's result key. */
	readonly result: JsonObject;
	/** What it changes in other organisations than the one it is about. */
	readonly elsewhere?: readonly { readonly organizationId: string; readonly changes: readonly Change[] }[];
	/** Organisations that come into being with it, and what they begin with. */
	readonly founded?: readonly { readonly self: OrganizationEntity; readonly changes: readonly Change[] }[];
	/** The organisation it is about goes, with everything in it. */
	readonly dissolved?: true;
	/** What is sent to people once all of this is stored. */
	readonly messages?: readonly Message[];
	/** It came to nothing, and whoever asked is told why; what it changes is changed all the same. */
	readonly refusal?: Refusal;
}

/** Throws a `Refusal` when the parameters cannot be carried out in this organisation. */
export type ActivityHandler<N extends ActivityName = ActivityName> = (
	context: ExecutionContext,
	parameters: ActivityParameters<N>,
) => Execution;

/** An activity that cannot be carried out at one go: something must be asked for or worked out first, which takes time. */
export interface WaitingHandler<N extends ActivityName = ActivityName, P = unknown> {
	/** What is refused before policies are asked. Throws a `Refusal`. */
	admit?(context: ExecutionContext, parameters: ActivityParameters<N>): void;
	/** What can be refused at once; called on submission, before anything is waited for. Throws a `Refusal`. */
	check(context: ExecutionContext, parameters: ActivityParameters<N>): void;
	/**
	 * Called when nothing but this stands between the activity and its execution. Changes nothing; may reject with a
	 * `Refusal`. The organisation may be another when `execute` is called.
	 */
	prepare(context: ExecutionContext, parameters: ActivityParameters<N>): Promise<P>;
	/** Throws a `Refusal` like any handler. */
	execute(context: ExecutionContext, parameters: ActivityParameters<N>, prepared: P): Execution;
}

/** Ties what `prepare` gives to what `execute` takes. */
export function waiting<N extends ActivityName, P>(handler: WaitingHandler<N, P>): WaitingHandler<N> {
	return handler as WaitingHandler<N>;
}

export interface QueryContext {
	readonly organization: OrganizationView;
	/** The user who asks, and the organisation they belong to: the same one, or its parent. */
	readonly requesterId: string;
	readonly home: OrganizationView;
	readonly activities: ActivityReader;
	/** How far a user has come with what an activity asks of them; undefined when it asks nothing. */
	mfaProgress(activity: StoredActivity, userId: string): MfaProgress | undefined;
	/** An activity as this requester sees it. */
	present(activity: StoredActivity): JsonObject;
}

/** Throws a `Refusal` when there is nothing to answer with. */
export type QueryHandler<N extends QueryName = QueryName> = (
	context: QueryContext,
	parameters: QueryParameters<N>,
) => QueryResult<N>;
