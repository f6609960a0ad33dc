// An activity named by its exact type although a kind names all its versions.
import { activities, activityOf } from "../../language/environment/activities.js";
import { namedActivities } from "../named-activities.js";
import type { Rule } from "../rule.js";

export const pinnedVersion: Rule = {
	code: "Q3565",
	name: "pinned-version",
	severity: "warning",
	reason: "with the next version of the activity an ALLOW stops working, and a DENY stops protecting",
	policy(policy, report) {
		for (const { literal, value } of namedActivities(policy.condition, "type")) {
			const row = activityOf(value);
			if (row?.kind === undefined) continue;
			const newest = activities.reduce((most, each) => (each.kind === row.kind ? Math.max(most, each.version) : most), 1);
			// An older version is another rule's, which says what is wrong with it.
			if (row.version < newest) continue;
			report(
				{ in: policy, slot: "condition", node: literal },
				{ message: `\`${value}\` names one version of \`${row.kind}\``, help: `write \`activity.kind == '${row.kind}'\`` },
			);
		}
	},
	cases: {
		valid: ["activity.kind == 'SIGN_TRANSACTION'", "activity.type == 'ACTIVITY_TYPE_EXPORT_SECRETS'"],
		invalid: ["activity.type == 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2'", "activity.type in ['ACTIVITY_TYPE_CREATE_WALLET']"],
	},
};
