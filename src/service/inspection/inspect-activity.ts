// Activities as plain data: who asked, who has voted and who may, what was asked for and what came of it.
import type { StoredActivity, StoredVote } from "../activity-record.js";
import { approversOf, isPending, votesAt } from "../consensus.js";
import { approvalGate } from "../mfa-gate.js";
import type { Organization, OrganizationView } from "../organization.js";
import { policyRequestOf } from "../policy-request.js";
import { Refusal } from "../refusal.js";
import type { ServiceSetting } from "../service-setting.js";
import type { Store } from "../store.js";
import { timestampText } from "../timestamp.js";
import { userNamed } from "./inspect-organization.js";
import type { ActivityPage, InspectedActivity, InspectedVote, Named } from "./inspected.js";
import { withheld } from "./withheld.js";

export interface ActivityQuestion {
	readonly statuses: readonly string[];
	readonly types: readonly string[];
	/** Only those older than this activity. */
	readonly after?: string | undefined;
	readonly limit: number;
}

/** Newest first. Throws a `Refusal` (404) when there is no activity `after`. */
export function inspectActivities(
	store: Store,
	setting: ServiceSetting,
	organization: Organization,
	{ statuses, types, after, limit }: ActivityQuestion,
): ActivityPage {
	const place = after === undefined ? undefined : store.activities.sequenceOf(organization.number, after);
	if (after !== undefined && place === undefined) throw new Refusal("NotFound", `there is no activity \`${after}\``);
	const found = store.activities.page(organization.number, { statuses, types }, { limit: limit + 1, after: place });
	const page = found.slice(0, limit);
	return {
		activities: page.map((each) => inspectActivity(setting, organization, each)),
		next: found.length > limit ? (page.at(-1)?.id ?? null) : null,
	};
}

export function inspectActivity(
	setting: ServiceSetting,
	organization: OrganizationView,
	activity: StoredActivity,
): InspectedActivity {
	const now = setting.clock.now();
	const votes = votesAt(activity, now, setting.limits.approvalWindow);
	return {
		id: activity.id,
		organizationId: organization.id,
		type: activity.type,
		status: activity.status,
		fingerprint: activity.fingerprint,
		requester: userNamed(organization, activity.requester.userId),
		createdAt: timestampText(activity.createdAt),
		updatedAt: timestampText(activity.updatedAt),
		votes: votes.map((each) => voteOf(organization, each)),
		lapsedVotes: activity.lapsedVotes.length + activity.votes.length - votes.length,
		awaits: isPending(activity) ? awaited(setting, organization, activity, votes, now) : [],
		parameters: withheld(activity.parameters),
		result: withheld(activity.result),
		failure: activity.failure?.message ?? null,
	};
}

function voteOf(organization: OrganizationView, vote: StoredVote): InspectedVote {
	return {
		user: userNamed(organization, vote.userId),
		selection: vote.selection === "VOTE_SELECTION_APPROVED" ? "approved" : "rejected",
		at: timestampText(vote.createdAt),
		publicKey: vote.publicKey,
		scheme: vote.scheme,
		evaluations: vote.evaluations.map(({ policyId, outcome }) => ({
			policy: { id: policyId, name: organization.policies.get(policyId)?.name ?? "" },
			outcome,
		})),
	};
}

/** Those whose approval would count now. */
function awaited(
	setting: ServiceSetting,
	organization: OrganizationView,
	activity: StoredActivity,
	votes: readonly StoredVote[],
	now: number,
): readonly Named[] {
	const voters = setting.engine.voters(policyRequestOf(organization, activity, now), approversOf(votes));
	const countsNow = approvalGate(setting, organization, activity, votes, now);
	return [...organization.users.all()].filter(({ id }) => voters.has(id) && countsNow(id)).map(({ id, name }) => ({ id, name }));
}
