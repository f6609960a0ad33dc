// The project file, quorate.yaml: where the manifests are and which organisations they are for.
import { basename, dirname, resolve } from "node:path";
import type { JsonObject, JsonValue } from "../base/json.js";
import { isJsonArray, isJsonObject } from "../base/json.js";
import { codes, isCode } from "../diagnostics/codes.js";
import type { Diagnostic, Severity } from "../diagnostics/diagnostic.js";
import { hasErrors, sortDiagnostics } from "../diagnostics/diagnostic.js";
import type { SourceSpan } from "../diagnostics/span.js";
import { didYouMean } from "../diagnostics/suggestion.js";
import { isKindName, isLookupName, KIND_NAMES, LOOKUP_NAMES, splitAddress } from "../model/address.js";
import { yamlDiagnostic } from "./document-reading.js";
import type { DocumentTree } from "./document-tree.js";
import { openDocumentTree } from "./document-tree.js";
import type { DocumentSlice } from "./documents.js";
import { splitDocuments, textOf } from "./documents.js";
import type { Environment } from "./environment.js";
import { environmentOf } from "./environment.js";
import { readPlainDocument } from "./plain-document.js";
import { openSchemas, packagedSchemas } from "./schemas.js";
import type { Path } from "./shape-findings.js";
import { shapeFindings } from "./shape-findings.js";
import { jsonSyntax, readSourceFile } from "./source-file.js";

const SCHEMA = "project.schema.json";

/** Remarks on expressions, and rules. */
const LINT_CODE = /^Q3[456]/;

export interface Project {
	/** The folder of the project file, absolute. */
	readonly root: string;
	/** The project file's name in it. */
	readonly file: string;
	/** Patterns of manifest files, relative to the folder. */
	readonly manifests: readonly string[];
	/** Patterns of suites of policy tests, relative to the folder; undefined when the project file does not say. */
	readonly tests?: readonly string[];
	/** Addresses that exist without a manifest and may be referred to. */
	readonly external: readonly string[];
	/** Environment variables that `${env.NAME}` may read, besides those that start with `QUORATE_VAR_`. */
	readonly allowedEnvironment: readonly string[];
	/** Folder for inventory and journal, relative to the project's. */
	readonly state: string;
	readonly environments: readonly string[];
	readonly defaultEnvironment?: string;
	/** The environment of that name, or the one that is meant without a name. `variables` and `profile` are those of the command line. */
	environment(
		name: string | undefined,
		variables?: Readonly<Record<string, string>>,
		profile?: Environment["profile"],
	): ChosenEnvironment;
	/** Severities of lint rules other than their own, by code. */
	readonly lintRules: Readonly<Record<string, Severity | "off">>;
	/** Where a setting stands, or what it would stand in. */
	locate(path: Path): SourceSpan;
}

export interface ChosenEnvironment {
	readonly environment?: Environment;
	readonly diagnostics: readonly Diagnostic[];
}

export interface LoadedProject {
	/** Absent when there are errors. */
	readonly project?: Project;
	readonly diagnostics: readonly Diagnostic[];
}

/** Reads a project file. `path` is relative to `cwd`; spans show it relative to its own folder. */
export async function loadProject(cwd: string, path: string, schemaFolder = packagedSchemas()): Promise<LoadedProject> {
	const absolute = resolve(cwd, path);
	const root = dirname(absolute);
	const name = basename(absolute);
	const { file, diagnostics } = readSourceFile(root, name);
	if (file === undefined) return { diagnostics: diagnostics.map((each) => (each.code === "Q1003" ? missing(path, each) : each)) };
	const syntax = file.json ? jsonSyntax(file) : undefined;
	if (syntax !== undefined) return { diagnostics: [syntax] };
	const { documents, directives } = splitDocuments(file);
	const [slice, second] = documents;
	const at = (start: number): SourceSpan => file.lines().span(name, { start, end: start + 1 });
	const whole = (code: Diagnostic["code"], message: string, help: string, start: number): LoadedProject => ({
		diagnostics: [{ code, severity: "error", message, help, span: at(start) }],
	});
	if (directives[0] !== undefined)
		return whole("Q1026", "a line that starts with `%` is a YAML directive", "remove the line", directives[0]);
	if (slice === undefined) return whole("Q1001", `\`${name}\` is empty`, "`quorate init` writes a project file to start from", 0);
	if (second !== undefined)
		return whole(
			"Q7509",
			`\`${name}\` holds several documents, expected one`,
			"move manifests to files of their own",
			second.content.offset,
		);

	const tree = lazyTree(slice);
	const quick = file.json ? undefined : readPlainDocument(textOf(slice));
	const { value, findings, broken } = quick === undefined ? tree().document : { value: quick, findings: [], broken: false };
	const found = [...diagnostics, ...findings.map((finding) => yamlDiagnostic(finding, tree().at))];
	if (!broken) found.push(...(await checkShape(value, tree, schemaFolder)));
	if (hasErrors(found) || !isJsonObject(value)) return { diagnostics: sortDiagnostics(found) };
	found.push(...checkSettings(value, tree));
	if (hasErrors(found)) return { diagnostics: sortDiagnostics(found) };
	return { project: projectOf(root, name, value, tree), diagnostics: found };
}

/** Places are only looked for when something is wrong, or asked for. */
function lazyTree(slice: DocumentSlice): () => DocumentTree {
	let tree: DocumentTree | undefined;
	return () => {
		tree ??= openDocumentTree(slice);
		return tree;
	};
}

function missing(path: string, { message }: Diagnostic): Diagnostic {
	const absent = message.endsWith("it does not exist");
	return {
		code: "Q7501",
		severity: "error",
		message: absent ? `there is no project file \`${path}\`` : `the project file \`${path}\` cannot be read`,
		help: "`quorate init` writes one; `--project FILE` names one that is elsewhere",
		...(absent ? {} : { notes: [message] }),
	};
}

async function checkShape(value: JsonValue, tree: () => DocumentTree, folder: string): Promise<Diagnostic[]> {
	if (!isJsonObject(value)) {
		return [
			{
				code: "Q2008",
				severity: "error",
				message: "the project file is a mapping that starts with `apiVersion: quorate/v1`",
				span: tree().span([]),
			},
		];
	}
	const schemas = openSchemas(folder);
	const errors = (await schemas.validator(SCHEMA))(value);
	return shapeFindings(errors, value, schemas.read(SCHEMA)).map(({ path, about, ...finding }) => ({
		...finding,
		severity: "error",
		span: tree().span(path, about),
	}));
}

/** What no schema can say: addresses, base URLs, and settings that belong together or exclude each other. */
function checkSettings(value: JsonObject, tree: () => DocumentTree): Diagnostic[] {
	const found: Diagnostic[] = [];
	const refuse = (code: Diagnostic["code"], path: Path, message: string, help: string, about?: "key"): void => {
		found.push({ code, severity: "error", message, help, span: tree().span(path, about) });
	};
	const environments = membersOf(value["environments"]);
	const wanted = value["defaultEnvironment"];
	if (typeof wanted === "string" && !Object.hasOwn(environments, wanted)) {
		refuse(
			"Q7502",
			["defaultEnvironment"],
			`there is no environment \`${wanted}\``,
			suggestion(wanted, Object.keys(environments)),
		);
	}
	for (const code of Object.keys(membersOf(membersOf(value["lint"])["rules"]))) {
		if (isCode(code) && LINT_CODE.test(code)) continue;
		refuse(
			"Q7510",
			["lint", "rules", code],
			isCode(code) ? `\`${code}\` is no lint rule: what it refuses cannot be applied` : `there is no lint rule \`${code}\``,
			didYouMean(
				code,
				Object.keys(codes).filter((each) => LINT_CODE.test(each)),
			) ?? "`quorate explain` lists all codes",
			"key",
		);
	}
	for (const [index, address] of listOf(value["external"]).entries()) {
		const kind = splitAddress(String(address))?.kind;
		if (kind === undefined || !isKindName(kind)) {
			refuse(
				"Q7507",
				["external", index],
				`\`${String(address)}\` is no address of a managed resource`,
				`write \`Kind/name\`, with one of ${KIND_NAMES.join(", ")}`,
			);
		}
	}
	for (const [name, settings] of Object.entries(environments)) {
		if (!isJsonObject(settings)) continue;
		const here: Path = ["environments", name];
		for (const reference of Object.keys(membersOf(settings["identifiers"]))) {
			const kind = splitAddress(reference)?.kind ?? "";
			if (isKindName(kind) || isLookupName(kind)) continue;
			const kinds = [...LOOKUP_NAMES, ...KIND_NAMES];
			refuse(
				"Q7507",
				[...here, "identifiers", reference],
				`\`${reference}\` is no reference`,
				didYouMean(kind, kinds) ?? `write \`Kind/name\`, with one of ${kinds.join(", ")}`,
				"key",
			);
		}
		for (const key of ["baseUrl", "authProxyUrl"]) {
			const url = settings[key];
			const problem = typeof url === "string" ? urlProblem(url) : undefined;
			if (problem === undefined) continue;
			// The address may hold a password, so neither it nor its line is repeated.
			const { excerpt: _, ...span } = tree().span([...here, key]);
			found.push({
				code: "Q7506",
				severity: "error",
				message: `\`${key}\` of \`${name}\` ${problem}`,
				help: "write a whole address, such as https://api.example.com",
				span,
			});
		}
		const embedded = settings["service"] === "embedded";
		for (const key of embedded ? ["baseUrl", "authProxyUrl"] : ["seed", "data"]) {
			if (settings[key] === undefined) continue;
			refuse(
				"Q7505",
				[...here, key],
				embedded
					? `\`${key}\` leads to a service, but \`${name}\` is embedded`
					: `\`${key}\` is for the embedded service, which \`${name}\` does not use`,
				embedded ? "remove one of the two" : "add `service: embedded`, or remove it",
				"key",
			);
		}
		const credentials = membersOf(settings["credentials"]);
		const sources = ["env", "keyFile", "command"].filter((key) => credentials[key] !== undefined);
		const path: Path = [...here, "credentials"];
		if (sources.length > 1)
			refuse(
				"Q7508",
				path,
				`credentials come from ${sources.map((each) => `\`${each}\``).join(" and ")} at once`,
				"keep one",
				"key",
			);
		else if (credentials["publicKey"] !== undefined && sources[0] !== "command") {
			refuse("Q7508", [...path, "publicKey"], "`publicKey` belongs to `command`", "remove it", "key");
		}
	}
	return found;
}

function urlProblem(text: string): string | undefined {
	if (!URL.canParse(text)) return "is not a URL";
	const { protocol, username, password, search, hash } = new URL(text);
	if (protocol !== "https:" && protocol !== "http:") return "is neither an http nor an https address";
	if (username !== "" || password !== "") return "carries a user name or password";
	return search !== "" || hash !== "" ? "has a query or fragment" : undefined;
}

function projectOf(root: string, file: string, value: JsonObject, tree: () => DocumentTree): Project {
	const environments = membersOf(value["environments"]);
	const names = Object.keys(environments);
	const wanted = value["defaultEnvironment"];
	const refuse = (code: Diagnostic["code"], message: string, help: string, span: SourceSpan): ChosenEnvironment => ({
		diagnostics: [{ code, severity: "error", message, help, span }],
	});
	return {
		root,
		file,
		manifests: listOf(value["manifests"]).map(String),
		...(value["tests"] === undefined ? {} : { tests: listOf(value["tests"]).map(String) }),
		external: listOf(value["external"]).map(String),
		allowedEnvironment: listOf(value["allowedEnvironment"]).map(String),
		state: typeof value["state"] === "string" ? value["state"] : ".quorate",
		environments: names,
		...(typeof wanted === "string" ? { defaultEnvironment: wanted } : {}),
		lintRules: membersOf(membersOf(value["lint"])["rules"]) as Project["lintRules"],
		environment(name, variables = {}, profile) {
			const chosen = name ?? (typeof wanted === "string" ? wanted : names.length === 1 ? names[0] : undefined);
			const span = tree().span(["environments"], "key");
			if (chosen === undefined)
				return refuse(
					"Q7503",
					"the project has several environments and no default",
					`choose one: \`--environment ${names.join("` or `--environment ")}\``,
					span,
				);
			const settings = Object.hasOwn(environments, chosen) ? environments[chosen] : undefined;
			if (!isJsonObject(settings))
				return refuse("Q7502", `there is no environment \`${chosen}\``, suggestion(chosen, names), span);
			return { environment: environmentOf(chosen, settings, value, variables, profile), diagnostics: [] };
		},
		locate: (path) => tree().span(path),
	};
}

const suggestion = (word: string, names: readonly string[]): string =>
	didYouMean(word, names) ?? `there are ${names.map((name) => `\`${name}\``).join(", ")}`;
const membersOf = (value: JsonValue | undefined): JsonObject => (isJsonObject(value) ? value : {});
const listOf = (value: JsonValue | undefined): readonly JsonValue[] => (isJsonArray(value) ? value : []);
