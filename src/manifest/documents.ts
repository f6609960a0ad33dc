// Cuts a file into its YAML documents without parsing them: a line of `---` or `...` in column one always separates.
import type { Position } from "../diagnostics/span.js";
import type { SourceFile } from "./source-file.js";

/** One document of a file: where its text stands, and where its first word does. */
export interface DocumentSlice {
	readonly file: SourceFile;
	/** UTF-16 offsets into the file's text, end exclusive. */
	readonly start: number;
	readonly end: number;
	/** Where the first thing stands that is neither white space nor comment: offset in the file, and line and column from 1. */
	readonly content: Position;
}

export interface SplitFile {
	readonly file: SourceFile;
	readonly documents: readonly DocumentSlice[];
	/** Offsets of lines that start with `%`; manifests may have none. */
	readonly directives: readonly number[];
}

export const textOf = (slice: DocumentSlice): string => slice.file.text.slice(slice.start, slice.end);

const NEWLINE = 10;
const SPACE = 32;
const HASH = 35;
const PERCENT = 37;
const DASH = 45;
const DOT = 46;

/** The documents that say something, in order; stretches of white space and comments are none. */
export function splitDocuments(file: SourceFile): SplitFile {
	const { text } = file;
	if (file.json)
		return {
			file,
			documents: text.trim() === "" ? [] : [{ file, start: 0, end: text.length, content: firstWord(text) }],
			directives: [],
		};
	const documents: DocumentSlice[] = [];
	const directives: number[] = [];
	let start = 0;
	let line = 1;
	let content: Position | undefined;
	const close = (end: number): void => {
		if (content !== undefined) documents.push({ file, start, end, content });
		content = undefined;
	};
	for (let at = 0; at < text.length; line += 1) {
		const newline = text.indexOf("\n", at);
		const next = newline === -1 ? text.length : newline + 1;
		const first = text.charCodeAt(at);
		if ((first === DASH || first === DOT) && isMarker(text, at, first)) {
			close(at);
			start = at;
			const column = first === DASH ? columnOfContent(text, at + 3, next) : 0;
			if (column > 0) content = { line, column: column + 3, offset: at + column + 2 };
			else start = next;
		} else if (first === PERCENT) directives.push(at);
		else if (content === undefined) {
			const column = columnOfContent(text, at, next);
			if (column > 0) content = { line, column, offset: at + column - 1 };
		}
		at = next;
	}
	close(text.length);
	return { file, documents, directives };
}

/** Three equal characters, then white space or the line's end. */
function isMarker(text: string, at: number, character: number): boolean {
	if (text.charCodeAt(at + 1) !== character || text.charCodeAt(at + 2) !== character) return false;
	const after = text.charCodeAt(at + 3);
	return Number.isNaN(after) || after === NEWLINE || after === 13 || after === SPACE || after === 9;
}

/** Where, counted from 1 at `from`, a line's first word starts; 0 when it has none. */
function columnOfContent(text: string, from: number, end: number): number {
	for (let at = from; at < end; at += 1) {
		const character = text.charCodeAt(at);
		if (character === HASH) return 0;
		if (character !== SPACE && character !== NEWLINE && character !== 13 && character !== 9) return at - from + 1;
	}
	return 0;
}

function firstWord(text: string): Position {
	const offset = text.search(/\S/);
	const before = text.slice(0, offset).split("\n");
	return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, offset };
}
