// HTML as a value: a template in which everything that is filled in is escaped, unless it is markup itself.

export class Markup {
	readonly text: string;

	/** `text` is taken as it is: only for what `html` has put together. */
	constructor(text: string) {
		this.text = text;
	}
}

export type Content = Markup | string | number | null | undefined | false | readonly Content[];

/** Escapes what is filled in, joins lists, and leaves out null, undefined and false. Attributes must stand in quotes. */
export function html(texts: TemplateStringsArray, ...contents: readonly Content[]): Markup {
	return new Markup(texts.reduce((done, text, index) => done + textOf(contents[index - 1]) + text));
}

function textOf(content: Content): string {
	if (content === null || content === undefined || content === false) return "";
	if (content instanceof Markup) return content.text;
	if (typeof content === "object") return content.map(textOf).join("");
	return escaped(String(content));
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escaped(text: string): string {
	return visible(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** Controls and what turns the direction of writing, as `[U+202E]`: a name must not change how the rest is read. */
export function visible(text: string): string {
	return text.replace(
		/(?![\t\n])[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu,
		(character) => `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`,
	);
}
