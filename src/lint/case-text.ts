// A rule's case as an author would write it, for showing.
import type { CasePolicy, Rule, RuleCase } from "./rule.js";

/** The first of the cases that is one policy, as lines of its manifest; undefined when none is. */
export function shownCase(cases: Rule["cases"]["valid"]): readonly string[] | undefined {
	const one = cases.find(isOnePolicy);
	if (one === undefined) return undefined;
	const {
		effect = "EFFECT_ALLOW",
		condition,
		consensus,
		time,
	} = typeof one === "string" ? { condition: one } : (one as CasePolicy);
	const lines = [`effect: ${effect}`];
	if (consensus !== undefined) lines.push(`consensus: ${consensus}`);
	if (condition !== undefined) lines.push(`condition: ${condition}`);
	if (time !== undefined) lines.push(`time: ${time}`);
	return lines;
}

function isOnePolicy(given: RuleCase): given is string | CasePolicy {
	return typeof given === "string" || !("policies" in given || "mfaPolicies" in given || "scopes" in given);
}
