// Mutants of a policy: the same policy with one thing changed, as a slip of the hand would. In the order of the text, each
// different from the original and from every other by its tree.
import type { TextRange } from "../diagnostics/span.js";
import { check } from "../language/check.js";
import type { PolicyText } from "../language/policy.js";
import { print } from "../language/print.js";
import { sameTree } from "../language/same-tree.js";
import { type Slot, slots } from "../language/slot.js";
import type { Expression } from "../language/tree.js";
import { type ExpressionChange, expressionChanges, replaced } from "./expression-changes.js";

export interface Mutant {
	readonly slot?: Slot;
	/** The changed part, in the slot's compiled text; absent where the policy as a whole is changed. */
	readonly range?: TextRange;
	/** What was changed, as in "`>= 2` becomes `>= 1`". */
	readonly change: string;
	/** The policy that results; undefined where it is taken away. */
	readonly policy: PolicyText | undefined;
}

/** Every mutant of a policy. */
export function mutantsOf(policy: PolicyText): readonly Mutant[] {
	const effect = policy.effect === "EFFECT_ALLOW" ? "EFFECT_DENY" : "EFFECT_ALLOW";
	const mutants: Mutant[] = [
		{ change: "the policy is taken away", policy: undefined },
		{ change: `\`${policy.effect}\` becomes \`${effect}\``, policy: { ...policy, effect } },
	];
	for (const slot of slots) {
		const text = policy[slot];
		if (text === undefined || text === null || text.trim() === "") continue;
		const { expression } = check(text, slot, { depth: "types" });
		const whole = { start: expression.start, end: expression.end };
		// A policy whose expression always holds is the same without it.
		if (expression.kind !== "boolean") {
			mutants.push({ slot, range: whole, change: `\`${slot}\` is taken away`, policy: { ...policy, [slot]: undefined } });
		}
		for (const { range, change, text: mutated } of expressionMutants(text, slot)) {
			mutants.push({ slot, range, change, policy: { ...policy, [slot]: mutated } });
		}
	}
	return mutants;
}

/** A text with one thing changed. */
export interface ExpressionMutant extends Pick<ExpressionChange, "range" | "change"> {
	readonly text: string;
}

/** Mutants of one expression that are well-typed; none whose tree is that of the original or of an earlier mutant. */
export function expressionMutants(text: string, slot: Slot): readonly ExpressionMutant[] {
	const original = check(text, slot, { depth: "types" });
	if (!original.wellTyped) return [];
	const seen: Expression[] = [original.expression];
	const texts = new Set<string>([print(original.expression)]);
	return expressionChanges(original.expression, text).flatMap(({ node, by, range, change }) => {
		const mutated = print(replaced(original.expression, node, by));
		if (texts.has(mutated)) return [];
		texts.add(mutated);
		const checked = check(mutated, slot, { depth: "types" });
		if (!checked.wellTyped || seen.some((each) => sameTree(each, checked.expression))) return [];
		seen.push(checked.expression);
		return [{ range, change, text: mutated }];
	});
}
