// Activities themselves: reading the log and voting. Rows of the catalogue.
import { list, optional, record, text } from "./field.js";
import { activityOperation, queryOperation } from "./operation.js";
import { activity } from "./records.js";

export const activityOperations = {
	get_activity: queryOperation({
		profile: "full",
		name: "get_activity",
		parameters: { activityId: text() },
		result: { activity },
	}),
	list_activities: queryOperation({
		profile: "full",
		name: "list_activities",
		parameters: {
			filterByStatus: optional(list(text())),
			filterByType: optional(list(text())),
			paginationOptions: optional(record({ limit: optional(text()), before: optional(text()), after: optional(text()) })),
		},
		result: { activities: list(activity) },
	}),
	approve_activity: activityOperation({
		profile: "full",
		name: "approve_activity",
		type: "ACTIVITY_TYPE_APPROVE_ACTIVITY",
		parameters: { fingerprint: text() },
		intentKey: "approveActivityIntent",
		resultKey: "approveActivityResult",
		result: {},
	}),
	reject_activity: activityOperation({
		profile: "full",
		name: "reject_activity",
		type: "ACTIVITY_TYPE_REJECT_ACTIVITY",
		parameters: { fingerprint: text() },
		intentKey: "rejectActivityIntent",
		resultKey: "rejectActivityResult",
		result: {},
	}),
} as const;
