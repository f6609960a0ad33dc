// The check of one expression, from its text to findings: syntax, then types, then what the values and the activities rule
// out. Each stage runs only if the ones before it left something to look at.
import type { Finding } from "../diagnostics/diagnostic.js";
import { Collector } from "./collector.js";
import { findImpossible } from "./context-findings.js";
import { findForeignArguments } from "./function-arguments.js";
import { defaultLimits, type Limits } from "./limits.js";
import { parseInto } from "./parser.js";
import type { Slot } from "./slot.js";
import { type Expression, walk } from "./tree.js";
import { type Typing, typeTree } from "./typing.js";

export interface CheckOptions {
	readonly limits?: Limits;
	/** Literals about whose value nothing is known yet, such as a reference that is still to be resolved. */
	readonly opaque?: (literal: string) => boolean;
	/**
	 * How far to look: `types` finds what the service refuses when a policy is created, `everything` (the default) also what
	 * it accepts although it can never work, and what should be written differently.
	 */
	readonly depth?: "types" | "everything";
	/** Accept a value of any type, for asking what a part of an expression gives; a policy takes a truth value. */
	readonly anyType?: boolean;
}

/** An expression with all that is known about it. */
export interface Checked {
	readonly text: string;
	readonly slot: Slot;
	readonly expression: Expression;
	readonly typing: Typing;
	/** In the order of the text. */
	readonly findings: readonly Finding[];
	/** Whether there is no error of syntax or type: such an expression can be evaluated. */
	readonly wellTyped: boolean;
}

/** Checks one expression and keeps the tree and its types. Never throws. */
export function check(text: string, slot: Slot, options: CheckOptions = {}): Checked {
	const limits = options.limits ?? defaultLimits;
	const collector = new Collector(limits.findings);
	const { expression } = parseInto(text, limits, collector);
	const readable = collector.errors === 0;
	const typing = typeTree(expression, text, slot, collector, options.anyType);
	const wellTyped = collector.errors === 0;
	if (readable && options.depth !== "types") {
		if (text.includes("\\")) warnAboutBackslashes(expression, collector);
		findImpossible(expression, text, typing, slot, collector, options.opaque);
		if (slot === "condition") findForeignArguments(text, typing, collector);
	}
	return { text, slot, expression, typing, findings: collector.sorted(), wellTyped };
}

function warnAboutBackslashes(expression: Expression, collector: Collector): void {
	walk(expression, (node) => {
		if (node.kind !== "string" || !node.value.includes("\\")) return undefined;
		collector.warning("Q3403", node.start, node.end, "a backslash is an ordinary character: there are no escapes", {
			help: "a string cannot hold an apostrophe",
		});
		return undefined;
	});
}
