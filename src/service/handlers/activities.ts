// Reading the activity log, and why an activity stands where it does.
import type { AUTHENTICATION_TYPES } from "../../api/records.js";
import type { StoredActivity } from "../activity-record.js";
import type { MfaProgress } from "../mfa-gate.js";
import { invalid, notFound } from "../refusal.js";
import { timestampObject } from "../timestamp.js";
import { checkUuid, found } from "./argument.js";
import type { QueryContext, QueryHandler } from "./handler.js";
import { stepRecords } from "./mfa-policies.js";

type AuthenticationType = (typeof AUTHENTICATION_TYPES)[number];

const DEFAULT_PAGE = 10;
const LARGEST_PAGE = 100;

export const getActivity: QueryHandler<"get_activity"> = (context, { activityId }) => ({
	activity: context.present(activityOf(context, activityId)),
});

/** Newest first. `after` continues a list behind an activity, `before` gives the page in front of one. */
export const listActivities: QueryHandler<"list_activities"> = (context, parameters) => {
	const { organization, activities, present } = context;
	const { limit, before, after } = parameters.paginationOptions ?? {};
	const page = activities.page(
		organization.number,
		{ statuses: parameters.filterByStatus ?? [], types: parameters.filterByType ?? [] },
		{ limit: readLimit(limit), before: cursor(context, "before", before), after: cursor(context, "after", after) },
	);
	return { activities: page.map((each) => present(each)) };
};

/** One record per vote, lapsed ones included, in order; an empty one where no policy was consulted. */
export const getPolicyEvaluations: QueryHandler<"get_policy_evaluations"> = (context, { activityId }) => {
	const activity = activityOf(context, activityId);
	const votes = [...activity.lapsedVotes, ...activity.votes];
	return {
		policyEvaluations: votes.map((vote) => ({
			// A vote is evaluated once, so the one's identifier can serve the other.
			id: vote.id,
			activityId: activity.id,
			organizationId: activity.organizationId,
			voteId: vote.id,
			policyEvaluations: vote.evaluations.map(({ policyId, outcome }) => ({ policyId, outcome })),
			createdAt: timestampObject(vote.createdAt),
		})),
	};
};

/** Of everybody who has voted or proven something, or of one user: those of whom an MFA policy asks something. */
export const getMfaStatus: QueryHandler<"get_mfa_status"> = (context, { activityId, userId }) => {
	const activity = activityOf(context, activityId);
	const { organization } = context;
	const voters = [...activity.proofs, ...activity.votes].map((each) => each.userId);
	const one = userId !== null && userId !== undefined && userId !== "";
	const users = one ? [found(organization, organization.users, "userId", "user", userId).id] : [...new Set(voters)];
	return {
		mfaStatuses: users.flatMap((id) => {
			const progress = context.mfaProgress(activity, id);
			return progress ? [mfaStatus(id, progress)] : [];
		}),
	};
};

function mfaStatus(userId: string, { policy, counted, open }: MfaProgress) {
	return {
		mfaPolicyId: policy.id,
		userId,
		satisfied: open.length === 0,
		satisfiedMethods: counted.map(({ type, id }) => ({ type: type as AuthenticationType, id })),
		requiredMethods: stepRecords(policy),
	};
}

function activityOf({ organization, activities }: QueryContext, activityId: string): StoredActivity {
	checkUuid("activityId", activityId);
	const activity = activities.withId(organization.number, activityId);
	if (!activity) throw notFound("activity", activityId, organization.id);
	return activity;
}

function readLimit(text: string | null | undefined): number {
	if (text === null || text === undefined || text === "") return DEFAULT_PAGE;
	const limit = /^\d{1,9}$/.test(text) ? Number(text) : 0;
	if (limit < 1 || limit > LARGEST_PAGE) throw invalid(`invalid request body: \`limit\` must be from 1 to ${LARGEST_PAGE}`);
	return limit;
}

function cursor({ organization, activities }: QueryContext, field: string, id: string | null | undefined): number | undefined {
	if (id === null || id === undefined || id === "") return undefined;
	checkUuid(field, id);
	const sequence = activities.sequenceOf(organization.number, id);
	if (sequence === undefined) throw notFound("activity", id, organization.id);
	return sequence;
}
