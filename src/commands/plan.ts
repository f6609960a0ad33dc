// `quorate plan`: what apply would do. Holds a read-only connection, so it cannot do it.
import { join } from "node:path";
import { diagnosticsText } from "../render/diagnostic-text.js";
import { planText } from "../render/plan-text.js";
import type { ConnectionOptions } from "./connection.js";
import { openReaderDuring } from "./connection.js";
import type { Context } from "./context.js";
import { type ExitCode, exitCodeOfPlan } from "./exit-code.js";
import { openInputs, readValidManifests } from "./inputs.js";
import { jsonDocument, paletteFor, printDocument, withdrawEarlier, writeWhole } from "./output.js";
import { makePlan, type Planned, readState, unfinishedApply } from "./planning.js";
import { type GuardOptions, readOverrides, readScope, type ScopeOptions } from "./scope-options.js";
import { AnswerDigests, planKey, recallUnchanged, rememberUnchanged } from "./unchanged-plan.js";

export interface PlanOutputOptions {
	readonly json?: boolean;
	readonly jsonInto?: string;
	readonly markdown?: string;
	readonly color: boolean;
}

export interface PlanOptions extends ConnectionOptions, ScopeOptions, GuardOptions, PlanOutputOptions {
	readonly out?: string;
	readonly detailedExitcode?: boolean;
}

export async function runPlan(context: Context, options: PlanOptions): Promise<ExitCode> {
	// Whoever applies the file would carry out what this run did not make.
	if (options.out !== undefined) await withdrawEarlier(context, options.out);
	const scope = readScope(options);
	const overrides = readOverrides(options);
	const inputs = await openInputs(context, options);
	const answers = new AnswerDigests();
	const { result: loaded, connection } = await openReaderDuring(
		context,
		options,
		inputs,
		() => readValidManifests(context, options, inputs),
		answers.note,
	);
	try {
		const { port } = connection;
		const warnings = [...inputs.diagnostics, ...loaded.diagnostics].filter((each) => each.severity === "warning");
		if (warnings.length > 0 && !options.json) {
			context.stderr.write(diagnosticsText(warnings, paletteFor(context.stderr, context, options.color)));
		}
		const memory = join(inputs.project.root, inputs.project.state, "cache");
		const circumstances = { inputs, loaded, port, scope, overrides, answers };
		// A document that leaves the process is always made in full.
		const emits = options.json || options.out !== undefined || options.jsonInto !== undefined || options.markdown !== undefined;
		const key = options.cache ? planKey(circumstances) : undefined;
		const unchanged = emits ? undefined : await recallUnchanged(memory, circumstances, key);
		if (unchanged !== undefined) {
			context.stdout.write(planText(unchanged, paletteFor(context.stdout, context, options.color)));
			return exitCodeOfPlan(unchanged, options.detailedExitcode ?? false);
		}
		const remembered = await readState(inputs.stateFolder, connection.organizationId);
		const unfinished = unfinishedApply(remembered);
		if (unfinished.length > 0)
			context.stderr.write(diagnosticsText(unfinished, paletteFor(context.stderr, context, options.color)));
		const planned = await makePlan({ inputs, loaded, port, remembered, scope, overrides });
		await emitPlan(context, options, planned);
		rememberUnchanged(memory, circumstances, key, planned.draft, context.pid);
		if (options.out !== undefined && !planned.draft.errored) {
			await writeWhole(context, options.out, jsonDocument(planned.sealed()));
			if (!options.json) context.stdout.write(`\nSaved. To carry out exactly this: ${context.program} apply ${options.out}\n`);
		}
		return exitCodeOfPlan(planned.draft, options.detailedExitcode ?? false);
	} finally {
		await connection.close();
	}
}

/** Shows a plan in every form that was asked for. */
export async function emitPlan(context: Context, options: PlanOutputOptions, planned: Planned): Promise<void> {
	if (options.json) printDocument(context, planned.sealed());
	else context.stdout.write(planText(planned.draft, paletteFor(context.stdout, context, options.color)));
	if (options.jsonInto !== undefined) await writeWhole(context, options.jsonInto, jsonDocument(planned.sealed()));
	if (options.markdown !== undefined) {
		const { planMarkdown } = await import("../render/plan-markdown.js");
		await writeWhole(context, options.markdown, planMarkdown(planned.sealed()));
	}
}
