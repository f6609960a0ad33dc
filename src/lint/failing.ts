// Where an expression ends in an error although the activity is one it is about: what that means depends on whose expression
// it is, so the rules say it.

import { restrictionOf } from "../language/context-facts.js";
import { both, isEmpty, without } from "../language/context-set.js";
import { type ConditionRoot, payloadRoots, targetRoots } from "../language/environment/roots.js";
import type { Hazard } from "../language/may-fail.js";
import { kindsIn } from "./signing.js";
import type { Part } from "./subject.js";

export interface Failing {
	readonly hazard: Hazard;
	/** What happens, for the end of a sentence: "is not there in …". */
	readonly why: string;
	/** True where nothing but another payload than the one it is about makes it fail. */
	readonly otherPayload: boolean;
}

/** The places at which a condition may fail where it matters, in the order of the text; one for each thing read. */
export function failingPlaces(part: Part): readonly Failing[] {
	const asked = part.canBeTrue("everything");
	const seen = new Set<string>();
	const found: Failing[] = [];
	for (const hazard of part.hazards) {
		// A key that is read of an interface's fields says it all.
		if (hazard.cause === "interface" && part.hazards.some((each) => each.cause === "key" && contains(each, hazard))) continue;
		const text = part.text.slice(hazard.node.start, hazard.node.end);
		if (seen.has(text)) continue;
		const failing = describe(part, hazard, asked);
		if (failing === undefined) continue;
		seen.add(text);
		found.push(failing);
	}
	return found;
}

function contains({ node: outer }: Hazard, { node: inner }: Hazard): boolean {
	return outer.start <= inner.start && inner.end <= outer.end;
}

function describe(part: Part, hazard: Hazard, asked: ReturnType<Part["canBeTrue"]>): Failing | undefined {
	const failing = (why: string, otherPayload = false): Failing => ({ hazard, why, otherPayload });
	switch (hazard.cause) {
		case "absent": {
			const field = part.checked.typing.origins[hazard.node.id]?.field;
			const restriction = field === undefined ? undefined : restrictionOf(field);
			if (restriction === undefined) return undefined;
			const missing = without(asked, restriction.where);
			if (isEmpty(both(missing, asked))) return undefined;
			const group = alternatives(restriction.name);
			// What carries another payload or key is another request than the one that is meant; one that carries none is not.
			const kinds = kindsIn(missing, ({ activity, roots }) => {
				return group.length === 0 || (uses(restriction.name, activity.action) && !group.some((root) => roots.has(root)));
			});
			if (kinds.length === 0) return undefined;
			const named =
				kinds.length > 4 ? `${kinds.slice(0, 3).join(", ")} and ${kinds.length - 3} other activities` : kinds.join(", ");
			return failing(`is not there in ${named}`, group.length > 0 && !asksForActivity(part));
		}
		case "variant":
			return failing("is there in some variants only");
		case "interface":
			return failing("is there only once an interface of the contract or program is uploaded");
		case "optional":
			return failing("is there only if the caller set it");
		case "key":
			return failing("is an error where there is no such key");
		case "range":
			return hazard.node.kind === "index" && isTronContract(part, hazard)
				? undefined
				: failing("is an error where there is less than that");
		case "dynamic":
			// The key that is read there has been told already.
			return undefined;
		default:
			return undefined;
	}
}

/** Roots of which a request has one in the place of another. */
function alternatives(root: string): readonly ConditionRoot[] {
	if ((payloadRoots as readonly string[]).includes(root)) return payloadRoots.filter((each) => each !== root);
	if (!(targetRoots as readonly string[]).includes(root)) return [];
	// An account is there together with its wallet; the wallet alone is no other key.
	return targetRoots.filter((each) => each !== root && !(root === "wallet_account" && each === "wallet"));
}

/** Whether activities of an action carry such a root at all: what is signed, or with which key. */
function uses(root: string, action: string | undefined): boolean {
	return action === "SIGN" || (action === "EXPORT" && !(payloadRoots as readonly string[]).includes(root));
}

function asksForActivity(part: Part): boolean {
	return part.atoms.some(({ path }) => path.startsWith("activity."));
}

/** There is exactly one contract in a Tron transaction today. */
function isTronContract(part: Part, { node }: Hazard): boolean {
	return part.text.slice(node.start, node.end).replace(/\s+/g, "") === "tron.tx.contract[0]";
}
