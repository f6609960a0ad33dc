// The comments of a YAML document, found by the lexer, so that a `#` inside a text is none.
import { Lexer } from "yaml";
import type { TextRange } from "../diagnostics/span.js";

export interface Comment {
	/** Without its `#`. */
	readonly text: string;
	/** UTF-16 offsets into the document's text, the `#` included. */
	readonly range: TextRange;
}

/** What the lexer puts between the stretches of the source: start of a document, end of flow, and a scalar that follows. */
const CONTROL: ReadonlySet<string> = new Set(["\u0002", "\u0018"]);
const SCALAR = "\u001f";

/** Every comment, in order. `text` is YAML that can be read; of anything else the result is some of the comments. */
export function commentsIn(text: string): readonly Comment[] {
	const comments: Comment[] = [];
	let at = 0;
	let scalar = false;
	for (const lexeme of new Lexer().lex(text)) {
		if (CONTROL.has(lexeme)) continue;
		if (lexeme === SCALAR) {
			scalar = true;
			continue;
		}
		if (!scalar && lexeme.startsWith("#")) {
			const source = lexeme.trimEnd();
			comments.push({ text: source.slice(1), range: { start: at, end: at + source.length } });
		}
		scalar = false;
		at += lexeme.length;
	}
	return comments;
}
