// What in an expression can end in an evaluation error, and in which situations it must: a DENY that errors does not deny,
// so people want to know before it happens.
import type { Checked } from "./check.js";
import { allContexts, membersOf, without } from "./context-set.js";
import type { Context } from "./contexts.js";
import { isPlaceholder } from "./literal-values.js";
import { type Need, needsOf, Outlook } from "./possibility.js";
import { type Expression, walk } from "./tree.js";
import type { Typing } from "./typing.js";

export type HazardCause =
	/** A root, parameter or field that not every activity has. */
	| "absent"
	/** A field that only some variants of its struct have. */
	| "variant"
	/** A field that is there only if an interface has been uploaded. */
	| "interface"
	/** A field that is there only if the caller set it. */
	| "optional"
	/** A key that the map may not have. */
	| "key"
	/** An index or slice that may be out of range. */
	| "range"
	/** A dynamic value that may be of another type, or not fit. */
	| "dynamic";

/** One place where an evaluation may fail. */
export interface Hazard {
	readonly node: Expression;
	readonly cause: HazardCause;
	/** What may be missing, as in `eth.tx` or `activity.params.type`; for the cause `absent`. */
	readonly name?: string;
}

/** What becomes of a condition in each situation. */
export interface Prospects {
	readonly canBeTrue: readonly Context[];
	readonly canBeFalse: readonly Context[];
	/** Situations in which it must end in an error. */
	readonly mustFail: readonly Context[];
	readonly needs: readonly Need[];
}

/** Goes through the situations of a well-typed condition. */
export function prospectsOf(checked: Checked): Prospects {
	const { expression, typing } = checked;
	const outlook = new Outlook(typing, { never: new Set(), opaque: isPlaceholder });
	return {
		canBeTrue: membersOf(outlook.when(expression, true)),
		canBeFalse: membersOf(outlook.when(expression, false)),
		mustFail: membersOf(without(allContexts, outlook.there(expression))),
		needs: needsOf(expression, typing),
	};
}

/** Every place of a well-typed expression where an evaluation may fail, in the order of the text. */
export function hazardsOf(checked: Checked): readonly Hazard[] {
	const { expression, typing, slot } = checked;
	const hazards: Hazard[] = [];
	if (slot === "condition") {
		for (const need of needsOf(expression, typing))
			hazards.push({ node: need.node, cause: "absent", name: need.restriction.name });
	}
	walk(expression, (node) => {
		const cause = causeAt(node, typing);
		if (cause !== undefined) hazards.push({ node, cause });
		return undefined;
	});
	return hazards.sort((a, b) => a.node.start - b.node.start || a.node.end - b.node.end);
}

function causeAt(node: Expression, typing: Typing): HazardCause | undefined {
	const typeAt = (part: Expression): string => typing.types[part.id]?.kind ?? "unknown";
	switch (node.kind) {
		case "field": {
			const field = typing.origins[node.id]?.field;
			if (field === undefined || field.absent === "default" || field.absent === "default-if-configured") return undefined;
			switch (field.available?.when) {
				case "variant":
					return "variant";
				case "interface":
					return "interface";
				case "given":
					return "optional";
				default:
					return undefined;
			}
		}
		case "index":
			if (typeAt(node.target) === "map") return "key";
			if (typeAt(node.target) === "dynamic") return node.index.kind === "string" ? "key" : "range";
			return "range";
		case "slice":
			return "range";
		case "comparison":
			return typeAt(node.left) === "dynamic" || typeAt(node.right) === "dynamic" ? "dynamic" : undefined;
		case "quantifier":
		case "method":
			return typeAt(node.target) === "dynamic" ? "dynamic" : undefined;
		default:
			return undefined;
	}
}
