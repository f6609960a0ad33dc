// The parts of a policy's expressions that made its outcome what it is.
import type { Bindings } from "../language/bindings.js";
import type { Checked } from "../language/check.js";
import type { PolicyOutcome } from "../language/decision.js";
import { consensusBindings, type Vote } from "../language/electorate.js";
import { EvaluationError } from "../language/evaluation-error.js";
import { nanosOf } from "../language/instant.js";
import type { CompiledPolicy } from "../language/policy.js";
import type { Slot } from "../language/slot.js";
import { explain } from "../language/trace.js";
import type { ReasonView } from "../model/explanation.js";

/** What a policy was evaluated on. */
export interface Evaluated {
	/** One entry for each call of the request. */
	readonly calls: readonly Bindings[];
	readonly votes: readonly Vote[];
	/** Milliseconds since the epoch. */
	readonly now: number;
}

/**
 * The deciding parts of a policy's expressions: time, then condition, then consensus. Where the policy takes effect those
 * that are true, where it does not those that are false or an error; what else holds explains nothing.
 */
export function outcomeReasons(
	policy: CompiledPolicy,
	{ calls, votes, now }: Evaluated,
	outcome: PolicyOutcome,
): readonly ReasonView[] {
	const of = (slot: Slot, bindings: readonly Bindings[]): readonly ReasonView[] => {
		const checked = policy[slot]?.checked;
		return checked === undefined ? [] : bindings.flatMap((each) => reasonsOf(checked, slot, each));
	};
	const all = [
		...of("time", [{ time: { now: nanosOf(now) } }]),
		...of("condition", calls),
		...of("consensus", [consensusBindings(votes)]),
	];
	switch (outcome) {
		case "OUTCOME_ERROR":
			return all.filter((each) => each.value === "error");
		case "OUTCOME_TIME_INACTIVE":
			return all.filter((each) => each.slot === "time");
		case "OUTCOME_DENY_IMPLICIT":
			return all.filter((each) => each.value === false);
		default:
			return all;
	}
}

function reasonsOf(checked: Checked, slot: Slot, bindings: Bindings): readonly ReasonView[] {
	const { outcome, reasons } = explain(checked, bindings);
	const value = outcome instanceof EvaluationError ? "error" : outcome;
	return reasons.map(({ range, message }) => ({ slot, text: checked.text.slice(range.start, range.end), message, value }));
}
