// The YAML library's syntax errors in our words: which of our codes, what was found, and how to mend it.
import type { YAMLParseError } from "yaml";
import type { Code } from "../diagnostics/codes.js";

export interface DescribedError {
	readonly code: Code;
	readonly message: string;
	readonly help: string;
	/** Where the cause stands in the document's text, which is not always where the library noticed. */
	readonly start: number;
	readonly end: number;
}

/** What was opened and never closed, when something was: the place of its quote or bracket. */
export interface Unclosed {
	readonly quote?: number;
	readonly bracket?: number;
}

type Wording = readonly [code: Code, message: string, help: string];

/** Tells errors apart by the library's code and, where it files several things under one, by its message. */
export function describeYamlError(error: YAMLParseError, text: string, unclosed: Unclosed): DescribedError {
	const [at, until] = error.pos;
	const describe = ([code, message, help]: Wording, start = at, end = Math.max(until, at + 1)): DescribedError => ({
		code,
		message,
		help,
		start,
		end,
	});
	const lineStart = text.lastIndexOf("\n", at - 1) + 1;
	const tab = /^ *\t/.exec(text.slice(lineStart));
	if (error.code === "TAB_AS_INDENT" || (tab !== null && lineStart + tab[0].length >= at)) {
		return describe(["Q1021", "a tab is used for indentation", "indent with spaces, two per level"]);
	}
	if (/closing ['"]/.test(error.message) && unclosed.quote !== undefined) {
		const quote = text[unclosed.quote];
		const help =
			quote === "'"
				? "close it; a quote inside single quotes is written twice"
				: 'close it; a quote inside double quotes is written \\"';
		return describe(
			["Q1034", `the text that starts with ${quote} here is not closed`, help],
			unclosed.quote,
			endOfLine(text, unclosed.quote),
		);
	}
	if (
		error.code === "UNEXPECTED_TOKEN" &&
		/scalar at node end/.test(error.message) &&
		/['"][ \t]*$/.test(text.slice(lineStart, at))
	) {
		const quote = text.slice(lineStart, at).trimEnd().at(-1);
		const help =
			quote === "'"
				? "a quote inside single quotes is written twice (''); or use double quotes"
				: 'a quote inside double quotes is written \\"';
		return describe(["Q1034", `the quoted text ends before ${wordAt(text, at)}`, help]);
	}
	if (/Flow (?:map|sequence)|flow collection/.test(error.message)) {
		if (/,/.test(error.message))
			return describe(["Q1036", `a comma is missing before ${wordAt(text, at)}`, "separate items by commas"]);
		const start = unclosed.bracket ?? at;
		return describe(
			[
				"Q1036",
				`the \`${text[start] ?? ""}\` is not closed`,
				"close it, and indent its lines further than the key they belong to",
			],
			start,
			start + 1,
		);
	}
	if (error.code === "BLOCK_AS_IMPLICIT_KEY" && /compact/.test(error.message)) {
		const lines = /^[^\n]*\n([ ]*)[^\n]*?: ?/.exec(text.slice(at));
		const colon = /:(?=\s|$)/.exec(text.slice(at));
		if (lines !== null && colon !== null && colon.index > text.slice(at).indexOf("\n")) {
			const start = text.indexOf("\n", at) + 1 + (lines[1] ?? "").length;
			return describe(INDENTATION, start, endOfLine(text, start));
		}
		return describe(
			["Q1037", "unquoted text contains a colon and a space, which starts another key", "put the whole text in quotes"],
			at,
			endOfLine(text, at),
		);
	}
	return describe(byCode(error, text, at));
}

const INDENTATION: Wording = [
	"Q1035",
	"the indentation fits neither the lines above nor a new level",
	"start all members of one mapping in the same column",
];

function byCode({ code, message }: YAMLParseError, text: string, at: number): Wording {
	switch (code) {
		case "BAD_INDENT":
			return INDENTATION;
		case "MULTILINE_IMPLICIT_KEY":
			return [
				"Q1040",
				"a line without a colon stands among the members of a mapping",
				"write `key: value`, with a space after the colon; text of several lines needs quotes or a block (`|`)",
			];
		case "BAD_SCALAR_START":
			return [
				"Q1039",
				`unquoted text may not start with ${text[at] === "`" ? "a backtick" : `\`${text[at] ?? ""}\``}`,
				"put the text in quotes",
			];
		case "BAD_DQ_ESCAPE":
			return [
				"Q1038",
				`there is no escape \`${/^\\[^\s"]{0,5}/u.exec(text.slice(at))?.[0] ?? "\\"}\``,
				"write `\\\\` for a backslash, or use single quotes",
			];
		case "BLOCK_IN_FLOW":
			return [
				"Q1036",
				"a bracket is still open where a list or mapping of several lines begins",
				"close the bracket, or write the whole value over several lines",
			];
		case "BAD_ALIAS":
		case "ALIAS_PROPS":
			return ["Q1024", "an alias", "write the value out; quote the text if it is to start with `*`"];
		case "MULTIPLE_ANCHORS":
			return ["Q1023", "an anchor", "remove it, and write the value out where it is repeated"];
		case "MULTIPLE_TAGS":
			return ["Q1027", "a tag", "remove it; quote the value if it must be a string"];
		case "BAD_DIRECTIVE":
			return ["Q1026", "a directive", "remove the line"];
		case "RESOURCE_EXHAUSTION":
			return ["Q1033", "lists and mappings are nested too deeply", "flatten them"];
		case "KEY_OVER_1024_CHARS":
			return ["Q1020", "a key is longer than 1024 characters", "check for a missing quote or line break"];
		case "MISSING_CHAR":
			return missing(message, text, at);
		default:
			if (/block-seq-ind/.test(message)) return ["Q1020", "a list starts on the line of its key", "start it on the next line"];
			return [
				"Q1020",
				`${wordAt(text, at)} is not expected here`,
				"check quotes, brackets and indentation of this line and of the one above",
			];
	}
}

function missing(message: string, text: string, at: number): Wording {
	if (/map values?|Missing value/.test(message))
		return ["Q1040", `${wordAt(text, at)} is no \`key: value\``, "write a colon and a space after the key"];
	if (/omment/.test(message))
		return ["Q1020", "`#` starts a comment only after a space", "put a space before it, or quote the text it belongs to"];
	if (/Block scalar/.test(message))
		return ["Q1035", "the blank lines before a block's text are longer than its indentation", "remove their spaces"];
	return ["Q1020", `something is missing before ${wordAt(text, at)}`, "check quotes, colons and spaces of this line"];
}

function wordAt(text: string, at: number): string {
	const word = /^\S{1,30}/u.exec(text.slice(at))?.[0];
	return word === undefined ? "the end of the line" : `\`${word}\``;
}

function endOfLine(text: string, at: number): number {
	return at + (/^[^\r\n]*/.exec(text.slice(at))?.[0].trimEnd().length ?? 0);
}
