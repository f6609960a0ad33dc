// The end of every command that did not get to its own: what went wrong, as diagnostics, and the exit code for it.
import { ServiceFailure } from "../api/failure.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { diagnosticsText } from "../render/diagnostic-text.js";
import type { Context } from "./context.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { failureDiagnostic } from "./failure-diagnostic.js";
import { jsonText, paletteFor } from "./output.js";
import { Refusal } from "./refusal.js";

export async function reportProblem(
	problem: unknown,
	context: Context,
	options: { readonly json?: boolean | undefined; readonly color?: boolean | undefined },
): Promise<ExitCode> {
	const { diagnostics, exitCode } = describeProblem(problem, context);
	if (options.json) context.stdout.write(jsonText({ errored: true, diagnostics }));
	else context.stderr.write(diagnosticsText(diagnostics, paletteFor(context.stderr, context, options.color)));
	return exitCode;
}

/** What ended a command, as diagnostics, and the exit code that goes with it. */
export function describeProblem(
	problem: unknown,
	context: Context,
): { readonly diagnostics: readonly Diagnostic[]; readonly exitCode: ExitCode } {
	if (problem instanceof Refusal) return { diagnostics: problem.diagnostics, exitCode: problem.exitCode };
	if (context.signal.aborted) {
		return { diagnostics: [{ code: "Q7103", severity: "error", message: "interrupted" }], exitCode: EXIT.interrupted };
	}
	const known = failureDiagnostic(problem);
	if (known !== undefined) return { diagnostics: [known], exitCode: EXIT.error };
	const message = problem instanceof Error ? problem.message : String(problem);
	const trace =
		problem instanceof Error && !(problem instanceof ServiceFailure) ? (problem.stack ?? "").split("\n").slice(1, 6) : [];
	return {
		diagnostics: [
			{
				code: "Q7102",
				severity: "error",
				message: `internal error: ${message}`,
				notes: trace.map((line) => line.trim()),
				help: "this is a defect of quorate; please report it with the lines above",
			},
		],
		exitCode: EXIT.error,
	};
}
