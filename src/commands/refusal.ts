// How a command ends early: with the diagnostics that say why and the exit code that goes with them.
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { ExitCode } from "./exit-code.js";

export class Refusal extends Error {
	override readonly name = "Refusal";
	readonly diagnostics: readonly Diagnostic[];
	readonly exitCode: ExitCode;

	constructor(exitCode: ExitCode, diagnostics: readonly Diagnostic[]) {
		super(diagnostics.map((each) => `${each.code}: ${each.message}`).join("; "));
		this.diagnostics = diagnostics;
		this.exitCode = exitCode;
	}
}
