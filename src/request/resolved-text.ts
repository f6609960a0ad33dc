// An expression with its references resolved, which remembers where everything stood before: what is found in the text that
// is evaluated can then be shown where its author wrote it.
import type { TextRange } from "../diagnostics/span.js";
import { containsReference, parseReferenceText, type Reference } from "../model/reference.js";

export interface ResolvedText {
	readonly text: string;
	/** The stretch of the text with references that a stretch of the resolved text came from; a reference is never cut. */
	before(range: TextRange): TextRange;
}

interface Substitution {
	/** In the resolved text. */
	readonly start: number;
	readonly end: number;
	/** In the text with references. */
	readonly from: TextRange;
}

/** Puts identifiers in the place of references; one that `lookup` does not know is written `${Kind/name}`. */
export function resolveText(text: string, lookup: (reference: Reference) => string | undefined): ResolvedText {
	if (!containsReference(text)) return { text, before: (range) => range };
	const substitutions: Substitution[] = [];
	let resolved = "";
	let at = 0;
	for (const match of text.matchAll(/\uE000([^\uE001]*)\uE001/g)) {
		resolved += text.slice(at, match.index);
		at = match.index + match[0].length;
		const written = match[1] ?? "";
		const value = lookup(parseReferenceText(written)) ?? `\${${written}}`;
		substitutions.push({ start: resolved.length, end: resolved.length + value.length, from: { start: match.index, end: at } });
		resolved += value;
	}
	resolved += text.slice(at);
	return {
		text: resolved,
		before: ({ start, end }) => ({
			start: placeBefore(substitutions, start, "start"),
			end: placeBefore(substitutions, end, "end"),
		}),
	};
}

function placeBefore(substitutions: readonly Substitution[], offset: number, edge: "start" | "end"): number {
	let shift = 0;
	for (const { start, end, from } of substitutions) {
		if (offset <= start) break;
		if (offset < end) return from[edge];
		shift = from.end - end;
	}
	return offset + shift;
}
