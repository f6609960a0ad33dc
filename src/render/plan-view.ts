// A plan as a reader meets it: grouped, counted, in order, with names in place of identifiers. Worked out once; the text
// and the Markdown rendering only lay it out.
import { compareText } from "../base/canonical-json.js";
import { isJsonArray, isJsonObject, type JsonValue } from "../base/json.js";
import { identifiersIn } from "../model/identifier.js";
import type { Attribution, Check, FieldChange, PlanDiagnostic, PlanDraft, ResourceChange, ResourceDrift } from "../model/plan.js";
import { includesAction } from "../model/plan.js";
import { oneLine, printable } from "./printable.js";
import type { Piece } from "./token-diff.js";
import { diffTokens } from "./token-diff.js";

export type Symbol = "+" | "~" | "-" | "-/+" | "+/-" | "!" | ".";

export interface FieldView {
	readonly symbol: "+" | "~" | "-";
	readonly path: string;
	/** Values as one text each, or as pieces when both sides are long texts. */
	readonly before?: string;
	readonly after?: string;
	readonly pieces?: readonly Piece[];
	/** `(known after apply)`, `(forces replacement)`. */
	readonly remarks: readonly string[];
}

export interface ChangeView {
	readonly symbol: Symbol;
	readonly address: string;
	readonly headline: string;
	readonly notes: readonly string[];
	readonly fields: readonly FieldView[];
	/** Names shown in place of identifiers, with the identifiers. */
	readonly legend: readonly (readonly [name: string, identifier: string])[];
}

export interface DriftView {
	readonly address: string;
	readonly headline: string;
	readonly by: string | undefined;
	readonly source: string | undefined;
	readonly fields: readonly FieldView[];
	readonly legend: readonly (readonly [name: string, identifier: string])[];
}

export interface PlanView {
	readonly changes: readonly ChangeView[];
	readonly drift: readonly DriftView[];
	readonly unmanaged: readonly string[];
	readonly checks: readonly Check[];
	readonly problems: readonly PlanDiagnostic[];
	/** Kinds that were not read from the service, and why. */
	readonly readings: readonly string[];
	readonly pending: readonly string[];
	/** The line scripts look for; its words do not change. */
	readonly summary: string;
	readonly details: string | undefined;
}

export function viewPlan(plan: PlanDraft): PlanView {
	const names = plan.names;
	const readings = Object.entries(plan.kinds).flatMap(([kind, reading]) => {
		if (reading.completeness === "read") return [];
		const what = reading.completeness === "recorded" ? "taken from the inventory" : "unknown";
		return [`${kind}: ${what}${reading.reason === undefined ? "" : `; ${oneLine(reading.reason)}`}`];
	});
	return {
		changes: viewChanges(plan),
		drift: plan.resource_drift.map((drift) => viewDrift(drift, names)),
		unmanaged: plan.unmanaged.map((each) => oneLine(each.address)),
		checks: plan.checks,
		problems: plan.diagnostics.filter((each) => each.severity !== "info"),
		readings,
		pending: plan.steps.flatMap((step) =>
			step.pending_activity === undefined
				? []
				: [
						`${step.id} (${step.operation}) already waits for approval as activity ${step.pending_activity.id}; it is followed, not submitted again`,
					],
		),
		summary: summaryLine(plan),
		details: detailLine(plan),
	};
}

function viewChanges(plan: PlanDraft): readonly ChangeView[] {
	const about: About = {
		names: plan.names,
		drift: new Map(plan.resource_drift.map((drift) => [drift.address, drift])),
		deactivated: new Set(plan.steps.flatMap((step) => (step.effect === "deactivate" ? step.addresses : []))),
	};
	return plan.resource_changes.filter(isShown).map((change) => viewChange(change, about));
}

/** What the rest of the plan says about a change, by address. */
interface About {
	readonly names: Readonly<Record<string, string>>;
	readonly drift: ReadonlyMap<string, ResourceDrift>;
	readonly deactivated: ReadonlySet<string>;
}

const isShown = (change: ResourceChange): boolean => change.blocked !== undefined || change.change.actions[0] !== "no-op";

/** Terraform's words, which people's eyes and scripts already know. */
export function summaryLine(plan: PlanDraft): string {
	const { add, change, destroy, blocked } = plan.summary;
	if (plan.errored && plan.steps.length === 0 && add + change + destroy === 0)
		return "Planning failed. Nothing is changed by a plan that failed.";
	if (add + change + destroy === 0 && blocked === 0) return "No changes. Your organization matches the manifests.";
	return `Plan: ${add} to add, ${change} to change, ${destroy} to destroy.`;
}

function detailLine(plan: PlanDraft): string | undefined {
	const { activities, blocked, drifted, unmanaged, records } = plan.summary;
	const parts = [
		activities > 0 ? `Activities: ${activities}.` : "",
		blocked > 0 ? `Blocked: ${blocked}.` : "",
		drifted > 0 ? `Drift: ${drifted}.` : "",
		unmanaged > 0 ? `Unmanaged: ${unmanaged}.` : "",
		records > 0 ? `Inventory: ${records} to record.` : "",
	].filter((part) => part !== "");
	return parts.length === 0 ? undefined : parts.join(" ");
}

const SYMBOLS: Readonly<Record<string, Symbol>> = {
	create: "+",
	update: "~",
	delete: "-",
	"delete create": "-/+",
	"create delete": "+/-",
};

function headlineOf(change: ResourceChange, about: About): string {
	const gone = about.deactivated.has(change.address) ? "deactivated (the service cannot delete it)" : "deleted";
	switch (change.change.actions.join(" ")) {
		case "create":
			return "will be created";
		case "update":
			return change.previous_address === undefined
				? "will be updated in place"
				: `will be renamed from ${oneLine(change.previous_address)}`;
		case "delete":
			return change.action_reason === "not_in_manifests" ? `will be ${gone}: no manifest declares it` : `will be ${gone}`;
		case "delete create":
			return "must be replaced: deleted first, then created";
		default:
			return `must be replaced: created first, then the old one is ${gone}`;
	}
}

const CAUSES: Readonly<Record<string, string>> = {
	drift: "changed behind git's back",
	both: "changed in git and behind git's back",
};

function viewChange(change: ResourceChange, about: About): ChangeView {
	const { actions, replace_paths: replacing } = change.change;
	const notes: string[] = [];
	if (change.source !== undefined) notes.push(`${change.source.file}:${change.source.line}`);
	const appeared = change.action_reason === "not_in_manifests" && change.cause === "drift";
	const vanished = actions[0] === "create" && change.cause === "drift";
	const cause = appeared ? "created behind git's back" : vanished ? "deleted behind git's back" : CAUSES[change.cause ?? ""];
	if (cause !== undefined) {
		const drift = about.drift.get(change.address);
		notes.push(drift?.attribution === undefined ? cause : `${cause} by ${describeAttribution(drift.attribution)}`);
	}
	if (change.action_reason === "reference_replaced") notes.push("because something it refers to is replaced");
	if (change.blocked !== undefined)
		notes.push(`blocked: ${oneLine(change.blocked.reason)}`, `to make it possible: ${oneLine(change.blocked.remedy)}`);
	const fields = includesAction(actions, "create") && actions.length === 1 ? createdFields(change) : change.change.fields;
	// What goes away is named; what it was stands in git's history and in the plan's JSON.
	const shown = actions[0] === "delete" && actions.length === 1 ? [] : fields;
	return {
		symbol: change.blocked !== undefined ? "!" : (SYMBOLS[actions.join(" ")] ?? "~"),
		address: oneLine(change.address),
		headline: change.blocked !== undefined ? "cannot be changed" : headlineOf(change, about),
		notes,
		fields: shown.map((field) => viewField(field, about.names, replacing)),
		legend: legendOf(shown, about.names),
	};
}

/** A new resource shows what it will be, but not its name again. */
function createdFields(change: ResourceChange): readonly FieldChange[] {
	return change.change.fields.filter((field) => field.path !== "name");
}

export function viewDrift(drift: ResourceDrift, names: Readonly<Record<string, string>>): DriftView {
	const headlines: Readonly<Record<string, string>> = {
		drift: "was changed behind git's back",
		conflict: "was changed behind git's back, and differently in git",
		missing: "was deleted behind git's back",
		converged: "was changed behind git's back to what git says now",
		unmanaged: "exists without a manifest",
		config_ahead: "differs: the manifests are ahead, apply is due",
		differs: "differs from its manifest",
	};
	return {
		address: oneLine(drift.address),
		headline: `${drift.class === "differs" && drift.id === undefined ? "does not exist" : (headlines[drift.class] ?? drift.class)}${drift.unknown === undefined ? "" : ` (${oneLine(drift.unknown)})`}`,
		by: drift.attribution === undefined ? undefined : describeAttribution(drift.attribution),
		source: drift.source === undefined ? undefined : `${drift.source.file}:${drift.source.line}`,
		fields: drift.fields.map((field) => viewField(field, names, [])),
		legend: legendOf(drift.fields, names),
	};
}

export function describeAttribution(attribution: Attribution): string {
	const who = attribution.users.map((user) => oneLine(user.name ?? user.id)).join(", ") || "an unknown user";
	const what = attribution.activity_type
		.replace(/^ACTIVITY_TYPE_/, "")
		.replace(/_V\d+$/, "")
		.toLowerCase();
	return `${who}, ${attribution.at}, ${what}, activity ${attribution.activity_id}`;
}

/** Texts longer than this are compared token by token; shorter ones are seen at a glance. */
const GLANCE = 32;

function viewField(field: FieldChange, names: Readonly<Record<string, string>>, replacing: readonly string[]): FieldView {
	const top = field.path.split(/[.[]/)[0] ?? field.path;
	const remarks = [
		...(field.after_unknown ? ["(identifier known after apply)"] : []),
		...(replacing.includes(top) ? ["(forces replacement)"] : []),
	];
	const before = field.before === undefined ? undefined : printValue(field.before, names);
	const after = field.after === undefined ? undefined : printValue(field.after, names);
	const texts = typeof field.before === "string" && typeof field.after === "string";
	const long = texts && (field.before.length > GLANCE || field.after.length > GLANCE);
	return {
		symbol: before === undefined ? "+" : after === undefined ? "-" : "~",
		path: oneLine(isOwnName(field, top) ? top : field.path),
		...(before === undefined ? {} : { before }),
		...(after === undefined ? {} : { after }),
		...(long ? { pieces: diffTokens(nameIdentifiers(field.before, names), nameIdentifiers(field.after, names)) } : {}),
		remarks,
	};
}

/** An item of a set of texts is its own name; showing it once is enough. */
function isOwnName(field: FieldChange, top: string): boolean {
	return field.path === `${top}[${String(field.after ?? field.before)}]`;
}

/** `0198…-uuid` becomes `${UserTag/signers}`, as an author would write it. */
function nameIdentifiers(text: string, names: Readonly<Record<string, string>>): string {
	let named = printable(text);
	for (const identifier of identifiersIn(text)) {
		const name = names[identifier];
		if (name !== undefined) named = named.replaceAll(identifier, `\${${oneLine(name)}}`);
	}
	return named;
}

function printValue(value: JsonValue, names: Readonly<Record<string, string>>): string {
	return nameIdentifiers(typeof value === "string" ? value : flow(value), names);
}

/** A text that needs no quotes to be told from the punctuation around it. */
const BARE = /^[A-Za-z0-9_$./:@-][A-Za-z0-9_$./:@{}() -]*$/;

/** Structures as an author would write them on one line. */
function flow(value: JsonValue): string {
	if (typeof value === "string") return BARE.test(value) && value.trim() === value ? value : JSON.stringify(value);
	if (isJsonArray(value)) return `[${value.map(flow).join(", ")}]`;
	if (!isJsonObject(value)) return JSON.stringify(value);
	return `{${Object.entries(value)
		.map(([key, item]) => `${key}: ${flow(item)}`)
		.join(", ")}}`;
}

function legendOf(fields: readonly FieldChange[], names: Readonly<Record<string, string>>): (readonly [string, string])[] {
	const mentioned = new Set(
		fields.flatMap((field) => identifiersIn(JSON.stringify([field.before ?? null, field.after ?? null]))),
	);
	// By name: identifiers differ from one organisation to the next, and a reader looks for the name.
	return [...mentioned]
		.flatMap((identifier) => {
			const name = names[identifier];
			return name === undefined ? [] : [[oneLine(name), identifier] as const];
		})
		.sort(([a, one], [b, other]) => compareText(a, b) || compareText(one, other));
}
