// The first half of planning: every resource matched and thought through, in the order in which references need it.
import { compareText } from "../base/canonical-json.js";
import { topologicalOrder } from "../base/graph.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { didYouMean } from "../diagnostics/suggestion.js";
import type { Kind } from "../kinds/kind.js";
import type { Address, KindName } from "../model/address.js";
import type { Check, ResourceDrift } from "../model/plan.js";
import type { Reading } from "../model/resource.js";
import type { Consideration } from "./consideration.js";
import { consider } from "./consideration.js";
import { classifyDrift } from "./drift.js";
import { guards } from "./guards.js";
import type { PlanInput } from "./input.js";
import type { Match } from "./match.js";
import { matchKind } from "./match.js";
import type { Resolution } from "./references.js";
import { applyScope } from "./scope.js";

export interface Study {
	readonly input: PlanInput;
	/** In scope, sorted by address. */
	readonly considered: readonly Consideration[];
	readonly drift: readonly ResourceDrift[];
	/** How many live resources are as they should be. */
	readonly inSync: number;
	readonly checks: readonly Check[];
	readonly ignored: ReadonlyMap<KindName, number>;
	readonly diagnostics: readonly Diagnostic[];
}

export function study(input: PlanInput): Study {
	const diagnostics: Diagnostic[] = [];
	const ignored = new Map<KindName, number>();
	// Addresses begin with the kind, so kinds in order of name give all matches in order of address.
	const matches = [...input.kinds]
		.sort((a, b) => compareText(a.name, b.name))
		.flatMap((kind) => matchesOf(kind, input, ignored, diagnostics));

	const known = new Set(matches.map((match) => match.address));
	const scoped = applyScope(input.scope, input.desired, known);
	for (const pattern of scoped.unmatchedTargets) {
		diagnostics.push({
			code: "Q5102",
			severity: "error",
			message: `\`${pattern}\` matches no resource, neither declared nor live`,
			help:
				didYouMean(pattern, [...known, ...input.desired.map((each) => each.address)]) ??
				"an address is `Kind/name`; `*` stands for anything",
		});
	}
	if (scoped.unmatchedLabels !== undefined) {
		const labels = new Set(
			input.desired.flatMap((each) => Object.entries(each.labels).map(([name, value]) => `${name}=${value}`)),
		);
		diagnostics.push({
			code: "Q5108",
			severity: "error",
			message: `no manifest is labelled \`${scoped.unmatchedLabels}\``,
			help: didYouMean(scoped.unmatchedLabels, [...labels]) ?? "labels stand under `metadata.labels` of a manifest",
		});
	}
	const chosen = new Set(scoped.desired.map((each) => each.address));
	const inScope = matches.filter((match) =>
		match.desired === undefined ? scoped.includesUndeclared(match.address) : chosen.has(match.address),
	);

	const considered = considerInOrder(inScope, matches, input);
	for (const each of considered) diagnostics.push(...each.diagnostics);
	const drift: ResourceDrift[] = [];
	let inSync = 0;
	for (const each of considered) {
		const drifted = classifyDrift(each, input);
		if (drifted !== undefined) drift.push(drifted);
		else if (each.match.live !== undefined && !each.match.live.retired) inSync += 1;
	}
	const checks = guards.flatMap((guard) => guard(considered, input));
	return { input, considered, drift, inSync, checks, ignored, diagnostics };
}

function matchesOf(kind: Kind, input: PlanInput, ignored: Map<KindName, number>, diagnostics: Diagnostic[]): readonly Match[] {
	const reading: Reading = input.readings.get(kind.name) ?? { completeness: "unknown", reason: "it was not read", live: [] };
	if (reading.completeness === "unknown") return [];
	const desired = input.desired.filter((each) => each.kind === kind.name);
	const recorded = (input.recorded ?? []).filter((each) => each.kind === kind.name);
	const matched = matchKind(kind, desired, reading, recorded, input.settings[kind.name]);
	ignored.set(kind.name, matched.ignored);
	diagnostics.push(...matched.diagnostics);
	return matched.matches;
}

/** A resource is considered after those it refers to, because whether they stay decides what a reference stands for. */
function considerInOrder(inScope: readonly Match[], all: readonly Match[], input: PlanInput): Consideration[] {
	const declared = new Map(inScope.filter((match) => match.desired !== undefined).map((match) => [match.address, match]));
	const outside = new Map(
		all
			.filter((match) => match.desired?.state === "present" && !declared.has(match.address))
			.map((match) => [match.address, match]),
	);
	// Only what refers to something declared has to wait for it; the rest is taken as it comes.
	const dependencies = new Map<Address, Set<Address>>();
	for (const [address, match] of declared) {
		const before = match.desired?.references.filter((reference) => declared.has(reference.address));
		if (before !== undefined && before.length > 0)
			dependencies.set(address, new Set(before.map((reference) => reference.address)));
	}
	const order = topologicalOrder(dependencies);
	const done = new Map<Address, Consideration>();
	const managed = {
		get(address: Address): Resolution | undefined {
			const own = done.get(address);
			if (own !== undefined) return own.identifier;
			const other = outside.get(address);
			if (other === undefined) return undefined;
			if (other.live !== undefined) return { state: "known", value: other.live.id };
			return {
				state: "blocked",
				reason: `it refers to \`${address}\`, which does not exist yet and is left out of this run`,
				remedy: "include it in the run",
			};
		},
	};
	for (const [address, match] of declared) if (!dependencies.has(address)) done.set(address, consider(match, input, managed));
	// A cycle is a mistake that reading the manifests reports; here the members are simply taken in order of address.
	for (const address of order.ok ? order.order : [...dependencies.keys()].sort(compareText)) {
		const match = declared.get(address);
		if (match !== undefined) done.set(address, consider(match, input, managed));
	}
	return inScope.map(
		(match) => (match.desired === undefined ? undefined : done.get(match.address)) ?? consider(match, input, managed),
	);
}
