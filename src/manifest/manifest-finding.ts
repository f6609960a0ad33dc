// A problem of one document before it has a place: found without positions, and placed only because it was found.
import type { Diagnostic, Finding } from "../diagnostics/diagnostic.js";
import type { SourceSpan, TextRange } from "../diagnostics/span.js";
import type { Address } from "../model/address.js";
import { openDocumentTree } from "./document-tree.js";
import type { DocumentSlice } from "./documents.js";
import type { Scope } from "./interpolation.js";
import { beforeInterpolation, interpolate } from "./interpolation.js";
import type { Path } from "./shape-findings.js";

export interface ManifestFinding extends Finding {
	readonly slice: DocumentSlice;
	readonly path: Path;
	readonly about?: "key" | "value";
	/** Whether `range` counts in the text as written, or after substitution (the default). */
	readonly rangeIn?: "written" | "substituted";
	readonly address?: Address;
	/** Other places that belong to it; each becomes a note that ends in its position. */
	readonly related?: readonly { readonly slice: DocumentSlice; readonly path: Path; readonly label: string }[];
}

/** Parses each document that has findings once more, with positions, and turns its findings into diagnostics. */
export function placeFindings(findings: readonly ManifestFinding[], scope: Scope): Diagnostic[] {
	const bySlice = new Map<DocumentSlice, ManifestFinding[]>();
	for (const finding of findings) {
		const own = bySlice.get(finding.slice);
		if (own) own.push(finding);
		else bySlice.set(finding.slice, [finding]);
	}
	const diagnostics: Diagnostic[] = [];
	for (const [slice, own] of bySlice) {
		const tree = openDocumentTree(slice);
		for (const { path, about, range, rangeIn, related, slice: _, address, notes = [], ...finding } of own) {
			let written: TextRange | undefined = range;
			const text = range !== undefined && rangeIn !== "written" ? tree.text(path) : undefined;
			if (text !== undefined && range !== undefined) written = beforeInterpolation(interpolate(text, scope), range);
			const places = (related ?? []).map((each) => `${each.label} ${position(openDocumentTree(each.slice).span(each.path))}`);
			const allNotes = [...notes, ...places];
			diagnostics.push({
				...finding,
				span: tree.span(path, about, written),
				...(address === undefined ? {} : { address }),
				...(allNotes.length > 0 ? { notes: allNotes } : {}),
			});
		}
	}
	return diagnostics;
}

/** `file:line:column`, as editors and terminals turn into a link. */
export function position({ file, start }: SourceSpan): string {
	return `${file}:${start.line}:${start.column}`;
}
