// Identifiers that only an apply learns: taken from results, put into the parameters that wait for them.
import type { JsonObject, JsonValue } from "../base/json.js";
import { isJsonArray, isJsonObject } from "../base/json.js";
import type { Address } from "../model/address.js";
import type { Step } from "../model/plan.js";
import { fillPlaceholders } from "../model/reference.js";

export class Identifiers {
	readonly #byAddress = new Map<Address, string>();

	get(address: Address): string | undefined {
		return this.#byAddress.get(address);
	}

	/** Takes what a completed step produced out of its result. Returns the addresses whose identifier was not there. */
	learn(step: Step, result: JsonValue | undefined): Address[] {
		const missing: Address[] = [];
		for (const [address, pointer] of Object.entries(step.produces)) {
			const value = at(result, pointer);
			if (typeof value === "string" && value !== "") this.#byAddress.set(address, value);
			else missing.push(address);
		}
		return missing;
	}

	/** The step's parameters with every `$ref` filled in, or the reference that is not known. */
	fill(
		parameters: JsonObject,
	): { readonly ok: true; readonly parameters: JsonObject } | { readonly ok: false; readonly missing: string } {
		let missing: string | undefined;
		const filled = fillPlaceholders(parameters, (reference) => {
			const value = this.#byAddress.get(reference);
			if (value === undefined) missing ??= reference;
			return value ?? "";
		});
		return missing === undefined ? { ok: true, parameters: filled as JsonObject } : { ok: false, missing };
	}

	/** Text in which `${Kind/name}` stands for what was not known at planning time, with the identifiers put in. */
	fillText(text: string): string {
		let filled = text;
		for (const [address, identifier] of this.#byAddress) filled = filled.replaceAll(`\${${address}}`, identifier);
		return filled;
	}
}

/** A JSON Pointer's target; undefined when it leads nowhere. */
function at(value: JsonValue | undefined, pointer: string): JsonValue | undefined {
	let current = value;
	for (const part of pointer.split("/").slice(1)) {
		if (isJsonArray(current)) current = current[Number(part)];
		else if (isJsonObject(current)) current = current[part];
		else return undefined;
	}
	return current;
}
