// Diagnostics for a terminal or a log: the sentence, the place, the source line with a caret under the exact text, and what
// to do. Only ASCII of ours; what the source line holds is shown as it is, as far as it is safe to print.
import type { Diagnostic, Severity } from "../diagnostics/diagnostic.js";
import type { SourceSpan } from "../diagnostics/span.js";
import type { Palette } from "./palette.js";
import { oneLine, printable } from "./printable.js";

/** Columns of a source line that are shown; of a longer one, those around the caret. */
const WINDOW = 120;

/** One diagnostic, without a line break at the end. */
export function diagnosticText(diagnostic: Diagnostic, palette: Palette): string {
	const { code, severity, message, span, notes = [], help } = diagnostic;
	const lines = [`${paint(severity, palette)(`${severity} ${code}`)}: ${palette.strong(oneLine(message))}`];
	const gutter = " ".repeat(span === undefined ? 1 : String(span.start.line).length);
	const edge = (mark: string): string => palette.faint(`${gutter} ${mark}`);
	if (span !== undefined) {
		lines.push(`${palette.faint(`${gutter}-->`)} ${oneLine(span.file)}:${span.start.line}:${span.start.column}`);
		if (span.excerpt !== undefined && span.excerpt.trim() !== "") {
			const { text, caret } = sourceLine(span, span.excerpt);
			lines.push(
				edge("|"),
				`${palette.faint(`${span.start.line} |`)} ${text}`,
				`${edge("|")} ${paint(severity, palette)(caret)}`,
			);
		}
	}
	for (const note of notes) lines.push(`${edge("=")} note: ${oneLine(note)}`);
	if (help !== undefined) lines.push(`${edge("=")} help: ${oneLine(help)}`);
	return lines.join("\n");
}

/** All of them, then how many; ends in a line break. Empty for none. */
export function diagnosticsText(diagnostics: readonly Diagnostic[], palette: Palette): string {
	if (diagnostics.length === 0) return "";
	return `${diagnostics.map((each) => diagnosticText(each, palette)).join("\n\n")}\n\n${countText(diagnostics)}\n`;
}

/** `2 errors, 1 warning`. */
export function countText(diagnostics: readonly { readonly severity: Severity }[]): string {
	const parts: string[] = [];
	for (const [severity, word] of [
		["error", "error"],
		["warning", "warning"],
		["info", "remark"],
	] as const) {
		const count = diagnostics.filter((each) => each.severity === severity).length;
		if (count > 0) parts.push(`${count} ${word}${count === 1 ? "" : "s"}`);
	}
	return parts.length === 0 ? "no problems" : parts.join(", ");
}

function paint(severity: Severity, palette: Palette): (text: string) => string {
	return severity === "error" ? palette.error : severity === "warning" ? palette.warning : palette.faint;
}

/** The line as it can be printed, and carets under what the span covers of it. */
function sourceLine({ start, end }: SourceSpan, excerpt: string): { readonly text: string; readonly caret: string } {
	const from = start.column - 1;
	const until = end.line > start.line ? excerpt.trimEnd().length : end.column - 1;
	let text = "";
	let width = 0;
	let caretStart: number | undefined;
	let caretEnd = 0;
	let unit = 0;
	for (const character of excerpt) {
		if (unit >= from) caretStart ??= width;
		const shown = character === "\t" ? "    " : printable(character);
		text += shown;
		width += shown === character ? widthOf(character) : shown.length;
		unit += character.length;
		if (unit <= until) caretEnd = width;
	}
	const begin = caretStart ?? width;
	const length = Math.max(1, caretEnd - begin);
	if (width <= WINDOW) return { text, caret: " ".repeat(begin) + "^".repeat(length) };
	return cut(text, begin, length);
}

/** A stretch of a long line that shows as much of the marked text, and of what is around it, as fits. */
function cut(text: string, begin: number, length: number): { readonly text: string; readonly caret: string } {
	const marked = Math.min(length, WINDOW);
	const first = Math.max(0, Math.min(begin - Math.floor((WINDOW - marked) / 2), text.length - WINDOW));
	const before = first > 0 ? "..." : "";
	const after = first + WINDOW < text.length ? "..." : "";
	return {
		text: before + text.slice(first, first + WINDOW) + after,
		caret: " ".repeat(Math.max(0, before.length + begin - first)) + "^".repeat(marked),
	};
}

const WIDE =
	/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;

/** Columns a terminal gives a character. */
const widthOf = (character: string): number => (/^\p{M}$/u.test(character) ? 0 : WIDE.test(character) ? 2 : 1);
