// From inputs and a read-only port to a plan or a drift report: the one pipeline that plan, apply and drift share.
import type { Activity } from "../api/activity.js";
import { offers } from "../api/operation.js";
import { type OperationName, operations } from "../api/operations.js";
import type { QueryPort } from "../api/port.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { hasErrors } from "../diagnostics/diagnostic.js";
import { kinds } from "../kinds/all.js";
import { attribute, openActivities } from "../kinds/attribution.js";
import { takeSnapshot } from "../kinds/snapshot.js";
import type { Loaded } from "../manifest/load.js";
import { isKindName, KIND_NAMES, type KindName, splitAddress } from "../model/address.js";
import type { Plan, PlanDraft } from "../model/plan.js";
import type { DriftReport } from "../model/report.js";
import type { PlanInput } from "../plan/input.js";
import { NO_OVERRIDES, type Overrides } from "../plan/overrides.js";
import { draftPlan, driftReport, sealPlan, stepsOf } from "../plan/plan-document.js";
import type { Scope } from "../plan/scope.js";
import { type Study, study } from "../plan/study.js";
import { loadInventory } from "../state/inventory.js";
import { type JournalState, openJournal } from "../state/journal.js";
import { EXIT } from "./exit-code.js";
import { expressionLanguage, type Inputs } from "./inputs.js";
import { Refusal } from "./refusal.js";
import { VERSION } from "./version.js";

export interface Remembered {
	readonly inventory: Awaited<ReturnType<typeof loadInventory>>["inventory"];
	readonly journal: JournalState | undefined;
}

/** Inventory and journal as they are on disk; refuses when either cannot be trusted. Writes nothing. */
export async function readState(folder: string, organizationId: string): Promise<Remembered> {
	const [inventory, journal] = await Promise.all([loadInventory(folder, organizationId), openJournal(folder, organizationId)]);
	const diagnostics = [...inventory.diagnostics, ...journal.diagnostics];
	if (hasErrors(diagnostics)) throw new Refusal(EXIT.error, diagnostics);
	return { inventory: inventory.inventory, journal: journal.state };
}

/** What a reader must know when an apply did not end: what it shows may already be on its way. */
export function unfinishedApply({ journal }: Remembered): Diagnostic[] {
	if (journal === undefined) return [];
	const onTheWay = [...journal.intents.keys()].filter((step) => !journal.outcomes.has(step)).length;
	const waiting = [...journal.outcomes.values()].filter((outcome) => outcome.status === "pending").length;
	return [
		{
			code: "Q6014",
			severity: "warning",
			message: `an apply begun ${journal.at} did not end: ${onTheWay} of its steps were on their way, ${waiting} wait for approval`,
			help: "`quorate apply` settles them first; until then a plan may show what is already done",
		},
	];
}

export interface PlanningOptions {
	readonly inputs: Inputs;
	readonly loaded: Loaded;
	readonly port: QueryPort;
	readonly remembered: Remembered;
	readonly scope: Scope;
	readonly overrides: Overrides;
}

/** Matches and considers everything; what is wrong with it is in the study's diagnostics, placed in the manifests. */
export async function makeStudy(options: PlanningOptions): Promise<Study> {
	const { inputs, loaded, port, remembered, scope, overrides } = options;
	const { environment, project } = inputs;
	const recorded = remembered.inventory?.resources;
	const [snapshot, actor] = await Promise.all([
		takeSnapshot(port, {
			kinds,
			desired: loaded.desired,
			recorded: recorded ?? [],
			exclusive: new Set(KIND_NAMES.filter((kind) => environment.kinds[kind].manage === "exclusive")),
			identifiers: environment.identifiers,
		}),
		whoami(port),
	]);
	const input: PlanInput = {
		toolVersion: VERSION,
		environment: environment.name,
		organizationId: port.organizationId,
		profile: port.profile,
		offers: (operation: OperationName) => offers(port.profile, operations[operation]),
		kinds,
		settings: environment.kinds,
		limits: environment.limits,
		language: expressionLanguage,
		desired: loaded.desired,
		configDigest: loaded.configDigest,
		recorded,
		readings: snapshot.readings,
		lookups: snapshot.lookups,
		external: new Set(project.external),
		...(actor === undefined ? {} : { actor }),
		egress: environment.egress,
		scope,
		overrides,
	};
	return study(input);
}

async function whoami(port: QueryPort): Promise<{ userId: string; userName: string } | undefined> {
	if (!port.offers("whoami")) return undefined;
	const { userId, username } = await port.query("whoami", {});
	return { userId, userName: username };
}

export interface Planned {
	/** For showing. */
	readonly draft: PlanDraft;
	/** For saving, emitting and carrying out: with its digests, made when first asked for. */
	sealed(): Plan;
}

export async function makePlan(options: PlanningOptions): Promise<Planned> {
	const studied = await makeStudy(options);
	const steps = stepsOf(studied);
	const types = steps.ok ? [...new Set(steps.steps.map((step) => step.type))].sort() : [];
	const [attributions, waiting] = await Promise.all([
		attributionsFor(studied, options.port),
		openActivities(options.port, types),
	]);
	const draft = draftPlan(studied, steps, {
		attributions,
		openActivities: [...waiting, ...rememberedActivities(options.remembered.journal)],
	});
	let plan: Plan | undefined;
	return {
		draft,
		sealed: () => {
			plan ??= sealPlan(draft, studied);
			return plan;
		},
	};
}

export async function makeDriftReport(options: Omit<PlanningOptions, "overrides">, attributed: boolean): Promise<DriftReport> {
	const studied = await makeStudy({ ...options, overrides: NO_OVERRIDES });
	const attributions = attributed ? await attributionsFor(studied, options.port) : new Map();
	return driftReport(studied, { attributions, openActivities: [] });
}

/** Asks the activity log about what moved without us. */
function attributionsFor(studied: Study, port: QueryPort) {
	const byName = new Map(kinds.map((kind) => [kind.name, kind]));
	const suspects = studied.drift.flatMap((drift) => {
		const kind = byName.get(drift.type);
		const asked = drift.class !== "config_ahead" && drift.id !== undefined;
		return asked && kind !== undefined ? [{ address: drift.address, kind, id: drift.id ?? "" }] : [];
	});
	return attribute(port, suspects);
}

/** Activities that our own journal knows to be waiting, for profiles without a log to ask. */
function rememberedActivities(journal: JournalState | undefined): Activity[] {
	const waiting = [...(journal?.outcomes.values() ?? [])].filter((outcome) => outcome.status === "pending");
	return waiting.flatMap((outcome): Activity[] => {
		const intent = journal?.intents.get(outcome.step);
		const { activity } = outcome;
		if (intent === undefined || activity === undefined) return [];
		const body = JSON.parse(intent.body) as { type: string; organizationId: string; parameters: Activity["intent"] };
		return [
			{
				...activity,
				organizationId: body.organizationId,
				type: body.type,
				intent: { parameters: body.parameters ?? {} },
				result: null,
				votes: [],
				canApprove: false,
				canReject: false,
				createdAt: "",
				updatedAt: "",
			},
		];
	});
}

/** Diagnostics about resources, with the places of their manifests. */
export function placed(diagnostics: readonly Diagnostic[], loaded: Loaded): readonly Diagnostic[] {
	return diagnostics.map((each) => {
		if (each.span !== undefined || each.address === undefined) return each;
		const kind = splitAddress(each.address)?.kind ?? "";
		const span = isKindName(kind as KindName) ? loaded.locate(each.address) : undefined;
		return span === undefined ? each : { ...each, span };
	});
}
