// What `policy calibrate` found: where our evaluation of past requests agrees with the service's own. Plain versioned JSON,
// published as schemas/calibration.schema.json.
import type { ReasonView } from "./explanation.js";

export const CALIBRATION_FORMAT_VERSION = "1.0";

/**
 * Why one evaluation could not be compared.
 * `policy-gone`, `policy-changed`: the text it had then is not known any more. `people-changed`: who could vote, or with
 * which tags, has changed since. `target-changed`: the key or wallet has changed since, or is gone. `root-quorum-changed`
 * and `vote-lapsed`: the votes it was made with are not in the record. `vote-time-unread`: the record does not tell when the vote was given. `payload-unread`: a transaction of a sort that is not
 * parsed here. `roots-undocumented`: nobody has said whether such a request has what the condition reads. `activity-unknown`: an activity type the language says nothing about. `not-a-policy-outcome`: the service
 * tells a rejection or a missing second factor, which no policy decides.
 */
export const UNKNOWN_REASONS = [
	"policy-gone",
	"policy-changed",
	"people-changed",
	"target-changed",
	"vote-lapsed",
	"vote-time-unread",
	"payload-unread",
	"roots-undocumented",
	"activity-unknown",
	"not-a-policy-outcome",
] as const;
export type UnknownReason = (typeof UNKNOWN_REASONS)[number];

/** One evaluation of one policy in which the service and we differ. */
export interface Disagreement {
	readonly activity_id: string;
	readonly activity_type: string;
	readonly vote_id: string;
	/** RFC 3339: when the vote was given. */
	readonly at: string;
	readonly policy_id: string;
	readonly policy_name?: string;
	readonly theirs: string;
	readonly ours: string;
	/** Why ours is what it is: the deciding parts of its expressions. */
	readonly reasons: readonly ReasonView[];
}

export interface Counts {
	readonly agreed: number;
	readonly disagreed: number;
	/** Could not be compared. */
	readonly unknown: number;
}

export interface CalibrationReport {
	readonly format_version: typeof CALIBRATION_FORMAT_VERSION;
	readonly type: "calibration";
	readonly tool_version: string;
	readonly environment: string;
	readonly organization_id: string;
	readonly activities: {
		readonly read: number;
		/** False when older ones were left out, or the service's log could not be followed to its end. */
		readonly complete: boolean;
		/** RFC 3339; absent when there is none. */
		readonly oldest?: string;
		readonly newest?: string;
	};
	/** One for each vote. */
	readonly evaluations: {
		readonly read: number;
		/** Those in which the service names no policy: the root quorum decided, or nobody was asked. */
		readonly without_policies: number;
	};
	/** Policies times evaluations. */
	readonly summary: Counts;
	readonly policies: readonly (Counts & { readonly policy_id: string; readonly policy_name?: string })[];
	/** How often they said one thing and we another, or the same; what could not be compared is not in it. */
	readonly outcomes: readonly { readonly theirs: string; readonly ours: string; readonly count: number }[];
	readonly unknown: readonly { readonly reason: UnknownReason; readonly count: number }[];
	readonly disagreements: readonly Disagreement[];
}
