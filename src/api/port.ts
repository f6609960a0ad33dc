// The two hands a program can have on a service. Whoever holds only a `QueryPort` cannot write: that is how plan, drift
// and validate are read-only by type.
import type { Activity } from "./activity.js";
import type { ParametersOf, Profile, ResultOf } from "./operation.js";
import type { ActivityName, OperationName, operations, QueryName } from "./operations.js";

export type QueryParameters<N extends QueryName> = ParametersOf<(typeof operations)[N]>;
export type QueryResult<N extends QueryName> = ResultOf<(typeof operations)[N]>;
export type ActivityParameters<N extends ActivityName> = ParametersOf<(typeof operations)[N]>;

export interface QueryPort {
	readonly organizationId: string;
	readonly profile: Profile;
	offers(operation: OperationName): boolean;
	/** Asks the service. Rejects with `ServiceFailure` and nothing else. */
	query<N extends QueryName>(name: N, parameters: QueryParameters<N>): Promise<QueryResult<N>>;
}

/** A body made ready to be sent: these bytes and no others are stamped, sent, and sent again. */
export interface PreparedActivity {
	readonly operation: ActivityName;
	/** UTF-8 JSON text. */
	readonly body: string;
	/** `sha256:` and the digest of the body's bytes: the activity's identity. */
	readonly fingerprint: string;
	/** Milliseconds since the epoch, as written in the body; the service refuses it an hour later. */
	readonly timestampMs: number;
}

export interface ActivityPort extends QueryPort {
	/** Serialises an activity once, with a timestamp larger than any given before in this process. */
	prepare<N extends ActivityName>(name: N, parameters: ActivityParameters<N>): PreparedActivity;
	/** Sends a prepared activity, retrying with identical bytes. Rejects with `ServiceFailure` and nothing else. */
	submit(prepared: PreparedActivity, signal?: AbortSignal): Promise<Activity>;
	/** Follows an activity until it is terminal or waits for people; `submit`'s answer comes in, its last state comes out. */
	follow(activity: Activity, prepared: PreparedActivity, signal?: AbortSignal): Promise<Activity>;
}
