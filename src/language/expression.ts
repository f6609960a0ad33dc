// What the rest of the program asks about an expression as a text: what is wrong with it, and whether two are the same.
import type { Finding } from "../diagnostics/diagnostic.js";
import { type CheckOptions, check } from "./check.js";
import { parse } from "./parser.js";
import { sameTree } from "./same-tree.js";
import type { Slot } from "./slot.js";

/**
 * Checks one expression. Errors are what the service refuses and what can never work; ranges are UTF-16 offsets into the
 * text. Never throws.
 */
export function checkExpression(text: string, slot: Slot, options: CheckOptions = {}): readonly Finding[] {
	return check(text, slot, options).findings;
}

/**
 * Whether two texts are the same expression: the same tree, so that neither white space nor parentheses that change nothing
 * count. Texts that cannot be read are the same only if they are equal.
 */
export function sameExpression(a: string, b: string): boolean {
	if (a === b) return true;
	const first = parse(a);
	const second = parse(b);
	if (first.findings.length > 0 || second.findings.length > 0) return false;
	return sameTree(first.expression, second.expression);
}
