// Comparisons as closures. What is known beforehand, the types of both sides and whether upper and lower case count, is
// decided here once; a list of literals becomes a set.
import type { Binding } from "./bindings.js";
import type { Compiler, Outcome, Step } from "./compile.js";
import type { LetterCase } from "./environment/field.js";
import { EvaluationError } from "./evaluation-error.js";
import type { Comparison, ComparisonOperator, Expression } from "./tree.js";
import { describeValueType, fitsSigned, isEvmAddress, nothing, readerOf, type Value } from "./value.js";

/** Texts that are equal get the same key. */
type Fold = (text: string) => string;

const exact: Fold = (text) => text;
const ignoringCase: Fold = (text) => text.toLowerCase();
const ignoringAddressCase: Fold = (text) => (isEvmAddress(text) ? text.toLowerCase() : text);

function foldOf(compiler: Compiler, a: Expression, b: Expression): Fold {
	if (compiler.decisions.evmAddressCase === "exact") return exact;
	const rules: (LetterCase | undefined)[] = [a, b].map((node) => compiler.typing.origins[node.id]?.field.letterCase);
	if (rules.includes("ignored")) return ignoringCase;
	return rules.includes("ignored-in-addresses") ? ignoringAddressCase : exact;
}

function isDynamic(compiler: Compiler, node: Expression): boolean {
	return compiler.typeOf(node).kind === "dynamic";
}

/** What to say about an integer of unknown type that does not fit where integers are compared; undefined when it does. */
function tooWide(compiler: Compiler, node: Expression, value: Outcome): EvaluationError | undefined {
	if (typeof value !== "bigint" || fitsSigned(value) || compiler.decisions.wideDynamicInteger === "value") return undefined;
	return compiler.error("Overflow", node, `${compiler.quote(node)} holds ${value}, which does not fit the 128 bits of an int`);
}

/** A step that reads one side of a comparison; an integer of unknown type must fit where integers are compared. */
function side(compiler: Compiler, node: Expression): Step {
	const step = compiler.step(node);
	if (!isDynamic(compiler, node)) return step;
	return (evaluation) => {
		const value = step(evaluation);
		return tooWide(compiler, node, value) ?? value;
	};
}

/** `==`, `!=` and the orders. */
export function compileComparison(compiler: Compiler, node: Comparison, operator: ComparisonOperator): Step {
	const left = side(compiler, node.left);
	const right = side(compiler, node.right);
	const dynamic = isDynamic(compiler, node.left) || isDynamic(compiler, node.right);
	if (operator === "==" || operator === "!=") {
		const wanted = operator === "==";
		const equal = equality(compiler, node, node.left, node.right, dynamic);
		return (evaluation) => {
			const a = left(evaluation);
			const b = right(evaluation);
			if (a instanceof EvaluationError) return a;
			if (b instanceof EvaluationError) return b;
			const result = equal(a, b);
			return typeof result === "boolean" ? result === wanted : result;
		};
	}
	const test = orders[operator] ?? orders["<"];
	return (evaluation) => {
		const a = left(evaluation);
		const b = right(evaluation);
		if (a instanceof EvaluationError) return a;
		if (b instanceof EvaluationError) return b;
		if (typeof a === "bigint" && typeof b === "bigint") return test(a, b);
		if (a === nothing || b === nothing) return false;
		const [odd, value] = typeof a === "bigint" ? [node.right, b] : [node.left, a];
		const message = `${compiler.quote(odd)} is ${describeValueType(value)}, \`${operator}\` needs an integer`;
		return compiler.error("WrongType", node, message);
	};
}

const orders = {
	"<": (a: bigint, b: bigint): boolean => a < b,
	"<=": (a: bigint, b: bigint): boolean => a <= b,
	">": (a: bigint, b: bigint): boolean => a > b,
	">=": (a: bigint, b: bigint): boolean => a >= b,
	in: undefined,
	"==": undefined,
	"!=": undefined,
} as const;

type Equal = (a: Value, b: Value) => boolean | EvaluationError;

function equality(compiler: Compiler, node: Expression, left: Expression, right: Expression, dynamic: boolean): Equal {
	const fold = foldOf(compiler, left, right);
	if (!dynamic) {
		if (fold === exact) return (a, b) => a === b;
		return (a, b) => a === b || (typeof a === "string" && typeof b === "string" && fold(a) === fold(b));
	}
	return (a, b) => {
		if (a === nothing || b === nothing) return false;
		if (typeof a === "object" || typeof b === "object") {
			const [odd, value] = typeof a === "object" ? [left, a] : [right, b];
			return compiler.error("WrongType", node, `${compiler.quote(odd)} is ${describeValueType(value)}, which is not compared`);
		}
		if (typeof a === typeof b) return a === b || (typeof a === "string" && typeof b === "string" && fold(a) === fold(b));
		if (compiler.decisions.mismatchedEquality === "unequal") return false;
		const message = `${compiler.quote(left)} is ${describeValueType(a)} and ${compiler.quote(right)} is ${describeValueType(b)}`;
		return compiler.error("WrongType", node, message);
	};
}

/** `element in list` and `list.contains(element)`. */
export function compileMembership(compiler: Compiler, element: Expression, list: Expression): Step {
	const literals = list.kind === "list" ? literalValues(list.elements) : undefined;
	const observed = compiler.list(list);
	const read = side(compiler, element);
	const dynamic = isDynamic(compiler, element);
	if (literals !== undefined && !(dynamic && compiler.decisions.mismatchedEquality === "error")) {
		const fold = foldOf(compiler, element, list);
		const known: ReadonlySet<Value> = new Set(literals.map((value) => (typeof value === "string" ? fold(value) : value)));
		return (evaluation) => {
			const value = read(evaluation);
			if (value instanceof EvaluationError) return value;
			if (typeof value === "object") {
				const message = `${compiler.quote(element)} is ${describeValueType(value)}, which is not compared`;
				return compiler.error("WrongType", element, message);
			}
			return known.has(typeof value === "string" ? fold(value) : value);
		};
	}
	const listType = compiler.typeOf(list);
	const elementType = listType.kind === "list" ? listType.element : { kind: "dynamic" as const };
	const readElement = readerOf(elementType.kind === "number" ? { kind: "uint" } : elementType);
	const dynamicElements = elementType.kind === "dynamic";
	const equal = equality(compiler, list, element, list, dynamic || dynamicElements);
	return (evaluation) => {
		const value = read(evaluation);
		const elements = observed(evaluation);
		if (value instanceof EvaluationError) return value;
		if (elements instanceof EvaluationError) return elements;
		let found = false;
		let error: Outcome | undefined;
		for (const binding of elements as readonly Binding[]) {
			evaluation.steps += 1;
			if (evaluation.steps > evaluation.limit) {
				return compiler.error("StepLimit", list, "the evaluation takes more steps than are allowed");
			}
			const each = readElement(binding);
			const result =
				each === undefined
					? compiler.error("WrongType", list, `an element of ${compiler.quote(list)} is bound to something else than its type`)
					: ((dynamicElements ? tooWide(compiler, list, each) : undefined) ?? equal(value, each));
			if (result === true) found = true;
			else if (result !== false) error ??= result;
		}
		return error ?? found;
	};
}

/** The values of a list that holds nothing but literals. */
function literalValues(elements: readonly Expression[]): readonly Value[] | undefined {
	const values: Value[] = [];
	for (const element of elements) {
		if (element.kind !== "string" && element.kind !== "integer" && element.kind !== "boolean") return undefined;
		values.push(element.value);
	}
	return values;
}
