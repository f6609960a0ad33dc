// An activity as one reader sees it: whether that reader may vote depends on who asks and when.
import type { Activity } from "../api/activity.js";
import { presentActivity, type StoredActivity } from "./activity-record.js";
import { approversOf, isPending, votesAt } from "./consensus.js";
import { userRecord } from "./handlers/users.js";
import { approvalGate } from "./mfa-gate.js";
import type { OrganizationView } from "./organization.js";
import { policyRequestOf } from "./policy-request.js";
import type { ServiceSetting } from "./service-setting.js";

/** An activity as this user sees it. */
export function presentTo(
	setting: ServiceSetting,
	organization: OrganizationView,
	activity: StoredActivity,
	userId: string,
): Activity {
	const now = setting.clock.now();
	const votes = votesAt(activity, now, setting.limits.approvalWindow);
	const mayVote =
		isPending(activity) && setting.engine.mayVote(policyRequestOf(organization, activity, now), approversOf(votes), userId);
	return presentActivity(activity, {
		timestampForm: setting.timestampForm,
		canApprove: mayVote && approvalGate(setting, organization, activity, votes, now)(userId),
		canReject: mayVote,
		votes,
		userRecord: (id) => voterRecord(organization, id),
	});
}

/** An activity as it is told to nobody in particular: whether it can be voted on at all. */
export function presentToAnyone(setting: ServiceSetting, organization: OrganizationView, activity: StoredActivity): Activity {
	const pending = isPending(activity);
	return presentActivity(activity, {
		timestampForm: setting.timestampForm,
		canApprove: pending,
		canReject: pending,
		votes: votesAt(activity, setting.clock.now(), setting.limits.approvalWindow),
		userRecord: (id) => voterRecord(organization, id),
	});
}

function voterRecord(organization: OrganizationView, userId: string): object | null {
	const user = organization.users.get(userId);
	return user ? userRecord(organization, user) : null;
}
