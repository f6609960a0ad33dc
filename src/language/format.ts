// An expression as a person would want to read it again. What is readable stays as it was written: line breaks at operators
// and brackets, redundant parentheses, the order of things. Only spacing and indentation are made even, `&&` inside `||` gets
// parentheses, `.count` becomes `.count()`, and a single long line is broken.
import { lex } from "./lexer.js";
import { parse } from "./parser.js";
import { type TokenKind, token } from "./token.js";
import { walk } from "./tree.js";

export interface FormatOptions {
	/** Characters beyond which a single line is broken. */
	readonly width?: number;
}

/** A token to print, and whether a line break follows it. */
interface Piece {
	readonly kind: TokenKind;
	readonly text: string;
	breakAfter: boolean;
}

const indentation = "  ";

/** The formatted text; a text with errors comes back as it is. Formatting twice changes nothing more. */
export function format(text: string, options: FormatOptions = {}): string {
	const { expression, findings } = parse(text);
	if (findings.length > 0) return text;
	const opened = new Set<number>();
	const closed = new Set<number>();
	const called = new Set<number>();
	walk(expression, (node) => {
		if (node.kind === "method" && node.bare) called.add(node.end);
		if (node.kind !== "or") return undefined;
		for (const operand of node.operands) {
			if (operand.kind !== "and" || isParenthesised(text, operand.start, operand.end)) continue;
			opened.add(operand.start);
			closed.add(operand.end);
		}
		return undefined;
	});
	const pieces = piecesOf(text, opened, closed, called);
	const width = options.width ?? 100;
	if (!pieces.some((piece) => piece.breakAfter)) breakUp(pieces, 0, pieces.length, 0, width);
	return render(pieces) + (/\n\s*$/.test(text) ? "\n" : "");
}

function isParenthesised(text: string, start: number, end: number): boolean {
	return /\(\s*$/.test(text.slice(Math.max(0, start - 200), start)) && /^\s*\)/.test(text.slice(end, end + 200));
}

function piecesOf(text: string, opened: ReadonlySet<number>, closed: ReadonlySet<number>, called: ReadonlySet<number>): Piece[] {
	const { kinds, starts } = lex(text);
	const pieces: Piece[] = [];
	const push = (kind: TokenKind, piece: string): void => {
		pieces.push({ kind, text: piece, breakAfter: false });
	};
	let lineBreak = false;
	for (const [index, kind] of kinds.entries()) {
		const start = starts[index] ?? 0;
		const end = starts[index + 1] ?? start;
		if (kind === token.end) break;
		if (kind === token.space) {
			lineBreak = text.slice(start, end).includes("\n");
			continue;
		}
		const before = pieces[pieces.length - 1];
		if (lineBreak && before !== undefined && mayBreak(before.kind, kind)) before.breakAfter = true;
		lineBreak = false;
		if (opened.has(start)) push(token.openParenthesis, "(");
		push(kind, text.slice(start, end));
		if (called.has(end)) {
			push(token.openParenthesis, "(");
			push(token.closeParenthesis, ")");
		}
		if (closed.has(end)) push(token.closeParenthesis, ")");
	}
	return pieces;
}

function isLogical(kind: TokenKind): boolean {
	return kind === token.and || kind === token.or;
}

function isOpener(kind: TokenKind): boolean {
	return kind === token.openParenthesis || kind === token.openBracket;
}

function isCloser(kind: TokenKind): boolean {
	return kind === token.closeParenthesis || kind === token.closeBracket;
}

/** Whether a line may end between two tokens: at a logical operator, a comma, or inside a bracket's edge. */
function mayBreak(before: TokenKind, after: TokenKind): boolean {
	return isLogical(before) || isLogical(after) || isOpener(before) || isCloser(after) || before === token.comma;
}

/** Breaks a stretch of pieces that does not fit: at its weakest operators first, then inside its brackets. */
function breakUp(pieces: readonly Piece[], from: number, to: number, indent: number, width: number): void {
	if (indent + render(pieces.slice(from, to)).length <= width) return;
	const weakest = splitters(pieces, from, to);
	if (weakest.length > 0) {
		let start = from;
		for (const at of [...weakest, to - 1]) {
			const piece = pieces[at];
			if (piece !== undefined && at !== to - 1) piece.breakAfter = true;
			breakUp(pieces, start, at + 1, indent, width);
			start = at + 1;
		}
		return;
	}
	for (let index = from; index < to; index += 1) {
		const piece = pieces[index];
		if (piece === undefined || !isOpener(piece.kind)) continue;
		const close = closerOf(pieces, index);
		const last = pieces[close - 1];
		// A bracket around one thing, such as an index or a comparison, is no place to break.
		if (splitters(pieces, index + 1, close).length > 0 && last !== undefined) {
			piece.breakAfter = true;
			last.breakAfter = true;
			breakUp(pieces, index + 1, close, indent + indentation.length, width);
		} else breakUp(pieces, index + 1, close, indent, 0);
		index = close;
	}
}

/** The places of the operators that bind least outside of brackets, or else of the commas there. */
function splitters(pieces: readonly Piece[], from: number, to: number): readonly number[] {
	for (const kind of [token.comma, token.or, token.and]) {
		const found: number[] = [];
		for (let index = from; index < to - 1; index += 1) {
			const piece = pieces[index];
			if (piece === undefined) continue;
			if (piece.kind === kind) found.push(index);
			if (isOpener(piece.kind)) index = closerOf(pieces, index);
		}
		if (found.length > 0) return found;
	}
	return [];
}

function closerOf(pieces: readonly Piece[], opener: number): number {
	let depth = 0;
	for (let index = opener; index < pieces.length; index += 1) {
		const kind = pieces[index]?.kind;
		if (kind === undefined) break;
		if (isOpener(kind)) depth += 1;
		else if (isCloser(kind)) {
			depth -= 1;
			if (depth === 0) return index;
		}
	}
	return pieces.length - 1;
}

function render(pieces: readonly Piece[]): string {
	let text = "";
	let indent = 0;
	/** The indentation of the lines on which the open brackets stand. */
	const open: number[] = [];
	for (const [index, piece] of pieces.entries()) {
		const before = pieces[index - 1];
		if (isCloser(piece.kind)) {
			const outer = open.pop() ?? 0;
			if (before?.breakAfter === true) indent = outer;
		} else if (before?.breakAfter === true)
			indent = open.length === 0 ? Number(isLogical(piece.kind)) : (open[open.length - 1] ?? 0) + 1;
		if (before?.breakAfter === true) text += `\n${indentation.repeat(indent)}`;
		else if (before !== undefined && isSpaced(before, piece, pieces[index - 2])) text += " ";
		text += piece.text;
		if (isOpener(piece.kind)) open.push(indent);
	}
	return text;
}

function isSpaced(before: Piece, piece: Piece, earlier: Piece | undefined): boolean {
	if (isOpener(before.kind) || isCloser(piece.kind) || before.kind === token.not) return false;
	if (before.kind === token.dot || before.kind === token.dots || piece.kind === token.dot || piece.kind === token.dots)
		return false;
	if (piece.kind === token.comma) return false;
	if (!isOpener(piece.kind)) return true;
	// An opening bracket touches what it calls or indexes; after an operator, a comma or `in` it opens a group or a list.
	if (before.kind === token.identifier || isCloser(before.kind) || before.kind === token.string || before.kind === token.integer)
		return false;
	// `x.in(…)`: a name that is spelled like a keyword.
	return !(earlier?.kind === token.dot);
}
