// Manifests, from the project's patterns to what is desired: every file read, every problem of all of them told at once.
import { availableParallelism } from "node:os";
import { compareText } from "../base/canonical-json.js";
import { digestOf, sha256Hex } from "../base/digest.js";
import type { JsonValue } from "../base/json.js";
import { isJsonObject } from "../base/json.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { hasErrors, sortDiagnostics } from "../diagnostics/diagnostic.js";
import type { SourceSpan, TextRange } from "../diagnostics/span.js";
import { didYouMean } from "../diagnostics/suggestion.js";
import { kinds as allKinds } from "../kinds/all.js";
import type { ExpressionLanguage } from "../kinds/expression.js";
import type { Kind } from "../kinds/kind.js";
import type { Limits } from "../kinds/limits.js";
import type { Address } from "../model/address.js";
import { formatAddress } from "../model/address.js";
import type { Desired } from "../model/resource.js";
import { type Comment, commentsIn } from "./comments.js";
import type { Declared } from "./declaration.js";
import { declare, expressionChecker, recall, remembered } from "./declaration.js";
import type { DeclarationCache } from "./declaration-cache.js";
import { openDeclarationCache } from "./declaration-cache.js";
import { readDocuments } from "./document-reading.js";
import { openDocumentTree } from "./document-tree.js";
import type { DocumentSlice, SplitFile } from "./documents.js";
import { splitDocuments, textOf } from "./documents.js";
import type { Scope } from "./interpolation.js";
import { beforeInterpolation, interpolate } from "./interpolation.js";
import { findManifestFiles } from "./manifest-files.js";
import type { ManifestFinding } from "./manifest-finding.js";
import { placeFindings } from "./manifest-finding.js";
import { packagedWorker } from "./parse-pool.js";
import { checkTogether } from "./references.js";
import type { Schemas } from "./schemas.js";
import { openSchemas, packagedSchemas } from "./schemas.js";
import type { SourceFile } from "./source-file.js";
import { jsonSyntax, readSourceFile } from "./source-file.js";
import { MOST_FINDINGS } from "./yaml-document.js";

export interface LoadOptions {
	/** Folder of the project file; spans show paths relative to it. */
	readonly root: string;
	/** Patterns from `manifests:`; one that matches nothing is an error. */
	readonly patterns: readonly string[];
	/** Where the pattern at that index is written, for pointing at one that matches nothing. */
	readonly locatePattern?: (index: number) => SourceSpan | undefined;
	/** Values of `${var.NAME}`. */
	readonly variables: Readonly<Record<string, string>>;
	/** Those that nothing but the command line names: some manifest has to use them. */
	readonly undeclaredVariables?: readonly string[];
	/** Values of `${env.NAME}`; asked only for names that may be read. */
	readonly environment: (name: string) => string | undefined;
	/** Environment variables that may be read besides those that start with `QUORATE_VAR_`. */
	readonly allowedEnvironment?: readonly string[];
	/** Addresses of managed kinds that exist but have no manifest; references to them are allowed. */
	readonly external: readonly Address[];
	readonly limits: Limits;
	readonly language: ExpressionLanguage;
	/** Folder of the JSON Schemas; the package's own when absent. */
	readonly schemas?: string;
	/** Folder for the cache of what files declared; none when undefined. */
	readonly cacheDir: string | undefined;
	/** Version of the program: nothing is remembered from one version to the next. */
	readonly toolVersion?: string;
	/** Threads to parse with besides the main one, when there is enough to do; as many as are useful when absent. */
	readonly workers?: number;
	/** The worker's file; the bundled one when absent. */
	readonly workerFile?: string;
	/** The kinds there are; all of them when absent. */
	readonly kinds?: readonly Kind[];
}

export interface Loaded {
	/** Sorted by address. Complete only when `diagnostics` has no errors. */
	readonly desired: readonly Desired[];
	readonly diagnostics: readonly Diagnostic[];
	/** The files read, relative to the root, sorted. */
	readonly files: readonly string[];
	/** Digest of everything desired, by meaning: independent of files, order, comments and white space. */
	readonly configDigest: string;
	/**
	 * Where a resource's manifest, or a field of it, stands; the field by its path from the document's root. `range` is a
	 * stretch of the field's text as the resource has it: substituted, and without blank lines around it.
	 */
	locate(address: Address, path?: readonly (string | number)[], range?: TextRange): SourceSpan | undefined;
	/** A resource's manifest as its author wrote it, comments included. */
	written(address: Address): WrittenManifest | undefined;
}

export interface WrittenManifest {
	readonly text: string;
	/** Where a stretch of the text stands. */
	span(range: TextRange): SourceSpan;
	/** Its comments; ranges count in the text. */
	comments(): readonly Comment[];
}

/** Problems shown per run; the rest is counted. */
const MOST_DIAGNOSTICS = 200;

/** Reads all manifests. Never rejects because of what is in them: that is told by `diagnostics`. */
export async function loadManifests(options: LoadOptions): Promise<Loaded> {
	const kinds = options.kinds ?? allKinds;
	let readsEnvironment = false;
	const scope: Scope = {
		variables: options.variables,
		environment: (name) => {
			readsEnvironment = true;
			return options.environment(name);
		},
		allowedEnvironment: options.allowedEnvironment ?? [],
	};
	const { files, paths, diagnostics } = readFiles(options);
	for (const each of unusedVariables(options, files)) diagnostics.push(each);
	const splits = split(files, diagnostics);
	const schemas = openSchemas(options.schemas ?? packagedSchemas());
	const cache =
		options.cacheDir === undefined ? undefined : openDeclarationCache(options.cacheDir, circumstances(options, kinds, schemas));
	const { declared, fresh } = recallFiles(splits, kinds, cache);

	const workerFile = options.workerFile ?? packagedWorker();
	const slices = fresh.flatMap(({ split }) => split.documents);
	const reading = await readDocuments(slices, { kinds, schemas, workers: options.workers ?? usefulWorkers(), workerFile });
	for (const each of reading.diagnostics) diagnostics.push(each);
	if (splits.length === 0 && !hasErrors(diagnostics)) diagnostics.push(nothingDeclared(options));
	const findings: ManifestFinding[] = [];
	const context = { scope, limits: options.limits, checkExpression: expressionChecker(options.language, options.limits) };
	const changing = new Set<SourceFile>();
	for (const document of reading.documents) {
		readsEnvironment = false;
		const each = declare(document, context, findings);
		if (each !== undefined) declared.push(each);
		if (readsEnvironment) changing.add(document.slice.file);
	}
	if (cache !== undefined) {
		for (const { slice } of findings) changing.add(slice.file);
		rememberFiles(fresh, declared, changing, cache);
	}

	declared.sort(
		(a, b) =>
			compareText(a.desired.address, b.desired.address) ||
			compareText(a.slice.file.path, b.slice.file.path) ||
			a.slice.start - b.slice.start,
	);
	const faulty = new Set(reading.faulty.flatMap(({ slice, value }) => addressesIn(slice, value, kinds)));
	const together = checkTogether(declared, { scope, external: new Set(options.external), faulty });
	const all = findings.concat(together, checkKinds(declared, kinds, options.limits));
	for (const each of placeFindings(all, scope)) diagnostics.push(each);

	const desired = declared.map((each) => each.desired);
	let digest: string | undefined;
	const slicesByAddress = new Map(declared.map((each) => [each.desired.address, each.slice]));
	return {
		desired,
		diagnostics: capped(diagnostics),
		files: paths,
		get configDigest() {
			digest ??= digestOf(declared.map((each) => each.digest));
			return digest;
		},
		locate(address, path = [], range) {
			const slice = slicesByAddress.get(address);
			if (slice === undefined) return undefined;
			const tree = openDocumentTree(slice);
			const text = range === undefined ? undefined : tree.text(path);
			if (range === undefined || text === undefined) return tree.span(path);
			const substituted = interpolate(text, scope);
			const shift = leadingBlankLines(substituted.text);
			return tree.span(path, "value", beforeInterpolation(substituted, { start: range.start + shift, end: range.end + shift }));
		},
		written(address) {
			const slice = slicesByAddress.get(address);
			if (slice === undefined) return undefined;
			const text = textOf(slice);
			return {
				text,
				span: (range) => openDocumentTree(slice).at(range),
				comments: () => (slice.file.json ? [] : commentsIn(text)),
			};
		},
	};
}

/** A misspelt `--var` would leave the value that is meant as it was. */
function unusedVariables({ undeclaredVariables = [], variables }: LoadOptions, files: readonly SourceFile[]): Diagnostic[] {
	return undeclaredVariables
		.filter((name) => !files.some(({ text }) => text.includes(`\${var.${name}}`)))
		.map((name) => ({
			code: "Q7126",
			severity: "error",
			message: `\`--var ${name}=…\` is given, and nothing uses or declares the variable`,
			help:
				didYouMean(
					name,
					Object.keys(variables).filter((each) => each !== name),
				) ?? "use `${var.NAME}` in a manifest, or leave it out",
		}));
}

/** How much of a text is gone once its blank first lines are. */
function leadingBlankLines(text: string): number {
	const first = text.search(/[^ \t\r\n]/);
	return first === -1 ? 0 : text.lastIndexOf("\n", first) + 1;
}

/** A file that has to be read, and the digest its declarations are remembered by. */
interface FreshFile {
	readonly split: SplitFile;
	readonly digest: string;
}

/** Everything besides its text that decides what a manifest declares and whether something is wrong with it. */
function circumstances(
	{ toolVersion = "", variables, limits, language }: LoadOptions,
	kinds: readonly Kind[],
	schemas: Schemas,
): JsonValue {
	const files = kinds.map((kind) => kind.schema);
	return { toolVersion, variables, limits: { ...limits }, language: language.identity ?? "", schemas: schemas.digest(files) };
}

function recallFiles(
	splits: readonly SplitFile[],
	kinds: readonly Kind[],
	cache: DeclarationCache | undefined,
): { declared: Declared[]; fresh: FreshFile[] } {
	const declared: Declared[] = [];
	const fresh: FreshFile[] = [];
	const byName: ReadonlyMap<string, Kind> = new Map(kinds.map((kind) => [kind.name, kind]));
	for (const split of splits) {
		const digest = cache === undefined ? "" : sha256Hex(split.file.text);
		const known = cache?.get(digest);
		const recalled = split.documents.flatMap((slice, index) => {
			const each = known?.[index];
			const kind = byName.get(each?.desired.kind ?? "");
			return each === undefined || kind === undefined ? [] : [recall(slice, kind, each)];
		});
		if (known?.length === split.documents.length && recalled.length === known.length)
			for (const each of recalled) declared.push(each);
		else fresh.push({ split, digest });
	}
	return { declared, fresh };
}

/** Remembers files, except those in which something was found, if only to remark, and those that read the environment. */
function rememberFiles(
	fresh: readonly FreshFile[],
	declared: readonly Declared[],
	except: ReadonlySet<SourceFile>,
	cache: DeclarationCache,
): void {
	const byFile = new Map<SourceFile, Declared[]>();
	for (const each of declared) {
		const own = byFile.get(each.slice.file);
		if (own) own.push(each);
		else byFile.set(each.slice.file, [each]);
	}
	for (const { split, digest } of fresh) {
		const own = byFile.get(split.file) ?? [];
		if (except.has(split.file) || own.length !== split.documents.length) continue;
		cache.put(digest, own.sort((a, b) => a.slice.start - b.slice.start).map(remembered));
	}
	cache.save();
}

/** Beyond a few, threads only warm up: the quick reader leaves them little to do. */
const usefulWorkers = (): number => Math.min(3, availableParallelism() - 1);

function readFiles({ root, patterns, locatePattern }: LoadOptions): {
	files: SourceFile[];
	paths: readonly string[];
	diagnostics: Diagnostic[];
} {
	const found = findManifestFiles(root, patterns, locatePattern);
	const diagnostics = [...found.diagnostics];
	const files: SourceFile[] = [];
	for (const path of found.paths) {
		const { file, diagnostics: own } = readSourceFile(root, path);
		diagnostics.push(...own);
		if (file !== undefined) files.push(file);
	}
	return { files, paths: found.paths, diagnostics };
}

/** The files that have documents; what is wrong with a file as a whole is told here. */
function split(files: readonly SourceFile[], diagnostics: Diagnostic[]): SplitFile[] {
	const splits: SplitFile[] = [];
	for (const file of files) {
		const syntax = file.json ? jsonSyntax(file) : undefined;
		if (syntax !== undefined) {
			diagnostics.push(syntax);
			continue;
		}
		const cut = splitDocuments(file);
		if (cut.directives.length > 0) diagnostics.push(...cut.directives.slice(0, MOST_FINDINGS).map((at) => directive(file, at)));
		else if (cut.documents.length > 0) splits.push(cut);
		else {
			diagnostics.push({
				code: "Q1001",
				severity: "warning",
				message: `\`${file.path}\` holds no manifest`,
				help: "write a manifest into it, or remove it",
				span: file.lines().span(file.path, { start: 0, end: 0 }),
			});
		}
	}
	return splits;
}

function directive(file: SourceFile, at: number): Diagnostic {
	const end = file.text.indexOf("\n", at);
	return {
		code: "Q1026",
		severity: "error",
		message: "a line that starts with `%` is a YAML directive",
		help: "remove the line",
		span: file.lines().span(file.path, { start: at, end: end === -1 ? file.text.length : end }),
	};
}

function nothingDeclared({ patterns }: LoadOptions): Diagnostic {
	return {
		code: "Q2001",
		severity: "error",
		message: `${patterns.map((pattern) => `\`${pattern}\``).join(", ")} lead${patterns.length === 1 ? "s" : ""} to no manifest`,
		help: "write a manifest, or `quorate export` what the organisation has; an empty set never means that everything should go",
	};
}

/** `declared` sorted by address, so that of two with one address only the first is looked at. */
function checkKinds(declared: readonly Declared[], kinds: readonly Kind[], limits: Limits): ManifestFinding[] {
	const findings: ManifestFinding[] = [];
	const present = declared.filter(
		({ desired }, index) => desired.state === "present" && desired.address !== declared[index - 1]?.desired.address,
	);
	for (const kind of kinds) {
		const own = present.filter((each) => each.kind === kind);
		const found = kind.checkTogether(
			own.map((each) => each.desired),
			limits,
		);
		for (const { address, ...finding } of found) {
			const slice = own.find((each) => each.desired.address === address)?.slice;
			if (slice !== undefined) findings.push({ ...finding, address, slice });
		}
	}
	return findings;
}

/** The address a document with errors most likely declares, so that references to it are not called wrong as well. */
function addressesIn(slice: DocumentSlice, value: JsonValue, kinds: readonly Kind[]): Address[] {
	const text = textOf(slice);
	const member = (object: JsonValue | undefined, key: string): string | undefined =>
		isJsonObject(object) && typeof object[key] === "string" ? object[key] : undefined;
	const word = (key: string): string | undefined =>
		new RegExp(`(?:^|[{,"'\\s])${key}["']?:[ \\t]*(["']?)([^\\n"'#{}]+)\\1`).exec(text)?.[2]?.trim();
	const kindName = member(value, "kind") ?? word("kind");
	const name = member(isJsonObject(value) ? value["metadata"] : undefined, "name") ?? word("name");
	const kind = kinds.find((each) => each.name === kindName);
	if (kind === undefined || name === undefined) return [];
	const parent =
		kind.parent === undefined ? undefined : (member(isJsonObject(value) ? value["spec"] : undefined, "user") ?? word("user"));
	return [formatAddress(kind.name, name, parent)];
}

/** Errors are kept before warnings, so that a cut never turns a wrong set of manifests into a right one. */
function capped(all: readonly Diagnostic[]): Diagnostic[] {
	const sorted = sortDiagnostics(all);
	if (sorted.length <= MOST_DIAGNOSTICS) return sorted;
	const errors = sorted.filter((each) => each.severity === "error");
	const others = sorted.filter((each) => each.severity !== "error");
	const shown = new Set([...errors, ...others].slice(0, MOST_DIAGNOSTICS));
	const hiddenErrors = errors.length - [...shown].filter((each) => each.severity === "error").length;
	const hidden = sorted.length - shown.size;
	return [
		...sorted.filter((each) => shown.has(each)),
		{
			code: "Q2090",
			severity: hiddenErrors > 0 ? "error" : "warning",
			message: `${hidden} more problem${hidden === 1 ? "" : "s"}, ${hiddenErrors} of them error${hiddenErrors === 1 ? "" : "s"}`,
			help: "mend these first",
		},
	];
}
