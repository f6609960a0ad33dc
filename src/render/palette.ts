// Colour as a parameter: a renderer names what a stretch of text is, the palette decides how that looks.

export interface Palette {
	readonly add: (text: string) => string;
	readonly change: (text: string) => string;
	readonly remove: (text: string) => string;
	readonly error: (text: string) => string;
	readonly warning: (text: string) => string;
	readonly strong: (text: string) => string;
	readonly faint: (text: string) => string;
}

const same = (text: string): string => text;

/** No colour: for files, pipes, `NO_COLOR` and `--no-color`. Nothing may be told by colour alone. */
export const PLAIN: Palette = { add: same, change: same, remove: same, error: same, warning: same, strong: same, faint: same };

const sgr =
	(open: string, close: string) =>
	(text: string): string =>
		text === "" ? "" : `\u001b[${open}m${text}\u001b[${close}m`;

export const COLOURED: Palette = {
	add: sgr("32", "39"),
	change: sgr("33", "39"),
	remove: sgr("31", "39"),
	error: sgr("1;31", "22;39"),
	warning: sgr("33", "39"),
	strong: sgr("1", "22"),
	faint: sgr("2", "22"),
};
