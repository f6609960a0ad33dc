// How a text that goes over several lines stands in its file, so that writing the document again breaks it at the same
// places; and how a long text of one line is broken when nobody has laid it out yet.
import type { Document, Scalar } from "yaml";
import { isCollection, isMap, isPair, isScalar, visit } from "yaml";

/** A scalar that is written exactly so: the first line after its key, the others indented. */
export interface Layout {
	readonly first: string;
	readonly rest: readonly string[];
	/** True for a block whose trailing line breaks belong to its value. */
	readonly keep?: boolean;
}

/**
 * Remembers the layout of each text over several lines, and drops the quotes of the others where nothing needs them.
 * `text` is what `document` was parsed from, with its source tokens kept.
 */
export function keepLayouts(document: Document.Parsed, text: string, layouts: Map<unknown, Layout>): void {
	visit(document, {
		Scalar(_, node) {
			if (typeof node.value !== "string" || !node.range) return;
			const source = text.slice(node.range[0], node.range[1]);
			if (isBlock(node)) layouts.set(node, blockLayout(source, node));
			else if (source.includes("\n")) {
				const [first = "", ...rest] = source.split("\n").map((line, index) => tidy(index === 0 ? line : line.trimStart()));
				layouts.set(node, { first, rest });
			} else if (!ESCAPED.test(node.value)) node.type = "PLAIN";
		},
		Collection(_, collection) {
			// The blank line after a block is the block's to the parser, and belongs to what follows to a reader.
			const items: readonly unknown[] = collection.items;
			for (const [index, item] of items.entries()) {
				const block = lastScalar(isPair(item) ? item.value : item);
				const next = items[index + 1];
				const follower = isPair(next) ? next.key : next;
				if (block === undefined || !isBlock(block) || !endsInBlankLine(text, block)) continue;
				if (isScalar(follower) || isCollection(follower)) follower.spaceBefore = true;
			}
		},
	});
}

/** A line of text over several lines without the spaces at its end; one after a backslash is an escape. */
function tidy(line: string): string {
	let end = line.length;
	while (/[ \t]/.test(line[end - 1] ?? "")) end -= 1;
	return line.slice(0, line[end - 1] === "\\" ? end + 1 : end);
}

/** What is better seen as an escape: control characters, odd spaces, and everything invisible. */
const ESCAPED = /[^\x20-\x7e\p{L}\p{N}\p{P}\p{S}]/u;

const isBlock = (node: Scalar): boolean => node.type === "BLOCK_LITERAL" || node.type === "BLOCK_FOLDED";

function lastScalar(node: unknown): Scalar | undefined {
	if (isScalar(node)) return node;
	if (!isCollection(node) || node.flow === true) return undefined;
	const last: unknown = node.items.at(-1);
	return lastScalar(isMap(node) && isPair(last) ? last.value : last);
}

function endsInBlankLine(text: string, { range }: Scalar): boolean {
	const source = range ? text.slice(range[0], range[1]) : "";
	return /\n[ \t]*\n[ \t]*$/.test(source) && !/^[|>][0-9]?\+/.test(source);
}

function blockLayout(source: string, node: Scalar): Layout {
	const [header = "", ...body] = source.split("\n");
	const style = header[0] ?? "|";
	const chomp = /^[|>][0-9]?([-+])|^[|>]([-+])/.exec(header)?.slice(1).find(Boolean) ?? "";
	const explicit = /^[|>][-+]?([1-9])/.exec(header)?.[1];
	const token = node.srcToken;
	const around = token !== undefined && "indent" in token ? token.indent : 0;
	const first = body.find((line) => !isEmpty(line)) ?? "";
	const indent = explicit === undefined ? spaces(first) : Math.max(0, around) + Number(explicit);
	const lines = body.map((line) => line.slice(Math.min(indent, spaces(line))));
	// The text after the last line break is the start of whatever comes next.
	if (lines.at(-1) === "") lines.pop();
	if (chomp !== "+") while (isEmpty(lines.at(-1) ?? "x")) lines.pop();
	return { first: `${style}${indicator(lines)}${chomp}`, rest: lines, keep: chomp === "+" };
}

/** A block whose text starts with a space must say how far it is indented. */
const indicator = (lines: readonly string[]): string => (lines.find((line) => line !== "")?.startsWith(" ") ? "2" : "");

const spaces = (line: string): number => /^ */.exec(line)?.[0].length ?? 0;

/** A tab is text to YAML, even at the start of a line. */
const isEmpty = (line: string): boolean => spaces(line) === line.length;

/** Text of several lines as a literal block; undefined where it has to be quoted. */
export function literalLayout(text: string): Layout | undefined {
	if (!text.includes("\n") || text.trim() === "" || ESCAPED.test(text.replaceAll("\n", "")) || /^[ ]*\n|\n +(?:\n|$)/.test(text))
		return undefined;
	const chomp = !text.endsWith("\n") ? "-" : text.endsWith("\n\n") ? "+" : "";
	const lines = (chomp === "-" ? text : text.slice(0, -1)).split("\n");
	return { first: `|${indicator(lines)}${chomp}`, rest: lines, keep: chomp === "+" };
}

/** Long one-line text as a folded block, broken at single spaces; undefined where it cannot be, or need not. */
export function foldedLayout(text: string, width: number): Layout | undefined {
	if (text.length <= width || !/^\S.*\S$/.test(text) || ESCAPED.test(text)) return undefined;
	const lines: string[] = [];
	let line = "";
	for (const word of text.split(/(?<=\S) (?=\S)/)) {
		if (line !== "" && line.length + 1 + word.length > width) {
			lines.push(line);
			line = word;
		} else line = line === "" ? word : `${line} ${word}`;
	}
	lines.push(line);
	return lines.length === 1 ? undefined : { first: ">-", rest: lines };
}
