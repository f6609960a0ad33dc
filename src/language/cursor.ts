// The parser's place in the tokens: the current token, complaints about it, and how to go on after a mistake.
import type { Code } from "../diagnostics/codes.js";
import type { Collector } from "./collector.js";
import { strayOperator } from "./foreign-syntax.js";
import type { Limits } from "./limits.js";
import { type Tokens, token } from "./token.js";

export class Cursor {
	readonly text: string;
	readonly limits: Limits;
	readonly #tokens: Tokens;
	readonly #collector: Collector;
	/** The current token, never white space or a comment. A plain number: its value changes under every method call. */
	kind: number = token.space;
	start = 0;
	end = 0;
	/** Where the token before the current one ended. */
	before = 0;
	#at = -1;
	/** Index of the token at which the last complaint was made: nobody wants two about one. */
	#complained = -1;

	constructor(text: string, tokens: Tokens, limits: Limits, collector: Collector) {
		this.text = text;
		this.limits = limits;
		this.#tokens = tokens;
		this.#collector = collector;
		this.advance();
		this.before = 0;
	}

	advance(): void {
		const { kinds, starts } = this.#tokens;
		this.before = this.end;
		while (this.kind !== token.end) {
			this.#at += 1;
			const kind = kinds[this.#at] ?? token.end;
			this.kind = kind;
			if (kind === token.space) continue;
			this.start = starts[this.#at] ?? this.text.length;
			this.end = starts[this.#at + 1] ?? this.text.length;
			if (kind !== token.comment && kind !== token.unknown) return;
			if (kind === token.comment) {
				this.#collector.error("Q3010", this.start, this.end, "comments are not part of the language", {
					help: "put the remark into the policy's notes, or into a comment of the file around the expression",
				});
			} else this.#unknown();
		}
	}

	#unknown(): void {
		const found = this.word();
		const point = found.codePointAt(0) ?? 0;
		const code = `U+${point.toString(16).toUpperCase().padStart(4, "0")}`;
		const visible = /^[\p{L}\p{N}\p{P}\p{S}]/u.test(found);
		const shown = visible ? `\`${[...found.slice(0, 24)].slice(0, 12).join("")}\` (${code})` : code;
		this.#collector.error("Q3003", this.start, this.end, `the character ${shown} means nothing here`, {
			help: point < 128 ? undefined : "names, numbers and operators are plain ASCII; other characters belong into a string",
		});
	}

	/** Whether the current token is of a kind; asked this way where the compiler would remember an earlier answer. */
	is(kind: number): boolean {
		return this.kind === kind;
	}

	/** The text of the current token. */
	word(): string {
		return this.text.slice(this.start, this.end);
	}

	/** The kind of the token after the current one. */
	peek(): number {
		const { kinds } = this.#tokens;
		let index = this.#at + 1;
		while (kinds[index] === token.space || kinds[index] === token.comment) index += 1;
		return kinds[index] ?? token.end;
	}

	/** What is there instead of what was expected, for messages. */
	found(): string {
		if (this.kind === token.end) return "the end of the expression";
		const word = this.word();
		return `\`${word.length > 40 ? `${word.slice(0, 40)}…` : word}\``;
	}

	/** Reports an error, unless the current token has been complained about already. */
	complain(code: Code, start: number, end: number, message: string, help?: string): void {
		if (this.#complained === this.#at) return;
		this.#complained = this.#at;
		this.#collector.error(code, start, end, message, { help });
	}

	/** Reports an error about the current token. */
	complainHere(code: Code, message: string, help?: string): void {
		this.complain(code, this.start, this.end, message, help);
	}

	unexpected(expected: string): void {
		if (this.kind === token.foreignOperator) {
			const { message, help } = strayOperator(this.word());
			this.complainHere("Q3008", message, help);
		} else if (this.kind === token.template) this.placeholder(this.end);
		else this.complainHere("Q3006", `expected ${expected}, found ${this.found()}`);
	}

	placeholder(end: number): void {
		this.complain(
			"Q3005",
			this.start,
			end,
			`the placeholder \`${this.text.slice(this.start, end)}\` has not been filled in`,
			"write the value in its place: a number as it is, an identifier or address in single quotes",
		);
	}

	/** The end of `<NAME>` when the current `<` opens a placeholder of a few words. */
	placeholderEnd(): number | undefined {
		const { kinds, starts } = this.#tokens;
		for (let index = this.#at + 1; index < this.#at + 18; index += 1) {
			const kind = kinds[index];
			if (kind === token.greater) return index > this.#at + 1 ? starts[index + 1] : undefined;
			const plain =
				kind === token.identifier ||
				kind === token.space ||
				kind === token.integer ||
				kind === token.dot ||
				kind === token.badNumber ||
				(kind === token.foreignOperator && this.text[starts[index] ?? 0] === "-");
			if (!plain) return undefined;
		}
		return undefined;
	}

	/** Whether the current token ends whatever is being read. */
	atBoundary(): boolean {
		switch (this.kind) {
			case token.end:
			case token.and:
			case token.or:
			case token.comma:
			case token.closeParenthesis:
			case token.closeBracket:
				return true;
			default:
				return false;
		}
	}

	/** Takes a closing bracket and returns true; or says that it is missing, goes on behind the next one and returns false. */
	close(kind: number, sign: string, opened: number): boolean {
		const closed = this.kind === kind;
		if (!closed) {
			const open = this.text[opened] ?? "";
			const place = `expected \`${sign}\` to close the \`${open}\` at character ${opened + 1}`;
			this.complainHere("Q3007", `${place}, found ${this.found()}`);
			while (!this.atBoundary()) this.advance();
			if (this.kind !== kind) return false;
		}
		this.advance();
		return closed;
	}

	/** Gives up on the rest of the text. */
	stop(): void {
		this.#at = this.#tokens.kinds.length - 1;
		this.#complained = this.#at;
		this.kind = token.end;
		this.start = this.text.length;
		this.end = this.text.length;
	}

	/** Lets the current token be complained about once more. */
	forgive(): void {
		this.#complained = -1;
	}
}
