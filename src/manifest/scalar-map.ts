// Which characters of a file a scalar's value came from: through quotes, escapes, folded lines and block indentation.
//
// The value is built a second time, character by character, remembering the origin of each; when that gives another value
// than the YAML library found, there is no map, and whoever asked points at the whole scalar instead of at a wrong place.
import type { Scalar } from "yaml";
import type { TextRange } from "../diagnostics/span.js";

/** Origins of each UTF-16 unit of a scalar's value: offsets in the document's text, end exclusive. */
export interface ScalarMap {
	readonly starts: readonly number[];
	readonly ends: readonly number[];
}

/** `blockIndent` is the indentation of what a block scalar stands in, as its source token has it. */
export function scalarMap(text: string, scalar: Scalar.Parsed, blockIndent: number): ScalarMap | undefined {
	if (typeof scalar.value !== "string") return undefined;
	const [start, end] = scalar.range;
	const writer = new Writer(text);
	if (scalar.type === "PLAIN") writer.unfold(start, end, false);
	else if (scalar.type === "QUOTE_SINGLE") writer.unfold(start + 1, end - 1, true);
	else if (scalar.type === "QUOTE_DOUBLE") writer.unescape(start + 1, end - 1);
	else if (scalar.type === "BLOCK_LITERAL" || scalar.type === "BLOCK_FOLDED") {
		writer.block(start, end, scalar.type === "BLOCK_FOLDED", blockIndent);
	} else return undefined;
	return writer.value === scalar.value ? { starts: writer.starts, ends: writer.ends } : undefined;
}

/** The stretch of the document a stretch of the value came from. */
export function sourceRange({ starts, ends }: ScalarMap, range: TextRange): TextRange {
	const last = ends.at(-1) ?? 0;
	const start = starts[range.start] ?? last;
	return { start, end: range.end <= range.start ? start : (ends[range.end - 1] ?? last) };
}

interface Line {
	readonly start: number;
	/** Without the line break. */
	readonly end: number;
}

const isBlank = (character: string | undefined): boolean => character === " " || character === "\t";

class Writer {
	readonly #text: string;
	value = "";
	readonly starts: number[] = [];
	readonly ends: number[] = [];

	constructor(text: string) {
		this.#text = text;
	}

	#write(characters: string, start: number, end: number): void {
		this.value += characters;
		for (let unit = 0; unit < characters.length; unit += 1) {
			this.starts.push(start);
			this.ends.push(end);
		}
	}

	#copy(start: number, end: number): void {
		for (let at = start; at < end; at += 1) this.#write(this.#text[at] ?? "", at, at + 1);
	}

	#lines(start: number, end: number): Line[] {
		const lines: Line[] = [];
		let from = start;
		for (let at = this.#text.indexOf("\n", start); at !== -1 && at < end; at = this.#text.indexOf("\n", at + 1)) {
			lines.push({ start: from, end: this.#text[at - 1] === "\r" && at > from ? at - 1 : at });
			from = at + 1;
		}
		lines.push({ start: from, end });
		return lines;
	}

	/** Unquoted and single-quoted text: line breaks become a space, blank lines stay as line breaks. */
	unfold(start: number, end: number, quoted: boolean): void {
		const lines = this.#lines(start, end);
		let breaks: number[] = [];
		for (const [index, line] of lines.entries()) {
			let from = line.start;
			let until = line.end;
			if (index > 0) while (from < until && isBlank(this.#text[from])) from += 1;
			if (index < lines.length - 1) while (until > from && isBlank(this.#text[until - 1])) until -= 1;
			const last = index === lines.length - 1;
			if (index > 0 && (from < until || last)) {
				if (breaks.length === 1) this.#write(" ", breaks[0] ?? from, from);
				else for (const at of breaks.slice(1)) this.#write("\n", at, at + 1);
				breaks = [];
			}
			for (let at = from; at < until; at += 1) {
				const doubled = quoted && this.#text[at] === "'";
				this.#write(this.#text[at] ?? "", at, doubled ? at + 2 : at + 1);
				if (doubled) at += 1;
			}
			breaks.push(line.end);
		}
	}

	unescape(start: number, end: number): void {
		const text = this.#text;
		for (let at = start; at < end; at += 1) {
			const character = text[at] ?? "";
			if (character === "\r" && text[at + 1] === "\n") continue;
			if (character === "\n") at = this.#foldBreak(at) - 1;
			else if (character === "\\") at = this.#escape(at) - 1;
			else if (isBlank(character)) {
				let after = at + 1;
				while (isBlank(text[after])) after += 1;
				const trailing = text[after] === "\n" || (text[after] === "\r" && text[after + 1] === "\n");
				if (!trailing) this.#copy(at, after);
				at = after - 1;
			} else this.#write(character, at, at + 1);
		}
	}

	/** Writes what a line break and the blank lines after it mean; returns where the next line's text starts. */
	#foldBreak(at: number): number {
		const text = this.#text;
		const breaks: number[] = [];
		let after = at + 1;
		while (isBlank(text[after]) || text[after] === "\n" || (text[after] === "\r" && text[after + 1] === "\n")) {
			if (text[after] === "\n") breaks.push(after);
			after += 1;
		}
		if (breaks.length === 0) this.#write(" ", at, after);
		else for (const each of breaks) this.#write("\n", each, each + 1);
		return after;
	}

	/** Writes what an escape means; returns where it ends. */
	#escape(at: number): number {
		const text = this.#text;
		const letter = text[at + 1] ?? "";
		const digits = { x: 2, u: 4, U: 8 }[letter];
		if (digits !== undefined) {
			const code = Number.parseInt(text.slice(at + 2, at + 2 + digits), 16);
			const valid = code >= 0 && code <= 0x10ffff;
			this.#write(valid ? String.fromCodePoint(code) : "", at, at + 2 + digits);
			return at + 2 + digits;
		}
		const lineBreak = letter === "\n" ? 1 : letter === "\r" && text[at + 2] === "\n" ? 2 : 0;
		if (lineBreak > 0) {
			let after = at + 1 + lineBreak;
			while (isBlank(text[after])) after += 1;
			return after;
		}
		this.#write(ESCAPES[letter] ?? "", at, at + 2);
		return at + 2;
	}

	block(start: number, end: number, folded: boolean, blockIndent: number): void {
		const text = this.#text;
		const header = /^[|>]([-+0-9]*)[^\n]*(?:\n|$)/.exec(text.slice(start, end));
		if (header === null) return;
		const chomp = header[1]?.replace(/[0-9]/g, "") ?? "";
		const explicit = Number(header[1]?.replace(/[-+]/g, "") || 0);
		const body = start + header[0].length;
		if (body >= end) return;
		const lines = this.#lines(body, end).map((line) => ({ ...line, text: this.#afterSpaces(line) }));
		const isEmpty = (line: (typeof lines)[number]): boolean => line.text === line.end;
		let content = lines.length;
		while (content > 0 && isEmpty(lines[content - 1] ?? { start, end, text: end })) content -= 1;
		if (content === 0) {
			if (chomp === "+")
				for (const line of lines.slice(0, Math.max(1, lines.length - 1))) this.#write("\n", line.end, line.end + 1);
			return;
		}
		const first = lines.find((line) => !isEmpty(line));
		const indent = explicit > 0 ? blockIndent + explicit : (first?.text ?? start) - (first?.start ?? start);
		// Trailing lines of nothing but more spaces than the indentation belong to the content.
		for (let index = lines.length - 1; index >= content; index -= 1) {
			const line = lines[index];
			if (line !== undefined && line.text - line.start > indent) content = index + 1;
		}
		const isLeading = (index: number): boolean => lines.slice(0, index + 1).every(isEmpty);
		let separator = "";
		let separatorAt = start;
		let moreIndentedBefore = false;
		for (const [index, line] of lines.slice(0, content).entries()) {
			const from = Math.min(line.start + indent, line.text);
			if (isLeading(index)) {
				this.#copy(from, line.text);
				this.#write("\n", line.end, line.end + 1);
				continue;
			}
			const moreIndented = line.text - line.start > indent || text[line.text] === "\t";
			if (!folded) {
				this.#write(separator, separatorAt, separatorAt + 1);
				this.#copy(from, line.end);
				separator = "\n";
			} else if (moreIndented) {
				if (separator === " ") separator = "\n";
				else if (!moreIndentedBefore && separator === "\n") separator = "\n\n";
				this.#write(separator, separatorAt, separatorAt + 1);
				this.#copy(from, line.end);
				separator = "\n";
				moreIndentedBefore = true;
			} else if (isEmpty(line)) {
				if (separator === "\n") this.#write("\n", line.end, line.end + 1);
				else separator = "\n";
			} else {
				this.#write(separator, separatorAt, separator === " " ? line.text : separatorAt + 1);
				this.#copy(line.text, line.end);
				separator = " ";
				moreIndentedBefore = false;
			}
			separatorAt = line.end;
		}
		const lastEnd = lines[content - 1]?.end ?? end;
		if (chomp === "+") {
			for (const line of lines.slice(content)) {
				this.#write("\n", Math.max(lastEnd, line.start - 1), line.start);
				this.#copy(Math.min(line.start + indent, line.text), line.text);
			}
			if (!this.value.endsWith("\n")) this.#write("\n", lastEnd, lastEnd + 1);
		} else if (chomp === "") this.#write("\n", lastEnd, lastEnd + 1);
	}

	#afterSpaces(line: Line): number {
		let at = line.start;
		while (at < line.end && this.#text[at] === " ") at += 1;
		return at;
	}
}

const ESCAPES: Readonly<Record<string, string>> = {
	"0": "\0",
	a: "\x07",
	b: "\b",
	e: "\x1b",
	f: "\f",
	n: "\n",
	r: "\r",
	t: "\t",
	v: "\v",
	N: "\u0085",
	_: "\u00a0",
	L: "\u2028",
	P: "\u2029",
	" ": " ",
	'"': '"',
	"/": "/",
	"\\": "\\",
	"\t": "\t",
};
