// A drift report for an issue or a chat: one line per resource, with who and when.
import type { DriftReport } from "../model/report.js";
import { driftSummary } from "./drift-text.js";
import { markdownText } from "./markdown-text.js";
import { viewDrift } from "./plan-view.js";

export function driftMarkdown(report: DriftReport): string {
	const lines = [`### quorate drift: ${markdownText(report.environment)}`, "", `**${markdownText(driftSummary(report))}**`, ""];
	for (const each of report.resource_drift) {
		const view = viewDrift(each, report.names);
		const by = view.by === undefined ? "" : ` by ${markdownText(view.by)}`;
		lines.push(`- \`${view.address.replaceAll("`", "'")}\` ${markdownText(view.headline)}${by}`);
		for (const field of view.fields) {
			const values = field.before === undefined ? (field.after ?? "") : `${field.before} -> ${field.after ?? "(removed)"}`;
			lines.push(`    - ${markdownText(field.path)}: ${markdownText(values)}`);
		}
	}
	for (const problem of report.diagnostics)
		lines.push(`- **${problem.severity} ${problem.code}**: ${markdownText(problem.summary)}`);
	return `${lines.join("\n")}\n`;
}
