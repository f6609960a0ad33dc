// From slices of files to values that satisfy their kind's schema. Each document takes the cheapest way that can read it:
// the quick reader, the complete parser (in threads when there are many), and that parser with places when something is
// wrong.
import type { JsonObject, JsonValue } from "../base/json.js";
import { isJsonObject } from "../base/json.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { didYouMean } from "../diagnostics/suggestion.js";
import type { Kind } from "../kinds/kind.js";
import { isLookupName } from "../model/address.js";
import { openDocumentTree } from "./document-tree.js";
import type { DocumentSlice } from "./documents.js";
import { textOf } from "./documents.js";
import { position } from "./manifest-finding.js";
import { parseDocuments } from "./parse-pool.js";
import { readPlainDocument } from "./plain-document.js";
import type { Schemas, Validate } from "./schemas.js";
import type { Path, ShapeFinding } from "./shape-findings.js";
import { shapeFindings } from "./shape-findings.js";
import type { YamlFinding } from "./yaml-document.js";

/** A document whose value satisfies the schema of its kind. */
export interface ReadDocument {
	readonly slice: DocumentSlice;
	readonly kind: Kind;
	readonly value: JsonObject;
}

export interface DocumentReading {
	readonly documents: readonly ReadDocument[];
	readonly diagnostics: readonly Diagnostic[];
	/** Documents with errors, and what could be read of them: whether others may refer to them must not be concluded. */
	readonly faulty: readonly { readonly slice: DocumentSlice; readonly value: JsonValue }[];
}

/** Documents with problems that are looked into; the rest are counted. More are never one person's slips. */
const MOST_FAULTY = 1000;

export interface ReadingOptions {
	readonly kinds: readonly Kind[];
	readonly schemas: Schemas;
	readonly workers: number;
	readonly workerFile: string | undefined;
}

export async function readDocuments(slices: readonly DocumentSlice[], options: ReadingOptions): Promise<DocumentReading> {
	const { schemas } = options;
	const kinds: ReadonlyMap<unknown, Kind> = new Map(options.kinds.map((kind) => [kind.name, kind]));
	const validators = new Map<Kind, Validate>();
	const documents: ReadDocument[] = [];
	const diagnostics: Diagnostic[] = [];
	const faulty: { slice: DocumentSlice; value: JsonValue }[] = [];

	const accept = async (slice: DocumentSlice, value: JsonValue | undefined): Promise<void> => {
		const kind = isJsonObject(value) ? kinds.get(value["kind"]) : undefined;
		if (kind !== undefined && isJsonObject(value)) {
			let validate = validators.get(kind);
			if (validate === undefined) {
				validate = await schemas.validator(kind.schema);
				validators.set(kind, validate);
			}
			if (validate(value).length === 0) {
				documents.push({ slice, kind, value });
				return;
			}
		}
		if (faulty.length >= MOST_FAULTY) {
			faulty.push({ slice, value: value ?? null });
			return;
		}
		const found = await diagnose(slice, kinds, schemas);
		diagnostics.push(...found.diagnostics);
		if (found.document === undefined) faulty.push({ slice, value: found.value });
		else documents.push(found.document);
	};

	const unread: DocumentSlice[] = [];
	for (const slice of slices) {
		const quick = slice.file.json ? undefined : readPlainDocument(textOf(slice));
		if (quick === undefined) unread.push(slice);
		else await accept(slice, quick);
	}
	const answers = await parseDocuments(unread.map(textOf), options.workers, options.workerFile);
	for (const [index, slice] of unread.entries()) await accept(slice, answers[index]);
	if (faulty.length > MOST_FAULTY) diagnostics.push(uncounted(faulty.length - MOST_FAULTY));
	return { documents, diagnostics, faulty };
}

function uncounted(count: number): Diagnostic {
	return {
		code: "Q2090",
		severity: "error",
		message: `${count} more document${count === 1 ? "" : "s"} with problems`,
		help: "mend the others first",
	};
}

/** Looks at one document again, this time to say what is wrong with it and where. */
async function diagnose(
	slice: DocumentSlice,
	kinds: ReadonlyMap<unknown, Kind>,
	schemas: Schemas,
): Promise<{ readonly diagnostics: Diagnostic[]; readonly value: JsonValue; readonly document?: ReadDocument }> {
	const tree = openDocumentTree(slice);
	const { value, findings, broken } = tree.document;
	const diagnostics = findings.map((finding): Diagnostic => yamlDiagnostic(finding, tree.at));
	if (broken) return { diagnostics, value };
	const kind = isJsonObject(value) ? kinds.get(value["kind"]) : undefined;
	const shape =
		kind === undefined
			? envelopeFindings(
					value,
					[...kinds.values()].map((each) => each.name),
				)
			: shapeFindings((await schemas.validator(kind.schema))(value), value, schemas.read(kind.schema));
	for (const { path, about, ...finding } of shape) {
		const span = tree.span(path, about);
		// What is wrong as YAML is only told once.
		if (findings.some((each) => slice.start + each.start < span.end.offset && slice.start + each.end > span.start.offset))
			continue;
		diagnostics.push({ ...finding, severity: "error", span });
	}
	if (diagnostics.length > 0 || kind === undefined || !isJsonObject(value)) return { diagnostics, value };
	return { diagnostics, value, document: { slice, kind, value } };
}

export function yamlDiagnostic(finding: YamlFinding, at: (range: YamlFinding) => NonNullable<Diagnostic["span"]>): Diagnostic {
	const { code, message, help, first } = finding;
	const notes = first === undefined ? {} : { notes: [`first at ${position(at({ ...finding, start: first, end: first + 1 }))}`] };
	return { code, severity: "error", message, help, span: at(finding), ...notes };
}

/** Kinds of documents that stand beside manifests. */
const LOOSE_KINDS: ReadonlySet<string> = new Set(["PolicyTest", "Request", "Organization", "Project"]);

/** What can be said about a document whose kind is not known. */
function envelopeFindings(value: JsonValue, kinds: readonly string[]): ShapeFinding[] {
	const finding = (code: ShapeFinding["code"], message: string, help: string, path: Path): ShapeFinding => ({
		code,
		message,
		help,
		path,
		about: "value",
	});
	if (!isJsonObject(value)) {
		return [
			finding(
				"Q2002",
				"a manifest is a mapping with `apiVersion`, `kind`, `metadata` and `spec`",
				"separate manifests by lines of `---`",
				[],
			),
		];
	}
	const kind = value["kind"];
	if (kind === undefined) {
		const slip = Object.keys(value).find((key) => didYouMean(key, ["kind"]) !== undefined);
		return [
			slip === undefined
				? finding("Q2003", "`kind` is missing", `add \`kind:\` and one of ${kinds.join(", ")}`, [])
				: { ...finding("Q2006", `unknown field \`${slip}\``, "did you mean `kind`?", [slip]), about: "key" },
		];
	}
	if (typeof kind !== "string") return [finding("Q2008", "`kind` is not text", `expected one of ${kinds.join(", ")}`, ["kind"])];
	const help = isLookupName(kind)
		? `manifests can refer to it as \`\${${kind}/name}\`, but not manage it`
		: LOOSE_KINDS.has(kind)
			? "it is no manifest: take its file out of `manifests:` with a pattern that starts with `!`"
			: (didYouMean(kind, kinds) ?? `expected one of ${kinds.join(", ")}`);
	return [finding("Q2004", `unknown kind \`${kind}\``, help, ["kind"])];
}
