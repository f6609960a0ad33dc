// Documents that are no manifests: suites of tests, requests, seeds. Read one file at a time, each document checked against
// the schema of its kind, with a place for everything in it.
import type { JsonObject } from "../base/json.js";
import { isJsonObject } from "../base/json.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { hasErrors, sortDiagnostics } from "../diagnostics/diagnostic.js";
import type { SourceSpan } from "../diagnostics/span.js";
import { didYouMean } from "../diagnostics/suggestion.js";
import { yamlDiagnostic } from "./document-reading.js";
import { openDocumentTree } from "./document-tree.js";
import type { DocumentSlice } from "./documents.js";
import { splitDocuments, textOf } from "./documents.js";
import { readPlainDocument } from "./plain-document.js";
import type { Schemas } from "./schemas.js";
import { openSchemas, packagedSchemas } from "./schemas.js";
import type { Path } from "./shape-findings.js";
import { shapeFindings } from "./shape-findings.js";
import { jsonSyntax, readSourceFile, type SourceFile } from "./source-file.js";

/** A document that satisfies the schema of its kind. */
export interface LooseDocument {
	readonly kind: string;
	readonly value: JsonObject;
	/** Where the value at a path stands, or its key; the nearest thing that is there otherwise. */
	span(path: Path, about?: "key" | "value"): SourceSpan;
}

export interface LooseDocuments {
	/** Only documents without errors. */
	readonly documents: readonly LooseDocument[];
	readonly diagnostics: readonly Diagnostic[];
}

/** Reads the file at `path`, relative to `root`. `schemas` names the schema file of every kind that is expected. */
export async function readLooseDocuments(
	root: string,
	path: string,
	schemas: Readonly<Record<string, string>>,
): Promise<LooseDocuments> {
	const { file, diagnostics } = readSourceFile(root, path);
	if (file === undefined) return { documents: [], diagnostics };
	const read = await documentsOf(file, schemas);
	return { documents: read.documents, diagnostics: sortDiagnostics([...diagnostics, ...read.diagnostics]) };
}

/** The documents of a file that has been read already, standard input for instance. */
export async function documentsOf(file: SourceFile, schemas: Readonly<Record<string, string>>): Promise<LooseDocuments> {
	const syntax = file.json ? jsonSyntax(file) : undefined;
	if (syntax !== undefined) return { documents: [], diagnostics: [syntax] };
	const { documents: slices, directives } = splitDocuments(file);
	const at = (start: number): SourceSpan => file.lines().span(file.path, { start, end: start + 1 });
	const refuse = (code: Diagnostic["code"], message: string, help: string, start: number): LooseDocuments => ({
		documents: [],
		diagnostics: [{ code, severity: "error", message, help, span: at(start) }],
	});
	const [directive] = directives;
	if (directive !== undefined) {
		return refuse("Q1026", "a line that starts with `%` is a YAML directive", "remove the line", directive);
	}
	if (slices.length === 0) return refuse("Q1001", `\`${file.path}\` is empty`, `write ${oneOf(Object.keys(schemas))} into it`, 0);
	const opened = openSchemas(packagedSchemas());
	const documents: LooseDocument[] = [];
	const diagnostics: Diagnostic[] = [];
	for (const slice of slices) {
		const read = await readOne(slice, schemas, opened);
		diagnostics.push(...read.diagnostics);
		if (read.document !== undefined) documents.push(read.document);
	}
	return { documents, diagnostics };
}

async function readOne(
	slice: DocumentSlice,
	schemas: Readonly<Record<string, string>>,
	opened: Schemas,
): Promise<{ readonly document?: LooseDocument; readonly diagnostics: readonly Diagnostic[] }> {
	let tree: ReturnType<typeof openDocumentTree> | undefined;
	const placed = (): ReturnType<typeof openDocumentTree> => {
		tree ??= openDocumentTree(slice);
		return tree;
	};
	const quick = slice.file.json ? undefined : readPlainDocument(textOf(slice));
	const { value, findings, broken } = quick === undefined ? placed().document : { value: quick, findings: [], broken: false };
	const diagnostics = findings.map((finding) => yamlDiagnostic(finding, placed().at));
	if (broken) return { diagnostics };
	const kind = isJsonObject(value) ? value["kind"] : undefined;
	const schema = typeof kind === "string" && Object.hasOwn(schemas, kind) ? schemas[kind] : undefined;
	if (!isJsonObject(value) || schema === undefined) {
		const kinds = Object.keys(schemas);
		const found = kind === undefined ? "has no `kind`" : `is of kind \`${String(kind)}\``;
		const span = placed().span(kind === undefined ? [] : ["kind"]);
		const help = didYouMean(String(kind), kinds) ?? `write \`kind: ${kinds[0] ?? ""}\``;
		diagnostics.push({
			code: "Q2004",
			severity: "error",
			message: `the document ${found}, expected ${oneOf(kinds)}`,
			help,
			span,
		});
		return { diagnostics };
	}
	for (const { path, about, ...finding } of shapeFindings((await opened.validator(schema))(value), value, opened.read(schema))) {
		diagnostics.push({ ...finding, severity: "error", span: placed().span(path, about) });
	}
	if (hasErrors(diagnostics)) return { diagnostics };
	return { document: { kind: String(kind), value, span: (path, about) => placed().span(path, about) }, diagnostics };
}

const oneOf = (kinds: readonly string[]): string => kinds.map((kind) => `\`${kind}\``).join(" or ");
