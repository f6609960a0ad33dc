// The question an activity puts to policies and MFA policies.
import { activityOf } from "../language/environment/activities.js";
import type { StoredActivity } from "./activity-record.js";
import type { OrganizationView } from "./organization.js";
import type { PolicyRequest } from "./policy-engine.js";

/** To be put when an activity is submitted, and again each time somebody votes on it. `now` in milliseconds since the epoch. */
export function policyRequestOf(organization: OrganizationView, activity: StoredActivity, now: number): PolicyRequest {
	const { kind, resource, action } = activityOf(activity.type) ?? {};
	return {
		organization,
		requesterId: activity.requester.userId,
		type: activity.type,
		kind,
		resource,
		action,
		parameters: activity.parameters,
		now,
	};
}
