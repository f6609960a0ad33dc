// The strings that paths are compared with, in order of the text.
import type { Field } from "../language/environment/field.js";
import type { Expression, StringLiteral } from "../language/tree.js";
import type { Part } from "./subject.js";

export interface ComparedString {
	readonly path: string;
	readonly literal: StringLiteral;
	/** The field that is compared, where it is one. */
	readonly field?: Field;
}

/** Strings in equalities and memberships; those of `contains` are among them. */
export function stringsComparedWith(part: Part | undefined): readonly ComparedString[] {
	if (part === undefined) return [];
	const { origins } = part.checked.typing;
	return part.atoms.flatMap(({ path, operator, operand, node }): readonly ComparedString[] => {
		if (operand === undefined || !["==", "!=", "in", "contains"].includes(operator)) return [];
		const subject = subjectOf(node, operand);
		const field = subject === undefined ? undefined : origins[subject.id]?.field;
		const literals = operand.kind === "list" ? operand.elements : [operand];
		return literals.flatMap((literal) =>
			literal.kind === "string" ? [{ path, literal, ...(field === undefined ? {} : { field }) }] : [],
		);
	});
}

function subjectOf(node: Expression, operand: Expression): Expression | undefined {
	if (node.kind === "method") return node.target;
	if (node.kind !== "comparison") return undefined;
	return node.left === operand ? node.right : node.left;
}
