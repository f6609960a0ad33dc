// What references stand for at the time of planning: an identifier that is known, one that will be, or a problem.
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { didYouMean } from "../diagnostics/suggestion.js";
import type { LookupTable } from "../kinds/lookups.js";
import { lookUp } from "../kinds/lookups.js";
import type { Address, KindName } from "../model/address.js";
import { isKindName, splitAddress } from "../model/address.js";
import type { Reference } from "../model/reference.js";
import { referenceText } from "../model/reference.js";
import type { Reading } from "../model/resource.js";

/** The outcome of resolving one reference. */
export type Resolution =
	| { readonly state: "known"; readonly value: string }
	/** The resource is about to be made, or made anew: only apply will know. */
	| { readonly state: "after-apply" }
	/** Nothing can be said; whatever refers to it gets no step. */
	| { readonly state: "blocked"; readonly reason: string; readonly remedy: string }
	| { readonly state: "invalid"; readonly diagnostic: Diagnostic };

/** What planning has found out about the resources it manages, as far as it has come. */
export interface ManagedIdentifiers {
	/** Identifier of a resource that stays; `after-apply` for one that is made; a reason for one that cannot be. */
	get(address: Address): Resolution | undefined;
}

export function resolveReference(
	reference: Reference,
	referrer: Address,
	managed: ManagedIdentifiers,
	lookups: LookupTable,
	readings: ReadonlyMap<KindName, Reading>,
	external: ReadonlySet<Address>,
): Resolution {
	const kind = splitAddress(reference.address)?.kind ?? "";
	const given = lookups.given[referenceText(reference)];
	if (given !== undefined) return { state: "known", value: given };
	if (!isKindName(kind)) return resolveLookup(reference, referrer, lookups);
	const own = managed.get(reference.address);
	if (own !== undefined) return own;
	const reading = readings.get(kind);
	if (reading === undefined || reading.completeness === "unknown") {
		return {
			state: "blocked",
			reason: `it refers to \`${reference.address}\`, and ${kind} resources could not be read`,
			remedy: reading?.reason ?? "read them first",
		};
	}
	const matches = reading.live.filter((live) => live.address === reference.address && !live.retired);
	const [only] = matches;
	if (external.has(reference.address) && only !== undefined && matches.length === 1) return { state: "known", value: only.id };
	return {
		state: "invalid",
		diagnostic: {
			code: "Q5104",
			severity: "error",
			address: referrer,
			message: `\`${referrer}\` refers to \`${reference.address}\`, which ${matches.length > 1 ? "names several live resources" : "does not exist"}`,
			help:
				didYouMean(
					reference.address,
					reading.live.map((live) => live.address),
				) ?? "declare it in a manifest, or correct the name",
		},
	};
}

function resolveLookup(reference: Reference, referrer: Address, lookups: LookupTable): Resolution {
	const found = lookUp(lookups, reference);
	if (found.ok) return { state: "known", value: found.value };
	const text = referenceText(reference);
	const invalid = (message: string, help: string): Resolution => ({
		state: "invalid",
		diagnostic: { code: found.why === "ambiguous" ? "Q5106" : "Q5105", severity: "error", address: referrer, message, help },
	});
	switch (found.why) {
		case "missing":
			return invalid(
				`\`${referrer}\` refers to \`${text}\`, which the organisation does not have`,
				didYouMean(reference.address, found.candidates) ?? "create it first, or correct the name",
			);
		case "ambiguous":
			return invalid(
				`\`${referrer}\` refers to \`${text}\`, which could be any of ${found.candidates.join(", ")}`,
				"use the longer form that names one, or put the identifier under `identifiers:` in the project file",
			);
		case "no-such-field":
			return invalid(
				`\`${text}\` asks for a field that does not exist`,
				`known fields: ${found.candidates.join(", ") || "none"}`,
			);
		case "unreadable":
			return {
				state: "blocked",
				reason: `it refers to \`${text}\`, which cannot be looked up: ${found.detail}`,
				remedy: `put its identifier under \`identifiers:\` of the environment, as \`${text}: <identifier>\``,
			};
	}
}
