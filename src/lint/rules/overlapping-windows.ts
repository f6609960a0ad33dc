// Hours as a range, each with a long window: they overlap, and the last one lasts into the night.
import type { Rule } from "../rule.js";
import { durationText, schedulesIn } from "../schedules.js";

const hour = 3_600_000;

export const overlappingWindows: Rule = {
	code: "Q3581",
	name: "overlapping-windows",
	severity: "warning",
	reason: "a range of hours opens a window at every one of them: the duration counts from the last, too",
	policy(policy, report) {
		for (const { node, span } of schedulesIn(policy.time)) {
			const { hours } = span.schedule;
			const first = hours.values[0];
			const last = hours.values[hours.values.length - 1];
			if (hours.any || first === undefined || last === undefined || hours.values.length < 2) continue;
			const gap = Math.min(...hours.values.slice(1).map((value, index) => value - (hours.values[index] ?? 0)));
			if (span.duration <= gap * hour) continue;
			report(
				{ in: policy, slot: "time", node },
				{
					message: `windows open at ${hours.values.length} hours of the day and last ${durationText(span.duration)} each: they overlap, and the last one ends ${durationText((last - first) * hour + span.duration)} after the first opens`,
					help: `for one window from ${first}:00 to ${last + 1 > 24 ? 24 : last + 1}:00 write the hour \`${first}\` and the duration \`${durationText((last + 1 - first) * hour)}\``,
				},
			);
		}
	},
	cases: {
		valid: [
			{ effect: "EFFECT_ALLOW", time: "CronSpan('0 9 * * 1-5', '8h', 'UTC')" },
			{ effect: "EFFECT_ALLOW", time: "CronSpan('0 9-17 * * 1-5', '1h', 'UTC')" },
		],
		invalid: [{ effect: "EFFECT_ALLOW", time: "CronSpan('0 9-17 * * 1-5', '8h', 'UTC')" }],
	},
};
