// `quorate validate`: everything that can be said about the manifests without asking anybody.
import { hasErrors } from "../diagnostics/diagnostic.js";
import { diagnosticsText } from "../render/diagnostic-text.js";
import type { Context } from "./context.js";
import { type ExitCode, exitCodeOfDiagnostics } from "./exit-code.js";
import { type InputOptions, openInputs, readManifests } from "./inputs.js";
import { jsonText, paletteFor } from "./output.js";

export async function runValidate(context: Context, options: InputOptions & { readonly json?: boolean }): Promise<ExitCode> {
	const inputs = await openInputs(context, options);
	const loaded = await readManifests(context, options, inputs);
	const diagnostics = [...inputs.diagnostics, ...loaded.diagnostics];
	const valid = !hasErrors(diagnostics);
	if (options.json) {
		context.stdout.write(
			jsonText({
				valid,
				files: loaded.files.length,
				resources: loaded.desired.length,
				config_digest: valid ? loaded.configDigest : null,
				diagnostics,
			}),
		);
		return exitCodeOfDiagnostics(diagnostics);
	}
	if (diagnostics.length > 0)
		context.stderr.write(diagnosticsText(diagnostics, paletteFor(context.stderr, context, options.color)));
	const count = (severity: string) => {
		const found = diagnostics.filter((each) => each.severity === severity).length;
		return `${found} ${severity}${found === 1 ? "" : "s"}`;
	};
	const paint = paletteFor(context.stdout, context, options.color);
	const resources = `${loaded.desired.length} ${loaded.desired.length === 1 ? "resource" : "resources"} in ${loaded.files.length} ${loaded.files.length === 1 ? "file" : "files"}`;
	context.stdout.write(
		valid
			? `${paint.strong("Valid.")} ${resources}, ${count("warning")}.\n`
			: `${paint.strong("Invalid.")} ${count("error")}, ${count("warning")}.\n`,
	);
	return exitCodeOfDiagnostics(diagnostics);
}
