// Evaluates a text in one go, for tests: true, false, or the name of the error.
import type { Bindings } from "../../src/language/bindings.js";
import { check } from "../../src/language/check.js";
import { compile } from "../../src/language/compile.js";
import type { Decisions } from "../../src/language/decisions.js";
import { EvaluationError } from "../../src/language/evaluation-error.js";
import type { Slot } from "../../src/language/slot.js";

export function evaluated(text: string, bindings: Bindings, slot: Slot = "condition", decisions?: Decisions): boolean | string {
	const checked = check(text, slot, { depth: "types" });
	const outcome = compile(checked, decisions === undefined ? {} : { decisions }).evaluate(bindings);
	return outcome instanceof EvaluationError ? outcome.kind : outcome;
}
