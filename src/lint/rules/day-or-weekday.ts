// Day of month and day of week both restricted: either of them opens the window.
import type { Rule } from "../rule.js";
import { schedulesIn } from "../schedules.js";

export const dayOrWeekday: Rule = {
	code: "Q3582",
	name: "day-or-weekday",
	severity: "warning",
	reason: "where both are restricted a window opens on days that satisfy either, which is more than it reads",
	policy(policy, report) {
		for (const { node, span } of schedulesIn(policy.time)) {
			if (span.schedule.days.any || span.schedule.weekdays.any) continue;
			report(
				{ in: policy, slot: "time", node },
				{
					message: "the window opens on these days of the month and on these days of the week, not only where both agree",
					help: "restrict one of them; for both write two `CronSpan` joined by `&&`",
				},
			);
		}
	},
	cases: {
		valid: [
			{ effect: "EFFECT_ALLOW", time: "CronSpan('0 9 * * 1-5', '8h', 'UTC')" },
			{ effect: "EFFECT_ALLOW", time: "CronSpan('0 9 1 * *', '8h', 'UTC')" },
		],
		invalid: [{ effect: "EFFECT_ALLOW", time: "CronSpan('0 9 1-7 * 1', '8h', 'UTC')" }],
	},
};
