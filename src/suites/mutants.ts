// Mutants of a policy: the same policy with one thing changed, as a slip of the hand would. In the order of the text, each
// different from the original and from every other by its tree.
import type { TextRange } from "../diagnostics/span.js";
import { type Checked, check } from "../language/check.js";
import type { PolicyText } from "../language/policy.js";
import { print } from "../language/print.js";
import { type Slot, slots } from "../language/slot.js";
import { type ExpressionChange, expressionChanges, replaced } from "./expression-changes.js";

export interface Mutant {
	readonly slot?: Slot;
	/** The changed part, in the slot's compiled text; absent where the policy as a whole is changed. */
	readonly range?: TextRange;
	/** What was changed, as in "`>= 2` becomes `>= 1`". */
	readonly change: string;
	/**
	 * What the change makes of a policy that differs from the original in nothing but what references resolve to; undefined
	 * where the policy is taken away.
	 */
	of(policy: PolicyText): PolicyText | undefined;
}

/** An expression with one thing changed. */
export interface ExpressionMutant extends Pick<ExpressionChange, "range" | "change"> {
	/** Which of the expression's changes it is. */
	readonly number: number;
	readonly text: string;
}

/** Expressions as mutants are made of them: each text is parsed once, for however many suites and mutants. */
export class Mutations {
	readonly #expressions = new Map<string, MutableExpression>();

	of(text: string, slot: Slot): MutableExpression {
		const key = `${slot} ${text}`;
		let expression = this.#expressions.get(key);
		if (expression === undefined) {
			expression = new MutableExpression(text, slot);
			this.#expressions.set(key, expression);
		}
		return expression;
	}
}

/** An expression, and what changes to it make. */
class MutableExpression {
	readonly #slot: Slot;
	readonly #original: Checked;
	readonly #changes: readonly ExpressionChange[];

	constructor(text: string, slot: Slot) {
		this.#slot = slot;
		this.#original = check(text, slot, { depth: "types" });
		this.#changes = this.#original.wellTyped ? expressionChanges(this.#original.expression, text) : [];
	}

	get whole(): Checked["expression"] {
		return this.#original.expression;
	}

	/** How many changes there are. Not every one makes a mutant: some are ill-typed, some make what another makes. */
	get changes(): number {
		return this.#changes.length;
	}

	/** The text that the change of that number makes; undefined when there is no such change. */
	changed(number: number): string | undefined {
		const change = this.#changes[number];
		return change && print(replaced(this.whole, change.node, change.by()));
	}

	/** Mutants that are well-typed, made one at a time; none whose tree is that of the original or of an earlier mutant. */
	*mutants(): Generator<ExpressionMutant> {
		const seen = new Set<string>([print(this.whole)]);
		for (const [number, { range, change }] of this.#changes.entries()) {
			const text = this.changed(number) ?? "";
			if (seen.has(text)) continue;
			seen.add(text);
			if (check(text, this.#slot, { depth: "types" }).wellTyped) yield { number, range, change, text };
		}
	}
}

/** Every mutant of a policy, made one at a time. */
export function* mutantsOf(policy: PolicyText, mutations = new Mutations()): Generator<Mutant> {
	yield { change: "the policy is taken away", of: () => undefined };
	const effect = policy.effect === "EFFECT_ALLOW" ? "EFFECT_DENY" : "EFFECT_ALLOW";
	yield { change: `\`${policy.effect}\` becomes \`${effect}\``, of: (own) => ({ ...own, effect }) };
	for (const slot of slots) {
		const expression = expressionOf(policy, slot, mutations);
		if (expression === undefined) continue;
		const { start, end, kind } = expression.whole;
		// A policy whose expression always holds is the same without it.
		if (kind !== "boolean") {
			const change = `\`${slot}\` is taken away`;
			yield { slot, range: { start, end }, change, of: (own) => ({ ...own, [slot]: undefined }) };
		}
		for (const { number, range, change } of expression.mutants()) {
			const of = (own: PolicyText): PolicyText => ({
				...own,
				[slot]: expressionOf(own, slot, mutations)?.changed(number) ?? own[slot],
			});
			yield { slot, range, change, of };
		}
	}
}

/** How many mutants a policy has at most. */
export function mostMutantsOf(policy: PolicyText, mutations: Mutations): number {
	const changes = slots.map((slot) => {
		const expression = expressionOf(policy, slot, mutations);
		return expression === undefined ? 0 : expression.changes + Number(expression.whole.kind !== "boolean");
	});
	return changes.reduce((sum, each) => sum + each, 2);
}

function expressionOf(policy: PolicyText, slot: Slot, mutations: Mutations): MutableExpression | undefined {
	const text = policy[slot];
	return text === undefined || text === null || text.trim() === "" ? undefined : mutations.of(text, slot);
}
