// From bytes on disk to text we are willing to read: size, encoding, and the characters no manifest may hold.
import { isUtf8 } from "node:buffer";
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from "node:fs";
import { resolve } from "node:path";
import { systemReason } from "../base/system-reason.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { SourceSpan } from "../diagnostics/span.js";
import { LineIndex } from "../diagnostics/span.js";
import { RESERVED_CHARACTERS } from "../model/reference.js";

/** The largest manifest file that is read. Our choice: a hundred times what a large organisation writes in one file. */
export const MAX_FILE_BYTES = 10_000_000;

export interface SourceFile {
	/** As the user would type it: relative to the project's folder, with forward slashes. */
	readonly path: string;
	/** Without a byte order mark. */
	readonly text: string;
	readonly json: boolean;
	/** Line starts, found when first asked for: only findings need them. */
	lines(): LineIndex;
}

export function sourceFile(path: string, text: string): SourceFile {
	let lines: LineIndex | undefined;
	return {
		path,
		text,
		json: path.toLowerCase().endsWith(".json"),
		lines: () => {
			lines ??= new LineIndex(text);
			return lines;
		},
	};
}

/** Reads one file. `file` is absent when its text cannot be used; `diagnostics` then says why. */
export function readSourceFile(root: string, path: string): { readonly file?: SourceFile; readonly diagnostics: Diagnostic[] } {
	const refused = (diagnostic: Omit<Diagnostic, "severity" | "span">) => ({
		diagnostics: [{ ...diagnostic, severity: "error" as const, span: startOf(path) }],
	});
	const absolute = resolve(root, path);
	let descriptor: number | undefined;
	let bytes: Buffer;
	try {
		// Opened without waiting, so that a pipe without a writer is refused and not waited for.
		descriptor = openSync(absolute, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
		const stat = fstatSync(descriptor);
		if (!stat.isFile()) return refused(notAFile(path, stat.isDirectory()));
		if (stat.size > MAX_FILE_BYTES) {
			return refused({
				code: "Q1006",
				message: `\`${path}\` has ${megabytes(stat.size)} MB, a manifest file may have ${megabytes(MAX_FILE_BYTES)} MB`,
				help: "split it into several files, or narrow the pattern under `manifests:` if it is not a manifest",
			});
		}
		bytes = readAll(descriptor, stat.size);
	} catch (failure) {
		if (isDanglingLink(absolute)) {
			return refused({
				code: "Q1005",
				message: `\`${path}\` is a symbolic link that leads nowhere: ${systemReason(failure)}`,
				help: "remove the link, or restore what it points to",
			});
		}
		return refused({
			code: "Q1003",
			message: `\`${path}\` cannot be read: ${systemReason(failure)}`,
			help: "check that the file exists and that you may read it",
		});
	} finally {
		if (descriptor !== undefined) closeSync(descriptor);
	}
	return decode(path, bytes);
}

function readAll(descriptor: number, size: number): Buffer {
	const bytes = Buffer.allocUnsafe(size);
	let length = 0;
	while (length < size) {
		const read = readSync(descriptor, bytes, length, size - length, null);
		if (read === 0) break;
		length += read;
	}
	return length === size ? bytes : bytes.subarray(0, length);
}

/** Turns bytes into text, or says which byte or character stands in the way. */
export function decode(path: string, bytes: Buffer): { readonly file?: SourceFile; readonly diagnostics: Diagnostic[] } {
	if (bytes.length >= 2 && ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))) {
		return {
			diagnostics: [
				{
					code: "Q1007",
					severity: "error",
					span: startOf(path),
					message: `\`${path}\` is UTF-16, expected UTF-8`,
					help: "save it as UTF-8, for example with `iconv -f UTF-16 -t UTF-8`",
				},
			],
		};
	}
	if (!isUtf8(bytes)) return { diagnostics: [badByte(path, bytes)] };
	const text = bytes.toString("utf8");
	const file = sourceFile(path, text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
	const diagnostics = checkCharacters(file);
	return diagnostics.some((each) => each.severity === "error") ? { diagnostics } : { file, diagnostics };
}

const UNWANTED =
	// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
	/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ue000\ue001\ufeff]|\r(?!\n)/g;
const INVISIBLE = /[\u061c\u200b-\u2069\ufeff]/;

/** One diagnostic per character, at its first place: a binary file would otherwise give thousands. */
function checkCharacters(file: SourceFile): Diagnostic[] {
	if (file.text.search(UNWANTED) === -1) return [];
	const found = new Map<string, Diagnostic>();
	for (const match of file.text.matchAll(UNWANTED)) {
		const character = match[0];
		const code = RESERVED_CHARACTERS.test(character) ? "Q1009" : INVISIBLE.test(character) ? "Q1010" : "Q1008";
		if (found.has(character)) continue;
		found.set(character, {
			code,
			severity: code === "Q1010" ? "warning" : "error",
			span: file.lines().span(file.path, { start: match.index, end: match.index + 1 }),
			...wording(code, character),
		});
	}
	return [...found.values()];
}

function wording(code: "Q1008" | "Q1009" | "Q1010", character: string): Pick<Diagnostic, "message" | "help"> {
	const hex = character.charCodeAt(0).toString(16).padStart(4, "0");
	const name = `U+${hex.toUpperCase()}`;
	const help = `remove it, or write it as "\\u${hex}" in a double-quoted string`;
	if (code === "Q1009") return { message: `the private-use character ${name} is reserved`, help: "remove it" };
	if (character === "\0") return { message: `control character ${name}`, help: "remove it" };
	if (code === "Q1010") return { message: `the invisible character ${name}`, help };
	if (character === "\r") {
		return {
			message: "a carriage return stands alone, expected a line feed after it",
			help: "save the file with line feeds, or with carriage return and line feed",
		};
	}
	return { message: `control character ${name}`, help };
}

/** How many bytes the character has that starts with this byte; 0 when none starts so. */
function sequenceLength(first: number): number {
	if (first < 0x80) return 1;
	if (first < 0xc2) return 0;
	return first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
}

function firstBadByte(bytes: Buffer): number {
	let offset = 0;
	while (offset < bytes.length) {
		const length = sequenceLength(bytes[offset] ?? 0);
		if (length === 0 || (length > 1 && !isUtf8(bytes.subarray(offset, offset + length)))) return offset;
		offset += length;
	}
	return offset;
}

/** Points at the first byte that is no UTF-8; the column counts characters, as an editor would. */
function badByte(path: string, bytes: Buffer): Diagnostic {
	const bad = firstBadByte(bytes);
	const before = bytes.subarray(0, bad).toString("utf8");
	const lineEnd = bytes.indexOf(0x0a, bad);
	const text = before + bytes.subarray(bad, lineEnd === -1 ? undefined : lineEnd).toString("utf8");
	return {
		code: "Q1007",
		severity: "error",
		message: `byte ${bad} of \`${path}\` (0x${(bytes[bad] ?? 0).toString(16).padStart(2, "0")}) is not UTF-8`,
		help: "save the file as UTF-8, for example with `iconv -f ISO-8859-1 -t UTF-8`",
		span: new LineIndex(text).span(path, { start: before.length, end: before.length + 1 }),
	};
}

function isDanglingLink(path: string): boolean {
	return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

function notAFile(path: string, directory: boolean): Pick<Diagnostic, "code" | "message" | "help"> {
	return directory
		? {
				code: "Q1004",
				message: `\`${path}\` is a folder, expected a file`,
				help: `write \`${path}/**/*.yaml\` for the files in it`,
			}
		: { code: "Q1004", message: `\`${path}\` is a pipe, socket or device, expected a file`, help: "name an ordinary file" };
}

const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(bytes % 1_000_000 === 0 ? 0 : 1);

/** The first place of a file that was not read. */
function startOf(path: string): SourceSpan {
	const position = { line: 1, column: 1, offset: 0 };
	return { file: path, start: position, end: position };
}

/** What is wrong with a file that must be JSON, as the platform's parser has it; undefined when nothing is. */
export function jsonSyntax(file: SourceFile): Diagnostic | undefined {
	try {
		if (file.text.trim() !== "") JSON.parse(file.text);
		return undefined;
	} catch (failure) {
		const reason = failure instanceof Error ? failure.message : "";
		const at = /at position (\d+)/.exec(reason)?.[1];
		const start = at === undefined ? file.text.trimEnd().length : Number(at);
		const found = file.text.slice(start).trim() === "" ? "the file ends" : `\`${file.text[start] ?? ""}\` stands`;
		return {
			code: "Q1011",
			severity: "error",
			message: `not JSON: ${found} where something else is expected`,
			help: "check commas, quotes and brackets before this place, or rename the file to .yaml",
			span: file.lines().span(file.path, { start, end: start + 1 }),
		};
	}
}
