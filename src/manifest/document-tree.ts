// One document with places: where a field's key and value stand, down to a character inside a scalar.
import type { CST, Node, Scalar } from "yaml";
import { isAlias, isCollection, isMap, isScalar, isSeq, CST as tokens } from "yaml";
import type { SourceSpan, TextRange } from "../diagnostics/span.js";
import type { DocumentSlice } from "./documents.js";
import { textOf } from "./documents.js";
import { scalarMap, sourceRange } from "./scalar-map.js";
import type { Path } from "./shape-findings.js";
import type { YamlDocument } from "./yaml-document.js";
import { readYamlDocument } from "./yaml-document.js";

export interface DocumentTree {
	readonly document: YamlDocument;
	/**
	 * Where the key at the end of a path stands, or its value, or a stretch of the value's text. What is not there is
	 * answered by what it would stand in.
	 */
	span(path: Path, about?: "key" | "value", range?: TextRange): SourceSpan;
	/** The span of offsets into the document's text. */
	at(range: TextRange): SourceSpan;
	/** The text of the string at a path, before any substitution. */
	text(path: Path): string | undefined;
}

export function openDocumentTree(slice: DocumentSlice, document = readYamlDocument(textOf(slice))): DocumentTree {
	const text = textOf(slice);
	const at = (range: TextRange): SourceSpan =>
		slice.file.lines().span(slice.file.path, { start: slice.start + range.start, end: slice.start + range.end });
	const whole = (): TextRange => {
		const start = slice.content.offset - slice.start;
		return { start, end: trimEnd(text, start, lineEnd(text, start)) };
	};

	const find = (path: Path): { readonly key: Node | undefined; readonly node: Node | undefined; readonly complete: boolean } => {
		let node: Node | undefined = document.root;
		let key: Node | undefined;
		for (const step of path) {
			if (isMap(node)) {
				const pair: (typeof node.items)[number] | undefined = node.items.find(
					(item) => isScalar(item.key) && item.key.value === step,
				);
				if (pair === undefined) return { key, node, complete: false };
				key = pair.key as Node;
				node = (pair.value ?? undefined) as Node | undefined;
			} else if (isSeq(node) && typeof step === "number" && node.items[step] !== undefined) {
				key = undefined;
				node = node.items[step] as Node;
			} else return { key, node, complete: false };
		}
		return { key, node, complete: true };
	};

	const scalarRange = (node: Scalar.Parsed, range: TextRange | undefined): TextRange => {
		const [start, end] = node.range;
		if (range !== undefined) {
			const map = scalarMap(text, node, blockIndentOf(document.tokens, start));
			if (map !== undefined) return sourceRange(map, range);
		}
		return { start, end: Math.max(start, trimEnd(text, start, end)) };
	};

	return {
		document,
		at,
		span(path, about = "value", range) {
			const { key, node, complete } = find(path);
			if (about === "key" && key !== undefined && complete) return at(rangeOf(key));
			if (isScalar(node) && node.range && (node.range[1] > node.range[0] || key === undefined)) {
				return at(scalarRange(node as Scalar.Parsed, complete ? range : undefined));
			}
			if (isAlias(node) || (isCollection(node) && node.flow === true)) return at(rangeOf(node));
			if (key !== undefined) return at(rangeOf(key));
			if (node?.range && path.length > 0)
				return at({ start: node.range[0], end: trimEnd(text, node.range[0], lineEnd(text, node.range[0])) });
			return at(whole());
		},
		text(path) {
			const { node, complete } = find(path);
			return complete && isScalar(node) && typeof node.value === "string" ? node.value : undefined;
		},
	};
}

function rangeOf(node: Node): TextRange {
	const [start = 0, end = 0] = node.range ?? [];
	return { start, end };
}

const lineEnd = (text: string, at: number): number => {
	const end = text.indexOf("\n", at);
	return end === -1 ? text.length : end;
};

function trimEnd(text: string, start: number, end: number): number {
	let until = end;
	while (until > start && /\s/.test(text[until - 1] ?? "")) until -= 1;
	return until;
}

/** The indentation the block scalar at an offset is nested in; -1 at the root, 0 when it is no block scalar. */
function blockIndentOf(stream: readonly CST.Token[], offset: number): number {
	let indent = 0;
	const look = (token: CST.Token | null | undefined): void => {
		if (token?.type === "block-scalar") {
			if (token.offset === offset) indent = token.indent;
		} else if (token !== null && token !== undefined && tokens.isCollection(token)) {
			for (const item of token.items) {
				look(item.key);
				look(item.value);
			}
		}
	};
	for (const token of stream) if (token.type === "document") look(token.value);
	return indent;
}
