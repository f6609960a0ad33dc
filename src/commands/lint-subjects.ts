// What of the manifests and of the live organisation is linted, in the terms of the rules.
import type { JsonObject, JsonValue } from "../base/json.js";
import { isJsonArray, isJsonObject } from "../base/json.js";
import { type LintMfaPolicy, type LintPolicy, partOf, policyOf } from "../lint/subject.js";
import type { Desired, Live } from "../model/resource.js";

const textAt = (attributes: JsonObject, key: string): string | undefined => {
	const value = attributes[key];
	return typeof value === "string" ? value : undefined;
};
const items = (value: JsonValue | undefined): readonly JsonObject[] => (isJsonArray(value) ? value.filter(isJsonObject) : []);

/** The policies among resources, desired or live. */
export function policiesAmong(resources: readonly (Desired | Live)[]): readonly LintPolicy[] {
	return resources.flatMap((resource) => {
		if (resource.kind !== "Policy" || isAbsent(resource)) return [];
		const { address, name, attributes } = resource;
		const effect = textAt(attributes, "effect");
		return policyOf({
			address,
			name,
			effect: effect === "EFFECT_DENY" ? effect : "EFFECT_ALLOW",
			notes: textAt(attributes, "notes"),
			condition: textAt(attributes, "condition"),
			consensus: textAt(attributes, "consensus"),
			time: textAt(attributes, "time"),
		});
	});
}

/** The MFA policies among resources; one whose condition cannot be evaluated is left out. */
export function mfaPoliciesAmong(resources: readonly (Desired | Live)[]): readonly LintMfaPolicy[] {
	return resources.flatMap((resource) => {
		if (resource.kind !== "MfaPolicy" || isAbsent(resource)) return [];
		const { address, name, parent, attributes } = resource;
		const condition = partOf(textAt(attributes, "condition"), "condition");
		if (condition === undefined) return [];
		const order = attributes["order"];
		return {
			address,
			name,
			user: parent ?? textAt(attributes, "userId") ?? "",
			order: typeof order === "number" ? order : 0,
			condition,
			steps: items(attributes["steps"]).map((step) => ({
				any: items(step["any"]).map((method) => {
					const id = textAt(method, "id");
					return { type: textAt(method, "type") ?? "", ...(id === undefined ? {} : { id }) };
				}),
			})),
		};
	});
}

const isAbsent = (resource: Desired | Live): boolean => "state" in resource && resource.state === "absent";
