// What came of an apply, for a terminal or a log: exactly what was done, what was not and why, and how to go on.
import type { ApplyReport, StepOutcome } from "../model/report.js";
import type { Palette } from "./palette.js";
import { oneLine } from "./printable.js";

export function applyText(report: ApplyReport, palette: Palette): string {
	const lines: string[] = [];
	const of = (status: StepOutcome["status"]) => report.steps.filter((step) => step.status === status);
	for (const step of of("pending")) {
		lines.push(`${palette.warning("#")} ${describe(step)} waits for approval`);
		lines.push(`      activity ${step.activity?.id ?? "?"}, fingerprint ${step.activity?.fingerprint ?? "?"}`);
		if (step.needs !== undefined) lines.push(`      needs ${oneLine(step.needs)}`);
	}
	for (const step of of("failed")) lines.push(...failure(step, palette.error("x"), "failed", palette));
	for (const step of of("unknown"))
		lines.push(...failure(step, palette.error("?"), "was sent, and its outcome is not known", palette));
	const waiting = of("not-started");
	for (const step of waiting)
		lines.push(`${palette.faint(".")} ${describe(step)} was not started: ${oneLine(step.reason ?? "")}`);
	for (const problem of report.diagnostics) {
		lines.push(
			`${problem.severity === "error" ? palette.error(`error ${problem.code}`) : palette.warning(`warning ${problem.code}`)}: ${oneLine(problem.summary)}`,
		);
		if (problem.help !== undefined) lines.push(`    help: ${oneLine(problem.help)}`);
	}
	if (lines.length > 0) lines.push("");
	lines.push(palette.strong(applySummary(report)));
	if (report.resume !== undefined) lines.push(`To continue: ${report.resume}`);
	return `${lines.join("\n")}\n`;
}

function failure(step: StepOutcome, mark: string, what: string, palette: Palette): string[] {
	return [
		`${mark} ${describe(step)} ${what}`,
		`      ${palette.error(oneLine(step.reason ?? "no reason was given"))}`,
		...(step.help === undefined ? [] : [`      help: ${oneLine(step.help)}`]),
	];
}

function describe(step: StepOutcome): string {
	const [first, ...rest] = step.addresses;
	const more = rest.length === 0 ? "" : ` and ${rest.length} more`;
	return `${step.step} ${step.operation} ${oneLine(first ?? "")}${more}`;
}

/** The line scripts look for, in Terraform's words. */
export function applySummary(report: ApplyReport): string {
	const { added, changed, destroyed, pending, failed, not_started: waiting, blocked } = report.summary;
	const done = `${added} added, ${changed} changed, ${destroyed} destroyed`;
	if (report.interrupted) return `Apply interrupted. Resources: ${done}. Steps not started: ${waiting}.`;
	if (failed > 0 || (waiting > 0 && pending === 0))
		return `Apply incomplete. Resources: ${done}. Steps failed: ${failed}, not started: ${waiting}.`;
	if (pending > 0) return `Apply pending. Resources: ${done}. Steps that wait for approval: ${pending}, not started: ${waiting}.`;
	if (blocked > 0) return `Apply incomplete. Resources: ${done}. Changes that this service cannot make: ${blocked}.`;
	return `Apply complete! Resources: ${done}.`;
}
