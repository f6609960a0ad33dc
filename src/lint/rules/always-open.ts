// A schedule whose windows leave no gap.
import { nextOpenings } from "../../language/cron-span.js";
import type { Rule } from "../rule.js";
import { durationText, schedulesIn } from "../schedules.js";

export const alwaysOpen: Rule = {
	code: "Q3583",
	name: "always-open",
	severity: "error",
	reason: "windows that follow each other without a gap are no restriction",
	policy(policy, report, { now }) {
		for (const { node, span } of schedulesIn(policy.time)) {
			const openings = nextOpenings(span, now, 400, 400);
			if (openings.length < 3) continue;
			const gap = openings.slice(1).reduce((most, opening, index) => Math.max(most, opening - (openings[index] ?? 0)), 0);
			if (span.duration < gap) continue;
			report(
				{ in: policy, slot: "time", node },
				{
					message: `the schedule is always open: its windows last ${durationText(span.duration)} and open at least every ${durationText(gap)}`,
					help: "shorten the duration, or remove the schedule",
				},
			);
		}
	},
	cases: {
		valid: [
			{ effect: "EFFECT_ALLOW", time: "CronSpan('0 9 * * *', '8h', 'UTC')" },
			{ effect: "EFFECT_ALLOW", time: "CronSpan('0 0 1 1 *', '7d', 'UTC')" },
		],
		invalid: [
			{ effect: "EFFECT_ALLOW", time: "CronSpan('0 * * * *', '1h', 'UTC')" },
			{ effect: "EFFECT_ALLOW", time: "CronSpan('0 0 * * 1', '7d', 'UTC')" },
		],
	},
};
