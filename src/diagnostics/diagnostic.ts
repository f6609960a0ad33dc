// What we tell a user about their input. Collected, never thrown: a run reports every problem it can see at once.
import type { Code } from "./codes.js";
import type { SourceSpan, TextRange } from "./span.js";

export type Severity = "error" | "warning" | "info";

/**
 * One problem. `message` stands alone: lower case, no final period, user text in backticks, what was found and what was
 * expected. The remedy is in `help`, with the command or the text that fixes it.
 */
export interface Diagnostic {
	readonly code: Code;
	readonly severity: Severity;
	readonly message: string;
	readonly span?: SourceSpan;
	/** The resource it is about, as `Kind/name`, where there is one. */
	readonly address?: string;
	readonly notes?: readonly string[];
	readonly help?: string;
}

/** A problem inside a text that does not know its file: whoever holds the file turns `range` into a span. */
export interface Finding {
	readonly code: Code;
	readonly severity: Severity;
	readonly message: string;
	readonly range?: TextRange;
	readonly notes?: readonly string[];
	readonly help?: string;
}

export function hasErrors(diagnostics: readonly { readonly severity: Severity }[]): boolean {
	return diagnostics.some((each) => each.severity === "error");
}

/** By file, then place, then code: the order in which a reader meets them. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
	const key = (each: Diagnostic): [string, number, string, string] => [
		each.span?.file ?? "",
		each.span?.start.offset ?? -1,
		each.code,
		each.message,
	];
	return [...diagnostics].sort((a, b) => {
		const left = key(a);
		const right = key(b);
		for (let index = 0; index < left.length; index += 1) {
			const x = left[index] ?? "";
			const y = right[index] ?? "";
			if (x !== y) return x < y ? -1 : 1;
		}
		return 0;
	});
}
