// Text to tokens. Total: every text has tokens, whatever it holds; mistakes become tokens of their own kinds. One pass, each
// character looked at a bounded number of times, so that the time is linear in the text. What correct expressions are made of
// is read in one loop; everything else by `Mistakes`, which is only made when it is needed.
import { type TokenKind, type Tokens, token } from "./token.js";

// What a character can begin. One table look-up per token instead of a chain of comparisons.
const OTHER = 0;
const SPACE = 1;
const WORD = 2;
const DIGIT = 3;
const SIGN = 4;
/** A character that always is a token of its own. */
const SINGLE = 5;

const classes = new Uint8Array(128);
for (const each of " \t\r\n") classes[each.charCodeAt(0)] = SPACE;
for (const each of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_") classes[each.charCodeAt(0)] = WORD;
for (const each of "0123456789") classes[each.charCodeAt(0)] = DIGIT;
for (const each of "'\"`&|!=<>.{}+-*/%?:^~$#\\") classes[each.charCodeAt(0)] = SIGN;
for (const each of ",[]()") classes[each.charCodeAt(0)] = SINGLE;

const singles: Readonly<Record<number, TokenKind>> = {
	[",".charCodeAt(0)]: token.comma,
	["[".charCodeAt(0)]: token.openBracket,
	["]".charCodeAt(0)]: token.closeBracket,
	["(".charCodeAt(0)]: token.openParenthesis,
	[")".charCodeAt(0)]: token.closeParenthesis,
};

/** What closes a text, by the quote that opens it; the language itself knows only the apostrophe. */
const foreignQuotes: ReadonlyMap<string, string> = new Map([
	['"', '"'],
	["`", "`"],
	["“", '”“"'],
	["”", '”“"'],
	["„", '“”"'],
	["‘", "’‘'"],
	["’", "’‘'"],
	["‚", "‘’'"],
	["«", "»"],
]);

/** 1 for what can go on a word. */
const wordParts = Uint8Array.from(classes, (each) => (each === WORD || each === DIGIT ? 1 : 0));

function classOf(code: number): number {
	return code < 128 ? (classes[code] ?? OTHER) : OTHER;
}

function isWordPart(code: number): boolean {
	return wordParts[code] === 1;
}

const apostrophe = 39;
const equals = 61;

/** The tokens of a text. Never throws. */
export function lex(text: string): Tokens {
	const kinds: TokenKind[] = [];
	const starts: number[] = [];
	const { length } = text;
	const oneLine = !text.includes("\n") && !text.includes("\r");
	let mistakes: Mistakes | undefined;
	let at = 0;
	while (at < length) {
		const start = at;
		const code = text.charCodeAt(start);
		starts.push(start);
		at += 1;
		switch (classOf(code)) {
			case WORD:
				while (at < length && isWordPart(text.charCodeAt(at))) at += 1;
				kinds.push(wordKind(text, start, at));
				continue;
			case SPACE:
				while (at < length && classOf(text.charCodeAt(at)) === SPACE) at += 1;
				kinds.push(token.space);
				continue;
			case SINGLE:
				kinds.push(singles[code] ?? token.unknown);
				continue;
			case DIGIT: {
				while (at < length && classOf(text.charCodeAt(at)) === DIGIT) at += 1;
				const end = numberEnd(text, at);
				kinds.push(end === at ? token.integer : token.badNumber);
				at = end;
				continue;
			}
			case SIGN: {
				if (code === apostrophe) {
					const end = text.indexOf("'", at);
					if (end === -1) break;
					if (!oneLine) {
						mistakes ??= new Mistakes(text);
						if (end > mistakes.lineEnd(at)) break;
					}
					kinds.push(token.string);
					at = end + 1;
					continue;
				}
				const kind = operatorKind(code, text.charCodeAt(at), text.charCodeAt(at + 1));
				if (kind === undefined) break;
				at += isDouble(kind) ? 1 : 0;
				kinds.push(kind);
				continue;
			}
			default:
		}
		mistakes ??= new Mistakes(text);
		kinds.push(mistakes.take(start));
		at = mistakes.end;
	}
	starts.push(length);
	kinds.push(token.end);
	return { kinds, starts };
}

/** The operator that begins with these characters; undefined when it is none of this language. */
function operatorKind(code: number, next: number, third: number): TokenKind | undefined {
	switch (code) {
		case 46: // .
			return next === 46 ? token.dots : token.dot;
		case equals:
			return next === equals && third !== equals ? token.equal : undefined;
		case 38: // &
			return next === 38 ? token.and : undefined;
		case 124: // |
			return next === 124 ? token.or : undefined;
		case 33: // !
			if (next !== equals) return token.not;
			return third === equals ? undefined : token.notEqual;
		case 60: // <
			if (next === 62) return undefined;
			return next === equals ? token.lessOrEqual : token.less;
		case 62: // >
			return next === equals ? token.greaterOrEqual : token.greater;
		default:
			return undefined;
	}
}

function isDouble(kind: TokenKind): boolean {
	return kind !== token.dot && kind !== token.not && kind !== token.less && kind !== token.greater;
}

/** Where digits that go on as no integer does end; the same place when they do not go on. */
function numberEnd(text: string, from: number): number {
	let end = from;
	while (end < text.length) {
		const code = text.charCodeAt(end);
		if (isWordPart(code)) end += 1;
		else if (code === 46 && end + 1 < text.length && classOf(text.charCodeAt(end + 1)) === DIGIT) end += 2;
		else break;
	}
	return end;
}

function wordKind(text: string, start: number, end: number): TokenKind {
	switch (end - start) {
		case 2:
			return text.startsWith("in", start) ? token.in : token.identifier;
		case 4:
			return text.startsWith("true", start) ? token.true : token.identifier;
		case 5:
			return text.startsWith("false", start) ? token.false : token.identifier;
		default:
			return token.identifier;
	}
}

/** Reads what is not of the language. Asked for ever later places, so that looking ahead costs one pass over the text in all. */
class Mistakes {
	/** Where the token that was taken last ends. */
	end = 0;
	readonly #text: string;
	readonly #found = new Map<string, number>();

	constructor(text: string) {
		this.#text = text;
	}

	/** The first place of a text at or after another place, or -1. */
	#next(wanted: string, from: number): number {
		let found = this.#found.get(wanted) ?? -2;
		if (found !== -1 && found < from) {
			found = this.#text.indexOf(wanted, from);
			this.#found.set(wanted, found);
		}
		return found;
	}

	lineEnd(from: number): number {
		const lineFeed = this.#next("\n", from);
		const carriageReturn = this.#next("\r", from);
		if (lineFeed === -1) return carriageReturn === -1 ? this.#text.length : carriageReturn;
		return carriageReturn === -1 ? lineFeed : Math.min(lineFeed, carriageReturn);
	}

	/** Takes the token that begins at a place. */
	take(start: number): TokenKind {
		const text = this.#text;
		const first = text[start] ?? "";
		const next = text[start + 1] ?? "";
		switch (first) {
			case "'":
				return this.#until(this.lineEnd(start + 1), token.openString);
			case "/":
				if (next === "/") return this.#until(this.lineEnd(start), token.comment);
				if (next === "*") return this.#enclosed(start, "*/", token.comment) ?? this.#until(text.length, token.comment);
				return this.#until(start + 1, token.foreignOperator);
			case "#":
				return this.#until(this.lineEnd(start), token.comment);
			case "{":
				return (
					(next === "{" ? this.#enclosed(start, "}}", token.template) : undefined) ?? this.#until(start + 1, token.openBrace)
				);
			case "}":
				return this.#until(start + 1, token.closeBrace);
			case "$":
				return (next === "{" ? this.#enclosed(start, "}", token.template) : undefined) ?? this.#until(start + 1, token.unknown);
			case "\\":
				return foreignQuotes.has(next) ? this.#quoted(start + 2, next) : this.#until(start + 1, token.unknown);
			default:
				if (foreignQuotes.has(first)) return this.#quoted(start + 1, first);
				return classOf(text.charCodeAt(start)) === SIGN ? this.#operator(start) : this.#unknown(start);
		}
	}

	#until(end: number, kind: TokenKind): TokenKind {
		this.end = end;
		return kind;
	}

	/** Up to and with a closing text; undefined when there is none. */
	#enclosed(start: number, close: string, kind: TokenKind): TokenKind | undefined {
		const end = this.#next(close, start + 2);
		return end === -1 ? undefined : this.#until(end + close.length, kind);
	}

	#quoted(from: number, open: string): TokenKind {
		const closers = foreignQuotes.get(open) ?? open;
		const line = this.lineEnd(from);
		for (let index = from; index < line; index += 1) {
			if (closers.includes(this.#text[index] ?? "")) return this.#until(index + 1, token.wrongQuotes);
		}
		return this.#until(line, token.openString);
	}

	/** Operators of other languages, the longest first. */
	#operator(start: number): TokenKind {
		const known = ["===", "!==", "<>", "=~", "=>", "**", "??", "?."].find((each) => this.#text.startsWith(each, start));
		return this.#until(start + (known?.length ?? 1), token.foreignOperator);
	}

	/** Characters of one accident stay together, and so do the two halves of a surrogate pair. */
	#unknown(start: number): TokenKind {
		const text = this.#text;
		let end = start + 1;
		while (end < text.length && classOf(text.charCodeAt(end)) === OTHER && !foreignQuotes.has(text[end] ?? "")) end += 1;
		return this.#until(end, token.unknown);
	}
}
