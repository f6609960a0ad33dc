// Reads the YAML that nearly every manifest is written in, about ten times faster than a complete parser does.
//
// It knows block mappings and lists, unquoted text, quoted text of one line, `|` and `>` blocks, and lists and mappings
// written on one line. Wherever a document holds anything else, anything doubtful and anything wrong, it answers `undefined` and the
// complete parser decides. So it can be slow to understand, but never understands differently: a property test holds it
// to that on generated and on damaged documents.
import type { JsonObject, JsonValue } from "../base/json.js";
import { MAX_DEPTH } from "./yaml-document.js";

/** The document's value, or undefined when the complete parser has to look at it. */
export function readPlainDocument(text: string): JsonObject | undefined {
	if (UNUSUAL.test(text)) return undefined;
	try {
		return new PlainReader(text).document();
	} catch (thrown) {
		if (thrown === DECLINED) return undefined;
		throw thrown;
	}
}

/** Thrown, and caught above, where the text leaves the notation this reader is sure of. Not an error: it needs no stack. */
const DECLINED = Symbol("declined");
function decline(): never {
	throw DECLINED;
}

const UNUSUAL = /[\t\ufeff]/;
const KEY = /([A-Za-z_][A-Za-z0-9_./-]{0,200}):(?= |$)/y;
const NOT_A_NAME = /^(?:null|true|false|__proto__)$/i;
/** The escapes that JSON has too, except those that write what manifests may not hold or halves of characters. */
const ESCAPE = /\\(?:["\\/bfnrt]|u(?!0000|[eE]00[01]|[dD][89a-fA-F])[0-9a-fA-F]{4})/y;
const REST = / *(?: #.*)?$/y;
const BLOCK_HEADER = /^([|>])(-?) *(?: #.*)?$/;
/** Unquoted text between brackets: words of harmless characters. */
const FLOW_TEXT = /[A-Za-z0-9_][A-Za-z0-9_./@+$ -]*/y;
const INDICATOR = /^[-?:,[\]{}#&*!|>'"%@`]/;
/** A line that goes on with unquoted text may start with most characters; these are left to the complete parser. */
const CONTINUATION_INDICATOR = /^[-?:#%@`'"]/;
const INTEGER = /^(?:0|[1-9][0-9]{0,14})$/;
/** What might be a number in some notation, or another spelling of `null`, `true` or `false`. */
const PERHAPS_NOT_TEXT = /^(?:[-+.]*[0-9][0-9a-fox.+-]*|~|true|false|null|[-+]?\.inf|\.nan)$/i;

class PlainReader {
	readonly #indents: number[] = [];
	/** Each line without its indentation; `undefined` for blank and comment lines. */
	readonly #contents: (string | undefined)[] = [];
	readonly #raw: string[];
	#at = 0;
	#depth = 0;

	constructor(text: string) {
		this.#raw = (text.includes("\r") ? text.replaceAll("\r\n", "\n") : text).split("\n");
		for (const line of this.#raw) {
			let indent = 0;
			while (line.charCodeAt(indent) === 32) indent += 1;
			this.#indents.push(indent);
			this.#contents.push(
				indent === line.length || line.charCodeAt(indent) === 35 ? undefined : indent === 0 ? line : line.slice(indent),
			);
		}
	}

	document(): JsonObject {
		const indent = this.#next();
		if (indent !== 0) decline();
		const value = this.#mapping(0);
		if (this.#next() !== -1) decline();
		return value;
	}

	/** Skips blank and comment lines; the indentation of the line found, or -1 at the end. */
	#next(): number {
		while (this.#at < this.#contents.length && this.#contents[this.#at] === undefined) this.#at += 1;
		return this.#at < this.#contents.length ? (this.#indents[this.#at] ?? 0) : -1;
	}

	#mapping(indent: number): JsonObject {
		if (++this.#depth > MAX_DEPTH) decline();
		const members: Record<string, JsonValue> = {};
		for (let found = this.#next(); found >= indent; found = this.#next()) {
			const line = this.#contents[this.#at] ?? "";
			KEY.lastIndex = 0;
			const key = found === indent ? KEY.exec(line)?.[1] : undefined;
			if (key === undefined || NOT_A_NAME.test(key) || Object.hasOwn(members, key)) decline();
			members[key] = this.#value(skipSpaces(line, key.length + 1), indent, indent);
		}
		this.#depth -= 1;
		return members;
	}

	#list(indent: number): JsonValue[] {
		if (++this.#depth > MAX_DEPTH) decline();
		const items: JsonValue[] = [];
		for (let found = this.#next(); found >= indent; found = this.#next()) {
			const line = this.#contents[this.#at] ?? "";
			const isItem = line === "-" || line.startsWith("- ");
			if (found > indent) decline();
			if (!isItem) break;
			const rest = skipSpaces(line, 1);
			KEY.lastIndex = 0;
			if (KEY.test(rest)) {
				// `- key: value` starts a mapping where its first key stands.
				const inner = indent + line.length - rest.length;
				this.#indents[this.#at] = inner;
				this.#contents[this.#at] = rest;
				items.push(this.#mapping(inner));
			} else if (rest.startsWith("- ") || rest === "-") decline();
			else items.push(this.#value(rest, indent, indent + 1));
		}
		this.#depth -= 1;
		return items;
	}

	/** What stands after `key:` or `-`: on the same line, or on the lines below when these are indented far enough. */
	#value(rest: string, indent: number, least: number): JsonValue {
		if (rest !== "" && !rest.startsWith("#")) return this.#scalar(rest, indent);
		this.#at += 1;
		const found = this.#next();
		if (found < least) return null;
		const line = this.#contents[this.#at] ?? "";
		const isItem = line === "-" || line.startsWith("- ");
		if (found === indent) return isItem ? this.#list(found) : null;
		return isItem ? this.#list(found) : this.#mapping(found);
	}

	#scalar(rest: string, indent: number): JsonValue {
		const first = rest[0];
		if (first === "|" || first === ">") return this.#block(rest, indent);
		this.#at += 1;
		if (first === "[" || first === "{" || first === "'" || first === '"') {
			const flow = new FlowReader(rest);
			const value = flow.value();
			REST.lastIndex = flow.at;
			return REST.test(rest) ? value : decline();
		}
		const comment = rest.indexOf(" #");
		const text = trimEnd(comment === -1 ? rest : rest.slice(0, comment));
		if (INDICATOR.test(text) || isKey(text)) decline();
		return comment === -1 && this.#continues(indent) ? this.#continued(text, indent) : plainValue(text);
	}

	/** Whether the next line that is not blank belongs to the unquoted text before it. */
	#continues(indent: number): boolean {
		let at = this.#at;
		while (at < this.#raw.length && this.#isBlank(at)) at += 1;
		return at < this.#raw.length && this.#contents[at] !== undefined && (this.#indents[at] ?? 0) > indent;
	}

	/** Unquoted text over several lines: one line break is a space, each further one stays. */
	#continued(first: string, indent: number): string {
		const lines = [first];
		while (this.#continues(indent)) {
			for (; this.#isBlank(this.#at); this.#at += 1) lines.push("");
			const line = trimEnd(this.#contents[this.#at] ?? "");
			if (CONTINUATION_INDICATOR.test(line) || line.includes(" #") || isKey(line)) decline();
			lines.push(line);
			this.#at += 1;
		}
		return fold(lines);
	}

	#block(header: string, indent: number): string {
		const parts = BLOCK_HEADER.exec(header);
		if (parts === null) decline();
		this.#at += 1;
		let first = this.#at;
		while (first < this.#raw.length && this.#isBlank(first)) first += 1;
		const inner = first < this.#raw.length ? (this.#indents[first] ?? 0) : 0;
		if (inner <= indent) decline();
		const lines: string[] = [];
		let end = this.#at;
		for (let at = this.#at; at < this.#raw.length; at += 1) {
			const line = this.#raw[at] ?? "";
			const found = this.#indents[at] ?? 0;
			if (this.#isBlank(at)) {
				if (found > inner) decline();
				lines.push("");
				continue;
			}
			if (found < inner) break;
			if (found > inner && parts[1] === ">") decline();
			lines.push(line.slice(inner));
			end = at + 1;
		}
		lines.length = end - this.#at;
		this.#at = end;
		const text = parts[1] === "|" ? lines.join("\n") : fold(lines);
		return parts[2] === "-" ? text : `${text}\n`;
	}

	#isBlank(at: number): boolean {
		return this.#indents[at] === this.#raw[at]?.length;
	}
}

/** One line break becomes a space, and each further one stays a line break. */
function fold(lines: readonly string[]): string {
	let text = "";
	let blanks = 0;
	let started = false;
	for (const line of lines) {
		if (line === "") {
			blanks += 1;
			continue;
		}
		text += started && blanks === 0 ? ` ${line}` : "\n".repeat(blanks) + line;
		blanks = 0;
		started = true;
	}
	return text;
}

/** Quoted text, and lists and mappings on one line. */
class FlowReader {
	readonly #text: string;
	#depth = 0;
	/** Where the next backslash stands, as far as that was looked for. */
	#backslash = -1;
	at = 0;

	constructor(text: string) {
		this.#text = text;
	}

	value(): JsonValue {
		const first = this.#text[this.at];
		if (first === "{") return this.#mapping();
		if (first === "[") return this.#list();
		if (first === "'") return this.#singleQuoted();
		if (first === '"') return this.#doubleQuoted();
		const text = trimEnd(this.#take(FLOW_TEXT));
		return plainValue(text);
	}

	// Quoted text is scanned by hand: on text of megabytes a regular expression runs out of stack.

	#singleQuoted(): string {
		const start = this.at + 1;
		let end = this.#text.indexOf("'", start);
		while (end !== -1 && this.#text[end + 1] === "'") end = this.#text.indexOf("'", end + 2);
		if (end === -1) decline();
		this.at = end + 1;
		return this.#text.slice(start, end).replaceAll("''", "'");
	}

	#doubleQuoted(): string {
		const start = this.at;
		let escaped = false;
		for (let from = start + 1; ; ) {
			const end = this.#text.indexOf('"', from);
			if (end === -1) decline();
			if (this.#backslash < from) this.#backslash = indexOrEnd(this.#text, "\\", from);
			if (this.#backslash > end) {
				this.at = end + 1;
				// JSON's escapes are a part of YAML's and mean the same.
				return escaped ? (JSON.parse(this.#text.slice(start, this.at)) as string) : this.#text.slice(start + 1, end);
			}
			ESCAPE.lastIndex = this.#backslash;
			if (!ESCAPE.test(this.#text)) decline();
			escaped = true;
			from = ESCAPE.lastIndex;
		}
	}

	#mapping(): JsonObject {
		if (++this.#depth > MAX_DEPTH) decline();
		const members: Record<string, JsonValue> = {};
		this.#open();
		while (this.#text[this.at] !== "}") {
			const key = this.#take(KEY);
			if (NOT_A_NAME.test(key) || Object.hasOwn(members, key) || this.#text[this.at] !== " ") decline();
			this.#spaces();
			members[key] = this.value();
			this.#separator("}");
		}
		this.at += 1;
		this.#depth -= 1;
		return members;
	}

	#list(): JsonValue[] {
		if (++this.#depth > MAX_DEPTH) decline();
		const items: JsonValue[] = [];
		this.#open();
		while (this.#text[this.at] !== "]") {
			items.push(this.value());
			this.#separator("]");
		}
		this.at += 1;
		this.#depth -= 1;
		return items;
	}

	#open(): void {
		this.at += 1;
		this.#spaces();
	}

	#separator(close: string): void {
		this.#spaces();
		if (this.#text[this.at] === close) return;
		if (this.#text[this.at] !== ",") decline();
		this.at += 1;
		this.#spaces();
	}

	#spaces(): void {
		while (this.#text[this.at] === " ") this.at += 1;
	}

	#take(pattern: RegExp): string {
		pattern.lastIndex = this.at;
		const taken = pattern.exec(this.#text);
		if (taken === null) decline();
		this.at = pattern.lastIndex;
		return taken[1] ?? taken[0];
	}
}

function plainValue(text: string): JsonValue {
	if (INTEGER.test(text)) return Number(text);
	if (text === "true") return true;
	if (text === "false") return false;
	if (text === "null") return null;
	return PERHAPS_NOT_TEXT.test(text) ? decline() : text;
}

function indexOrEnd(text: string, searched: string, from: number): number {
	const at = text.indexOf(searched, from);
	return at === -1 ? text.length : at;
}

/** Text that YAML would take for a key. */
const isKey = (text: string): boolean => text.includes(": ") || text.endsWith(":");

function trimEnd(text: string): string {
	let end = text.length;
	while (text.charCodeAt(end - 1) === 32) end -= 1;
	return end === text.length ? text : text.slice(0, end);
}

function skipSpaces(line: string, from: number): string {
	let at = from;
	while (line.charCodeAt(at) === 32) at += 1;
	return line.slice(at);
}
