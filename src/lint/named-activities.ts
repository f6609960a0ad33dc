// The activities that a condition names, with the places of their names.
import type { StringLiteral } from "../language/tree.js";
import type { Part } from "./subject.js";

export interface NamedActivity {
	readonly literal: StringLiteral;
	readonly value: string;
	/** Whether it is excluded and not asked for. */
	readonly excluded: boolean;
}

/** What `activity.type`, `kind`, `resource` or `action` is compared with. */
export function namedActivities(
	part: Part | undefined,
	field: "type" | "kind" | "resource" | "action",
): readonly NamedActivity[] {
	return (part?.atoms ?? []).flatMap(({ path, operator, operand, negated }): readonly NamedActivity[] => {
		if (path !== `activity.${field}` || operand === undefined) return [];
		if (operator !== "==" && operator !== "!=" && operator !== "in") return [];
		const literals = operand.kind === "list" ? operand.elements : [operand];
		const excluded = (operator === "!=") !== negated;
		return literals.flatMap((literal) => (literal.kind === "string" ? [{ literal, value: literal.value, excluded }] : []));
	});
}
