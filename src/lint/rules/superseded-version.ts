// A version of an activity that a later one has replaced.
import { activities, activityOf } from "../../language/environment/activities.js";
import { namedActivities } from "../named-activities.js";
import type { Rule } from "../rule.js";

export const supersededVersion: Rule = {
	code: "Q3566",
	name: "superseded-version",
	severity: "warning",
	reason: "clients send the latest version of an activity; a policy on an older one misses it",
	policy(policy, report) {
		const named = namedActivities(policy.condition, "type");
		for (const { literal, value } of named) {
			const row = activityOf(value);
			if (row?.kind === undefined) continue;
			const newest = activities.filter((each) => each.kind === row.kind).sort((a, b) => b.version - a.version)[0];
			if (newest === undefined || newest.version <= row.version || named.some((each) => each.value === newest.type)) continue;
			report(
				{ in: policy, slot: "condition", node: literal },
				{
					message: `\`${value}\` has been replaced by \`${newest.type}\``,
					help: `write \`activity.kind == '${row.kind}'\` for all versions`,
				},
			);
		}
	},
	cases: {
		valid: [
			"activity.type == 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2'",
			"activity.type in ['ACTIVITY_TYPE_SIGN_TRANSACTION', 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2']",
		],
		invalid: ["activity.type == 'ACTIVITY_TYPE_SIGN_TRANSACTION'", "activity.type == 'ACTIVITY_TYPE_INIT_OTP_V2'"],
	},
};
