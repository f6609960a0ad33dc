// Windows during which the clocks change.
import { nextOpenings } from "../../language/cron-span.js";
import { describeInstant } from "../../language/instant.js";
import type { Rule } from "../rule.js";
import { schedulesIn } from "../schedules.js";

export const clockChange: Rule = {
	code: "Q3585",
	name: "clock-change",
	severity: "info",
	reason: "a duration is elapsed time: in the night of a clock change a window ends an hour earlier or later than on other days",
	policy(policy, report, { now }) {
		for (const { node, span } of schedulesIn(policy.time)) {
			const { zone, duration } = span;
			const crossing = nextOpenings(span, now, 2000, 370).find(
				(opening) => zone.offsetAt(opening) !== zone.offsetAt(opening + duration),
			);
			if (crossing === undefined) continue;
			const local = (instant: number): string => new Date(zone.wallAt(instant)).toISOString().slice(0, 16).replace("T", " ");
			const utc = (instant: number): string => describeInstant(BigInt(instant) * 1_000_000n);
			report(
				{ in: policy, slot: "time", node },
				{
					message: `the clocks of ${zone.name} change while the window is open: it lasts from ${local(crossing)} to ${local(crossing + duration)} local time`,
					notes: [`in UTC: ${utc(crossing)} to ${utc(crossing + duration)}`],
				},
			);
		}
	},
	cases: {
		valid: [
			{
				policies: [{ effect: "EFFECT_ALLOW", time: "CronSpan('0 9 * * *', '8h', 'Europe/Berlin')" }],
				now: "2026-01-01T00:00:00Z",
			},
			{ policies: [{ effect: "EFFECT_ALLOW", time: "CronSpan('0 22 * * *', '8h', 'UTC')" }], now: "2026-01-01T00:00:00Z" },
		],
		invalid: [
			{
				policies: [{ effect: "EFFECT_ALLOW", time: "CronSpan('0 22 * * *', '8h', 'America/New_York')" }],
				now: "2026-01-01T00:00:00Z",
			},
		],
	},
};
