// `quorate fmt`: one way to lay out a manifest. Keeps comments and the line breaks of every block and of every text that
// goes over several lines; the meaning is compared before anything is handed back. Expressions are laid out by the language.
import { parseDocument } from "yaml";
import { canonicalJson } from "../base/canonical-json.js";
import type { JsonObject } from "../base/json.js";
import { isJsonObject } from "../base/json.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { sortDiagnostics } from "../diagnostics/diagnostic.js";
import { kinds } from "../kinds/all.js";
import type { ExpressionLanguage } from "../kinds/expression.js";
import { yamlDiagnostic } from "./document-reading.js";
import { openDocumentTree } from "./document-tree.js";
import type { DocumentSlice } from "./documents.js";
import { splitDocuments, textOf } from "./documents.js";
import { layOutExpressions } from "./expression-layout.js";
import { openSchemas, packagedSchemas } from "./schemas.js";
import { jsonSyntax, sourceFile } from "./source-file.js";
import { readYamlDocument } from "./yaml-document.js";
import type { Layout } from "./yaml-layout.js";
import { keepLayouts } from "./yaml-layout.js";
import { orderMembers, writeDocument, writingSchema } from "./yaml-writing.js";

export interface Formatted {
	/** The text as it should be; the text given when there are errors. */
	readonly text: string;
	readonly changed: boolean;
	/** What is wrong with the YAML; schemas are not looked at. */
	readonly diagnostics: readonly Diagnostic[];
}

const PROJECT_SCHEMA = "project.schema.json";

/**
 * Formats the text of a manifest or project file. `file` is its path, for spans; `.json` files are written as JSON.
 * Expressions are laid out where there is a language to do it.
 */
export function formatManifest(text: string, file: string, language?: ExpressionLanguage): Formatted {
	const lines = text.replaceAll("\r\n", "\n");
	const source = sourceFile(file, lines.charCodeAt(0) === 0xfeff ? lines.slice(1) : lines);
	const syntax = source.json ? jsonSyntax(source) : undefined;
	const { documents, directives } = splitDocuments(source);
	const diagnostics: Diagnostic[] = syntax === undefined ? [] : [syntax];
	for (const at of directives) {
		const span = source.lines().span(file, { start: at, end: at + 1 });
		diagnostics.push({
			code: "Q1026",
			severity: "error",
			message: "a line that starts with `%` is a YAML directive",
			help: "remove the line",
			span,
		});
	}
	if (diagnostics.length === 0) for (const slice of documents) diagnostics.push(...check(slice));
	if (diagnostics.length > 0 || documents.length === 0)
		return { text, changed: false, diagnostics: sortDiagnostics(diagnostics) };
	const formatted = source.json ? documents.map(formatJson).join("") : settle(source.text, language);
	const result = text.includes("\r\n") ? formatted.replaceAll("\n", "\r\n") : formatted;
	return { text: result, changed: result !== text, diagnostics: [] };
}

function check(slice: DocumentSlice): Diagnostic[] {
	const tree = openDocumentTree(slice);
	return tree.document.findings.map((finding) => yamlDiagnostic(finding, tree.at));
}

/** Formats until nothing moves any more: a comment between two levels is only taken for one of them once it is indented. */
function settle(text: string, language: ExpressionLanguage | undefined): string {
	let result = text;
	for (let round = 0; round < 4; round += 1) {
		const next = formatYaml(result, splitDocuments(sourceFile("", result)).documents, language);
		if (next === result) break;
		result = next;
	}
	return result;
}

function formatYaml(text: string, documents: readonly DocumentSlice[], language: ExpressionLanguage | undefined): string {
	let result = "";
	let end = 0;
	for (const slice of documents) {
		result += separator(text.slice(end, slice.start), result === "") + formatDocument(textOf(slice), language);
		end = slice.end;
	}
	const rest = comments(text.slice(end));
	return rest.length === 0 ? result : `${result}---\n${rest.join("\n")}\n`;
}

/** What stands between two documents, or before the first: markers and whole-line comments. */
function separator(gap: string, first: boolean): string {
	const kept = comments(gap);
	if (kept.length === 0) return first ? "" : "---\n";
	const head = kept.length === 1 && kept[0]?.startsWith("---") ? "" : first ? "" : "---\n";
	const tail = kept.at(-1)?.startsWith("---") ? "" : "---\n";
	return `${head}${kept.join("\n")}\n${tail}`;
}

/** The lines with comments; a marker's line when it has one. */
function comments(gap: string): string[] {
	return gap
		.split("\n")
		.map((line) => line.trim())
		.filter((line) => line.includes("#"));
}

function formatDocument(text: string, language: ExpressionLanguage | undefined): string {
	const layouts = new Map<unknown, Layout>();
	const document = parseDocument(text, { ...writingSchema(layouts), keepSourceTokens: true, logLevel: "silent" });
	document.directives.docStart = null;
	keepLayouts(document, text, layouts);
	const value: unknown = document.toJS();
	const kindName = isJsonObject(value) ? value["kind"] : undefined;
	const schema = schemaOf(kindName);
	if (schema !== undefined) orderMembers(document.contents, schema);
	const kind = kinds.find((each) => each.name === kindName);
	const before = readYamlDocument(text).value;
	const after =
		kind === undefined || language === undefined || !isJsonObject(before)
			? before
			: layOutExpressions(document, before, { kind, language, layouts });
	const result = writeDocument(document);
	if (canonicalJson(readYamlDocument(result).value) !== canonicalJson(after)) {
		throw new Error("formatting would change what a document means");
	}
	return result;
}

function schemaOf(kindName: unknown): JsonObject | undefined {
	const file = kindName === "Project" ? PROJECT_SCHEMA : kinds.find((kind) => kind.name === kindName)?.schema;
	return file === undefined ? undefined : openSchemas(packagedSchemas()).read(file);
}

function formatJson(slice: DocumentSlice): string {
	const document = parseDocument(textOf(slice), { logLevel: "silent" });
	const value: unknown = document.toJS();
	const schema = schemaOf(isJsonObject(value) ? value["kind"] : undefined);
	if (schema !== undefined) orderMembers(document.contents, schema);
	return `${JSON.stringify(document.toJS(), null, 2)}\n`;
}
