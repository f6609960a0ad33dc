// Whether two trees say the same, wherever they stand in their texts.
import { type Expression, partsOf } from "./tree.js";

/** Whether two trees are equal but for places and ids. */
export function sameTree(a: Expression, b: Expression): boolean {
	if (a.kind !== b.kind || !sameHead(a, b)) return false;
	const left = partsOf(a);
	const right = partsOf(b);
	return left.length === right.length && left.every((part, index) => sameTree(part, right[index] ?? part));
}

/** Whether two nodes are equal but for their parts. */
function sameHead(a: Expression, b: Expression): boolean {
	switch (a.kind) {
		case "string":
			return b.kind === "string" && a.value === b.value;
		case "integer":
			return b.kind === "integer" && a.value === b.value;
		case "boolean":
			return b.kind === "boolean" && a.value === b.value;
		case "name":
		case "function":
			return b.kind === a.kind && a.name === b.name;
		case "field":
			return b.kind === "field" && a.name === b.name;
		case "method":
			// `.count` is not the same text to the service as `.count()`.
			return b.kind === "method" && a.name === b.name && a.bare === b.bare;
		case "quantifier":
			return b.kind === "quantifier" && a.name === b.name && a.variable === b.variable;
		case "comparison":
			return b.kind === "comparison" && a.operator === b.operator;
		default:
			return true;
	}
}
