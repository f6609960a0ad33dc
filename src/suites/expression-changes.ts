// One change to an expression at a time: operands dropped, operators swapped, numbers shifted, list items removed, negations.
import type { TextRange } from "../diagnostics/span.js";
import { type ComparisonOperator, type Expression, partsOf, walk } from "../language/tree.js";

export interface ExpressionChange {
	readonly node: Expression;
	/** What stands in the node's place; made when asked, since a long list has as many lists without one of its items. */
	by(): Expression;
	/** The part of the text that is changed. */
	readonly range: TextRange;
	readonly change: string;
}

/** What each comparison could have been by a slip: its neighbour, and its opposite. */
const OTHER_OPERATORS: Readonly<Record<ComparisonOperator, readonly ComparisonOperator[]>> = {
	"==": ["!="],
	"!=": ["=="],
	"<": ["<=", ">="],
	"<=": ["<", ">"],
	">": [">=", "<="],
	">=": [">", "<"],
	in: [],
};

/** Every change to an expression, in the order of the text. */
export function expressionChanges(expression: Expression, text: string): readonly ExpressionChange[] {
	const changes: ExpressionChange[] = [];
	const add = (node: Expression, by: () => Expression, range: TextRange, change: string): void => {
		changes.push({ node, by, range, change });
	};
	const quote = ({ start, end }: TextRange): string => `\`${text.slice(start, end).replace(/\s+/g, " ")}\``;
	walk(expression, (node) => {
		switch (node.kind) {
			case "and":
			case "or": {
				const [from, to] = node.kind === "and" ? ["&&", "||"] : ["||", "&&"];
				add(
					node,
					() => ({ ...node, kind: node.kind === "and" ? "or" : "and" }),
					node,
					`\`${from}\` becomes \`${to}\` in ${quote(node)}`,
				);
				for (const [index, operand] of node.operands.entries()) {
					const by = (): Expression => {
						const rest = node.operands.filter((_, at) => at !== index);
						const [only] = rest;
						return rest.length === 1 && only !== undefined ? only : { ...node, operands: rest };
					};
					add(node, by, operand, `${quote(operand)} is dropped`);
				}
				break;
			}
			case "not":
				add(node, () => node.operand, node, `the negation of ${quote(node.operand)} is dropped`);
				break;
			case "comparison":
				for (const operator of OTHER_OPERATORS[node.operator]) {
					const range = { start: node.operatorStart, end: node.operatorStart + node.operator.length };
					add(node, () => ({ ...node, operator }), range, `\`${node.operator}\` becomes \`${operator}\` in ${quote(node)}`);
				}
				if (node.operator === "in") add(node, () => negated(node), node, `${quote(node)} is negated`);
				break;
			case "quantifier":
				if (node.name === "filter") break;
				{
					const name = node.name === "any" ? "all" : "any";
					const range = { start: node.nameStart, end: node.nameStart + node.name.length };
					add(node, () => ({ ...node, name }), range, `\`${node.name}\` becomes \`${name}\` in ${quote(node)}`);
				}
				break;
			case "method":
				if (node.name === "contains") add(node, () => negated(node), node, `${quote(node)} is negated`);
				break;
			case "integer":
				for (const value of node.value === 0n ? [1n] : [node.value + 1n, node.value - 1n]) {
					add(node, () => ({ ...node, value }), node, `\`${node.value}\` becomes \`${value}\``);
				}
				break;
			case "boolean":
				add(node, () => ({ ...node, value: !node.value }), node, `\`${node.value}\` becomes \`${!node.value}\``);
				break;
			case "list": {
				if (node.elements.length < 2) break;
				const whole = quote(node);
				for (const element of node.elements) {
					const by = (): Expression => ({ ...node, elements: node.elements.filter((each) => each !== element) });
					add(node, by, element, `${quote(element)} is taken out of ${whole}`);
				}
				break;
			}
			default:
		}
		// Where in a text something stands is not a threshold.
		return node.kind !== "slice";
	});
	return changes
		.map((each, index) => ({ each, index }))
		.sort((a, b) => a.each.range.start - b.each.range.start || a.index - b.index)
		.map(({ each }) => each);
}

const negated = (operand: Expression): Expression => ({ ...operand, kind: "not", operand });

/** The tree with one node replaced. */
export function replaced(tree: Expression, node: Expression, by: Expression): Expression {
	if (tree === node) return by;
	if (node.start < tree.start || node.end > tree.end) return tree;
	if (partsOf(tree).length === 0) return tree;
	const inside = (part: Expression): Expression => replaced(part, node, by);
	switch (tree.kind) {
		case "list":
			return { ...tree, elements: tree.elements.map(inside) };
		case "field":
			return { ...tree, target: inside(tree.target) };
		case "quantifier":
			return { ...tree, target: inside(tree.target), body: inside(tree.body) };
		case "method":
			return { ...tree, target: inside(tree.target), arguments: tree.arguments.map(inside) };
		case "function":
			return { ...tree, arguments: tree.arguments.map(inside) };
		case "index":
			return { ...tree, target: inside(tree.target), index: inside(tree.index) };
		case "slice":
			return { ...tree, target: inside(tree.target), from: inside(tree.from), to: inside(tree.to) };
		case "not":
			return { ...tree, operand: inside(tree.operand) };
		case "comparison":
			return { ...tree, left: inside(tree.left), right: inside(tree.right) };
		case "and":
		case "or":
			return { ...tree, operands: tree.operands.map(inside) };
		default:
			return tree;
	}
}
