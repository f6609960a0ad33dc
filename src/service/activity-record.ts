// An activity as it is stored, and as it goes over the wire.
import type { Activity, ActivityStatus, Vote } from "../api/activity.js";
import type { FailureBody } from "../api/failure.js";
import type { JsonObject } from "../base/json.js";
import type { PolicyEvaluation } from "./policy-engine.js";
import { activityTimestamp, type TimestampForm, timestampObject } from "./timestamp.js";

export interface StoredVote {
	readonly id: string;
	readonly userId: string;
	readonly selection: Vote["selection"];
	/** The body the voter signed; null when it is the activity's own. */
	readonly message: string | null;
	readonly publicKey: string;
	readonly signature: string;
	readonly scheme: string;
	readonly createdAt: number;
	/** What each policy said when this vote was given; empty when the root quorum decided. */
	readonly evaluations: readonly PolicyEvaluation[];
}

/** An authentication method that a user has proven for an activity. */
export interface StoredProof {
	readonly userId: string;
	/** `AUTHENTICATION_TYPE_…`, and which authenticator or session profile it was. */
	readonly type: string;
	readonly id: string;
	readonly createdAt: number;
}

export interface StoredActivity {
	readonly id: string;
	readonly organizationId: string;
	readonly type: string;
	readonly status: ActivityStatus;
	readonly fingerprint: string;
	/** The text that was signed and submitted, and the parameters in it. */
	readonly body: string;
	readonly parameters: JsonObject;
	readonly createdAt: number;
	readonly updatedAt: number;
	/** The user who submitted it, and the public key of the credential used. */
	readonly requester: { readonly userId: string; readonly publicKey: string };
	readonly intentKey: string;
	readonly votes: readonly StoredVote[];
	/** Votes that no longer count, because consensus was not reached within their window. */
	readonly lapsedVotes: readonly StoredVote[];
	/** What its voters have proven, in the order in which they did. */
	readonly proofs: readonly StoredProof[];
	readonly result: JsonObject | null;
	readonly failure: Pick<FailureBody, "code" | "message" | "details"> | null;
}

/** What only the reader's point of view decides. */
export interface Presentation {
	readonly timestampForm: TimestampForm;
	readonly canApprove: boolean;
	readonly canReject: boolean;
	readonly votes: readonly StoredVote[];
	/** A voter's record as it goes over the wire, or null when the user is gone. */
	userRecord(userId: string): object | null;
}

/** The record every submit operation answers with. */
export function presentActivity(
	activity: StoredActivity,
	how: Presentation,
): Activity & { readonly appProofs: readonly never[] } {
	return {
		id: activity.id,
		organizationId: activity.organizationId,
		status: activity.status,
		type: activity.type,
		intent: { [activity.intentKey]: activity.parameters },
		result: activity.result ?? {},
		votes: how.votes.map((vote) => ({
			id: vote.id,
			userId: vote.userId,
			user: how.userRecord(vote.userId) as JsonObject | null,
			activityId: activity.id,
			selection: vote.selection,
			message: vote.message ?? activity.body,
			publicKey: vote.publicKey,
			signature: vote.signature,
			scheme: vote.scheme,
			createdAt: timestampObject(vote.createdAt),
		})),
		appProofs: [],
		fingerprint: activity.fingerprint,
		canApprove: how.canApprove,
		canReject: how.canReject,
		createdAt: activityTimestamp(activity.createdAt, how.timestampForm),
		updatedAt: activityTimestamp(activity.updatedAt, how.timestampForm),
		failure: activity.failure as Activity["failure"] & {},
	};
}
