// Reads one YAML document completely: its value, everything in it that manifests may not hold, and where each thing stands.
import type { CST, ParsedNode, Scalar } from "yaml";
import { Composer, isAlias, isCollection, isMap, isScalar, Lexer, Parser, CST as tokens } from "yaml";
import type { JsonObject, JsonValue } from "../base/json.js";
import type { Code } from "../diagnostics/codes.js";
import { RESERVED_CHARACTERS } from "../model/reference.js";
import { losesDigits } from "./number-text.js";
import type { Unclosed } from "./yaml-error.js";
import { describeYamlError } from "./yaml-error.js";

/** How deep lists and mappings may be nested. */
export const MAX_DEPTH = 64;

/** Something wrong with the YAML itself; offsets count in the document's text. */
export interface YamlFinding {
	readonly code: Code;
	readonly message: string;
	readonly help: string;
	readonly start: number;
	readonly end: number;
	/** Where the same thing was first, for a repeated key. */
	readonly first?: number;
}

/** Findings told about one document, of each sort: a document made of errors must not cost more than it is worth. */
export const MOST_FINDINGS = 100;

export interface YamlDocument {
	/** The value, as far as it could be read; null when the syntax is broken. */
	readonly value: JsonValue;
	readonly findings: readonly YamlFinding[];
	/** True when the text is no YAML, so that nothing can be said about its value. */
	readonly broken: boolean;
	readonly root: ParsedNode | undefined;
	/** The source tokens, for finding out how a scalar is written. */
	readonly tokens: readonly CST.Token[];
}

// Duplicate keys are found below, in linear time; the library compares every pair of keys.
const OPTIONS = {
	version: "1.2",
	schema: "core",
	merge: false,
	strict: true,
	uniqueKeys: false,
	prettyErrors: false,
	logLevel: "silent",
} as const;

export function readYamlDocument(text: string): YamlDocument {
	const deep = deepAt(text);
	if (deep !== undefined) return { value: null, findings: [tooDeep(deep)], broken: true, root: undefined, tokens: [] };
	const stream = [...new Parser().parse(text)];
	const [document, second] = [...new Composer<ParsedNode>(OPTIONS).compose(stream, true, text.length)];
	const errors = [...(document?.errors ?? []), ...(second?.errors ?? [])];
	if (second !== undefined && errors.length === 0) {
		const start = second.range[0];
		const finding = {
			code: "Q1020",
			message: "a second document starts here",
			help: "separate documents by a line of `---`",
		} as const;
		return { value: null, findings: [{ ...finding, start, end: start + 1 }], broken: true, root: undefined, tokens: stream };
	}
	const reader = new NodeReader();
	for (const token of stream) if (token.type === "document") reader.properties(token.start, token.value);
	// Only the first syntax error is told: those after it are mostly its consequences. So is one beside an alias or tag.
	const [syntax] = errors.sort((a, b) => a.pos[0] - b.pos[0]);
	if (syntax !== undefined) {
		const described = describeYamlError(syntax, text, unclosed(stream));
		const before = reader.findings.filter((each) => each.start <= described.start);
		const sameLine = before.some((each) => !text.slice(each.start, described.start).includes("\n"));
		const findings = sameLine ? before : [...before, described];
		return { value: null, findings, broken: true, root: undefined, tokens: stream };
	}
	const root = document?.contents ?? undefined;
	const value = root === undefined ? null : reader.value(root, 1);
	return { value, findings: reader.findings, broken: false, root, tokens: stream };
}

class NodeReader {
	readonly findings: YamlFinding[] = [];

	/** Finds anchors, aliases and tags, which the parsed nodes remember without their places, if at all. */
	properties(before: readonly CST.SourceToken[], value: CST.Token | null | undefined): void {
		for (const token of before) {
			const end = token.offset + token.source.length;
			if (token.type === "anchor") {
				this.#add(
					"Q1023",
					token.offset,
					end,
					`anchor \`${token.source}\``,
					"remove it, and write the value out where it is repeated",
				);
			} else if (token.type === "tag") {
				this.#add("Q1027", token.offset, end, `tag \`${token.source}\``, "remove it; quote the value if it must be a string");
			}
		}
		if (value?.type === "alias") {
			const end = value.offset + value.source.length;
			this.#add(
				"Q1024",
				value.offset,
				end,
				`alias \`${value.source}\``,
				"write the value out; quote the text if it is to start with `*`",
			);
		}
		if (value === null || value === undefined || !tokens.isCollection(value)) return;
		for (const item of value.items) {
			this.properties(item.start, item.key);
			this.properties(item.sep ?? [], item.value);
		}
	}

	value(node: ParsedNode | null, depth: number): JsonValue {
		if (node === null) return null;
		const [start, end] = node.range;
		if (isAlias(node)) return null;
		if (isScalar(node)) return this.#scalar(node as Scalar.Parsed, start, end);
		if (isCollection(node) && depth > MAX_DEPTH) {
			if (!this.findings.some((each) => each.code === "Q1033")) this.findings.push(tooDeep(start));
			return null;
		}
		if (!isMap(node)) return node.items.map((item) => this.value(item as ParsedNode | null, depth + 1));
		const members: Record<string, JsonValue> = {};
		const first = new Map<string, number>();
		for (const pair of node.items) {
			const key = this.#key(pair.key);
			const value = this.value(pair.value, depth + 1);
			if (key === undefined) continue;
			const before = first.get(key);
			if (before === undefined) {
				first.set(key, pair.key.range[0]);
				members[key] = value;
			} else {
				const [at, until] = pair.key.range;
				this.#add("Q1022", at, until, `the key \`${key}\` stands here a second time`, "keep one of the two", before);
			}
		}
		return members as JsonObject;
	}

	#key(node: ParsedNode): string | undefined {
		const [start, end] = node.range;
		if (!isScalar(node) || typeof node.value !== "string") {
			if (!isAlias(node)) {
				const written = isScalar(node) && node.source ? ` \`${node.source}\`` : "";
				const sort = !isScalar(node) ? "a list or mapping" : node.value === null ? "null" : `a ${typeof node.value}`;
				const help = isScalar(node) ? "put the key in quotes" : "put the whole text in quotes if the bracket is part of it";
				this.#add("Q1031", start, Math.max(end, start + 1), `the key${written} is ${sort}, expected a name`, help);
			}
			return undefined;
		}
		if (node.value === "__proto__") {
			this.#add("Q1032", start, end, "the key `__proto__` is forbidden", "give it another name");
			return undefined;
		}
		if (node.value === "<<" && node.type === "PLAIN") {
			this.#add("Q1025", start, end, "merge key `<<`", "write the members out");
			return undefined;
		}
		this.#characters(node.value, start, end);
		return node.value;
	}

	#scalar(node: Scalar.Parsed, start: number, end: number): JsonValue {
		const { value, source } = node;
		if (typeof value === "string") {
			this.#characters(value, start, end);
			return value;
		}
		if (typeof value === "number") {
			if (node.format === "HEX" || node.format === "OCT") {
				this.#add("Q1028", start, end, `\`${source}\` would be read as the number ${value}`, `put it in quotes: "${source}"`);
			} else if (Number.isInteger(value) && /^[-+]?[0-9]+$/.test(source)) {
				if (!Number.isSafeInteger(value)) {
					this.#add(
						"Q1029",
						start,
						end,
						`\`${source}\` is beyond what a number holds exactly (${Number.MAX_SAFE_INTEGER})`,
						`put it in quotes: "${source}"`,
					);
				}
			} else if (losesDigits(source)) {
				this.#add("Q1030", start, end, `\`${source}\` would be read as ${value}`, `put it in quotes: "${source}"`);
			}
			return value;
		}
		return typeof value === "boolean" ? value : null;
	}

	/** Escapes can write what the file itself may not hold. */
	#characters(value: string, start: number, end: number): void {
		if (RESERVED_CHARACTERS.test(value)) {
			this.#add("Q1009", start, end, "an escape writes one of the reserved characters U+E000 and U+E001", "remove it");
		} else if (value.includes("\0")) {
			this.#add("Q1008", start, end, "an escape writes the character NUL", "remove it");
		} else if (/\p{Surrogate}/u.test(value)) {
			this.#add(
				"Q1038",
				start,
				end,
				"an escape writes half of a character",
				'write both halves, or one escape such as "\\U0001F511"',
			);
		}
	}

	#add(code: Code, start: number, end: number, message: string, help: string, first?: number): void {
		if (this.findings.length >= MOST_FINDINGS) return;
		this.findings.push({ ...wording(code, message, help), start, end, ...(first === undefined ? {} : { first }) });
	}
}

const wording = (code: Code, message: string, help: string): Pick<YamlFinding, "code" | "message" | "help"> => ({
	code,
	message,
	help,
});

function tooDeep(at: number): YamlFinding {
	return {
		...wording("Q1033", `lists and mappings are nested more than ${MAX_DEPTH} deep`, "flatten them"),
		start: at,
		end: at + 1,
	};
}

/** The innermost quote and bracket that the end of the document finds open. */
function unclosed(stream: readonly CST.Token[]): Unclosed {
	const found: { quote?: number; bracket?: number } = {};
	const look = (token: CST.Token | null | undefined): void => {
		if (token === null || token === undefined) return;
		if (token.type === "single-quoted-scalar" || token.type === "double-quoted-scalar") {
			if (token.source.length < 2 || !token.source.endsWith(token.source[0] ?? "")) found.quote = token.offset;
		} else if (token.type === "flow-collection") {
			if (!token.end.some((each) => each.type === "flow-map-end" || each.type === "flow-seq-end")) found.bracket = token.offset;
		}
		if (!tokens.isCollection(token)) return;
		for (const item of token.items) {
			look(item.key);
			look(item.value);
		}
	};
	for (const token of stream) if (token.type === "document") look(token.value);
	return found;
}

/**
 * Where a text nests so deeply that composing it could exhaust the stack, which would end the process. Counts generously
 * (never too little), by tokens, without recursion; the exact depth is checked afterwards.
 */
function deepAt(text: string): number | undefined {
	if (!mayBeDeep(text)) return undefined;
	let offset = 0;
	let flow = 0;
	let indicators = 0;
	let lineStart = true;
	let isText = false;
	const columns: number[] = [];
	let column = 0;
	for (const source of new Lexer().lex(text)) {
		const type: string | null = isText ? "text" : tokens.tokenType(source);
		isText = type === "scalar";
		if (isText) continue;
		if (type === "newline") {
			lineStart = true;
			indicators = 0;
			column = -source.length;
		} else if (type !== "space" && type !== "comment") {
			if (lineStart) {
				while ((columns.at(-1) ?? -1) >= column) columns.pop();
				columns.push(column);
				lineStart = false;
			}
			if (type === "flow-map-start" || type === "flow-seq-start") flow += 1;
			else if (type === "flow-map-end" || type === "flow-seq-end") flow -= 1;
			else if (type === "seq-item-ind" || type === "explicit-key-ind" || type === "map-value-ind") indicators += 1;
			if (columns.length + flow + indicators > GUARD) return offset;
		}
		offset += source.length;
		column += source.length;
	}
	return undefined;
}

/** Whether counting is worth it: many brackets, a line with many indicators, or one that is indented very far. */
function mayBeDeep(text: string): boolean {
	let openers = 0;
	let indicators = 0;
	for (let at = 0; at < text.length; at += 1) {
		const character = text[at];
		if (character === "\n") indicators = 0;
		else if (character === "[" || character === "{") openers += 1;
		else if (character === "-" || character === "?" || character === ":") indicators += 1;
		if (openers >= MAX_DEPTH || indicators >= MAX_DEPTH) return true;
	}
	return /^ {128}/m.test(text);
}

/** Far above what manifests may nest, far below what exhausts a stack. */
const GUARD = 4 * MAX_DEPTH;
