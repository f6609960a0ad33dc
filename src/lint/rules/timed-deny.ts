// A DENY that is there at certain times only.
import type { Rule } from "../rule.js";

export const timedDeny: Rule = {
	code: "Q3584",
	name: "timed-deny",
	severity: "warning",
	reason: "outside its window a DENY does not exist: what it forbids is then decided by the other policies",
	policy(policy, report) {
		if (policy.effect !== "EFFECT_DENY" || policy.time === undefined) return;
		report(
			{ in: policy, slot: "time", node: policy.time.checked.expression },
			{
				message: `\`${policy.name}\` denies at these times only`,
				help: "to allow something at certain times, write an ALLOW with `time`",
			},
		);
	},
	cases: {
		valid: [{ effect: "EFFECT_ALLOW", time: "CronSpan('0 9 * * *', '8h', 'UTC')" }],
		invalid: [{ effect: "EFFECT_DENY", condition: "activity.action == 'EXPORT'", time: "CronSpan('0 9 * * *', '8h', 'UTC')" }],
	},
};
