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
	context.stdout.write(`${wanted}: ${entry.title}\n\n${wrap(entry.explanation, 88)}\n${example}`);
	return EXIT.success;
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
