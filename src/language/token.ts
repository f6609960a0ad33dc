// The kinds of token the lexer tells apart. Beyond the language's own there are kinds for what people write by mistake, so
// that the parser can name the mistake instead of stumbling over it.

export const token = {
	end: 0,
	space: 1,
	identifier: 2,
	integer: 3,
	string: 4,
	true: 5,
	false: 6,
	in: 7,
	and: 8,
	or: 9,
	not: 10,
	equal: 11,
	notEqual: 12,
	less: 13,
	lessOrEqual: 14,
	greater: 15,
	greaterOrEqual: 16,
	dot: 17,
	dots: 18,
	comma: 19,
	openBracket: 20,
	closeBracket: 21,
	openParenthesis: 22,
	closeParenthesis: 23,
	openBrace: 24,
	closeBrace: 25,
	/** An operator of other languages: `+`, `=`, `===`, `&`, `?` … */
	foreignOperator: 26,
	/** A text in double or typographic quotes, its quotes included. */
	wrongQuotes: 27,
	/** A quote that is not closed on its line; reaches to the line's end. */
	openString: 28,
	/** Digits that go on as no integer does: `0x1f`, `1.5`, `1e18`, `1_000`. */
	badNumber: 29,
	/** `// …`, `# …` or `/* … *​/`. */
	comment: 30,
	/** What a template engine left behind: `${…}` or `{{…}}`. */
	template: 31,
	/** Characters that mean nothing here. */
	unknown: 32,
} as const;

export type TokenKind = (typeof token)[keyof typeof token];

/**
 * The tokens of a text, white space included: token `i` reaches from `starts[i]` to `starts[i + 1]`, so that they tile the
 * text by construction. The last one is `end`, empty, at the text's length.
 */
export interface Tokens {
	readonly kinds: readonly TokenKind[];
	readonly starts: readonly number[];
}
