// The policies and MFA policies that a request is judged by, with references resolved: from manifests, from the live
// organisation or from a plan, which all hold them in the same normalised form.
import type { JsonObject } from "../base/json.js";
import type { TextRange } from "../diagnostics/span.js";
import type { CompileOptions } from "../language/compile.js";
import type { MfaPolicy } from "../language/mfa.js";
import { type CompiledPolicy, compileExpression, compilePolicy, type PolicyText } from "../language/policy.js";
import type { Slot } from "../language/slot.js";
import { slots } from "../language/slot.js";
import type { Address } from "../model/address.js";
import { type Reference, referencesIn, referenceText } from "../model/reference.js";
import { type ResolvedText, resolveText } from "./resolved-text.js";

/** A policy or MFA policy as manifests, service and plan have it. */
export interface PolicyResource {
	readonly address: Address;
	readonly kind: string;
	readonly name: string;
	readonly parent?: string;
	readonly attributes: JsonObject;
}

export interface PolicySet {
	/** Each under its address as identifier, in the order in which they were given. */
	readonly policies: readonly CompiledPolicy[];
	/** By the identifier of the user they are for. */
	readonly mfaPolicies: ReadonlyMap<string, readonly MfaPolicy[]>;
	/** What each policy of `policies` was compiled from. */
	readonly texts: ReadonlyMap<Address, PolicyText>;
	/** References for which no identifier is known, by who makes them. They stand in the expressions as they are written. */
	readonly unresolved: readonly { readonly address: Address; readonly reference: Reference }[];
	/** The stretch of an attribute's text, references included, that a stretch of its compiled text came from. */
	before(address: Address, slot: Slot, range: TextRange): TextRange;
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
	const resolved = new Map<string, ResolvedText>();
	const lookup = (reference: Reference): string | undefined => identifiers.get(referenceText(reference));
	for (const { address, kind, attributes } of resources) {
		if (kind !== "Policy" && kind !== "MfaPolicy") continue;
		const textAt = (name: string): string | undefined => {
			const value = attributes[name];
			if (typeof value !== "string") return undefined;
			for (const reference of referencesIn(value)) if (lookup(reference) === undefined) unresolved.push({ address, reference });
			const text = resolveText(value, lookup);
			resolved.set(`${address} ${name}`, text);
			return text.text;
		};
		if (kind === "Policy") {
			const effect = attributes["effect"] === "EFFECT_DENY" ? "EFFECT_DENY" : "EFFECT_ALLOW";
			const text = { id: address, effect, ...Object.fromEntries(slots.map((slot) => [slot, textAt(slot)])) } as const;
			texts.set(address, text);
			policies.push(compilePolicy(text, options));
			continue;
		}
		const condition = compileExpression(textAt("condition") ?? "true", "condition", options);
		const userId = textAt("userId") ?? "";
		const order = attributes["order"];
		if (condition === undefined) continue;
		const own = mfaPolicies.get(userId) ?? [];
		mfaPolicies.set(userId, [...own, { id: address, order: typeof order === "number" ? order : 0, condition }]);
	}
	const before = (address: Address, slot: Slot, range: TextRange): TextRange =>
		resolved.get(`${address} ${slot}`)?.before(range) ?? range;
	return { policies, texts, mfaPolicies, unresolved, before };
}
