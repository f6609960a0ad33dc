// `quorate fmt`: manifests and the project file laid out in the canonical way. Comments and meaning stay.

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { systemReason } from "../base/system-reason.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { hasErrors } from "../diagnostics/diagnostic.js";
import { formatManifest } from "../manifest/format.js";
import { findManifestFiles } from "../manifest/manifest-files.js";
import { diagnosticsText } from "../render/diagnostic-text.js";
import type { Context } from "./context.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { expressionLanguage, type InputOptions, openInputs } from "./inputs.js";
import { paletteFor, writeWhole } from "./output.js";
import { Refusal } from "./refusal.js";

export async function runFmt(
	context: Context,
	options: InputOptions & { readonly check?: boolean },
	files: readonly string[],
): Promise<ExitCode> {
	const { root, paths } = files.length > 0 ? { root: context.cwd, paths: files } : await projectFiles(context, options);
	const diagnostics: Diagnostic[] = [];
	const changed: { readonly path: string; readonly text: string }[] = [];
	for (const path of paths) {
		const text = await readText(root, path);
		const formatted = formatManifest(text, path, expressionLanguage);
		diagnostics.push(...formatted.diagnostics);
		if (formatted.changed) changed.push({ path, text: formatted.text });
	}
	if (options.check) {
		for (const { path } of changed) {
			diagnostics.push({ code: "Q7121", severity: "error", message: `\`${path}\` is not formatted`, help: "run `quorate fmt`" });
		}
	} else {
		for (const { path, text } of changed) {
			await writeWhole({ ...context, cwd: root }, path, text);
			context.stdout.write(`${path}\n`);
		}
	}
	if (diagnostics.length > 0)
		context.stderr.write(diagnosticsText(diagnostics, paletteFor(context.stderr, context, options.color)));
	return hasErrors(diagnostics) ? EXIT.invalid : EXIT.success;
}

async function projectFiles(context: Context, options: InputOptions): Promise<{ root: string; paths: readonly string[] }> {
	const { project } = await openInputs(context, options);
	const { paths, diagnostics } = findManifestFiles(project.root, project.manifests, (index) =>
		project.locate(["manifests", index]),
	);
	if (hasErrors(diagnostics)) throw new Refusal(EXIT.invalid, diagnostics);
	return { root: project.root, paths: [project.file, ...paths] };
}

async function readText(root: string, path: string): Promise<string> {
	try {
		return await readFile(resolve(root, path), "utf8");
	} catch (cause) {
		throw new Refusal(EXIT.error, [
			{
				code: "Q7119",
				severity: "error",
				message: `\`${path}\` cannot be read: ${systemReason(cause)}`,
				help: "check the path and its permissions",
			},
		]);
	}
}
