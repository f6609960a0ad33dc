// Where in a file something stands. Lines and columns count from 1 as editors do; offsets count UTF-16 units from 0.

export interface Position {
	readonly line: number;
	readonly column: number;
	readonly offset: number;
}

export interface SourceSpan {
	/** Path as the user would type it: relative to the project file's folder, with forward slashes. */
	readonly file: string;
	readonly start: Position;
	/** One past the last character. */
	readonly end: Position;
	/** The text of the line `start` stands on, without its line break, for showing with a caret. */
	readonly excerpt?: string;
}

/** A stretch of a text that is not a file: an expression, or the value of a scalar. UTF-16 offsets, end exclusive. */
export interface TextRange {
	readonly start: number;
	readonly end: number;
}

/** Finds line and column of offsets in one text; building it is linear, asking it is logarithmic. */
export class LineIndex {
	readonly #text: string;
	readonly #starts: number[] = [0];

	constructor(text: string) {
		this.#text = text;
		for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) this.#starts.push(at + 1);
	}

	position(offset: number): Position {
		const bounded = Math.max(0, Math.min(offset, this.#text.length));
		let low = 0;
		let high = this.#starts.length - 1;
		while (low < high) {
			const middle = (low + high + 1) >> 1;
			if ((this.#starts[middle] ?? 0) <= bounded) low = middle;
			else high = middle - 1;
		}
		return { line: low + 1, column: bounded - (this.#starts[low] ?? 0) + 1, offset: bounded };
	}

	/** The text of a line (counted from 1) without its line break. */
	line(line: number): string {
		const start = this.#starts[line - 1];
		if (start === undefined) return "";
		const next = this.#starts[line];
		return this.#text.slice(start, next === undefined ? undefined : next - 1).replace(/\r$/, "");
	}

	span(file: string, range: TextRange): SourceSpan {
		const start = this.position(range.start);
		return { file, start, end: this.position(Math.max(range.start, range.end)), excerpt: this.line(start.line) };
	}
}
