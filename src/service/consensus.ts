// Votes: who has approved an activity so far, until when that counts, and what a further vote makes of it. Pure: an
// activity and a moment in, an activity out.

import type { StoredActivity, StoredVote } from "./activity-record.js";
import type { Approver } from "./policy-engine.js";

/** Whether an activity still waits for people. */
export function isPending(activity: StoredActivity): boolean {
	return activity.status === "ACTIVITY_STATUS_CONSENSUS_NEEDED" || activity.status === "ACTIVITY_STATUS_AUTHENTICATORS_NEEDED";
}

/**
 * The votes that count. While an activity is pending, its first vote opens a window; when consensus is not reached inside
 * it, the votes lapse and must be given again, and the activity stays pending.
 */
export function votesAt(activity: StoredActivity, now: number, window: number): readonly StoredVote[] {
	const opened = activity.votes[0]?.createdAt;
	if (opened === undefined || !isPending(activity)) return activity.votes;
	return now > opened + window ? [] : activity.votes;
}

/** The activity with one more vote, and those that lapsed put aside. */
export function withVote(activity: StoredActivity, vote: StoredVote, now: number, window: number): StoredActivity {
	const counting = votesAt(activity, now, window);
	return {
		...activity,
		votes: [...counting, vote],
		lapsedVotes: counting.length === 0 ? [...activity.lapsedVotes, ...activity.votes] : activity.lapsedVotes,
		updatedAt: now,
	};
}

export function approversOf(votes: readonly StoredVote[]): readonly Approver[] {
	return votes
		.filter((vote) => vote.selection === "VOTE_SELECTION_APPROVED")
		.map(({ userId, publicKey }) => ({ userId, publicKey }));
}

export function hasApproved(votes: readonly StoredVote[], userId: string): boolean {
	return votes.some((vote) => vote.userId === userId && vote.selection === "VOTE_SELECTION_APPROVED");
}
