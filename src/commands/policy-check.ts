// `quorate policy check`: what is wrong with loose expressions, from files or line by line.
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { hasErrors } from "../diagnostics/diagnostic.js";
import { check } from "../language/check.js";
import { describeType } from "../language/environment/type.js";
import type { Slot } from "../language/slot.js";
import { diagnosticsText } from "../render/diagnostic-text.js";
import type { Context } from "./context.js";
import { EXIT, type ExitCode, exitCodeOfDiagnostics } from "./exit-code.js";
import { answerLines } from "./json-lines.js";
import { namesOrStdin, readNamedFile, streamNamedFile } from "./named-files.js";
import { jsonText, paletteFor } from "./output.js";
import { checkLine } from "./policy-check-line.js";

export interface PolicyCheckOptions {
	readonly slot: Slot;
	readonly jsonl?: boolean;
	readonly json?: boolean;
	readonly color: boolean;
}

export async function runPolicyCheck(context: Context, options: PolicyCheckOptions, files: readonly string[]): Promise<ExitCode> {
	const names = namesOrStdin(files);
	if (options.jsonl) {
		for (const name of names) {
			await answerLines(context, streamNamedFile(context, name), (line, number) => checkLine(line, number, options.slot));
		}
		// Every question was answered; what the answers say is for whoever asked.
		return EXIT.success;
	}
	const expressions = [];
	for (const name of names) expressions.push(await checkFile(context, name, options.slot));
	const diagnostics = expressions.flatMap((each) => each.diagnostics);
	if (options.json) context.stdout.write(jsonText({ valid: !hasErrors(diagnostics), expressions }));
	else {
		context.stderr.write(diagnosticsText(diagnostics, paletteFor(context.stderr, context, options.color)));
		for (const { file, type, ok } of expressions) context.stdout.write(`${file}: ${ok ? (type ?? "") : "invalid"}\n`);
	}
	return exitCodeOfDiagnostics(diagnostics);
}

interface CheckedFile {
	readonly file: string;
	readonly slot: Slot;
	readonly ok: boolean;
	/** The expression's type; null when it cannot be told. */
	readonly type: string | null;
	readonly diagnostics: readonly Diagnostic[];
}

async function checkFile(context: Context, name: string, slot: Slot): Promise<CheckedFile> {
	const { file, diagnostics } = await readNamedFile(context, name);
	if (file === undefined) return { file: name, slot, ok: false, type: null, diagnostics };
	const { findings, typing, expression } = check(file.text, slot);
	const type = typing.types[expression.id];
	const placed = findings.map(({ range, ...finding }): Diagnostic => {
		return range === undefined ? finding : { ...finding, span: file.lines().span(file.path, range) };
	});
	const all = [...diagnostics, ...placed];
	return {
		file: file.path,
		slot,
		ok: !hasErrors(all),
		type: type === undefined || type.kind === "unknown" ? null : describeType(type),
		diagnostics: all,
	};
}
