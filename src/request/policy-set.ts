// The policies and MFA policies that a request is judged by, with references resolved: from manifests, from the live
// organisation or from a plan, which all hold them in the same normalised form.
import type { JsonObject } from "../base/json.js";
import type { CompileOptions } from "../language/compile.js";
import type { MfaPolicy } from "../language/mfa.js";
import { type CompiledPolicy, compileExpression, compilePolicy, type PolicyText } from "../language/policy.js";
import type { Address } from "../model/address.js";
import { printReferences, type Reference, referencesIn, referenceText, resolveReferences } from "../model/reference.js";

/** A policy or MFA policy as manifests, service and plan have it. */
export interface PolicyResource {
	readonly address: Address;
	readonly kind: string;
	readonly name: string;
	readonly parent?: string;
	readonly attributes: JsonObject;
}

export interface PolicySet {
	/** Each under its address as identifier, sorted as they were given. */
	readonly policies: readonly CompiledPolicy[];
	/** By the identifier of the user they are for. */
	readonly mfaPolicies: ReadonlyMap<string, readonly MfaPolicy[]>;
	/** What each policy of `policies` was compiled from. */
	readonly texts: ReadonlyMap<Address, PolicyText>;
	/** References for which no identifier is known, by who makes them. They stand in the expressions as they are written. */
	readonly unresolved: readonly { readonly address: Address; readonly reference: Reference }[];
}

/** Compiles the policies and MFA policies among the resources. `identifiers` by reference text, as in `UserTag/signers`. */
export function policySetOf(
	resources: readonly PolicyResource[],
	identifiers: ReadonlyMap<string, string>,
	options?: CompileOptions,
): PolicySet {
	const policies: CompiledPolicy[] = [];
	const texts = new Map<Address, PolicyText>();
	const mfaPolicies = new Map<string, MfaPolicy[]>();
	const unresolved: { readonly address: Address; readonly reference: Reference }[] = [];
	for (const { address, kind, attributes } of resources) {
		if (kind !== "Policy" && kind !== "MfaPolicy") continue;
		const resolved = resolveReferences(attributes, (reference) => identifiers.get(referenceText(reference)));
		for (const reference of referencesIn(resolved)) unresolved.push({ address, reference });
		const readable = printReferences(resolved);
		if (kind === "Policy") {
			const text = textOf(address, readable);
			texts.set(address, text);
			policies.push(compilePolicy(text, options));
			continue;
		}
		const condition = compileExpression(textAt(readable, "condition") ?? "true", "condition", options);
		const userId = textAt(readable, "userId") ?? "";
		const order = readable["order"];
		if (condition === undefined) continue;
		const own = mfaPolicies.get(userId) ?? [];
		mfaPolicies.set(userId, [...own, { id: address, order: typeof order === "number" ? order : 0, condition }]);
	}
	return { policies, texts, mfaPolicies, unresolved };
}

function textOf(id: Address, attributes: JsonObject): PolicyText {
	return {
		id,
		effect: attributes["effect"] === "EFFECT_DENY" ? "EFFECT_DENY" : "EFFECT_ALLOW",
		condition: textAt(attributes, "condition"),
		consensus: textAt(attributes, "consensus"),
		time: textAt(attributes, "time"),
	};
}

const textAt = (attributes: JsonObject, name: string): string | undefined => {
	const value = attributes[name];
	return typeof value === "string" ? value : undefined;
};
