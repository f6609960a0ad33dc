// `quorate apply`: carries out a plan, the saved one or one made and shown first, and nothing else.

import type { ActivityPort } from "../api/port.js";
import { applyReport } from "../apply/apply-report.js";
import { execute } from "../apply/execute.js";
import { updateInventory } from "../apply/inventory-update.js";
import type { JsonObject } from "../base/json.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { Loaded } from "../manifest/load.js";
import type { Plan, PlanDiagnostic } from "../model/plan.js";
import type { ApplyReport } from "../model/report.js";
import { applyText } from "../render/apply-text.js";
import { diagnosticsText } from "../render/diagnostic-text.js";
import { summaryLine } from "../render/plan-view.js";
import { saveInventory } from "../state/inventory.js";
import { openJournal } from "../state/journal.js";
import { abandonJournal, JournalWriter } from "../state/journal-writer.js";
import { acquireLock, type Lock } from "../state/lock.js";
import { showProgress } from "./apply-progress.js";
import { type ConnectionOptions, openWriter } from "./connection.js";
import { type Context, isUnattended } from "./context.js";
import { type Earlier, settleEarlier } from "./earlier-apply.js";
import { EXIT, type ExitCode, exitCodeOfApply, exitCodeOfPlan } from "./exit-code.js";
import { type Inputs, openInputs, readValidManifests } from "./inputs.js";
import { isProcessAlive, lockIdentity } from "./lock-identity.js";
import { jsonDocument, paletteFor, printDocument, writeWhole } from "./output.js";
import { emitPlan, type PlanOutputOptions } from "./plan.js";
import { makePlan, type PlanningOptions, readState } from "./planning.js";
import { Refusal } from "./refusal.js";
import { readPlanFile, scopeOfPlan, staleness } from "./saved-plan.js";
import { type GuardOptions, readOverrides, readScope, type ScopeOptions } from "./scope-options.js";
import { VERSION } from "./version.js";

export interface ApplyOptions extends ConnectionOptions, ScopeOptions, GuardOptions, PlanOutputOptions {
	readonly autoApprove?: boolean;
	readonly abandon?: boolean;
	readonly parallelism: number;
	readonly lockTimeout: number;
}

export async function runApply(context: Context, options: ApplyOptions, planFile: string | undefined): Promise<ExitCode> {
	if (planFile !== undefined) refuseScope(options);
	const saved = planFile === undefined ? undefined : await readPlanFile(context, planFile);
	const scopeOptions = saved === undefined ? options : scopeOfPlan(saved);
	const scope = readScope(scopeOptions);
	const overrides = readOverrides(options);
	const inputs = await openInputs(context, options);
	let loaded: Loaded | undefined = await readValidManifests(context, options, inputs);
	const lock = await lockState(context, options, inputs);
	try {
		if (options.abandon) await giveUp(context, inputs);
		const before = await openJournal(inputs.stateFolder);
		const connection = await openWriter(context, options, inputs, {
			concurrency: options.parallelism,
			...(before.state === undefined ? {} : { after: before.state.lastTimestampMs }),
		});
		try {
			const remembered = await readState(inputs.stateFolder, connection.organizationId);
			const earlier = await settleEarlier(context, inputs.stateFolder, connection.port, remembered, saved?.plan_digest);
			const plan = await planToCarryOut(
				context,
				options,
				{ inputs, loaded, port: connection.port, remembered: earlier.remembered, scope, overrides },
				saved === undefined ? undefined : { plan: saved, file: planFile ?? "", continued: earlier.continued !== undefined },
			);
			// From here on the plan is all there is; what it was made from would only take memory while it is carried out.
			loaded = undefined;
			if (typeof plan === "number") return plan;
			const report = await carryOut(context, options, { inputs, plan, earlier, port: connection.port, lock, planFile });
			await emitReport(context, options, report);
			return exitCodeOfApply(report);
		} finally {
			await connection.close();
		}
	} finally {
		await lock.release();
	}
}

/** The plan as it is shown, judged and confirmed; the exit code when nothing is to be carried out. */
async function planToCarryOut(
	context: Context,
	options: ApplyOptions,
	basis: PlanningOptions,
	saved: { readonly plan: Plan; readonly file: string; readonly continued: boolean } | undefined,
): Promise<Plan | ExitCode> {
	const now = await makePlan(basis);
	const plan = saved?.plan ?? now.sealed();
	if (saved?.continued === false) refuseStale(plan, now.sealed());
	if (saved !== undefined && !options.json) context.stdout.write(`Applying ${saved.file}. ${summaryLine(plan)}\n`);
	else if (!options.json) await emitPlan(context, options, now);
	const refused = refusalOf(plan);
	if (refused !== EXIT.success) {
		if (options.json) printDocument(context, plan);
		return refused;
	}
	if (plan.steps.length > 0 && saved === undefined) await confirm(context, options, plan);
	return plan;
}

/** A saved plan was made with a scope and overrides, and reviewed with them. */
function refuseScope(options: ApplyOptions): void {
	const given = [
		...options.target.map(() => "--target"),
		...options.exclude.map(() => "--exclude"),
		...options.selector.map(() => "--selector"),
		...options.allowDeletes.map(() => "--allow-deletes"),
		...options.allowProtected.map(() => "--allow-protected"),
		...options.acceptLockout.map(() => "--accept-lockout"),
		...options.allowDangling.map(() => "--allow-dangling"),
	];
	if (given.length === 0) return;
	throw new Refusal(EXIT.error, [
		{
			code: "Q7113",
			severity: "error",
			message: `${[...new Set(given)].join(", ")} cannot be given with a saved plan`,
			help: "give it to `quorate plan --out`, so that it is reviewed with the plan",
		},
	]);
}

async function lockState(context: Context, options: ApplyOptions, inputs: Inputs): Promise<Lock> {
	const identity = await lockIdentity(context, `apply in environment ${inputs.environment.name}`);
	const { lock, diagnostics } = await acquireLock(inputs.stateFolder, identity, {
		clock: context.clock,
		isAlive: isProcessAlive,
		waitMs: options.lockTimeout * 1000,
		onWait: (holder) =>
			context.stderr.write(`Waiting for ${holder.command} on ${holder.host} (process ${holder.pid}) to finish\n`),
		signal: context.signal,
	});
	if (lock === undefined) throw new Refusal(EXIT.error, diagnostics);
	if (diagnostics.length > 0)
		context.stderr.write(diagnosticsText(diagnostics, paletteFor(context.stderr, context, options.color)));
	return lock;
}

/** `--abandon`: the interrupted apply's unsettled steps are given up; its journal is kept beside. */
async function giveUp(context: Context, inputs: Inputs): Promise<void> {
	await abandonJournal(inputs.stateFolder);
	context.stderr.write("The interrupted apply is given up; its journal is kept as journal.previous.jsonl.\n");
}

function refuseStale(saved: Plan, now: Plan): void {
	const found = staleness(saved, now);
	if (found.length > 0) throw new Refusal(EXIT.stale, found);
}

/** Why a plan is not carried out at all, computed from the plan; success when it may be. */
function refusalOf(plan: Plan): ExitCode {
	return exitCodeOfPlan(plan, false);
}

async function confirm(context: Context, options: ApplyOptions, plan: Plan): Promise<void> {
	if (options.autoApprove) return;
	const answer = isUnattended(context)
		? undefined
		: await context.ask(
				`\nCarry out these ${plan.steps.length} activities in ${plan.environment}? Only \`yes\` is taken for an answer: `,
			);
	if (answer === undefined) {
		throw new Refusal(EXIT.error, [
			{
				code: "Q7114",
				severity: "error",
				message: "nobody can be asked, and nothing was approved",
				help: "give --auto-approve, or apply a plan that was saved with `quorate plan --out` and reviewed",
			},
		]);
	}
	if (answer.trim() !== "yes") {
		throw new Refusal(EXIT.error, [{ code: "Q7115", severity: "error", message: "not approved; nothing was done" }]);
	}
}

interface Undertaking {
	readonly inputs: Inputs;
	readonly plan: Plan;
	readonly earlier: Earlier;
	readonly port: ActivityPort;
	readonly lock: Lock;
	readonly planFile: string | undefined;
}

async function carryOut(context: Context, options: ApplyOptions, undertaking: Undertaking): Promise<ApplyReport> {
	const { inputs, plan, earlier, port, lock, planFile } = undertaking;
	const folder = inputs.stateFolder;
	const journal =
		earlier.continued?.writer ??
		(plan.steps.length === 0
			? undefined
			: await JournalWriter.begin(folder, {
					plan: plan as unknown as JsonObject,
					planDigest: plan.plan_digest,
					organizationId: port.organizationId,
					profile: port.profile,
					at: new Date(context.clock.now()).toISOString(),
				}));
	const progress = showProgress(
		context,
		paletteFor(context.stderr, context, options.color),
		plan.steps.length,
		options.json ?? false,
	);
	const diagnostics: Diagnostic[] = [];
	try {
		const execution = await execute({
			plan,
			port,
			log: journal ?? { intend: async () => undefined, settle: () => undefined },
			...(earlier.continued === undefined ? {} : { settled: earlier.continued.settled }),
			concurrency: options.parallelism,
			signal: AbortSignal.any([context.signal, lock.lost]),
			onEvent: progress.onEvent,
		});
		progress.stop();
		const { inventory } = earlier.remembered;
		const resources = updateInventory(inventory?.resources ?? [], plan, execution.outcomes, execution.identifiers);
		if (plan.steps.length > 0 || plan.summary.records > 0) {
			const saved = await saveInventory(folder, {
				organizationId: port.organizationId,
				basedOn: inventory?.serial ?? 0,
				resources,
			});
			diagnostics.push(...saved.diagnostics);
		}
		if (lock.lost.aborted) {
			diagnostics.push({
				code: "Q6024",
				severity: "error",
				message: "the lock was lost while applying, so nothing more was begun",
				help: "see who else applies; then run apply again",
			});
		}
		await closeJournal(journal, execution.outcomes, port, diagnostics.length > 0);
		return applyReport({
			plan,
			toolVersion: VERSION,
			outcomes: execution.outcomes,
			interrupted: execution.interrupted && context.signal.aborted,
			diagnostics: diagnostics.map(planDiagnostic),
			resume: resumeCommand(context, options, planFile),
		});
	} finally {
		progress.stop();
		await journal?.close();
	}
}

/** The journal ends when nothing is left that only it remembers; otherwise the next apply continues it. */
async function closeJournal(
	journal: JournalWriter | undefined,
	outcomes: ApplyReport["steps"],
	port: ActivityPort,
	keep: boolean,
): Promise<void> {
	if (journal === undefined) return;
	const open = outcomes.some(({ status }) => status === "unknown" || (status === "pending" && !port.offers("list_activities")));
	if (open || keep) await journal.close();
	else await journal.end();
}

function planDiagnostic(each: Diagnostic): PlanDiagnostic {
	return {
		severity: each.severity,
		code: each.code,
		summary: each.message,
		...(each.help === undefined ? {} : { help: each.help }),
	};
}

function resumeCommand(context: Context, options: ApplyOptions, planFile: string | undefined): string {
	const words = [context.program, "apply"];
	if (options.project !== "quorate.yaml") words.push("--project", options.project);
	if (options.environment !== undefined) words.push("--environment", options.environment);
	if (planFile !== undefined) words.push(planFile);
	return words.join(" ");
}

async function emitReport(context: Context, options: ApplyOptions, report: ApplyReport): Promise<void> {
	if (options.json) printDocument(context, report);
	else context.stdout.write(`\n${applyText(report, paletteFor(context.stdout, context, options.color))}`);
	if (options.jsonInto !== undefined) await writeWhole(context, options.jsonInto, jsonDocument(report));
}
