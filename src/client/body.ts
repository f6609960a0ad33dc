// An activity's body, serialised once: these bytes are its identity, so nothing is ever serialised a second time.
import type { ActivityName } from "../api/operations.js";
import { activityRow } from "../api/operations.js";
import type { PreparedActivity } from "../api/port.js";
import type { Clock } from "../base/clock.js";
import { fingerprintOf } from "../base/digest.js";
import { MAX_AHEAD_MS } from "./refusal.js";

export interface BodyOptions {
	readonly organizationId: string;
	readonly clock: Clock;
	/** The largest `timestampMs` that earlier processes gave out, from the journal. */
	readonly after?: number | undefined;
}

export type Prepare = (name: ActivityName, parameters: object) => PreparedActivity;

/**
 * Makes bodies with strictly increasing `timestampMs`: equal content in the same millisecond would be the same activity, so
 * that creating, deleting and creating again would return the first creation. Members that are undefined are left out;
 * null is sent as it is given. The order of members is the order given, so equal input makes equal text.
 */
export function createPrepare(options: BodyOptions): Prepare {
	const { organizationId, clock, after } = options;
	// An earlier process whose clock was far ahead must not make us write timestamps that the service refuses.
	let last = after !== undefined && after <= clock.now() + MAX_AHEAD_MS - 60_000 ? after : 0;
	return (name, parameters) => {
		const timestampMs = Math.max(Math.floor(clock.now()), last + 1);
		last = timestampMs;
		const { type } = activityRow(name);
		const body = JSON.stringify({ type, timestampMs: String(timestampMs), organizationId, parameters });
		return { operation: name, body, fingerprint: fingerprintOf(body), timestampMs };
	};
}
