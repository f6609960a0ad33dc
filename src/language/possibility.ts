// In which contexts can an expression be true, and in which false? Where it can be neither, it ends in an error there. Both
// sides of `&&` and `||` are always evaluated, so one root that is not there spoils the whole expression; therefore "true or
// false, but no error" is simply: everything is there that is read, whatever the values are.
//
// The answer errs on one side only: a context that is left out is impossible, one that is kept may still be impossible for
// reasons that are not looked at (two comparisons of one amount, say).
import { likelihoodOf, type Restriction, restrictionOf } from "./context-facts.js";
import { allContexts, both, type ContextSet, either, noContexts, without } from "./context-set.js";
import type { Field } from "./environment/field.js";
import { type Expression, partsOf } from "./tree.js";
import type { Typing } from "./typing.js";

export interface Assumptions {
	/** Literals that are never equal to what they are compared with, by node id. */
	readonly never: ReadonlySet<number>;
	/** Literals about which nothing is known. */
	readonly opaque: (text: string) => boolean;
	/** Take all roots, or all that is read, for there: then only what the expression asks for counts. */
	readonly assumed?: "roots" | "everything";
}

/** What becomes of a well-typed condition in the contexts. */
export class Outlook {
	readonly #typing: Typing;
	readonly #assumptions: Assumptions;

	constructor(typing: Typing, assumptions: Assumptions) {
		this.#typing = typing;
		this.#assumptions = assumptions;
	}

	/** Where an expression can have a truth value. */
	when(node: Expression, wanted: boolean): ContextSet {
		switch (node.kind) {
			case "boolean":
				return node.value === wanted ? allContexts : noContexts;
			case "not":
				return this.when(node.operand, !wanted);
			case "and":
			case "or":
				return wanted === (node.kind === "and") ? this.#whenAll(node.operands, wanted) : this.#whenSome(node.operands, wanted);
			case "comparison":
				if (node.operator === "in") return this.#whenMember(node.left, node.right, wanted);
				if (node.operator === "==") return this.#whenEqual(node.left, node.right, wanted);
				if (node.operator === "!=") return this.#whenEqual(node.left, node.right, !wanted);
				return this.there(node);
			case "method":
				if (node.name !== "contains" || node.arguments[0] === undefined) return this.there(node);
				return this.#whenMember(node.arguments[0], node.target, wanted);
			case "quantifier": {
				// No element is asked when the list is empty: then `any` is false and `all` is true.
				const there = this.there(node.target);
				if (node.name === "filter" || wanted === (node.name === "all")) return there;
				return both(there, this.when(node.body, wanted));
			}
			default:
				return this.there(node);
		}
	}

	/** Where everything is there that an expression reads whatever the values are: it is true or false, and no error. */
	there(node: Expression): ContextSet {
		switch (node.kind) {
			case "name": {
				const origin = this.#typing.origins[node.id];
				// The origin of a variable is the list it runs over.
				return origin === undefined || origin.steps > 0 ? allContexts : this.#where(restrictionOf(origin.field));
			}
			case "field": {
				const target = this.there(node.target);
				const field = this.#typing.origins[node.id]?.field;
				return field === undefined ? target : both(target, this.#where(restrictionOf(field)));
			}
			case "string":
			case "integer":
			case "boolean":
				return allContexts;
			case "comparison":
				return both(this.there(node.left), this.there(node.right));
			case "quantifier":
				return this.there(node.target);
			default: {
				let there = allContexts;
				for (const part of partsOf(node)) there = both(there, this.there(part));
				return there;
			}
		}
	}

	#where(restriction: Restriction | undefined): ContextSet {
		if (restriction === undefined) return allContexts;
		const { assumed } = this.#assumptions;
		const isThere = assumed === "everything" || (assumed === "roots" && restriction.kind === "root");
		return isThere ? allContexts : restriction.where;
	}

	#whenAll(operands: readonly Expression[], wanted: boolean): ContextSet {
		let result = allContexts;
		for (const operand of operands) result = both(result, this.when(operand, wanted));
		return result;
	}

	#whenSome(operands: readonly Expression[], wanted: boolean): ContextSet {
		let some = noContexts;
		let there = allContexts;
		for (const operand of operands) {
			some = either(some, this.when(operand, wanted));
			there = both(there, this.there(operand));
		}
		return both(some, there);
	}

	#whenEqual(left: Expression, right: Expression, wanted: boolean): ContextSet {
		const there = both(this.there(left), this.there(right));
		if (right.kind === "string") return both(there, this.#literal(left, right.id, right.value, wanted));
		return left.kind === "string" ? both(there, this.#literal(right, left.id, left.value, wanted)) : there;
	}

	#whenMember(element: Expression, list: Expression, wanted: boolean): ContextSet {
		const there = both(this.there(element), this.there(list));
		if (list.kind !== "list") return there;
		let result = wanted ? noContexts : allContexts;
		for (const each of list.elements) {
			const equal = each.kind === "string" ? this.#literal(element, each.id, each.value, wanted) : allContexts;
			result = wanted ? either(result, equal) : both(result, equal);
		}
		return both(there, result);
	}

	/** Where a path can equal a literal, or differ from it. */
	#literal(path: Expression, literal: number, value: string, wanted: boolean): ContextSet {
		if (this.#assumptions.never.has(literal)) return wanted ? noContexts : allContexts;
		const field = path.kind === "field" ? this.#typing.origins[path.id]?.field : undefined;
		const likelihood = field === undefined ? undefined : likelihoodOf(field);
		if (field === undefined || likelihood === undefined || this.#assumptions.opaque(value)) return allContexts;
		if (!wanted) return without(allContexts, likelihood.surely.get(value) ?? noContexts);
		const equal = either(likelihood.equal.get(value) ?? noContexts, likelihood.open);
		// Where the field is not there it could have had any value.
		return this.#assumptions.assumed === "everything" ? either(equal, this.#absent(field)) : equal;
	}

	#absent(field: Field): ContextSet {
		return without(allContexts, restrictionOf(field)?.where ?? allContexts);
	}
}

/** Something an expression reads that is not there in every context. */
export interface Need {
	readonly restriction: Restriction;
	readonly node: Expression;
}

/**
 * What an expression reads whatever the values are, in the order of the text: not what only the condition of a quantifier
 * reads, which an empty list never asks.
 */
export function needsOf(expression: Expression, typing: Typing): readonly Need[] {
	const needs: Need[] = [];
	const visit = (node: Expression): void => {
		if (node.kind === "quantifier") visit(node.target);
		else for (const part of partsOf(node)) visit(part);
		const origin = node.kind === "name" || node.kind === "field" ? typing.origins[node.id] : undefined;
		const restriction = origin === undefined || origin.steps > 0 ? undefined : restrictionOf(origin.field);
		if (restriction !== undefined) needs.push({ restriction, node });
	};
	visit(expression);
	return needs;
}
