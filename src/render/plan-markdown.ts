// A plan for a pull request: the summary first, the changes as a diff block a forge colours, details folded away.
import type { Plan } from "../model/plan.js";
import { markdownText } from "./markdown-text.js";
import { PLAIN } from "./palette.js";
import { planText } from "./plan-text.js";
import type { ChangeView } from "./plan-view.js";
import { viewPlan } from "./plan-view.js";

/** Forges cut comments at 65,536 characters; what does not fit is said to be in the log. */
export const MARKDOWN_LIMIT = 65_000;

export function planMarkdown(plan: Plan): string {
	const view = viewPlan(plan);
	const lines = [
		`<!-- quorate plan ${markdownText(plan.environment)} -->`,
		`### quorate plan: ${markdownText(plan.environment)}`,
		"",
		`**${markdownText(view.summary)}**`,
		...(view.details === undefined ? [] : ["", markdownText(view.details)]),
		"",
	];
	for (const check of plan.checks) {
		if (check.status === "pass") continue;
		const word = check.status === "fail" ? "Refused" : "Allowed";
		const tail = check.status === "fail" ? ` ${markdownText(check.help ?? "")}` : ` Reason: ${markdownText(check.reason ?? "")}`;
		lines.push(`- **${word} ${check.code}**: ${markdownText(check.message)}.${tail}`);
	}
	for (const problem of view.problems) lines.push(`- **${problem.severity} ${problem.code}**: ${markdownText(problem.summary)}`);
	for (const drift of view.drift) {
		lines.push(
			`- \`${drift.address}\` ${markdownText(drift.headline)}${drift.by === undefined ? "" : ` by ${markdownText(drift.by)}`}`,
		);
	}
	for (const reading of view.readings) lines.push(`- ${markdownText(reading)}`);
	if (lines.at(-1) !== "") lines.push("");
	if (view.changes.length > 0) {
		lines.push("| | resource | |", "| --- | --- | --- |");
		for (const change of view.changes) lines.push(row(change));
		lines.push("", "<details><summary>Changes in full</summary>", "", ...fenced(planText(plan, PLAIN)), "", "</details>", "");
	}
	lines.push(`<sub>plan ${plan.plan_digest.slice(0, 19)}, configuration ${plan.base.config_digest.slice(0, 19)}</sub>`, "");
	const text = lines.join("\n");
	return text.length <= MARKDOWN_LIMIT ? text : withoutDetails(plan, lines);
}

/** Too long for a comment: the table's first rows stay, the full text is left to the log or the plan file. */
function withoutDetails(plan: Plan, lines: readonly string[]): string {
	const kept: string[] = [];
	let length = 0;
	for (const line of lines) {
		if (line.startsWith("<details>")) break;
		length += line.length + 1;
		if (length > MARKDOWN_LIMIT - 1000) break;
		kept.push(line);
	}
	kept.push(
		"",
		`The plan is too long to show here: ${plan.resource_changes.length} resources, ${plan.steps.length} activities. See the log or the plan file.`,
		"",
	);
	return kept.join("\n");
}

function row(change: ChangeView): string {
	const cell = (text: string) => text.replaceAll("|", "\\|");
	return `| \`${change.symbol}\` | \`${cell(change.address.replaceAll("`", "'"))}\` | ${cell(markdownText(change.headline))} |`;
}

/** A fence longer than any run of backticks inside, so that nothing in a policy can close it. */
function fenced(text: string): string[] {
	const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map((match) => match[0].length));
	const fence = "`".repeat(longest + 1);
	const body = text
		.split("\n")
		.map((line) => line.replace(/^( {1,2})([-+~!])/, "$2$1").replace(/^( {6})([-+~])/, "$2$1"))
		.join("\n");
	return [`${fence}diff`, body.trimEnd(), fence];
}
