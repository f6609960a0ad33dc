// Resource and action that only undocumented rows of the service's tables have.
import { activities } from "../../language/environment/activities.js";
import { namedActivities } from "../named-activities.js";
import type { Rule } from "../rule.js";

export const undocumentedGroup: Rule = {
	code: "Q3568",
	name: "undocumented-group",
	severity: "info",
	reason: "which resource and action these activities have is not documented: their kind is",
	policy(policy, report) {
		for (const { literal, value } of namedActivities(policy.condition, "resource")) {
			const rows = activities.filter(({ resource }) => resource === value);
			if (rows.length === 0 || rows.some(({ certain }) => certain)) continue;
			const kinds = [...new Set(rows.flatMap(({ kind }) => kind ?? []))];
			report(
				{ in: policy, slot: "condition", node: literal },
				{
					message: `that \`${value}\` is the resource of any activity is not documented`,
					...(kinds.length === 0 ? {} : { help: `name the kinds: ${kinds.map((kind) => `\`${kind}\``).join(", ")}` }),
				},
			);
		}
	},
	cases: {
		valid: ["activity.resource == 'WALLET'"],
		invalid: ["activity.resource == 'MFA_POLICY' && activity.action == 'DELETE'"],
	},
};
