// The suites of a run: which files, whose people and keys, and everything that is wrong with them at once.
import { posix, resolve } from "node:path";
import picomatch from "picomatch";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { hasErrors } from "../diagnostics/diagnostic.js";
import type { LooseDocument } from "../manifest/loose-documents.js";
import { readLooseDocuments } from "../manifest/loose-documents.js";
import { findManifestFiles } from "../manifest/manifest-files.js";
import type { Project } from "../manifest/project.js";
import type { OrganizationText } from "../request/organization-text.js";
import type { PolicyResource } from "../request/policy-set.js";
import type { Suite } from "../suites/suite.js";
import { type OrganizationSource, readSuite } from "../suites/suite-text.js";
import type { Context } from "./context.js";
import { EXIT } from "./exit-code.js";
import type { Reads } from "./reads.js";
import { Refusal } from "./refusal.js";

export interface LoadedSuites {
	readonly suites: readonly Suite[];
	/** Warnings only. */
	readonly diagnostics: readonly Diagnostic[];
}

const USUAL_PATTERN = "tests/**/*.yaml";

/** Reads the suites that are named, relative to where the command was started, or all of the project. Refuses what is wrong. */
export async function loadSuites(
	context: Context,
	project: Project,
	resources: readonly PolicyResource[],
	named: readonly string[],
	reads: Reads,
): Promise<LoadedSuites> {
	const { root, paths } = suiteFiles(context, project, named, reads);
	for (const path of paths) reads.file(resolve(root, path));
	const diagnostics: Diagnostic[] = [];
	const suites: Suite[] = [];
	for (const path of paths) {
		const read = await readLooseDocuments(root, path, { PolicyTest: "policy-test.schema.json" });
		diagnostics.push(...read.diagnostics);
		for (const document of read.documents) {
			const organization = await organizationOf(root, path, document, reads);
			diagnostics.push(...organization.diagnostics);
			if (organization.source === undefined) continue;
			const { value, span } = document;
			const suite = readSuite({ file: path, value, span }, organization.source, resources);
			diagnostics.push(...suite.diagnostics);
			if (suite.suite !== undefined) suites.push(suite.suite);
		}
	}
	if (hasErrors(diagnostics)) throw new Refusal(EXIT.invalid, diagnostics);
	return { suites, diagnostics };
}

function suiteFiles(
	context: Context,
	project: Project,
	named: readonly string[],
	reads: Reads,
): { root: string; paths: readonly string[] } {
	if (named.length > 0) return { root: context.cwd, paths: [...new Set(named)] };
	const { tests } = project;
	for (const pattern of tests ?? [USUAL_PATTERN]) {
		const { base, glob } = picomatch.scan(pattern);
		if (glob !== "" && !pattern.startsWith("!")) reads.folder(resolve(project.root, base));
	}
	const found = findManifestFiles(project.root, tests ?? [USUAL_PATTERN], (index) => project.locate(["tests", index]), "tests");
	if (tests !== undefined && hasErrors(found.diagnostics)) throw new Refusal(EXIT.invalid, found.diagnostics);
	if (found.paths.length === 0) {
		throw new Refusal(EXIT.invalid, [
			{
				code: "Q3752",
				severity: "error",
				message: `\`${USUAL_PATTERN}\` finds no suite`,
				help: "write one there, or say in quorate.yaml where they are: `tests: [...]`",
			},
		]);
	}
	return { root: project.root, paths: found.paths };
}

/** The organisation is written in the suite, or in the file that the suite names, relative to itself. */
async function organizationOf(
	root: string,
	path: string,
	{ value, span }: LooseDocument,
	reads: Reads,
): Promise<{ readonly source?: OrganizationSource; readonly diagnostics: readonly Diagnostic[] }> {
	const spec = value["spec"] as unknown as { readonly organization: string | OrganizationText };
	const { organization } = spec;
	if (typeof organization !== "string") {
		const source = {
			text: organization,
			span: (at, about) => span(["spec", "organization", ...at], about),
		} satisfies OrganizationSource;
		return { source, diagnostics: [] };
	}
	const file = posix.join(posix.dirname(path), organization);
	reads.file(resolve(root, file));
	const { documents, diagnostics } = await readLooseDocuments(root, file, { Organization: "seed.schema.json" });
	const [document] = documents;
	// A file that is not there is told where it is named.
	const placed = diagnostics.map((each) => (each.code === "Q1003" ? { ...each, span: span(["spec", "organization"]) } : each));
	if (document === undefined) return { diagnostics: placed };
	const text = document.value["spec"] as unknown as OrganizationText;
	return { source: { text, span: (at, about) => document.span(["spec", ...at], about) }, diagnostics: placed };
}
