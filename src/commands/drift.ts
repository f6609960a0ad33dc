// `quorate drift`: what was changed behind git's back. Holds a read-only connection; made for cron.
import { diagnosticsText } from "../render/diagnostic-text.js";
import { driftText } from "../render/drift-text.js";
import { type ConnectionOptions, openReaderDuring } from "./connection.js";
import type { Context } from "./context.js";
import { type ExitCode, exitCodeOfDrift } from "./exit-code.js";
import { openInputs, readValidManifests } from "./inputs.js";
import { jsonDocument, paletteFor, printDocument, writeWhole } from "./output.js";
import type { PlanOutputOptions } from "./plan.js";
import { makeDriftReport, readState, unfinishedApply } from "./planning.js";
import { readScope, type ScopeOptions } from "./scope-options.js";

export interface DriftOptions extends ConnectionOptions, ScopeOptions, PlanOutputOptions {
	readonly detailedExitcode?: boolean;
	readonly attribution: boolean;
}

export async function runDrift(context: Context, options: DriftOptions): Promise<ExitCode> {
	const scope = readScope(options);
	const inputs = await openInputs(context, options);
	const { result: loaded, connection } = await openReaderDuring(context, options, inputs, () =>
		readValidManifests(context, options, inputs),
	);
	try {
		const remembered = await readState(inputs.stateFolder, connection.organizationId);
		const unfinished = unfinishedApply(remembered);
		if (unfinished.length > 0)
			context.stderr.write(diagnosticsText(unfinished, paletteFor(context.stderr, context, options.color)));
		const report = await makeDriftReport({ inputs, loaded, port: connection.port, remembered, scope }, options.attribution);
		if (options.json) printDocument(context, report);
		else context.stdout.write(driftText(report, paletteFor(context.stdout, context, options.color)));
		if (options.jsonInto !== undefined) await writeWhole(context, options.jsonInto, jsonDocument(report));
		if (options.markdown !== undefined) {
			const { driftMarkdown } = await import("../render/drift-markdown.js");
			await writeWhole(context, options.markdown, driftMarkdown(report));
		}
		return exitCodeOfDrift(report, options.detailedExitcode ?? false);
	} finally {
		await connection.close();
	}
}
