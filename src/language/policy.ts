// A policy as the language sees it: an effect and up to three expressions, each compiled once.
import type { Finding } from "../diagnostics/diagnostic.js";
import { type Checked, check } from "./check.js";
import { type CompileOptions, compile, type Program } from "./compile.js";
import { type Slot, slots } from "./slot.js";

export type Effect = "EFFECT_ALLOW" | "EFFECT_DENY";

/** A policy's texts. What is left out, null or empty asks for nothing: it is always satisfied. */
export interface PolicyText {
	readonly id: string;
	readonly effect: Effect;
	readonly condition?: string | null | undefined;
	readonly consensus?: string | null | undefined;
	readonly time?: string | null | undefined;
}

/** One expression of a policy, ready to be evaluated and explained. */
export interface CompiledExpression {
	readonly checked: Checked;
	readonly program: Program;
}

export interface CompiledPolicy {
	readonly id: string;
	readonly effect: Effect;
	readonly condition?: CompiledExpression;
	readonly consensus?: CompiledExpression;
	readonly time?: CompiledExpression;
}

/** Compiles a text, or nothing when it asks for nothing. */
export function compileExpression(
	text: string | null | undefined,
	slot: Slot,
	options?: CompileOptions,
): CompiledExpression | undefined {
	if (text === undefined || text === null || text.trim() === "") return undefined;
	const checked = check(text, slot, { depth: "types" });
	return { checked, program: compile(checked, options) };
}

/** Compiles a policy. An expression that is not well-typed makes every evaluation of the policy an error. */
export function compilePolicy(policy: PolicyText, options?: CompileOptions): CompiledPolicy {
	const compiled = slots.flatMap((slot) => {
		const expression = compileExpression(policy[slot], slot, options);
		return expression === undefined ? [] : [[slot, expression] as const];
	});
	return { id: policy.id, effect: policy.effect, ...Object.fromEntries(compiled) };
}

/** What is wrong with a compiled policy's expressions, by slot. */
export function findingsOf(policy: CompiledPolicy): readonly (Finding & { readonly slot: Slot })[] {
	return slots.flatMap((slot) => (policy[slot]?.checked.findings ?? []).map((finding) => ({ ...finding, slot })));
}
