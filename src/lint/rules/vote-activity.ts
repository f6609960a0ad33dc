// Policies about votes, which need none.
import { namedActivities } from "../named-activities.js";
import type { Rule } from "../rule.js";

const votes: ReadonlySet<string> = new Set(["ACTIVITY_TYPE_APPROVE_ACTIVITY", "ACTIVITY_TYPE_REJECT_ACTIVITY"]);

export const voteActivity: Rule = {
	code: "Q3569",
	name: "vote-activity",
	severity: "warning",
	reason: "whoever is part of an activity's consensus may vote on it without a policy, and nobody else may",
	policy(policy, report) {
		for (const { literal, value } of namedActivities(policy.condition, "type")) {
			if (!votes.has(value)) continue;
			report(
				{ in: policy, slot: "condition", node: literal },
				{
					message: `\`${value}\` needs no policy: the consensus of what is voted on says who may`,
					help: "name the voters in the consensus of the activities they vote on",
				},
			);
		}
	},
	cases: {
		valid: ["activity.kind == 'SIGN_TRANSACTION'"],
		invalid: ["activity.type in ['ACTIVITY_TYPE_APPROVE_ACTIVITY', 'ACTIVITY_TYPE_REJECT_ACTIVITY']"],
	},
};
