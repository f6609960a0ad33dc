// Votes on activities that wait: approvals, which may carry an activity out, and rejections, which end it. An approval is
// also how a voter proves what an MFA policy asks of them, step by step; their vote counts when the last step is satisfied.
import type { Vote } from "../api/activity.js";
import { checkAddress, checkSessionScope } from "./access.js";
import type { StoredActivity, StoredVote } from "./activity-record.js";
import { approversOf, hasApproved, isPending, votesAt, withVote } from "./consensus.js";
import { Errand } from "./errand.js";
import type { Execution } from "./handlers/handler.js";
import { openSteps } from "./mfa-gate.js";
import type { Notifier } from "./notification.js";
import { type Decision, denial } from "./policy-engine.js";
import { policyRequestOf } from "./policy-request.js";
import { Refusal } from "./refusal.js";
import type { ServiceSetting } from "./service-setting.js";
import type { Store } from "./store.js";
import { executionOf, proofOf, type Submission, takeEffect, voteOf } from "./submission.js";

export class Voting {
	readonly #store: Store;
	readonly #setting: ServiceSetting;
	readonly #notifier: Notifier;

	constructor(store: Store, setting: ServiceSetting, notifier: Notifier) {
		this.#store = store;
		this.#setting = setting;
		this.#notifier = notifier;
	}

	/**
	 * approve_activity and reject_activity: the activity meant, in its new state. The same vote twice is one vote.
	 * Throws a `Refusal`: 404 for an unknown fingerprint, 400 for an activity that is not open for this vote, 403 for a user
	 * whose vote it does not need.
	 */
	vote(submission: Submission, selection: Vote["selection"]): StoredActivity | Errand {
		const { organization, requester, parameters, address } = submission;
		checkAddress(organization, requester, address);
		const target = this.#store.activities.withFingerprint(organization.number, String(parameters["fingerprint"]));
		if (!target) {
			throw new Refusal(
				"NotFound",
				"No activity found with fingerprint. Consensus activities must target an existing activity by fingerprint",
			);
		}
		this.#checkScope(target, submission);
		const votes = this.#votes(target, submission);
		if (!isPending(target)) {
			if (votes.some((each) => each.userId === requester.userId && each.selection === selection)) return target;
			throw new Refusal("FailedPrecondition", `activity is no longer open for votes: its status is ${target.status}`);
		}
		if (!this.#mayVote(target, votes, submission)) throw this.#denial(target, votes, submission);
		if (selection === "VOTE_SELECTION_APPROVED") return this.#approve(target, submission, false);
		const vote = voteOf(submission, selection, { onOwnBody: false, evaluations: [] });
		return this.#update({ ...this.#withVote(target, vote, submission), status: "ACTIVITY_STATUS_REJECTED" }, submission);
	}

	/** The same bytes again mean the same activity; from another user whose vote it needs they say the same as an approval. */
	resubmitted(submission: Submission, existing: StoredActivity): StoredActivity | Errand {
		const { organization, requester, address } = submission;
		if (!isPending(existing)) return existing;
		const votes = this.#votes(existing, submission);
		if (hasApproved(votes, requester.userId) || !this.#mayVote(existing, votes, submission)) return existing;
		checkAddress(organization, requester, address);
		this.#checkScope(existing, submission);
		return this.#approve(existing, submission, true);
	}

	#checkScope(target: StoredActivity, { organization, requester, now }: Submission): void {
		checkSessionScope(this.#setting.engine, requester, policyRequestOf(organization, target, now));
	}

	#approve(target: StoredActivity, submission: Submission, onOwnBody: boolean): StoredActivity | Errand {
		const { requester, now } = submission;
		const { userId } = requester;
		const submitter = target.requester.userId;
		if (submitter !== userId && this.#hasToProve(target, submitter, submission)) {
			throw new Refusal(
				"FailedPrecondition",
				"activity is not open for votes before its submitter has satisfied their MFA policy",
			);
		}
		const votes = this.#votes(target, submission);
		const approved = hasApproved(votes, userId);
		const hadToProve = this.#hasToProve(target, userId, submission);
		const proven =
			hadToProve || !approved ? { ...target, proofs: [...target.proofs, proofOf(submission)], updatedAt: now } : target;
		if (this.#hasToProve(proven, userId, submission)) {
			return this.#update({ ...proven, status: "ACTIVITY_STATUS_AUTHENTICATORS_NEEDED" }, submission);
		}
		const { outcome, evaluations } = this.#decide(target, votes, submission);
		const vote = voteOf(submission, "VOTE_SELECTION_APPROVED", { onOwnBody, evaluations });
		const voted = approved ? proven : this.#withVote(proven, vote, submission);
		if (outcome === "allow") return this.#carryOut(voted, submission);
		// The same approval again changes nothing, except when policies have changed since and it is enough now.
		if (voted === target) return target;
		return this.#update({ ...voted, status: "ACTIVITY_STATUS_CONSENSUS_NEEDED" }, submission);
	}

	#carryOut(approved: StoredActivity, submission: Submission): StoredActivity | Errand {
		const { organization } = submission;
		try {
			const execution = executionOf(this.#setting, organization, approved, submission);
			if (execution instanceof Errand) return execution;
			if (execution.refusal) return this.#fail(approved, execution.refusal, submission, execution);
			const completed = { ...approved, status: "ACTIVITY_STATUS_COMPLETED", result: execution.result } as const;
			return this.#update(completed, submission, execution);
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			return this.#fail(approved, error, submission);
		}
	}

	#fail(approved: StoredActivity, { body }: Refusal, submission: Submission, execution?: Execution): StoredActivity {
		const { code, message, details } = body;
		const failed = { ...approved, status: "ACTIVITY_STATUS_FAILED", failure: { code, message, details } } as const;
		return this.#update(failed, submission, execution);
	}

	#update(activity: StoredActivity, submission: Submission, execution?: Execution): StoredActivity {
		const { organization } = submission;
		this.#store.update(organization, activity, []);
		if (execution) takeEffect(this.#store, submission, execution);
		this.#notifier.activityChanged(organization, activity);
		return activity;
	}

	#votes(activity: StoredActivity, { now }: Submission): readonly StoredVote[] {
		return votesAt(activity, now, this.#setting.limits.approvalWindow);
	}

	#withVote(activity: StoredActivity, vote: StoredVote, { now }: Submission): StoredActivity {
		return withVote(activity, vote, now, this.#setting.limits.approvalWindow);
	}

	#mayVote(activity: StoredActivity, votes: readonly StoredVote[], { organization, requester, now }: Submission): boolean {
		const request = policyRequestOf(organization, activity, now);
		return this.#setting.engine.mayVote(request, approversOf(votes), requester.userId);
	}

	/** The decision if the requester approves too. */
	#decide(activity: StoredActivity, votes: readonly StoredVote[], { organization, requester, now }: Submission): Decision {
		const own = { userId: requester.userId, publicKey: requester.stamp.publicKey };
		const others = approversOf(votes);
		const approvers = hasApproved(votes, own.userId) ? others : [...others, own];
		return this.#setting.engine.decide(policyRequestOf(organization, activity, now), approvers);
	}

	/** What the policies say about it, for a user whose vote is not asked for. */
	#denial(activity: StoredActivity, votes: readonly StoredVote[], submission: Submission): Refusal {
		return denial(this.#decide(activity, votes, submission));
	}

	#hasToProve(activity: StoredActivity, userId: string, { organization, now }: Submission): boolean {
		return openSteps(this.#setting, organization, activity, userId, now).length > 0;
	}
}
