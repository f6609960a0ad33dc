// A second evaluator, written only to disagree with the first: it walks the tree, looks everything up again and again, and
// knows nothing of closures, sets or compiled comparisons. An error is the string that names it.
import { type Binding, type Bindings, notUsed } from "../../src/language/bindings.js";
import type { Field } from "../../src/language/environment/field.js";
import { roots } from "../../src/language/environment/roots.js";
import type { Type } from "../../src/language/environment/type.js";
import type { Slot } from "../../src/language/slot.js";
import type { Expression } from "../../src/language/tree.js";

export type NaiveError = { readonly error: string };

interface Found {
	readonly value: unknown;
	readonly type: Type;
	readonly field?: Field | undefined;
}

type Result = Found | NaiveError;

const bool: Type = { kind: "bool" };
const text: Type = { kind: "string" };
const number: Type = { kind: "number" };
const dynamic: Type = { kind: "dynamic" };

/** True, false, or why there is neither. */
export function evaluateNaively(expression: Expression, slot: Slot, bindings: Bindings): boolean | NaiveError {
	const result = evaluate(expression, slot, bindings, new Map());
	if ("error" in result) return result;
	return typeof result.value === "boolean" ? result.value : { error: "WrongType" };
}

function failed(...results: readonly Result[]): NaiveError | undefined {
	return results.find((result): result is NaiveError => "error" in result);
}

function evaluate(node: Expression, slot: Slot, bindings: Bindings, scope: ReadonlyMap<string, Found>): Result {
	const inner = (part: Expression): Result => evaluate(part, slot, bindings, scope);
	switch (node.kind) {
		case "string":
			return { value: node.value, type: text };
		case "boolean":
			return { value: node.value, type: bool };
		case "integer":
			return { value: node.value, type: number };
		case "list": {
			const elements = node.elements.map(inner);
			const error = failed(...elements);
			if (error) return error;
			const found = elements as Found[];
			return { value: found.map((element) => element.value), type: { kind: "list", element: found[0]?.type ?? dynamic } };
		}
		case "name": {
			const variable = scope.get(node.name);
			if (variable) return variable;
			const root = roots[slot].get(node.name);
			if (!root) return { error: "unknown name" };
			if (root.type.kind === "namespace") return { value: bindings[node.name] ?? {}, type: root.type, field: root };
			return node.name in bindings ? { value: bindings[node.name], type: root.type, field: root } : { error: "MissingKeyword" };
		}
		case "field": {
			const target = inner(node.target);
			if ("error" in target) return target;
			const fields =
				target.type.kind === "struct"
					? target.type.struct.fields
					: target.type.kind === "namespace"
						? target.type.members
						: undefined;
			const field = fields?.get(node.name);
			if (!field) return { error: "unknown field" };
			const value = (target.value as Record<string, Binding>)[node.name];
			if (value === undefined || value === notUsed) {
				if (field.absent !== undefined && field.absent !== "error")
					return { value: emptyOf(field.type), type: field.type, field };
				return {
					error: value === notUsed ? "FieldNotUsed" : target.type.kind === "namespace" ? "MissingKeyword" : "MissingField",
				};
			}
			return { value, type: field.type, field };
		}
		case "index": {
			const target = inner(node.target);
			const index = inner(node.index);
			const error = failed(target, index);
			if (error) return error;
			return elementAt(target as Found, (index as Found).value);
		}
		case "slice": {
			const target = inner(node.target);
			const from = inner(node.from);
			const to = inner(node.to);
			const error = failed(target, from, to);
			if (error) return error;
			const { value, type, field } = target as Found;
			const characters = typeof value === "string" ? Array.from(value) : value;
			if (!Array.isArray(characters)) return { error: "WrongType" };
			const [first, last] = [Number((from as Found).value), Number((to as Found).value)];
			if (first > last || last > characters.length) return { error: "OutOfRange" };
			const part = characters.slice(first, last);
			return { value: typeof value === "string" ? part.join("") : part, type, field };
		}
		case "not": {
			const operand = inner(node.operand);
			if ("error" in operand) return operand;
			return typeof operand.value === "boolean" ? { value: !operand.value, type: bool } : { error: "WrongType" };
		}
		case "and":
		case "or": {
			const operands = node.operands.map(inner);
			const error = failed(...operands);
			if (error) return error;
			const values = (operands as Found[]).map((operand) => operand.value);
			if (values.some((value) => typeof value !== "boolean")) return { error: "WrongType" };
			return { value: node.kind === "and" ? !values.includes(false) : values.includes(true), type: bool };
		}
		case "comparison": {
			const left = inner(node.left);
			const right = inner(node.right);
			const error = failed(left, right);
			if (error) return error;
			if (node.operator === "in") return member(left as Found, right as Found);
			return compare(left as Found, right as Found, node.operator);
		}
		case "method": {
			const target = inner(node.target);
			if ("error" in target) return target;
			const [argument] = node.arguments;
			if (argument === undefined) {
				return Array.isArray(target.value)
					? { value: BigInt(target.value.length), type: { kind: "int" } }
					: { error: "WrongType" };
			}
			const element = inner(argument);
			return "error" in element ? element : member(element, target);
		}
		case "quantifier": {
			const target = inner(node.target);
			if ("error" in target) return target;
			if (!Array.isArray(target.value)) return { error: "WrongType" };
			const element = target.type.kind === "list" ? target.type.element : dynamic;
			const results = target.value.map((value: unknown) =>
				evaluate(node.body, slot, bindings, new Map(scope).set(node.variable, { value, type: element, field: target.field })),
			);
			const error = failed(...results);
			if (error) return error;
			const holds = results.map((result) => (result as Found).value);
			if (holds.some((value) => typeof value !== "boolean")) return { error: "WrongType" };
			if (node.name === "any") return { value: holds.includes(true), type: bool };
			if (node.name === "all") return { value: !holds.includes(false), type: bool };
			return { ...target, value: target.value.filter((_, index) => holds[index]) };
		}
		default:
			return { error: "not supported" };
	}
}

function emptyOf(type: Type): unknown {
	if (type.kind === "int" || type.kind === "uint") return 0n;
	if (type.kind === "string") return "";
	return type.kind === "list" ? [] : {};
}

function elementAt(target: Found, index: unknown): Result {
	const { value, field } = target;
	const type: Type =
		target.type.kind === "list"
			? target.type.element
			: target.type.kind === "map"
				? target.type.value
				: target.type.kind === "string"
					? text
					: dynamic;
	if (typeof index === "bigint") {
		const elements: unknown = typeof value === "string" ? Array.from(value) : value;
		if (!Array.isArray(elements)) return { error: "WrongType" };
		return index < BigInt(elements.length) ? { value: elements[Number(index)], type, field } : { error: "OutOfRange" };
	}
	if (typeof value !== "object" || value === null || Array.isArray(value)) return { error: "WrongType" };
	const entry = Object.entries(value).find(([key]) => key === index);
	if (entry === undefined || entry[1] === notUsed) return { error: "MissingKey" };
	return { value: entry[1], type, field };
}

/** What is compared: texts in the case that counts, integers that fit. */
function comparable(side: Found, other: Found): unknown {
	const { value } = side;
	if (typeof value === "bigint" && side.type.kind === "dynamic" && BigInt.asIntN(128, value) !== value) return undefined;
	if (typeof value !== "string") return value;
	const rules = [side.field?.letterCase, other.field?.letterCase];
	const isAddress = /^0[xX][0-9a-fA-F]{40}$/.test(value);
	const folds = rules.includes("ignored") || (rules.includes("ignored-in-addresses") && isAddress);
	return folds ? value.toLowerCase() : value;
}

function compare(left: Found, right: Found, operator: string): Result {
	const [a, b] = [comparable(left, right), comparable(right, left)];
	if (a === undefined || b === undefined) return { error: "Overflow" };
	const answer = (value: boolean): Result => ({ value, type: bool });
	if (operator === "==" || operator === "!=") {
		if (typeof a === "object" || typeof b === "object") return { error: "WrongType" };
		return answer((a === b) === (operator === "=="));
	}
	if (typeof a !== "bigint" || typeof b !== "bigint") return { error: "WrongType" };
	return answer(operator === "<" ? a < b : operator === "<=" ? a <= b : operator === ">" ? a > b : a >= b);
}

function member(element: Found, list: Found): Result {
	if (!Array.isArray(list.value)) return { error: "WrongType" };
	if (comparable(element, list) === undefined) return { error: "Overflow" };
	const type = list.type.kind === "list" ? list.type.element : dynamic;
	const results = list.value.map((value: unknown) => compare(element, { value, type, field: list.field }, "=="));
	// Lists and maps are not compared, not even with nothing.
	if (results.length === 0 && typeof element.value === "object") return { error: "WrongType" };
	return failed(...results) ?? { value: (results as Found[]).some((result) => result.value === true), type: bool };
}
