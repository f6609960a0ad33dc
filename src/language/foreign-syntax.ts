// Operators that people bring along from other languages, and what this language has in their place.
import type { ComparisonOperator } from "./tree.js";

/** `and`, `AND`, `&` stand for `&&`; `or`, `|` for `||`. */
export function foreignLogical(word: string): "and" | "or" | undefined {
	switch (word) {
		case "and":
		case "AND":
		case "&":
			return "and";
		case "or":
		case "OR":
		case "|":
			return "or";
		default:
			return undefined;
	}
}

/** `=` and `===` stand for `==`; `!==` and `<>` for `!=`. */
export function foreignComparison(word: string): ComparisonOperator | undefined {
	switch (word) {
		case "=":
		case "===":
			return "==";
		case "!==":
		case "<>":
			return "!=";
		default:
			return undefined;
	}
}

/** What to say about an operator that has no counterpart. */
export function strayOperator(word: string): { readonly message: string; readonly help?: string } {
	switch (word) {
		case "-":
			return {
				message: "`-` is not an operator: there are no negative numbers and no arithmetic",
				help: "write the result as one integer",
			};
		case "+":
		case "*":
		case "**":
		case "/":
		case "%":
			return { message: `\`${word}\` is not an operator: there is no arithmetic`, help: "write the result as one integer" };
		case "?":
		case ":":
		case "??":
			return {
				message: `\`${word}\` is not an operator: there is no choice between two values`,
				help: "write one policy for each case",
			};
		case "=~":
			return { message: "`=~` is not an operator: there are no patterns", help: "compare a slice, as in `x[0..4] == 'abcd'`" };
		default:
			return { message: `\`${word}\` is not an operator of this language` };
	}
}
