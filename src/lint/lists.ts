// What a branch says about the elements of a list: how many there are, whether there is one, whether all are asked.
import { pathOf } from "../language/path.js";
import { type Expression, walk } from "../language/tree.js";
import type { Branch } from "./branches.js";

/** Whether the list's length is compared with something. */
export function isCounted(branch: Branch, list: string): boolean {
	return branch.literals.some(({ node }) => node.kind === "comparison" && counts(node, list));
}

/** Whether the branch asks for an element, so that there is one. */
export function hasSome(branch: Branch, list: string): boolean {
	return asks(branch, list, "any");
}

/** Whether every element is asked. */
export function asksEvery(branch: Branch, list: string): boolean {
	return asks(branch, list, "all");
}

function asks(branch: Branch, list: string, name: "any" | "all"): boolean {
	const dual = name === "any" ? "all" : "any";
	return branch.literals.some(
		({ node, negated }) => node.kind === "quantifier" && node.name === (negated ? dual : name) && pathOf(node.target) === list,
	);
}

function counts(node: Expression, list: string): boolean {
	let found = false;
	walk(node, (part) => {
		if (part.kind === "method" && part.name === "count" && pathOf(part.target) === list) found = true;
		return !found;
	});
	return found;
}

/** The most elements a list may have on a branch, as far as its length is compared with a number. */
export function mostOf(branch: Branch, list: string): bigint | undefined {
	const count = branch.constraints.get(`${list}.count()`);
	return count?.kind === "integer" ? count.high : undefined;
}

/** Whether the branch says how many instructions a Solana transaction has, or something about every one of them. */
export function boundsInstructions(branch: Branch): boolean {
	return ["solana.tx.instructions", "solana.tx.program_keys"].some((list) => isCounted(branch, list) || asksEvery(branch, list));
}
