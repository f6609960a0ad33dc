// An expression as alternatives: each branch is a list of conditions that all hold, so that a rule can ask of every way the
// expression can be true what is said on it, and what is not.
import type { Checked } from "../language/check.js";
import { pathOf } from "../language/path.js";
import { print } from "../language/print.js";
import type { ComparisonOperator, Expression } from "../language/tree.js";
import { walk } from "../language/tree.js";
import { isEvmAddress } from "../language/value.js";
import { amongTexts, type Constraint, join, noneOfIntegers, noneOfTexts, range } from "./constraint.js";

/** A condition that holds, or with `negated` does not hold, on a branch. Neither `&&`, `||` nor `!`. */
export interface Literal {
	readonly node: Expression;
	readonly negated: boolean;
	/** The path it is about; the printed condition where it is about no single path. */
	readonly path: string;
	readonly constraint: Constraint;
	/** Every path that is read in it, those under quantifiers as `list[].field`. */
	readonly reads: ReadonlySet<string>;
}

export interface Branch {
	readonly literals: readonly Literal[];
	/** What all literals together say about each path. */
	readonly constraints: ReadonlyMap<string, Constraint>;
	/** The literal that no value satisfies together with those before it: the branch is never true. */
	readonly contradiction?: Literal;
}

export interface Branches {
	/** Those that can be true, as far as single paths tell. */
	readonly possible: readonly Branch[];
	/** Those that contradict themselves. */
	readonly impossible: readonly Branch[];
	/** False when there are too many: then there is one, and it says what all of them have in common. */
	readonly complete: boolean;
}

const mostBranches = 300;

/** The alternatives of a well-typed expression. Without an expression there is one, which says nothing. */
export function branchesOf(checked: Checked | undefined): Branches {
	if (checked === undefined) return { possible: [closed([])], impossible: [], complete: true };
	const reader = new Reader(checked);
	const found = reader.alternatives(checked.expression, false);
	const lists = found ?? [reader.common(checked.expression)];
	const all = lists.map(closed);
	return {
		possible: all.filter((branch) => branch.contradiction === undefined),
		impossible: all.filter((branch) => branch.contradiction !== undefined),
		complete: found !== undefined,
	};
}

function closed(literals: readonly Literal[]): Branch {
	const constraints = new Map<string, Constraint>();
	let contradiction: Literal | undefined;
	for (const literal of literals) {
		const before = constraints.get(literal.path);
		const both = before === undefined ? literal.constraint : join(before, literal.constraint);
		if (both === undefined) contradiction ??= literal;
		else constraints.set(literal.path, both);
	}
	return { literals, constraints, ...(contradiction === undefined ? {} : { contradiction }) };
}

/** Reads the literals of one expression. */
class Reader {
	readonly #checked: Checked;

	constructor(checked: Checked) {
		this.#checked = checked;
	}

	/** Undefined when there are too many. */
	alternatives(node: Expression, negated: boolean): (readonly Literal[])[] | undefined {
		switch (node.kind) {
			case "boolean":
				return node.value !== negated ? [[]] : [];
			case "not":
				return this.alternatives(node.operand, !negated);
			case "and":
			case "or": {
				const parts = node.operands.map((operand) => this.alternatives(operand, negated));
				return (node.kind === "or") !== negated ? sum(parts) : product(parts);
			}
			default:
				return [[this.literal(node, negated)]];
		}
	}

	/** What holds whichever branch is true: the operands of the outermost `&&`. */
	common(node: Expression): readonly Literal[] {
		if (node.kind === "and") return node.operands.flatMap((operand) => this.common(operand));
		if (node.kind === "boolean") return [];
		if (node.kind === "not") return [this.literal(node.operand, true)];
		return [this.literal(node, false)];
	}

	literal(node: Expression, negated: boolean): Literal {
		const stated = this.#statement(node);
		const reads = readsOf(node);
		if (stated === undefined) return { node, negated, path: print(node), constraint: truth(!negated), reads };
		const constraint = negated ? opposite(stated.constraint) : stated.constraint;
		if (constraint === undefined) return { node, negated, path: print(node), constraint: truth(!negated), reads };
		return { node, negated, path: stated.path, constraint, reads };
	}

	/** A comparison of a path with literals. */
	#statement(node: Expression): { readonly path: string; readonly constraint: Constraint } | undefined {
		if (node.kind === "comparison") {
			if (node.operator === "in") {
				const path = pathOf(node.left);
				const values = node.right.kind === "list" ? node.right.elements : undefined;
				const constraint = path === undefined || values === undefined ? undefined : this.#among(node.left, values);
				return path === undefined || constraint === undefined ? undefined : { path, constraint };
			}
			const left = pathOf(node.left);
			const right = pathOf(node.right);
			if (left !== undefined && right === undefined) return this.#compared(left, node.left, node.operator, node.right);
			if (right !== undefined && left === undefined) return this.#compared(right, node.right, turned[node.operator], node.left);
			return undefined;
		}
		if (node.kind === "field" || node.kind === "name" || node.kind === "index") {
			const path = pathOf(node);
			return path === undefined ? undefined : { path, constraint: truth(true) };
		}
		return undefined;
	}

	#compared(
		path: string,
		subject: Expression,
		operator: ComparisonOperator,
		value: Expression,
	): { readonly path: string; readonly constraint: Constraint } | undefined {
		const constraint = this.#comparison(subject, operator, value);
		return constraint === undefined ? undefined : { path, constraint };
	}

	#comparison(subject: Expression, operator: ComparisonOperator, value: Expression): Constraint | undefined {
		if (value.kind === "string") {
			const text = this.#folded(subject, value.value);
			if (operator === "==") return amongTexts([text]);
			return operator === "!=" ? noneOfTexts([text]) : undefined;
		}
		if (value.kind === "boolean") {
			if (operator === "==") return truth(value.value);
			return operator === "!=" ? truth(!value.value) : undefined;
		}
		const integer = this.#integer(value);
		if (integer === undefined) return undefined;
		switch (operator) {
			case "==":
				return range(integer, integer);
			case "!=":
				return noneOfIntegers([integer]);
			case "<":
				return range(undefined, integer - 1n);
			case "<=":
				return range(undefined, integer);
			case ">":
				return range(integer + 1n, undefined);
			case ">=":
				return range(integer, undefined);
			default:
				return undefined;
		}
	}

	#among(subject: Expression, values: readonly Expression[]): Constraint | undefined {
		const texts = values.flatMap((each) => (each.kind === "string" ? [this.#folded(subject, each.value)] : []));
		if (texts.length === values.length && texts.length > 0) return amongTexts(texts);
		const integers = values.flatMap((each) => (each.kind === "integer" ? [each.value] : []));
		if (integers.length !== values.length || integers.length === 0) return undefined;
		const sorted = [...new Set(integers)].sort((a, b) => (a < b ? -1 : 1));
		const low = sorted[0] ?? 0n;
		const high = sorted[sorted.length - 1] ?? 0n;
		if (high - low > 1000n) return undefined;
		const holes: bigint[] = [];
		for (let value = low; value <= high; value += 1n) if (!sorted.includes(value)) holes.push(value);
		return { kind: "integer", low, high, excluded: new Set(holes) };
	}

	/** Integers, and instants in nanoseconds. */
	#integer(value: Expression): bigint | undefined {
		if (value.kind === "integer") return value.value;
		const constant = value.kind === "function" ? this.#checked.typing.constants.get(value.id) : undefined;
		return typeof constant === "bigint" ? constant : undefined;
	}

	/** A text as it is compared: without its case where the service ignores that. */
	#folded(subject: Expression, value: string): string {
		const field = this.#checked.typing.origins[subject.id]?.field;
		if (field?.letterCase === "ignored") return value.toLowerCase();
		return field?.letterCase === "ignored-in-addresses" && isEvmAddress(value) ? value.toLowerCase() : value;
	}
}

const turned: Readonly<Record<ComparisonOperator, ComparisonOperator>> = {
	"==": "==",
	"!=": "!=",
	"<": ">",
	"<=": ">=",
	">": "<",
	">=": "<=",
	in: "in",
};

function truth(value: boolean): Constraint {
	return { kind: "truth", value };
}

/** What holds where a statement does not; undefined where that is no single constraint. */
function opposite(constraint: Constraint): Constraint | undefined {
	switch (constraint.kind) {
		case "truth":
			return truth(!constraint.value);
		case "text":
			if (constraint.allowed !== undefined) return constraint.excluded.size === 0 ? noneOfTexts(constraint.allowed) : undefined;
			return amongTexts(constraint.excluded);
		default: {
			const { low, high, excluded } = constraint;
			if (excluded.size > 0) return low === undefined && high === undefined && excluded.size === 1 ? only(excluded) : undefined;
			if (low !== undefined && high !== undefined) return low === high ? noneOfIntegers([low]) : undefined;
			if (low !== undefined) return range(undefined, low - 1n);
			return high === undefined ? undefined : range(high + 1n, undefined);
		}
	}
}

function only(values: ReadonlySet<bigint>): Constraint | undefined {
	const [value] = values;
	return value === undefined ? undefined : range(value, value);
}

function sum(parts: readonly ((readonly Literal[])[] | undefined)[]): (readonly Literal[])[] | undefined {
	const all: (readonly Literal[])[] = [];
	for (const part of parts) {
		if (part === undefined || all.length + part.length > mostBranches) return undefined;
		all.push(...part);
	}
	return all;
}

function product(parts: readonly ((readonly Literal[])[] | undefined)[]): (readonly Literal[])[] | undefined {
	let all: (readonly Literal[])[] = [[]];
	for (const part of parts) {
		if (part === undefined || all.length * part.length > mostBranches) return undefined;
		all = all.flatMap((left) => part.map((right) => [...left, ...right]));
	}
	return all;
}

/** Every path that is read below a node; variables of quantifiers are the list they run over with `[]`. */
export function readsOf(node: Expression): ReadonlySet<string> {
	const reads = new Set<string>();
	const visit = (each: Expression, variables: ReadonlyMap<string, string>): void => {
		if (each.kind === "quantifier") {
			visit(each.target, variables);
			const list = pathOf(each.target, variables) ?? "?";
			visit(each.body, new Map(variables).set(each.variable, `${list}[]`));
			return;
		}
		const path = pathOf(each, variables);
		if (path !== undefined) reads.add(path);
		walk(each, (part) => {
			if (part === each) return true;
			visit(part, variables);
			return false;
		});
	};
	visit(node, new Map());
	return reads;
}
