// One person alone may give themselves everything.
import type { Rule } from "../rule.js";
import { kindsIn, listed, placeOf } from "../signing.js";

const powerful: ReadonlySet<string> = new Set([
	"CREATE_POLICY",
	"CREATE_POLICIES",
	"UPDATE_POLICY",
	"DELETE_POLICY",
	"DELETE_POLICIES",
	"CREATE_USERS",
	"CREATE_API_ONLY_USERS",
	"UPDATE_USER",
	"UPDATE_USER_TAG",
]);

export const escalation: Rule = {
	code: "Q3600",
	name: "escalation",
	severity: "warning",
	reason: "whoever may change policies, users or their tags alone can grant themselves anything",
	policy(policy, report) {
		if (policy.effect !== "EFFECT_ALLOW" || policy.needs.fewest !== 1) return;
		for (const branch of policy.branches.possible) {
			const kinds = kindsIn(policy.contextsOf(branch), ({ activity }) => powerful.has(activity.kind ?? ""));
			if (kinds.length === 0) continue;
			const node = placeOf(policy, [branch]);
			report(
				{ in: policy, ...(node === undefined ? {} : { slot: "condition" as const, node }) },
				{
					message: `\`${policy.name}\` lets one person alone ${listed(kinds, 3)}: with that they can grant themselves anything`,
					help: "ask for several people, or leave it to the root quorum",
				},
			);
			return;
		}
	},
	cases: {
		valid: [
			{ effect: "EFFECT_ALLOW", condition: "activity.resource == 'POLICY'", consensus: "approvers.count() >= 2" },
			{ effect: "EFFECT_ALLOW", condition: "activity.action == 'SIGN'", consensus: "approvers.any(u, u.id == 'a')" },
		],
		invalid: [
			{ effect: "EFFECT_ALLOW", condition: "activity.resource == 'POLICY'", consensus: "approvers.any(u, u.id == 'a')" },
			"true",
			{ effect: "EFFECT_ALLOW", condition: "activity.kind == 'UPDATE_USER_TAG'", consensus: "approvers.any(u, u.id == 'a')" },
		],
	},
};
