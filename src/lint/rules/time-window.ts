// A time window that is over, or soon will be.
import { describeInstant } from "../../language/instant.js";
import type { Rule } from "../rule.js";

const day = 86_400_000;
const soon = 14 * day;

export const timeWindow: Rule = {
	code: "Q3580",
	name: "time-window",
	severity: "warning",
	reason: "outside its window a policy neither allows nor denies",
	policy(policy, report, { now }) {
		const { time } = policy;
		if (time === undefined || time.branches.possible.length === 0) return;
		let end: bigint | undefined;
		for (const branch of time.branches.possible) {
			const limit = branch.constraints.get("time.now");
			if (limit?.kind !== "integer" || limit.high === undefined) return;
			end = end === undefined || limit.high > end ? limit.high : end;
		}
		if (end === undefined) return;
		const left = Number(end / 1_000_000n) - now;
		// The last nanosecond before the instant that is written.
		const instant = describeInstant(end + 1n);
		const place = { in: policy, slot: "time" as const, node: time.checked.expression };
		if (left < 0)
			report(place, {
				message: `the window of \`${policy.name}\` ended at ${instant}`,
				help: "remove the policy, or move its window",
			});
		else if (left < soon) {
			report(place, {
				message: `the window of \`${policy.name}\` ends at ${instant}, in ${Math.max(1, Math.round(left / day))} days`,
				severity: "info",
			});
		}
	},
	cases: {
		valid: [
			{
				policies: [{ effect: "EFFECT_ALLOW", time: "time.now < Timestamp('2030-01-01T00:00:00Z')" }],
				now: "2026-01-01T00:00:00Z",
			},
			{
				policies: [{ effect: "EFFECT_ALLOW", time: "time.now >= Timestamp('2020-01-01T00:00:00Z')" }],
				now: "2026-01-01T00:00:00Z",
			},
		],
		invalid: [
			{
				policies: [
					{
						effect: "EFFECT_ALLOW",
						time: "time.now >= Timestamp('2025-01-01T00:00:00Z') && time.now < Timestamp('2025-02-01T00:00:00Z')",
					},
				],
				now: "2026-01-01T00:00:00Z",
			},
			{
				policies: [{ effect: "EFFECT_ALLOW", time: "time.now < Timestamp('2026-01-05T00:00:00Z')" }],
				now: "2026-01-01T00:00:00Z",
			},
		],
	},
};
