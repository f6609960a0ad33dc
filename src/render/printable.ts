// Text from elsewhere, made safe to print: what would move the cursor, recolour the terminal or reverse the reading
// direction is written as an escape instead. A name in the live organisation is input like any other.

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is being looked for
const DANGEROUS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** The text with control, invisible and direction-changing characters written as `\u{…}`; line breaks are kept. */
export function printable(text: string): string {
	return text.replace(DANGEROUS, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** The same, on one line. */
export function oneLine(text: string): string {
	return printable(text).replaceAll("\n", "\\n");
}
