// What the inventory says after an apply: for every resource whose steps all completed, what was applied; for every other,
// what it said before.
import { compareText } from "../base/canonical-json.js";
import type { JsonObject, JsonValue } from "../base/json.js";
import { isJsonArray, isJsonObject } from "../base/json.js";
import type { Address } from "../model/address.js";
import { splitAddress, splitParent } from "../model/address.js";
import type { Plan, ResourceChange } from "../model/plan.js";
import { includesAction } from "../model/plan.js";
import type { StepOutcome } from "../model/report.js";
import type { Recorded } from "../model/resource.js";
import type { Identifiers } from "./identifiers.js";

export function updateInventory(
	before: readonly Recorded[],
	plan: Pick<Plan, "resource_changes">,
	outcomes: readonly StepOutcome[],
	identifiers: Identifiers,
): readonly Recorded[] {
	const done = new Map(outcomes.filter((outcome) => outcome.status === "done").map((outcome) => [outcome.step, outcome]));
	const records = new Map<Address, Recorded>(before.map((each) => [each.address, each]));
	for (const change of plan.resource_changes) {
		if (change.blocked !== undefined) continue;
		const finished = change.steps.filter((step) => done.has(step));
		if (change.change.actions[0] === "no-op") applyRecord(records, change);
		else if (finished.length === change.steps.length) applyChange(records, change, done, identifiers);
		else if (finished.length > 0) applyPart(records, change, finished, done, identifiers);
	}
	return [...records.values()].sort((a, b) => compareText(a.address, b.address));
}

function applyRecord(records: Map<Address, Recorded>, change: ResourceChange): void {
	if (change.record === "forget") records.delete(change.address);
	else if (change.record !== undefined && change.id !== undefined && change.change.after !== null) {
		records.set(change.address, recordOf(change, change.id, change.change.after, undefined));
	}
}

function applyChange(
	records: Map<Address, Recorded>,
	change: ResourceChange,
	done: ReadonlyMap<string, StepOutcome>,
	identifiers: Identifiers,
): void {
	if (change.previous_address !== undefined) records.delete(change.previous_address);
	if (change.change.after === null) {
		records.delete(change.address);
		return;
	}
	const made = includesAction(change.change.actions, "create") ? identifiers.get(change.address) : undefined;
	const id = made ?? change.id ?? keyOf(change);
	const last = done.get(change.steps.at(-1) ?? "");
	records.set(
		change.address,
		recordOf(change, id, fillKnown(change.change.after, change.change.after_unknown, identifiers), last?.activity?.id),
	);
}

/** Half of a replacement, or a creation without its follow-up: the record must know what exists now. */
function applyPart(
	records: Map<Address, Recorded>,
	change: ResourceChange,
	finished: readonly string[],
	done: ReadonlyMap<string, StepOutcome>,
	identifiers: Identifiers,
): void {
	const made = identifiers.get(change.address);
	if (made !== undefined && change.change.after !== null) {
		const after = fillKnown(change.change.after, change.change.after_unknown, identifiers);
		records.set(change.address, recordOf(change, made, after, done.get(finished.at(-1) ?? "")?.activity?.id));
	} else if (change.change.actions[0] === "delete") records.delete(change.address);
}

/** A kind without identifiers is known by what it guards. */
function keyOf(change: ResourceChange): string {
	const publicKey = change.change.after?.["publicKey"];
	return typeof publicKey === "string" ? publicKey : change.name;
}

function recordOf(change: ResourceChange, id: string, attributes: JsonObject, activityId: string | undefined): Recorded {
	const path = splitAddress(change.address)?.path ?? "";
	const parent = path === change.name ? undefined : splitParent(path)?.parent;
	return {
		address: change.address,
		kind: change.type,
		id,
		name: change.name,
		...(parent === undefined ? {} : { parent }),
		attributes,
		protect: change.protect,
		...(activityId === undefined ? {} : { activityId }),
	};
}

/** The attributes with identifiers put in where the plan said they would only be known now. */
function fillKnown(after: JsonObject, unknown: JsonObject, identifiers: Identifiers): JsonObject {
	return fill(after, unknown, identifiers) as JsonObject;
}

function fill(value: JsonValue, unknown: JsonValue | undefined, identifiers: Identifiers): JsonValue {
	if (unknown === undefined || unknown === false) return value;
	if (typeof value === "string") return identifiers.fillText(value);
	if (isJsonArray(value))
		return value.map((item, index) => fill(item, isJsonArray(unknown) ? unknown[index] : true, identifiers));
	if (isJsonObject(value)) {
		return Object.fromEntries(
			Object.entries(value).map(([key, item]) => [key, fill(item, isJsonObject(unknown) ? unknown[key] : true, identifiers)]),
		);
	}
	return value;
}
