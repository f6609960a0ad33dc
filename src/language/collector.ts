// Where a check puts its findings: collected while it goes on, and capped, so that a hopeless text does not drown its reader.
import type { Code } from "../diagnostics/codes.js";
import type { Finding, Severity } from "../diagnostics/diagnostic.js";

export interface Details {
	readonly help?: string | undefined;
	readonly notes?: readonly string[] | undefined;
}

export class Collector {
	readonly #findings: Finding[] = [];
	readonly #limit: number;

	constructor(limit: number) {
		this.#limit = limit;
	}

	get full(): boolean {
		return this.#findings.length >= this.#limit;
	}

	/** How many findings of severity "error" there are; a number that only grows. */
	errors = 0;

	add(code: Code, severity: Severity, start: number, end: number, message: string, details: Details = {}): void {
		if (severity === "error") this.errors += 1;
		if (this.full) return;
		this.#findings.push({
			code,
			severity,
			message,
			range: { start, end },
			...(details.notes === undefined || details.notes.length === 0 ? {} : { notes: details.notes }),
			...(details.help === undefined ? {} : { help: details.help }),
		});
	}

	error(code: Code, start: number, end: number, message: string, details?: Details): void {
		this.add(code, "error", start, end, message, details);
	}

	warning(code: Code, start: number, end: number, message: string, details?: Details): void {
		this.add(code, "warning", start, end, message, details);
	}

	/** The findings in the order of the text. */
	sorted(): readonly Finding[] {
		const place = (each: Finding): number => each.range?.start ?? 0;
		return this.#findings.length < 2
			? this.#findings
			: this.#findings
					.map((finding, index) => ({ finding, index }))
					.sort((a, b) => place(a.finding) - place(b.finding) || a.index - b.index)
					.map((each) => each.finding);
	}
}
