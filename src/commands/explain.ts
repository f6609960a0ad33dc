// `quorate explain`: what a diagnostic code means and what to do about it.
import { codes, explain, isCode } from "../diagnostics/codes.js";
import { didYouMean } from "../diagnostics/suggestion.js";
import type { Context } from "./context.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { Refusal } from "./refusal.js";

export async function runExplain(context: Context, _options: unknown, code: string | undefined): Promise<ExitCode> {
	if (code === undefined) {
		for (const [each, entry] of Object.entries(codes)) context.stdout.write(`${each}  ${entry.title}\n`);
		return EXIT.success;
	}
	const wanted = code.toUpperCase();
	if (!isCode(wanted)) {
		throw new Refusal(EXIT.error, [
			{
				code: "Q7104",
				severity: "error",
				message: `\`${code}\` is no diagnostic code`,
				help: didYouMean(wanted, Object.keys(codes)) ?? "`quorate explain` lists them all",
			},
		]);
	}
	const entry = explain(wanted);
	const example = entry.example === undefined ? "" : `\nFor example:\n\n    ${entry.example}\n`;
	const rule = LINT_RULE.test(wanted) ? await ruleText(wanted) : "";
	context.stdout.write(`${wanted}: ${entry.title}\n\n${wrap(entry.explanation, 88)}\n${example}${rule}`);
	return EXIT.success;
}

const LINT_RULE = /^Q3[56]/;

/** What a rule is called, how serious it is, and a policy that has it beside one that has not. */
async function ruleText(code: string): Promise<string> {
	const [{ rules }, { shownCase }] = await Promise.all([import("../lint/all-rules.js"), import("../lint/case-text.js")]);
	const rule = rules.find((each) => each.code === code);
	if (rule === undefined) return "";
	const severity = rule.severity === "off" ? "off unless the project asks for it" : rule.severity;
	const live = rule.live === true ? "; compares with the organisation, with `--live`" : "";
	const shown = (title: string, lines: readonly string[] | undefined): string =>
		lines === undefined ? "" : `\n${title}:\n\n${lines.map((line) => `    ${line}`).join("\n")}\n`;
	const invalid = shown("Found in", shownCase(rule.cases.invalid));
	return `\nA rule of \`quorate policy lint\`: ${rule.name}, ${severity}${live}.\n${invalid}${invalid === "" ? "" : shown("Not in", shownCase(rule.cases.valid))}`;
}

/** Breaks at spaces so that no line is longer than `width`, where a word allows it. */
function wrap(text: string, width: number): string {
	const lines: string[] = [];
	let line = "";
	for (const word of text.split(" ")) {
		if (line !== "" && line.length + 1 + word.length > width) {
			lines.push(line);
			line = word;
		} else line = line === "" ? word : `${line} ${word}`;
	}
	return [...lines, line].join("\n");
}
