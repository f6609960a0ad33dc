// Which addresses a run is about: `--target`, `--exclude` and `--selector` narrow the inputs of a plan, never its output.
import type { Address } from "../model/address.js";
import type { Desired } from "../model/resource.js";

export interface Scope {
	/** As given on the command line, for the plan to carry. */
	readonly given: readonly string[];
	readonly targets: readonly AddressPattern[];
	readonly excludes: readonly AddressPattern[];
	/** Labels a manifest must carry, `name=value` or a bare name; empty for all. */
	readonly labels: Readonly<Record<string, string | undefined>>;
}

export interface AddressPattern {
	readonly text: string;
	matches(address: Address): boolean;
}

export const WHOLE: Scope = { given: [], targets: [], excludes: [], labels: {} };

export interface Scoped {
	/** Manifests the run is about, with those they refer to. */
	readonly desired: readonly Desired[];
	/** Whether a live resource without a manifest is in scope. */
	includesUndeclared(address: Address): boolean;
	/** Patterns that match nothing declared: a misspelt target must not read as "nothing to do". */
	readonly unmatchedTargets: readonly string[];
	/** The labels asked for, when no manifest carries them all; for the same reason. */
	readonly unmatchedLabels: string | undefined;
}

/** Narrows the manifests. What a chosen manifest refers to comes along, because its identifier may be needed. */
export function applyScope(scope: Scope, desired: readonly Desired[], known: ReadonlySet<Address>): Scoped {
	const labelled = Object.entries(scope.labels);
	const narrowed = scope.targets.length > 0 || labelled.length > 0;
	const excluded = (address: Address) => scope.excludes.some((pattern) => pattern.matches(address));
	const targeted = (address: Address) => scope.targets.some((pattern) => pattern.matches(address));
	const hasLabels = (each: Desired) =>
		labelled.every(([name, value]) => Object.hasOwn(each.labels, name) && (value === undefined || each.labels[name] === value));
	const chosen = new Set<Address>();
	const byAddress = new Map(desired.map((each) => [each.address, each]));
	const include = (each: Desired) => {
		if (chosen.has(each.address) || excluded(each.address)) return;
		chosen.add(each.address);
		for (const reference of each.references) {
			const referred = byAddress.get(reference.address);
			if (referred !== undefined) include(referred);
		}
	};
	for (const each of desired) {
		const wanted = (scope.targets.length === 0 || targeted(each.address)) && hasLabels(each);
		if (wanted) include(each);
	}
	const unmatchedTargets = [...scope.targets, ...scope.excludes]
		.filter(
			(pattern) =>
				!desired.some((each) => pattern.matches(each.address)) && ![...known].some((address) => pattern.matches(address)),
		)
		.map((pattern) => pattern.text);
	return {
		desired: desired.filter((each) => chosen.has(each.address)),
		includesUndeclared: (address) =>
			!excluded(address) &&
			(!byAddress.has(address) || chosen.has(address)) &&
			(narrowed ? targeted(address) && labelled.length === 0 : true),
		unmatchedTargets,
		unmatchedLabels:
			labelled.length > 0 && !desired.some(hasLabels)
				? labelled.map(([name, value]) => (value === undefined ? name : `${name}=${value}`)).join(", ")
				: undefined,
	};
}
