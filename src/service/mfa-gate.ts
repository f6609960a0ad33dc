// What a user must prove beyond the stamp before it counts. Of the user's MFA policies the first that applies is enforced;
// its steps are satisfied one after the other, each by approving the activity with a credential of the kind asked for.
import type { StoredActivity, StoredProof, StoredVote } from "./activity-record.js";
import { hasApproved } from "./consensus.js";
import type { MfaPolicyEntity } from "./entity.js";
import type { OrganizationView } from "./organization.js";
import { policyRequestOf } from "./policy-request.js";
import type { ServiceSetting } from "./service-setting.js";

/** Stands for the session that has no profile. */
export const DEFAULT_SESSION_PROFILE = "00000000-0000-0000-0000-000000000000";

/**
 * The steps a user has yet to satisfy for an activity; none when no MFA policy applies or all of it is satisfied. A proof
 * counts as long as an approval does. `now` in milliseconds since the epoch.
 */
export function openSteps(
	setting: ServiceSetting,
	organization: OrganizationView,
	activity: StoredActivity,
	userId: string,
	now: number,
): MfaPolicyEntity["steps"] {
	return mfaProgress(setting, organization, activity, userId, now)?.open ?? [];
}

/**
 * Says of a user whose vote policies take whether their approval would count now: nobody else's does before the submitter
 * has proven what they must, and who has approved may do so again only as long as they have something left to prove.
 */
export function approvalGate(
	setting: ServiceSetting,
	organization: OrganizationView,
	activity: StoredActivity,
	votes: readonly StoredVote[],
	now: number,
): (userId: string) => boolean {
	const submitter = activity.requester.userId;
	const owes = (userId: string) => openSteps(setting, organization, activity, userId, now).length > 0;
	const submitterOwes = owes(submitter);
	return (userId) => {
		if (submitterOwes) return userId === submitter;
		return !hasApproved(votes, userId) || owes(userId);
	};
}

/** How far a user has come with the MFA policy that an activity must satisfy. */
export interface MfaProgress {
	readonly policy: MfaPolicyEntity;
	/** The proofs that satisfied a step, in order. */
	readonly counted: readonly StoredProof[];
	/** The steps that are left. */
	readonly open: MfaPolicyEntity["steps"];
}

/** Undefined when no MFA policy of the user applies. `now` in milliseconds since the epoch. */
export function mfaProgress(
	{ engine, limits }: ServiceSetting,
	organization: OrganizationView,
	activity: StoredActivity,
	userId: string,
	now: number,
): MfaProgress | undefined {
	const policy = engine.mfaPolicy(policyRequestOf(organization, activity, now), userId);
	if (!policy) return undefined;
	const { steps } = policy;
	const counted: StoredProof[] = [];
	let done = 0;
	for (const proof of activity.proofs) {
		if (proof.userId !== userId || now > proof.createdAt + limits.approvalWindow) continue;
		const before = done;
		// One proof may satisfy steps that follow each other: the same method twice is one factor.
		for (let step = steps[done]; step && satisfies(step, proof); step = steps[done]) done += 1;
		if (done > before) counted.push(proof);
	}
	return { policy, counted, open: steps.slice(done) };
}

function satisfies(step: MfaPolicyEntity["steps"][number], proof: StoredProof): boolean {
	return step.any.some((method) => method.type === proof.type && (method.id === null || method.id === proof.id));
}
