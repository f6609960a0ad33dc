// What somebody changed behind git's back, told apart from what git changed: recorded, desired and live, three ways.
import type { JsonObject } from "../base/json.js";
import type { DriftClass, ResourceDrift } from "../model/plan.js";
import type { Consideration } from "./consideration.js";
import { sameMeaning } from "./consideration.js";
import { differences } from "./fields.js";
import type { PlanInput } from "./input.js";

/** Undefined when the resource is as it should be, or when there is nothing to compare. */
export function classifyDrift(considered: Consideration, input: PlanInput): ResourceDrift | undefined {
	if (considered.steady) return undefined;
	const { match } = considered;
	const reading = input.readings.get(match.kind.name);
	if (reading === undefined || reading.completeness === "unknown") return undefined;
	const found = classify(considered, input);
	if (found === undefined) return undefined;
	const { recorded, live, desired, kind } = match;
	const showFields = found.class === "drift" || found.class === "conflict" || found.class === "converged";
	const fields =
		showFields && recorded && live ? differences(kind.normalise(recorded.attributes), live.attributes, kind.itemKeys).fields : [];
	const id = live?.id ?? recorded?.id;
	return {
		address: match.address,
		type: kind.name,
		name: desired?.name ?? live?.name ?? recorded?.name ?? "",
		...(id === undefined ? {} : { id }),
		class: found.class,
		fields,
		...(desired === undefined ? {} : { source: desired.source }),
		...(found.unknown === undefined ? {} : { unknown: found.unknown }),
	};
}

interface Classified {
	readonly class: DriftClass;
	readonly unknown?: string;
}

function classify(considered: Consideration, input: PlanInput): Classified | undefined {
	const { recorded, desired } = considered.match;
	const live = considered.match.live?.retired ? undefined : considered.match.live;
	const wanted = desired?.state === "present" ? considered.after : undefined;
	const same = (a: JsonObject, b: JsonObject) => sameMeaning(considered.match.kind, a, b, input.language);
	const unresolved = considered.blocked !== undefined && considered.decision.actions[0] === "no-op";

	if (recorded === undefined) {
		const done = live === undefined ? "deletion" : "change";
		const why =
			input.recorded === undefined
				? `there is no inventory, so a ${done} made by hand cannot be told from a manifest that was not applied yet`
				: "it is not in the inventory: it was never applied from here";
		if (live !== undefined && wanted === undefined)
			return desired === undefined ? { class: "unmanaged" } : { class: "differs", unknown: why };
		if (live === undefined)
			return wanted === undefined
				? undefined
				: input.recorded === undefined
					? { class: "differs", unknown: why }
					: { class: "config_ahead" };
		return wanted === undefined || unresolved || same(wanted, live.attributes) ? undefined : { class: "differs", unknown: why };
	}
	if (live === undefined) return wanted === undefined ? undefined : { class: "missing" };

	const liveMoved = !same(recorded.attributes, live.attributes);
	if (desired === undefined && input.settings[considered.match.kind.name].manage === "declared") {
		return { class: "unmanaged", unknown: "its manifest is gone; write `state: absent` to remove it" };
	}
	const configMoved = wanted === undefined || (!unresolved && !same(recorded.attributes, wanted));
	if (!liveMoved) return configMoved ? { class: "config_ahead" } : undefined;
	if (!configMoved) return { class: "drift" };
	return wanted !== undefined && same(wanted, live.attributes) ? { class: "converged" } : { class: "conflict" };
}
