// The tree of an expression. Immutable, with the place of every node in the text; what is learned about a node later (its
// type, what it can evaluate to) lives in side tables under the node's id.

export type ComparisonOperator = "==" | "!=" | "<" | "<=" | ">" | ">=" | "in";
export type QuantifierName = "all" | "any" | "filter";

interface Placed {
	/** Position in the side tables: unique within one tree, counted from 0, an operand's below its operator's. */
	readonly id: number;
	/** UTF-16 offsets into the text; parentheses around an expression belong to nobody. */
	readonly start: number;
	readonly end: number;
}

export interface StringLiteral extends Placed {
	readonly kind: "string";
	readonly value: string;
}

export interface IntegerLiteral extends Placed {
	readonly kind: "integer";
	readonly value: bigint;
}

export interface BooleanLiteral extends Placed {
	readonly kind: "boolean";
	readonly value: boolean;
}

export interface ListLiteral extends Placed {
	readonly kind: "list";
	readonly elements: readonly Expression[];
}

/** A name that stands alone: the first part of a root, or a variable. */
export interface Name extends Placed {
	readonly kind: "name";
	readonly name: string;
}

export interface FieldAccess extends Placed {
	readonly kind: "field";
	readonly target: Expression;
	readonly name: string;
	/** Where the field's name begins; it ends where the node ends. */
	readonly nameStart: number;
}

/** `target.all(variable, body)`, `any`, `filter`. */
export interface Quantifier extends Placed {
	readonly kind: "quantifier";
	readonly target: Expression;
	readonly name: QuantifierName;
	readonly nameStart: number;
	readonly variable: string;
	readonly variableStart: number;
	readonly body: Expression;
}

/** `target.contains(x)`, `target.count()` and methods that do not exist. */
export interface MethodCall extends Placed {
	readonly kind: "method";
	readonly target: Expression;
	readonly name: string;
	readonly nameStart: number;
	readonly arguments: readonly Expression[];
	/** Written without parentheses, as in `.count`. */
	readonly bare: boolean;
}

export interface FunctionCall extends Placed {
	readonly kind: "function";
	readonly name: string;
	readonly arguments: readonly Expression[];
}

export interface Index extends Placed {
	readonly kind: "index";
	readonly target: Expression;
	readonly index: Expression;
}

/** `target[from..to]`: from inclusive, to exclusive. */
export interface Slice extends Placed {
	readonly kind: "slice";
	readonly target: Expression;
	readonly from: Expression;
	readonly to: Expression;
}

export interface Not extends Placed {
	readonly kind: "not";
	readonly operand: Expression;
}

export interface Comparison extends Placed {
	readonly kind: "comparison";
	readonly operator: ComparisonOperator;
	readonly operatorStart: number;
	readonly left: Expression;
	readonly right: Expression;
}

/** `a && b && c`, `a || b || c`: one node with all operands, so that a long chain is wide and not deep. */
export interface Logical extends Placed {
	readonly kind: "and" | "or";
	readonly operands: readonly Expression[];
}

/** Where no expression could be read; the reason has been reported. */
export interface Invalid extends Placed {
	readonly kind: "invalid";
}

export type Expression =
	| StringLiteral
	| IntegerLiteral
	| BooleanLiteral
	| ListLiteral
	| Name
	| FieldAccess
	| Quantifier
	| MethodCall
	| FunctionCall
	| Index
	| Slice
	| Not
	| Comparison
	| Logical
	| Invalid;

const none: readonly Expression[] = [];

/** The direct parts of a node, in the order in which they stand in the text. */
export function partsOf(node: Expression): readonly Expression[] {
	switch (node.kind) {
		case "list":
			return node.elements;
		case "field":
			return [node.target];
		case "quantifier":
			return [node.target, node.body];
		case "method":
			return [node.target, ...node.arguments];
		case "function":
			return node.arguments;
		case "index":
			return [node.target, node.index];
		case "slice":
			return [node.target, node.from, node.to];
		case "not":
			return [node.operand];
		case "comparison":
			return [node.left, node.right];
		case "and":
		case "or":
			return node.operands;
		default:
			return none;
	}
}

/** Visits a node and everything below it, operators before operands; a visit that returns false leaves out what is below. */
export function walk(node: Expression, visit: (node: Expression) => boolean | undefined): void {
	if (visit(node) === false) return;
	for (const part of partsOf(node)) walk(part, visit);
}
