// A finding as a person sees it in a terminal: message, the line with carets under the exact text, notes and help.
import type { Finding } from "../../src/diagnostics/diagnostic.js";
import { LineIndex } from "../../src/diagnostics/span.js";

export function findingText(text: string, finding: Finding): string {
	const lines = [`${finding.severity} ${finding.code}: ${finding.message}`];
	if (finding.range !== undefined) {
		const index = new LineIndex(text);
		const start = index.position(finding.range.start);
		const end = index.position(finding.range.end);
		const line = index.line(start.line);
		const until = end.line === start.line ? end.column : line.length + 1;
		// Tabs stay tabs, so that the carets stand under the text.
		const indent = line.slice(0, start.column - 1).replace(/[^\t]/g, " ");
		lines.push(`  ${start.line}:${start.column} | ${line}`);
		lines.push(
			`  ${" ".repeat(`${start.line}:${start.column}`.length)} | ${indent}${"^".repeat(Math.max(1, until - start.column))}`,
		);
	}
	for (const note of finding.notes ?? []) lines.push(`  note: ${note}`);
	if (finding.help !== undefined) lines.push(`  help: ${finding.help}`);
	return lines.join("\n");
}
