// Text from elsewhere inside Markdown: it must not become markup, a mention or a link.
import { oneLine } from "./printable.js";

/** The text with everything escaped that a forge would read as markup. */
export function markdownText(text: string): string {
	return oneLine(text)
		.replace(/[\\*_[\]<>#|~]/g, (character) => `\\${character}`)
		.replaceAll("@", "@\u200b");
}
