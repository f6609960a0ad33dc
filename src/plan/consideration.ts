// One resource, thought through: what is desired, what is live, what differs, what is to be done, and by whose doing.
import type { JsonObject } from "../base/json.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { ExpressionLanguage } from "../kinds/expression.js";
import type { Kind } from "../kinds/kind.js";
import type { ActionReason, Blocked, Cause } from "../model/plan.js";
import { includesAction } from "../model/plan.js";
import { containsReference, referencesIn, referenceText, resolveReferences } from "../model/reference.js";
import type { Live } from "../model/resource.js";
import type { Decision } from "./decision.js";
import { decideCreate, decideDelete, decideUpdate } from "./decision.js";
import type { FieldDifferences } from "./fields.js";
import { differences, sameAttributes } from "./fields.js";
import type { PlanInput } from "./input.js";
import type { Match } from "./match.js";
import type { ManagedIdentifiers, Resolution } from "./references.js";
import { resolveReference } from "./references.js";

export interface Consideration {
	readonly match: Match;
	readonly before: JsonObject | undefined;
	/** With identifiers filled in where they are known; undefined when it shall not exist. */
	readonly after: JsonObject | undefined;
	readonly difference: FieldDifferences;
	readonly decision: Decision;
	readonly blocked?: Blocked;
	readonly reason?: ActionReason;
	readonly cause?: Cause;
	/** Identifiers that references were resolved to. */
	readonly resolved: ReadonlyMap<string, string>;
	readonly diagnostics: readonly Diagnostic[];
	/** What a reference to it stands for. */
	readonly identifier: Resolution;
	/** Desired, live and recorded are all the same: there is nothing to do and nothing to tell. */
	readonly steady?: true;
}

const NONE: ReadonlyMap<string, string> = new Map();
const NO_DIAGNOSTICS: readonly Diagnostic[] = [];
const NO_DIFFERENCE: FieldDifferences = { fields: [], changed: new Set() };
const NO_OP: Decision = { actions: ["no-op"], deeds: [], replaces: [] };

export function consider(match: Match, input: PlanInput, managed: ManagedIdentifiers): Consideration {
	const { desired, live, kind } = match;
	if (match.ambiguous !== undefined) {
		return unmoved(match, { reason: match.ambiguous, remedy: "rename or remove all but one of them, then plan again" });
	}
	if (desired === undefined || desired.state === "absent") return considerRemoval(match, input);
	if (live !== undefined && desired.references.length === 0 && sameAttributes(live.attributes, desired.attributes)) {
		return considerUnchanged(match, live);
	}

	const { attributes, resolved, blocked, diagnostics } = resolveAttributes(match, input, managed);
	if (diagnostics.length > 0 || blocked !== undefined) {
		return {
			...unmoved(match, blocked ?? { reason: "a reference could not be resolved", remedy: "see the diagnostics" }),
			after: attributes,
			diagnostics,
			resolved,
		};
	}
	if (live === undefined) {
		const decision = decideCreate(kind, attributes, input.offers);
		return finish(match, undefined, attributes, differences({}, attributes, kind.itemKeys), decision, undefined, resolved, input);
	}
	const after = keepSameExpressions(kind, live.attributes, attributes, input.language);
	const difference = differences(live.attributes, after, kind.itemKeys);
	const decision = decideUpdate(kind, live.attributes, after, difference.changed, input.offers);
	const waits =
		decision.replaces.length > 0 && referencesIn(after).length > 0 && difference.fields.every((field) => field.after_unknown);
	const reason: ActionReason | undefined =
		match.previousAddress !== undefined
			? "renamed"
			: waits
				? "reference_replaced"
				: decision.replaces.length > 0
					? "cannot_update"
					: undefined;
	return finish(match, live.attributes, after, difference, decision, reason, resolved, input);
}

/** By far the most common case, and the one that must cost least. */
function considerUnchanged(match: Match, live: Live): Consideration {
	const { recorded } = match;
	const steady = recorded !== undefined && sameAttributes(recorded.attributes, live.attributes);
	return {
		match,
		before: live.attributes,
		after: live.attributes,
		difference: NO_DIFFERENCE,
		decision: NO_OP,
		resolved: NONE,
		diagnostics: NO_DIAGNOSTICS,
		identifier: { state: "known", value: live.id },
		...(match.previousAddress === undefined ? {} : { reason: "renamed" as const }),
		...(steady ? { steady: true as const } : {}),
	};
}

function considerRemoval(match: Match, input: PlanInput): Consideration {
	const { desired, live, kind } = match;
	const exclusive = input.settings[kind.name].manage === "exclusive";
	const wanted = desired?.state === "absent" || exclusive;
	if (live === undefined || live.retired || !wanted) {
		return { ...unmoved(match, undefined), before: live?.attributes, after: live?.attributes };
	}
	const decision = decideDelete(kind, live.attributes, input.offers);
	const reason = desired === undefined ? "not_in_manifests" : "declared_absent";
	return finish(
		match,
		live.attributes,
		undefined,
		differences(live.attributes, {}, kind.itemKeys),
		decision,
		reason,
		new Map(),
		input,
	);
}

function unmoved(match: Match, blocked: Blocked | undefined): Consideration {
	return {
		match,
		before: match.live?.attributes,
		after: match.live?.attributes,
		difference: NO_DIFFERENCE,
		decision: NO_OP,
		...(blocked === undefined ? {} : { blocked }),
		resolved: new Map(),
		diagnostics: [],
		identifier: identifierOf(match, NO_OP, blocked),
	};
}

function finish(
	match: Match,
	before: JsonObject | undefined,
	after: JsonObject | undefined,
	difference: FieldDifferences,
	decision: Decision,
	reason: ActionReason | undefined,
	resolved: ReadonlyMap<string, string>,
	input: PlanInput,
): Consideration {
	const cause = causeOf(match, before, after, decision, input);
	return {
		match,
		before,
		after,
		difference,
		decision,
		...(decision.blocked === undefined ? {} : { blocked: decision.blocked }),
		...(reason === undefined ? {} : { reason }),
		...(cause === undefined ? {} : { cause }),
		resolved,
		diagnostics: [],
		identifier: identifierOf(match, decision, decision.blocked),
	};
}

function identifierOf(match: Match, decision: Decision, blocked: Blocked | undefined): Resolution {
	const { live, address } = match;
	const remakes = includesAction(decision.actions, "create");
	if (blocked !== undefined && (live === undefined || remakes)) {
		return {
			state: "blocked",
			reason: `it refers to \`${address}\`, which cannot be made: ${blocked.reason}`,
			remedy: blocked.remedy,
		};
	}
	if (remakes) return { state: "after-apply" };
	if (live !== undefined) return { state: "known", value: live.id };
	return { state: "blocked", reason: `it refers to \`${address}\`, which does not exist`, remedy: "declare it" };
}

function resolveAttributes(match: Match, input: PlanInput, managed: ManagedIdentifiers) {
	const raw = match.desired?.attributes ?? {};
	const resolved = new Map<string, string>();
	const diagnostics: Diagnostic[] = [];
	let blocked: Blocked | undefined;
	if (match.desired?.references.length === 0) return { attributes: raw, resolved, diagnostics, blocked };
	const attributes = resolveReferences(raw, (reference) => {
		const resolution = resolveReference(reference, match.address, managed, input.lookups, input.readings, input.external);
		switch (resolution.state) {
			case "known":
				resolved.set(resolution.value, referenceText(reference));
				return resolution.value;
			case "blocked":
				blocked ??= { reason: resolution.reason, remedy: resolution.remedy };
				return undefined;
			case "invalid":
				diagnostics.push(resolution.diagnostic);
				return undefined;
			case "after-apply":
				return undefined;
		}
	});
	return { attributes: attributes === raw ? raw : match.kind.normalise(attributes), resolved, diagnostics, blocked };
}

/** An expression laid out differently is the same expression: the live text stays, and nothing is planned for white space. */
function keepSameExpressions(kind: Kind, before: JsonObject, after: JsonObject, language: ExpressionLanguage): JsonObject {
	let kept = after;
	for (const { path } of kind.expressions) {
		const [name] = path;
		if (name === undefined || path.length !== 1) continue;
		const left = before[name];
		const right = after[name];
		if (typeof left !== "string" || typeof right !== "string" || left === right || containsReference(right)) continue;
		if (language.same(left, right)) kept = { ...kept, [name]: left };
	}
	return kept;
}

/** Equality in our eyes: attributes alike, expressions alike but for their layout. */
export function sameMeaning(kind: Kind, a: JsonObject, b: JsonObject, language: ExpressionLanguage): boolean {
	if (sameAttributes(a, b)) return true;
	// What was recorded was normalised by the version that recorded it, which need not be this one.
	const [left, right] = [kind.normalise(a), kind.normalise(b)];
	return sameAttributes(left, keepSameExpressions(kind, left, right, language));
}

/** Whether the manifests moved, or the live side, or both: what was recorded is the fixed point to tell by. */
function causeOf(
	match: Match,
	before: JsonObject | undefined,
	after: JsonObject | undefined,
	decision: Decision,
	input: PlanInput,
): Cause | undefined {
	if (decision.actions[0] === "no-op") return undefined;
	if (input.recorded === undefined) return "unknown";
	const { recorded } = match;
	if (recorded === undefined) return match.desired === undefined ? "drift" : "config";
	const liveMoved = before === undefined || !sameMeaning(match.kind, recorded.attributes, before, input.language);
	const configMoved = after === undefined || !sameMeaning(match.kind, recorded.attributes, after, input.language);
	if (match.desired === undefined && match.live !== undefined) return liveMoved ? "both" : "config";
	return liveMoved && configMoved ? "both" : liveMoved ? "drift" : "config";
}
