// A drift report for a terminal or a log: the most urgent class first, each with who, when and through which activity.

import type { DriftClass } from "../model/plan.js";
import type { DriftReport } from "../model/report.js";
import type { Palette } from "./palette.js";
import { driftLines } from "./plan-text.js";
import { viewDrift } from "./plan-view.js";
import { oneLine } from "./printable.js";

const HEADINGS: readonly (readonly [DriftClass, string])[] = [
	["conflict", "Changed on both sides:"],
	["drift", "Changed behind git's back:"],
	["missing", "Deleted behind git's back:"],
	["unmanaged", "Without a manifest:"],
	["differs", "Different, cause unknown:"],
	["converged", "Changed behind git's back to what git says now (apply records it):"],
	["config_ahead", "Not applied yet:"],
];

export function driftText(report: DriftReport, palette: Palette): string {
	const lines: string[] = [];
	for (const [kind, reading] of Object.entries(report.kinds)) {
		if (reading.completeness !== "read")
			lines.push(palette.warning(`Note: ${kind}: ${oneLine(reading.reason ?? reading.completeness)}`));
	}
	if (!report.inventory) {
		lines.push(palette.warning("Note: no inventory: what was changed by hand cannot be told from what was not applied yet"));
	}
	if (lines.length > 0) lines.push("");
	for (const [kind, heading] of HEADINGS) {
		const members = report.resource_drift.filter((each) => each.class === kind);
		if (members.length === 0) continue;
		lines.push(palette.strong(heading), "");
		for (const each of members) lines.push(...driftLines(viewDrift(each, report.names), palette), "");
	}
	for (const problem of report.diagnostics) {
		if (problem.severity === "info") continue;
		lines.push(
			`${problem.severity === "error" ? palette.error(`error ${problem.code}`) : palette.warning(`warning ${problem.code}`)}: ${oneLine(problem.summary)}`,
		);
		if (problem.help !== undefined) lines.push(`    help: ${oneLine(problem.help)}`);
	}
	lines.push(palette.strong(driftSummary(report)));
	return `${lines.join("\n")}\n`;
}

/** The line scripts look for. */
export function driftSummary(report: DriftReport): string {
	const { drifted, missing, conflicts, unmanaged, config_ahead, converged, differs, in_sync } = report.summary;
	if (!report.complete) return "Drift unknown: not everything could be read.";
	if (drifted + missing + conflicts + unmanaged + differs + converged + config_ahead === 0)
		return `No drift. ${in_sync} in sync.`;
	const parts = [
		`${drifted} drifted`,
		`${missing} missing`,
		`${conflicts} in conflict`,
		`${unmanaged} unmanaged`,
		...(differs > 0 ? [`${differs} different`] : []),
		...(converged > 0 ? [`${converged} converged`] : []),
		...(config_ahead > 0 ? [`${config_ahead} not applied yet`] : []),
		`${in_sync} in sync`,
	];
	return `Drift: ${parts.join(", ")}.`;
}
