// Expressions seen as statements about paths: what rules and explanations work with instead of trees.
import type { ComparisonOperator, Expression } from "./tree.js";
import { partsOf } from "./tree.js";

/**
 * The path an expression reads, in one spelling: `eth.tx.to`, `tron.tx.contract[0].amount`, `eth.tx.data[0..10]`,
 * `eth.tx.contract_call_args['to']`. A variable of a quantifier is the list it runs over with `[]`: `approvers[].id`.
 * Undefined for what is no path.
 */
export function pathOf(node: Expression, variables: ReadonlyMap<string, string> = new Map()): string | undefined {
	switch (node.kind) {
		case "name":
			return variables.get(node.name) ?? node.name;
		case "field": {
			const target = pathOf(node.target, variables);
			return target === undefined ? undefined : `${target}.${node.name}`;
		}
		case "index": {
			const target = pathOf(node.target, variables);
			if (target === undefined) return undefined;
			if (node.index.kind === "string") return `${target}['${node.index.value}']`;
			return `${target}[${node.index.kind === "integer" ? node.index.value : "?"}]`;
		}
		case "slice": {
			const target = pathOf(node.target, variables);
			if (target === undefined || node.from.kind !== "integer" || node.to.kind !== "integer") return undefined;
			return `${target}[${node.from.value}..${node.to.value}]`;
		}
		case "method":
			return node.name === "count" && node.arguments.length === 0
				? suffixed(pathOf(node.target, variables), ".count()")
				: undefined;
		case "quantifier":
			return node.name === "filter" ? suffixed(pathOf(node.target, variables), ".filter()") : undefined;
		default:
			return undefined;
	}
}

function suffixed(path: string | undefined, suffix: string): string | undefined {
	return path === undefined ? undefined : `${path}${suffix}`;
}

/** The smallest truth about a path: a comparison with something, a membership, or a truth value read as it is. */
export interface Atom {
	readonly node: Expression;
	readonly path: string;
	readonly operator: ComparisonOperator | "contains" | "is";
	/** What it is compared with; absent for a truth value read as it is. */
	readonly operand?: Expression;
	/** Whether an odd number of `!` stands above it. */
	readonly negated: boolean;
	/** The quantifiers above it, the outermost first. */
	readonly under: readonly string[];
}

const flipped: Readonly<Record<ComparisonOperator, ComparisonOperator>> = {
	"==": "==",
	"!=": "!=",
	"<": ">",
	"<=": ">=",
	">": "<",
	">=": "<=",
	in: "in",
};

/** All atoms of an expression, in the order of the text; a literal on the left is turned to the right. */
export function atomsOf(expression: Expression): readonly Atom[] {
	const atoms: Atom[] = [];
	collect(expression, false, [], new Map(), atoms);
	return atoms;
}

function collect(
	node: Expression,
	negated: boolean,
	under: readonly string[],
	variables: ReadonlyMap<string, string>,
	atoms: Atom[],
): void {
	const add = (path: string | undefined, operator: Atom["operator"], operand?: Expression): void => {
		if (path !== undefined) atoms.push({ node, path, operator, negated, under, ...(operand === undefined ? {} : { operand }) });
	};
	switch (node.kind) {
		case "not":
			collect(node.operand, !negated, under, variables, atoms);
			return;
		case "and":
		case "or":
			for (const operand of node.operands) collect(operand, negated, under, variables, atoms);
			return;
		case "comparison": {
			const left = pathOf(node.left, variables);
			if (left !== undefined) add(left, node.operator, node.right);
			else if (node.operator === "in") add(pathOf(node.right, variables), "contains", node.left);
			else add(pathOf(node.right, variables), flipped[node.operator], node.left);
			break;
		}
		case "method":
			if (node.name === "contains") add(pathOf(node.target, variables), "contains", node.arguments[0]);
			break;
		case "quantifier": {
			collectQuantifiers(node.target, negated, under, variables, atoms);
			const list = pathOf(node.target, variables) ?? "?";
			const inner = new Map(variables).set(node.variable, `${list}[]`);
			collect(node.body, negated, [...under, node.name], inner, atoms);
			return;
		}
		case "field":
		case "name":
		case "index":
			add(pathOf(node, variables), "is");
			return;
		default:
	}
	// Conditions of quantifiers may hide inside an operand: `list.filter(x, …).count() >= 2`.
	for (const part of partsOf(node)) collectQuantifiers(part, negated, under, variables, atoms);
}

function collectQuantifiers(
	node: Expression,
	negated: boolean,
	under: readonly string[],
	variables: ReadonlyMap<string, string>,
	atoms: Atom[],
): void {
	if (node.kind === "quantifier") collect(node, negated, under, variables, atoms);
	else for (const part of partsOf(node)) collectQuantifiers(part, negated, under, variables, atoms);
}
