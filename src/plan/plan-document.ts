// The second half of planning: what was thought through, written down as the document that is shown, saved and applied.
import type { Activity } from "../api/activity.js";
import { canonicalJson, compareText } from "../base/canonical-json.js";
import { digestOf, digestOfDocument } from "../base/digest.js";
import type { JsonObject, JsonValue } from "../base/json.js";
import { isJsonArray, isJsonObject } from "../base/json.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { hasErrors } from "../diagnostics/diagnostic.js";
import type { Address, KindName } from "../model/address.js";

import { identifiersIn } from "../model/identifier.js";
import type {
	Attribution,
	DriftClass,
	KindReading,
	Plan,
	PlanDiagnostic,
	PlanDraft,
	PlanSummary,
	ResourceChange,
	ResourceDrift,
	Step,
} from "../model/plan.js";
import { includesAction, PLAN_FORMAT_VERSION } from "../model/plan.js";
import { placeholdersIn, printReferences } from "../model/reference.js";
import type { DriftReport } from "../model/report.js";
import { REPORT_FORMAT_VERSION } from "../model/report.js";
import type { Recorded } from "../model/resource.js";
import type { Consideration } from "./consideration.js";
import { sameAttributes, unknownMirror } from "./fields.js";
import type { Match } from "./match.js";
import type { Decided, Steps } from "./steps.js";
import { makeSteps } from "./steps.js";
import type { Study } from "./study.js";

/** What the service knew beyond the resources: who touched what, and which activities already wait. */
export interface Circumstances {
	readonly attributions: ReadonlyMap<Address, Attribution>;
	/** Activities that wait for approvals or authenticators. */
	readonly openActivities: readonly Activity[];
}

export const NO_CIRCUMSTANCES: Circumstances = { attributions: new Map(), openActivities: [] };

/** Drift that a plan has to tell its reader about; the other classes are either its own changes or listed as unmanaged. */
const PLAN_DRIFT: readonly DriftClass[] = ["drift", "conflict", "missing", "converged"];

/** The changes of a study as steps; needed before the circumstances, to know which open activities matter. */
export function stepsOf(study: Study): Steps {
	const decided = study.considered.filter((each) => each.decision.deeds.length > 0 && each.blocked === undefined).map(toDecided);
	return makeSteps(decided, study.input.kinds);
}

function toDecided({ match, decision, before, after }: Consideration): Decided {
	const name = (attributes: JsonObject | undefined) => {
		const value = attributes?.["name"];
		return typeof value === "string" ? value : undefined;
	};
	return {
		address: match.address,
		kind: match.kind,
		id: match.live?.id,
		deeds: decision.deeds,
		replacement: decision.actions.length > 1,
		liveName: name(before),
		desiredName: name(after),
		parent: match.desired?.parent ?? match.live?.parent,
	};
}

/** The plan as it is shown. */
export function draftPlan(study: Study, made: Steps, circumstances: Circumstances): PlanDraft {
	const { input } = study;
	const diagnostics: Diagnostic[] = [...study.diagnostics];
	if (!made.ok) {
		diagnostics.push({
			code: "Q5107",
			severity: "error",
			message: `these changes wait for each other and cannot be put in order: ${made.cycle.map((each) => `\`${each}\``).join(" -> ")}`,
			help: "make one of them in a run of its own, for example with --target",
		});
	}
	const steps = made.ok ? made.steps.map((step) => withOpenActivity(step, circumstances.openActivities)) : [];
	const kinds = kindReadings(study);
	const complete = Object.values(kinds).every((kind) => kind.completeness !== "unknown");
	for (const [name, reading] of Object.entries(kinds)) {
		if (reading.completeness === "unknown") {
			diagnostics.push({
				code: "Q5101",
				severity: "error",
				message: `${name} resources could not be read, so nothing is planned for them: ${reading.reason ?? ""}`,
				help: "plan again when the service answers, or leave the kind out with `--exclude`",
			});
		}
	}
	const errored = hasErrors(diagnostics);
	const changes = study.considered
		.filter(stirs)
		.map((each) => resourceChange(each, made.ok ? (made.stepsOf.get(each.match.address) ?? []) : []));
	const deleted = new Set(changes.filter((change) => change.action_reason === "not_in_manifests").map((change) => change.id));
	const drift = study.drift
		.filter((each) => PLAN_DRIFT.includes(each.class) || (each.class === "unmanaged" && deleted.has(each.id)))
		.map((each) => withAttribution(each, circumstances.attributions));
	const unmanaged = study.considered
		.filter(isUnmanaged)
		.map(({ match }) => ({ address: match.address, type: match.kind.name, id: match.live?.id ?? "" }));
	return {
		format_version: PLAN_FORMAT_VERSION,
		tool_version: input.toolVersion,
		environment: input.environment,
		complete,
		applyable: !errored && complete && steps.length > 0 && study.checks.every((check) => check.status !== "fail"),
		errored,
		base: {
			organization_id: input.organizationId,
			profile: input.profile,
			config_digest: input.configDigest,
			scope: input.scope.given,
		},
		kinds,
		resource_changes: changes,
		resource_drift: drift,
		unmanaged,
		checks: study.checks,
		steps,
		names: namesIn(study, steps),
		summary: summarise(changes, study.considered.filter(rests).length, unmanaged.length, drift, steps),
		diagnostics: diagnostics.map(planDiagnostic).sort(byCodeAndText),
	};
}

/** Whether there is anything to say about it. */
function stirs(each: Consideration): boolean {
	return each.decision.actions[0] !== "no-op" || each.blocked !== undefined || recordChange(each) !== undefined;
}

/** A declared resource that is as it should be. */
function rests(each: Consideration): boolean {
	return (
		each.match.desired?.state === "present" &&
		each.match.live !== undefined &&
		each.decision.actions[0] === "no-op" &&
		each.blocked === undefined
	);
}

/** The plan as it is saved, emitted and applied: bound to what it was made from. */
export function sealPlan(draft: PlanDraft, study: Study): Plan {
	let next = 0;
	const resource_changes = study.considered.flatMap((each): readonly ResourceChange[] => {
		if (!stirs(each)) return rests(each) ? [resourceChange(each, [])] : [];
		const change = draft.resource_changes[next];
		next += 1;
		return change === undefined ? [] : [change];
	});
	const body = { ...draft, base: { ...draft.base, live_digests: liveDigests(study) }, resource_changes };
	return { ...body, plan_digest: digestOfDocument(body as unknown as JsonObject) };
}

export function planDocument(study: Study, made: Steps, circumstances: Circumstances): Plan {
	return sealPlan(draftPlan(study, made, circumstances), study);
}

export function driftReport(study: Study, circumstances: Circumstances): DriftReport {
	const { input } = study;
	const kinds = kindReadings(study);
	const drift = study.drift.map((each) => withAttribution(each, circumstances.attributions));
	const count = (wanted: DriftClass) => drift.filter((each) => each.class === wanted).length;
	return {
		format_version: REPORT_FORMAT_VERSION,
		type: "drift",
		tool_version: input.toolVersion,
		environment: input.environment,
		organization_id: input.organizationId,
		complete: Object.values(kinds).every((kind) => kind.completeness !== "unknown"),
		inventory: input.recorded !== undefined,
		kinds,
		resource_drift: drift,
		names: namesIn(study, []),
		summary: {
			drifted: count("drift"),
			missing: count("missing"),
			conflicts: count("conflict"),
			unmanaged: count("unmanaged"),
			config_ahead: count("config_ahead"),
			converged: count("converged"),
			differs: count("differs"),
			in_sync: study.inSync,
		},
		diagnostics: study.diagnostics.map(planDiagnostic).sort(byCodeAndText),
	};
}

function isUnmanaged({ match, decision }: Consideration): boolean {
	return match.desired === undefined && match.live !== undefined && !match.live.retired && decision.actions[0] === "no-op";
}

function resourceChange(each: Consideration, steps: readonly string[]): ResourceChange {
	const { match, before, after, difference, decision, blocked, reason, cause } = each;
	const { desired, live, recorded } = match;
	const record = recordChange(each);
	// What stays as it is holds no reference that is not resolved.
	const moves = decision.actions[0] !== "no-op" || blocked !== undefined;
	return {
		address: match.address,
		...(match.previousAddress === undefined ? {} : { previous_address: match.previousAddress }),
		type: match.kind.name,
		name: desired?.name ?? live?.name ?? "",
		...(live === undefined ? {} : { id: live.id }),
		...(cause === undefined ? {} : { cause }),
		...(reason === undefined ? {} : { action_reason: reason }),
		...(desired === undefined ? {} : { source: desired.source }),
		protect: desired?.protect ?? recorded?.protect ?? false,
		...(record === undefined ? {} : { record }),
		change: {
			actions: decision.actions,
			before: before ?? null,
			after: after === undefined ? null : moves ? printReferences(after) : after,
			after_unknown: after === undefined || !moves ? {} : unknownMirror(after),
			fields: difference.fields,
			replace_paths: decision.replaces,
		},
		steps,
		...(blocked === undefined ? {} : { blocked }),
	};
}

/** How the inventory differs from what it has to say after this apply, where no activity changes it anyway. */
function recordChange({ match, after, decision, blocked, steady }: Consideration): "add" | "change" | "forget" | undefined {
	if (decision.actions[0] !== "no-op" || blocked !== undefined) return undefined;
	const { desired, live, recorded } = match;
	if (steady && recorded !== undefined) return sameRecord(match, recorded) ? undefined : "change";
	const wanted = desired?.state === "present";
	if (live === undefined || (live.retired && !wanted)) return recorded === undefined || wanted ? undefined : "forget";
	if (!wanted || after === undefined) return undefined;
	if (recorded === undefined) return "add";
	return sameRecord(match, recorded) && sameAttributes(recorded.attributes, after) ? undefined : "change";
}

/** Whether a record's head, all but its attributes, is what it should be. */
function sameRecord({ address, desired, live }: Match, recorded: Recorded): boolean {
	return recorded.id === live?.id && recorded.address === address && recorded.protect === (desired?.protect ?? recorded.protect);
}

function kindReadings(study: Study): Readonly<Partial<Record<KindName, KindReading>>> {
	const readings: Partial<Record<KindName, KindReading>> = {};
	for (const kind of study.input.kinds) {
		const reading = study.input.readings.get(kind.name);
		const excluded = study.input.scope.excludes.some((pattern) => pattern.matches(`${kind.name}/*`));
		if (excluded && reading?.completeness === "unknown") continue;
		readings[kind.name] = {
			manage: study.input.settings[kind.name].manage,
			completeness: reading?.completeness ?? "unknown",
			...(reading?.reason === undefined ? {} : { reason: reading.reason }),
			live: reading?.live.filter((live) => !live.retired).length ?? 0,
			ignored: study.ignored.get(kind.name) ?? 0,
		};
	}
	return readings;
}

/** One digest per live resource the plan looked at, so that apply can tell whether anything moved since. */
function liveDigests(study: Study): Readonly<Record<Address, string>> {
	const entries = study.considered.flatMap((each): [string, string][] => {
		const { live } = each.match;
		if (live === undefined) return [];
		return [
			[`${live.address} ${live.id}`, digestOf({ id: live.id, attributes: live.attributes, retired: live.retired ?? false })],
		];
	});
	return Object.fromEntries(entries.sort(([a], [b]) => compareText(a, b)));
}

function summarise(
	changes: readonly ResourceChange[],
	unchanged: number,
	unmanaged: number,
	drift: readonly ResourceDrift[],
	steps: readonly Step[],
): PlanSummary {
	const moving = changes.filter((each) => each.blocked === undefined);
	const count = (action: "create" | "update" | "delete") =>
		moving.filter((each) => includesAction(each.change.actions, action)).length;
	return {
		add: count("create"),
		change: count("update"),
		destroy: count("delete"),
		replace: moving.filter((each) => each.change.actions.length > 1).length,
		unchanged,
		blocked: changes.length - moving.length,
		unmanaged,
		drifted: drift.length,
		activities: steps.length,
		records: changes.filter((each) => each.record !== undefined).length,
	};
}

/** What identifiers in the changes stand for, as far as references and the live side tell. */
function namesIn(study: Study, steps: readonly Step[]): Readonly<Record<string, Address>> {
	const mentioned = mentionedIn(study, steps);
	if (mentioned.size === 0) return {};
	const known = new Map<string, Address>();
	for (const entries of study.input.lookups.entries.values()) for (const entry of entries) known.set(entry.id, entry.address);
	for (const reading of study.input.readings.values()) for (const live of reading.live) known.set(live.id, live.address);
	for (const each of study.considered) {
		if (each.decision.actions[0] === "no-op") continue;
		for (const [identifier, reference] of each.resolved) if (!reference.includes("#")) known.set(identifier, reference);
	}
	const names = [...mentioned].flatMap((identifier): [string, Address][] => {
		const address = known.get(identifier);
		return address === undefined ? [] : [[identifier, address]];
	});
	return Object.fromEntries(names.sort(([a], [b]) => compareText(a, b)));
}

function mentionedIn(study: Study, steps: readonly Step[]): ReadonlySet<string> {
	const mentioned = new Set<string>();
	const mention = (value: unknown) => {
		for (const identifier of identifiersIn(JSON.stringify(value) ?? "")) mentioned.add(identifier);
	};
	for (const each of study.considered) if (each.decision.actions[0] !== "no-op") mention(each.difference.fields);
	for (const drift of study.drift) mention(drift.fields);
	if (steps.length > 0) mention(steps);
	return mentioned;
}

function withAttribution(drift: ResourceDrift, attributions: ReadonlyMap<Address, Attribution>): ResourceDrift {
	const attribution = attributions.get(drift.address);
	return attribution === undefined ? drift : { ...drift, attribution };
}

/** An activity with the same intent that already waits is followed; submitting another would ask everyone twice. */
function withOpenActivity(step: Step, open: readonly Activity[]): Step {
	if (open.length === 0 || placeholdersIn(step.parameters).length > 0) return step;
	const wanted = canonicalJson(withoutNulls(step.parameters));
	const found = open.find((activity) => {
		if (activity.type !== step.type) return false;
		const intent = Object.values(activity.intent ?? {}).find(isJsonObject);
		return intent !== undefined && canonicalJson(withoutNulls(intent)) === wanted;
	});
	return found === undefined ? step : { ...step, pending_activity: { id: found.id, fingerprint: found.fingerprint } };
}

function withoutNulls(value: JsonValue): JsonValue {
	if (isJsonArray(value)) return value.map(withoutNulls);
	if (!isJsonObject(value)) return value;
	return Object.fromEntries(Object.entries(value).flatMap(([key, item]) => (item === null ? [] : [[key, withoutNulls(item)]])));
}

function planDiagnostic(each: Diagnostic): PlanDiagnostic {
	return {
		severity: each.severity,
		code: each.code,
		summary: each.message,
		...(each.address === undefined ? {} : { address: each.address }),
		...(each.help === undefined ? {} : { help: each.help }),
	};
}

function byCodeAndText(a: PlanDiagnostic, b: PlanDiagnostic): number {
	return compareText(a.code, b.code) || compareText(a.summary, b.summary);
}
