// A tree as text: one line, the parentheses it needs and those that make precedence plain. Reading the text gives the tree.
import type { Expression } from "./tree.js";

/** How tightly a node binds; an operand that binds less stands in parentheses. */
function strength(node: Expression): number {
	switch (node.kind) {
		case "or":
			return 1;
		case "and":
			return 2;
		case "comparison":
			return 3;
		case "not":
			return 4;
		default:
			return 5;
	}
}

function printAbove(node: Expression, least: number): string {
	const text = print(node);
	return strength(node) < least ? `(${text})` : text;
}

/**
 * The text of a tree. `!` is always followed by parentheses, as the service documents it, and an `&&` inside an `||` stands
 * in parentheses although it need not. String literals must not hold an apostrophe or a line break; none that was read does.
 */
export function print(node: Expression): string {
	switch (node.kind) {
		case "string":
			return `'${node.value}'`;
		case "integer":
			return node.value.toString();
		case "boolean":
			return node.value ? "true" : "false";
		case "list":
			return `[${node.elements.map(print).join(", ")}]`;
		case "name":
			return node.name;
		case "field":
			return `${printAbove(node.target, 5)}.${node.name}`;
		case "quantifier":
			return `${printAbove(node.target, 5)}.${node.name}(${node.variable}, ${print(node.body)})`;
		case "method":
			return `${printAbove(node.target, 5)}.${node.name}${node.bare ? "" : `(${node.arguments.map(print).join(", ")})`}`;
		case "function":
			return `${node.name}(${node.arguments.map(print).join(", ")})`;
		case "index":
			return `${printAbove(node.target, 5)}[${print(node.index)}]`;
		case "slice":
			return `${printAbove(node.target, 5)}[${print(node.from)}..${print(node.to)}]`;
		case "not":
			return `!(${print(node.operand)})`;
		case "comparison":
			return `${printAbove(node.left, 4)} ${node.operator} ${printAbove(node.right, 4)}`;
		case "and":
			return node.operands.map((operand) => printAbove(operand, 3)).join(" && ");
		case "or":
			return node.operands.map((operand) => printAbove(operand, 3)).join(" || ");
		default:
			return "";
	}
}
