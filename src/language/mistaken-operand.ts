// What stands where an operand should and is none: named as precisely as possible, then read over.
import type { Cursor } from "./cursor.js";
import { token } from "./token.js";

/**
 * Reports the mistake at the cursor and goes behind it. Returns the text of a string that only has the wrong quotes, so that
 * what surrounds it can still be checked.
 */
export function mistakenOperand(cursor: Cursor): string | undefined {
	switch (cursor.kind) {
		case token.wrongQuotes:
			return wrongQuotes(cursor);
		case token.openString:
			cursor.complainHere(
				"Q3002",
				`the string that begins with ${cursor.found()} is not closed on its line`,
				"close it with `'`; a string cannot hold an apostrophe or a line break, and there are no escapes",
			);
			cursor.advance();
			return undefined;
		case token.badNumber: {
			const word = cursor.word();
			cursor.complainHere(
				"Q3004",
				`\`${word.slice(0, 40)}\` is not an integer: integers are decimal digits and nothing else`,
				/^0[xX]/.test(word) ? "an address or other hexadecimal text is a string: put it into single quotes" : undefined,
			);
			cursor.advance();
			return undefined;
		}
		case token.openBrace:
			cursor.complainHere(
				"Q3006",
				"expected a value, found `{`",
				"there are no literals of structs and maps; compare the fields one by one",
			);
			while (!cursor.is(token.closeBrace) && !cursor.is(token.end)) cursor.advance();
			cursor.advance();
			return undefined;
		case token.template:
			cursor.placeholder(cursor.end);
			cursor.advance();
			return undefined;
		case token.foreignOperator:
			cursor.unexpected("");
			cursor.advance();
			// The minus of a negative number.
			if (cursor.is(token.integer)) cursor.advance();
			return undefined;
		case token.less: {
			const end = cursor.placeholderEnd();
			if (end === undefined) break;
			cursor.placeholder(end);
			while (!cursor.is(token.end) && cursor.start < end) cursor.advance();
			return undefined;
		}
		default:
	}
	cursor.unexpected("a value");
	if (!cursor.atBoundary() && cursor.kind !== token.dots) cursor.advance();
	return undefined;
}

function wrongQuotes(cursor: Cursor): string {
	const word = cursor.word();
	// In text that was JSON the quotes may still be escaped: `\"…\"`.
	const escapes = word.startsWith("\\") ? 1 : 0;
	const value = word.slice(1 + escapes, Math.max(1 + escapes, word.length - 1 - escapes));
	cursor.complainHere(
		"Q3001",
		`strings stand in single quotes, found ${cursor.found()}`,
		/^[^']{0,80}$/.test(value) ? `write \`'${value}'\`` : "only the plain apostrophe `'` opens and closes a string",
	);
	cursor.advance();
	return value;
}
