// What is linted: policies, MFA policies and session scopes with their expressions read once, and everything about an
// expression that several rules ask for, computed when the first of them asks.
import type { Severity } from "../diagnostics/diagnostic.js";
import type { Checked } from "../language/check.js";
import { check } from "../language/check.js";
import { allContexts, both, type ContextSet } from "../language/context-set.js";
import { isPlaceholder } from "../language/literal-values.js";
import { type Hazard, hazardsOf } from "../language/may-fail.js";
import { type Atom, atomsOf } from "../language/path.js";
import type { Effect } from "../language/policy.js";
import { type Assumptions, Outlook } from "../language/possibility.js";
import { type Slot, slots } from "../language/slot.js";
import { containsReference } from "../model/reference.js";
import { type Branch, type Branches, branchesOf } from "./branches.js";
import { type ConsensusFacts, consensusFacts } from "./consensus-facts.js";

/** One expression of a policy. References in it stand for identifiers that are not known yet. */
export interface Part {
	readonly slot: Slot;
	readonly text: string;
	readonly checked: Checked;
	readonly atoms: readonly Atom[];
	readonly branches: Branches;
	readonly hazards: readonly Hazard[];
	/** Where it can be true; `assumed` takes roots or everything it reads for there. */
	canBeTrue(assumed?: Assumptions["assumed"]): ContextSet;
	/** Where it can be false. */
	canBeFalse(): ContextSet;
	/** Where a branch can be true. */
	contextsOf(branch: Branch): ContextSet;
}

export interface LintPolicy {
	readonly address: string;
	readonly name: string;
	readonly notes?: string;
	/** Absent for a loose expression. */
	readonly effect?: Effect;
	/** False when one of its expressions cannot be evaluated at all: then nothing more is said about it. */
	readonly readable: boolean;
	readonly condition?: Part;
	readonly consensus?: Part;
	readonly time?: Part;
	/** What it takes to satisfy the consensus. */
	readonly needs: ConsensusFacts;
	/** The alternatives of the condition; one that says nothing when there is no condition. */
	readonly branches: Branches;
	/** Where the condition can be true: everywhere without one. */
	readonly contexts: ContextSet;
	contextsOf(branch: Branch): ContextSet;
}

export interface LintMfaPolicy {
	readonly address: string;
	readonly name: string;
	/** Whose it is: the user's name, or their identifier. */
	readonly user: string;
	readonly order: number;
	readonly condition: Part;
	readonly steps: readonly { readonly any: readonly { readonly type: string; readonly id?: string }[] }[];
}

export interface LintScope {
	readonly address: string;
	readonly name: string;
	readonly id?: string;
	readonly scope: Part;
}

/** A policy as texts. What is absent or blank asks for nothing. */
export interface PolicySource {
	readonly address?: string;
	readonly name?: string;
	readonly notes?: string | undefined;
	readonly effect?: Effect;
	readonly condition?: string | undefined;
	readonly consensus?: string | undefined;
	readonly time?: string | undefined;
}

/** What a rule found. */
export interface LintFinding {
	readonly rule: string;
	readonly severity: Severity;
	readonly message: string;
	readonly address: string;
	/** Where in which expression; the policy as a whole when absent. */
	readonly slot?: Slot;
	readonly range?: { readonly start: number; readonly end: number };
	readonly notes?: readonly string[];
	readonly help?: string;
}

const assumptions = { never: new Set<number>(), opaque: (text: string) => isPlaceholder(text) || containsReference(text) };

/** Reads an expression; undefined when it asks for nothing or cannot be evaluated at all. */
export function partOf(text: string | undefined, slot: Slot): Part | undefined {
	if (text === undefined || isBlank(text)) return undefined;
	const checked = check(text, slot, { depth: "types" });
	if (!checked.wellTyped) return undefined;
	const { expression, typing } = checked;
	const outlook = (assumed?: Assumptions["assumed"]): Outlook =>
		new Outlook(typing, { ...assumptions, ...(assumed === undefined ? {} : { assumed }) });
	const plain = outlook();
	const atoms = once(() => atomsOf(expression));
	const branches = once(() => branchesOf(checked));
	const hazards = once(() => hazardsOf(checked));
	const there = once(() => plain.there(expression));
	const contexts = new WeakMap<Branch, ContextSet>();
	return {
		slot,
		text,
		checked,
		get atoms() {
			return atoms();
		},
		get branches() {
			return branches();
		},
		get hazards() {
			return hazards();
		},
		canBeTrue: (assumed) => outlook(assumed).when(expression, true),
		canBeFalse: () => plain.when(expression, false),
		contextsOf(branch) {
			let found = contexts.get(branch);
			if (found === undefined) {
				// All branches are evaluated, so what any of them reads has to be there.
				found = there();
				for (const { node, negated } of branch.literals) found = both(found, plain.when(node, !negated));
				contexts.set(branch, found);
			}
			return found;
		},
	};
}

const isBlank = (text: string | undefined): boolean => text === undefined || text.trim() === "";

export function policyOf(source: PolicySource): LintPolicy {
	const { name = "policy", address = `Policy/${name}`, notes, effect } = source;
	const condition = partOf(source.condition, "condition");
	const consensus = partOf(source.consensus, "consensus");
	const time = partOf(source.time, "time");
	const parts = { condition, consensus, time };
	const needs = once(() => consensusFacts(consensus?.checked));
	const branches = once(() => condition?.branches ?? branchesOf(undefined));
	return {
		address,
		name,
		...(notes === undefined ? {} : { notes }),
		...(effect === undefined ? {} : { effect }),
		readable: slots.every((slot) => isBlank(source[slot]) || parts[slot] !== undefined),
		...(condition === undefined ? {} : { condition }),
		...(consensus === undefined ? {} : { consensus }),
		...(time === undefined ? {} : { time }),
		get needs() {
			return needs();
		},
		get branches() {
			return branches();
		},
		get contexts() {
			return condition === undefined ? allContexts : condition.canBeTrue();
		},
		contextsOf: (branch) => condition?.contextsOf(branch) ?? allContexts,
	};
}

function once<V>(make: () => V): () => V {
	let value: { readonly made: V } | undefined;
	return () => {
		value ??= { made: make() };
		return value.made;
	};
}
