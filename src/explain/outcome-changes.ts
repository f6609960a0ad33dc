// What a plan changes about a decision: policies with another outcome, and the outcome of the whole.
import { compareText } from "../base/canonical-json.js";
import { equalJson } from "../base/equal.js";
import type { JsonValue } from "../base/json.js";
import type { DecisionView, OutcomeChange } from "../model/explanation.js";

export function outcomeChanges(
	before: DecisionView,
	after: DecisionView,
): { readonly changes: readonly OutcomeChange[]; readonly outcomeChanges: boolean } {
	const earlier = new Map(before.policies.map((each) => [each.address, each.outcome]));
	const later = new Map(after.policies.map((each) => [each.address, each.outcome]));
	const addresses = [...new Set([...earlier.keys(), ...later.keys()])].sort(compareText);
	return {
		changes: addresses.flatMap((address): OutcomeChange[] => {
			const was = earlier.get(address);
			const is = later.get(address);
			if (was === is) return [];
			return [{ address, ...(was === undefined ? {} : { before: was }), ...(is === undefined ? {} : { after: is }) }];
		}),
		outcomeChanges: before.outcome !== after.outcome || !sameNeeds(before, after) || before.mfa.address !== after.mfa.address,
	};
}

function sameNeeds(a: DecisionView, b: DecisionView): boolean {
	return equalJson(a.needs as unknown as JsonValue, b.needs as unknown as JsonValue);
}
