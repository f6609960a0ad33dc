// The activity record, as every submit operation returns it, and the states it can be in.
import type { JsonObject, JsonValue } from "../base/json.js";

export const ACTIVITY_STATUSES = [
	"ACTIVITY_STATUS_CREATED",
	"ACTIVITY_STATUS_PENDING",
	"ACTIVITY_STATUS_COMPLETED",
	"ACTIVITY_STATUS_FAILED",
	"ACTIVITY_STATUS_CONSENSUS_NEEDED",
	"ACTIVITY_STATUS_REJECTED",
	"ACTIVITY_STATUS_AUTHENTICATORS_NEEDED",
] as const;
export type ActivityStatus = (typeof ACTIVITY_STATUSES)[number];

/** An object with both members as decimal strings. */
export interface Timestamp {
	readonly seconds: string;
	readonly nanos: string;
}

export interface Vote {
	readonly id: string;
	readonly userId: string;
	readonly user?: JsonObject | null;
	readonly activityId: string;
	readonly selection: "VOTE_SELECTION_APPROVED" | "VOTE_SELECTION_REJECTED";
	/** The exact body the voter signed. */
	readonly message: string;
	readonly publicKey: string;
	readonly signature: string;
	readonly scheme: string;
	readonly createdAt: string | Timestamp;
}

export interface Activity {
	readonly id: string;
	readonly organizationId: string;
	/** One of `ACTIVITY_STATUSES`; a reader must tolerate a value it does not know (it is then not terminal). */
	readonly status: string;
	/** The versioned type, `ACTIVITY_TYPE_…`. */
	readonly type: string;
	/** One member, named per operation, that echoes the parameters. */
	readonly intent: JsonObject | null;
	/** One member when completed; empty or null otherwise. */
	readonly result: JsonObject | null;
	readonly votes: readonly Vote[];
	/** `sha256:` and the digest of the submitted body. */
	readonly fingerprint: string;
	readonly canApprove: boolean;
	readonly canReject: boolean;
	readonly createdAt: string | Timestamp;
	readonly updatedAt: string | Timestamp;
	readonly failure?: { readonly code: number; readonly message: string; readonly details?: readonly JsonValue[] } | null;
}

/** How far an activity has come, from the reader's point of view. */
export type ActivityPhase = "running" | "completed" | "failed" | "rejected" | "consensus-needed" | "authenticators-needed";

const PHASES: Readonly<Record<ActivityStatus, ActivityPhase>> = {
	ACTIVITY_STATUS_CREATED: "running",
	ACTIVITY_STATUS_PENDING: "running",
	ACTIVITY_STATUS_COMPLETED: "completed",
	ACTIVITY_STATUS_FAILED: "failed",
	ACTIVITY_STATUS_CONSENSUS_NEEDED: "consensus-needed",
	ACTIVITY_STATUS_REJECTED: "rejected",
	ACTIVITY_STATUS_AUTHENTICATORS_NEEDED: "authenticators-needed",
};

export function phaseOf(status: string): ActivityPhase {
	return Object.hasOwn(PHASES, status) ? PHASES[status as ActivityStatus] : "running";
}

/** Milliseconds since the epoch, from either form the service uses (RFC 3339 text or `{seconds, nanos}`); undefined when neither. */
export function timestampMilliseconds(value: unknown): number | undefined {
	if (typeof value === "string") {
		return instantIn(Date.parse(value));
	}
	if (typeof value === "object" && value !== null && "seconds" in value) {
		const seconds = Number((value as Timestamp).seconds);
		const nanos = Number((value as Timestamp).nanos ?? "0");
		return instantIn(seconds * 1000 + Math.floor(nanos / 1e6));
	}
	return undefined;
}

/** Beyond what a date can hold no time is told. */
function instantIn(milliseconds: number): number | undefined {
	return Math.abs(milliseconds) <= 8.64e15 ? milliseconds : undefined;
}
