// A calibration for a terminal or a log: the disagreements with their reasons, then the counts.
import type { CalibrationReport, Counts, Disagreement, UnknownReason } from "../model/calibration.js";
import type { Palette } from "./palette.js";
import { policyOutcomeText } from "./policy-outcome.js";
import { oneLine } from "./printable.js";

const UNKNOWN: Readonly<Record<UnknownReason, string>> = {
	"policy-gone": "the policy is gone, and the log does not tell its text",
	"policy-changed": "the policy was changed since, and the log does not tell what it was",
	"people-changed": "users or their credentials were changed since",
	"target-changed": "the key or wallet was changed since, or is gone",
	"vote-lapsed": "the vote is not in the record any more",
	"vote-time-unread": "the record does not tell when the vote was given",
	"payload-unread": "the request holds something that is not read here",
	"roots-undocumented": "nobody has said whether such a request has what the condition reads",
	"activity-unknown": "the activity's type is not known",
	"not-a-policy-outcome": "the service tells what no policy decides: a rejection, or a missing second factor",
};

/** Disagreements that are shown: one cause has many. */
const MOST = 20;

export function calibrationText(report: CalibrationReport, palette: Palette): string {
	const lines: string[] = [];
	for (const each of report.disagreements.slice(0, MOST)) lines.push(...disagreementLines(each, palette), "");
	const more = report.disagreements.length - MOST;
	if (more > 0) lines.push(`and ${counted(more, "disagreement", "disagreements")} more; \`--json\` lists them all`, "");
	if (report.policies.length > 0) lines.push(palette.strong("Policies:"), ...policyLines(report, palette), "");
	if (report.outcomes.length > 0) {
		lines.push(palette.strong("Outcomes:"));
		const width = Math.max(...report.outcomes.map((each) => String(each.count).length));
		for (const { theirs, ours, count } of report.outcomes) {
			const shown = theirs === ours ? `${theirs}, both` : palette.error(`${oneLine(theirs)}, ours ${ours}`);
			lines.push(`  ${String(count).padStart(width)}  ${shown}`);
		}
		lines.push("");
	}
	if (report.unknown.length > 0) {
		lines.push(palette.strong("Not compared:"));
		const width = Math.max(...report.unknown.map((each) => String(each.count).length));
		for (const { reason, count } of report.unknown) lines.push(`  ${String(count).padStart(width)}  ${UNKNOWN[reason]}`);
		lines.push("");
	}
	lines.push(...scopeLines(report), palette.strong(calibrationSummary(report)));
	return `${lines.join("\n")}\n`;
}

function disagreementLines(each: Disagreement, palette: Palette): string[] {
	const name = each.policy_name === undefined ? each.policy_id : `${oneLine(each.policy_name)} (${each.policy_id})`;
	return [
		`${palette.error("x")} ${palette.strong(name)} on ${oneLine(each.activity_type)}`,
		`      activity ${each.activity_id}, vote ${each.vote_id}, ${each.at}`,
		`      the service: ${policyOutcomeText(oneLine(each.theirs))} (${oneLine(each.theirs)})`,
		`      quorate:     ${policyOutcomeText(each.ours)} (${each.ours})`,
		...each.reasons.map(({ slot, message }) => `        ${slot}: ${oneLine(message)}`),
	];
}

function policyLines({ policies }: CalibrationReport, palette: Palette): string[] {
	const columns = ["agreed", "disagreed", "unknown"] as const;
	const heads: Readonly<Record<keyof Counts, string>> = { agreed: "agreed", disagreed: "differs", unknown: "not compared" };
	const names = policies.map((each) => oneLine(each.policy_name ?? each.policy_id));
	const width = Math.max(...names.map((name) => name.length));
	const row = (cells: readonly string[]): string =>
		cells.map((cell, index) => cell.padStart(heads[columns[index] ?? "agreed"].length)).join("  ");
	return [
		`  ${" ".repeat(width)}  ${palette.faint(row(columns.map((column) => heads[column])))}`,
		...policies.map((each, index) => {
			const line = `  ${(names[index] ?? "").padEnd(width)}  ${row(columns.map((column) => String(each[column])))}`;
			return each.disagreed > 0 ? palette.error(line) : line;
		}),
	];
}

function scopeLines({ activities, evaluations }: CalibrationReport): string[] {
	const { read, complete, oldest, newest } = activities;
	if (oldest === undefined) return [`${read} activities read.`];
	const lines = [
		`${counted(read, "activity", "activities")} read, from ${oldest} to ${newest ?? oldest}; ${counted(evaluations.read, "vote", "votes")} evaluated by the service.`,
	];
	if (!complete) lines.push("Older activities were not read; `--limit` says how many are.");
	if (evaluations.without_policies > 0) {
		lines.push(`For ${counted(evaluations.without_policies, "vote", "votes")} the service consulted no policy.`);
	}
	return lines;
}

/** The line scripts look for. */
export function calibrationSummary({ summary }: CalibrationReport): string {
	const { agreed, disagreed, unknown } = summary;
	const rest = unknown === 0 ? "" : `, ${unknown} not compared`;
	if (agreed + disagreed === 0) return `Nothing to compare${rest}.`;
	if (disagreed === 0) return `Agreed: ${agreed} of ${agreed}${rest}.`;
	return `Disagreed: ${disagreed} of ${agreed + disagreed}${rest}.`;
}

function counted(count: number, one: string, many: string): string {
	return `${count} ${count === 1 ? one : many}`;
}
