// The types of a tree, in side tables under the nodes' ids, and everything that is wrong about them. A node that was
// complained about has the type `unknown`, which fits everywhere, so that one mistake gives one finding.
import type { Collector } from "./collector.js";
import { typeComparison, typeMembership } from "./comparison-typing.js";
import type { CronSpan } from "./cron-span.js";
import type { Origin } from "./environment/field.js";
import * as types from "./environment/type.js";
import { describeType, type Type } from "./environment/type.js";
import { typeFunction } from "./function-typing.js";
import { typeMethod, typeQuantifier } from "./method-typing.js";
import { typeField, typeIndex, typeName, typeSlice } from "./path-typing.js";
import type { Slot } from "./slot.js";
import type { Comparison, Expression, Index, ListLiteral, Logical, MethodCall, Slice } from "./tree.js";

/** What is known about each node, by its id. */
export interface Typing {
	readonly types: Type[];
	readonly origins: (Origin | undefined)[];
	/** Nodes that later stages look at, so that they need not search for them. */
	readonly comparisons: (Comparison | MethodCall)[];
	readonly slices: Slice[];
	readonly alternatives: Logical[];
	/** Members of arguments of contract calls that are read by name. */
	readonly namedMembers: Index[];
	/** Values of the calls whose arguments are literals: instants in nanoseconds, and schedules. */
	readonly constants: Map<number, bigint | CronSpan>;
}

/** A variable of a quantifier; the innermost first. */
export interface Scope {
	readonly name: string;
	readonly type: Type;
	readonly origin: Origin | undefined;
	readonly outer: Scope | undefined;
}

/** Types a tree; the collector receives what is wrong. `anyType` accepts a value of any type as the whole. */
export function typeTree(expression: Expression, text: string, slot: Slot, collector: Collector, anyType = false): Typing {
	const typer = new Typer(text, slot, collector);
	typer.typeWhole(expression, anyType);
	return typer.typing;
}

const largestSigned = (1n << 127n) - 1n;

/** One walk over one tree. */
export class Typer {
	readonly typing: Typing;
	readonly text: string;
	readonly slot: Slot;
	readonly collector: Collector;

	constructor(text: string, slot: Slot, collector: Collector) {
		this.typing = {
			types: [],
			origins: [],
			comparisons: [],
			slices: [],
			alternatives: [],
			namedMembers: [],
			constants: new Map(),
		};
		this.text = text;
		this.slot = slot;
		this.collector = collector;
	}

	/** The text of a node in backticks, shortened in the middle of a message. */
	quote(node: Expression): string {
		const text = this.text.slice(node.start, node.end).replace(/\s+/g, " ");
		return `\`${text.length > 60 ? `${text.slice(0, 57)}…` : text}\``;
	}

	originOf(node: Expression): Origin | undefined {
		return this.typing.origins[node.id];
	}

	typeWhole(expression: Expression, anyType: boolean): void {
		// What could not be read to its end need not be true or false.
		const readable = this.collector.errors === 0;
		const type = this.typeOf(expression, undefined);
		if (!readable) return;
		if (type.kind === "bool" || type.kind === "dynamic" || type.kind === "unknown") return;
		if (type.kind === "namespace") this.namespaceUsed(expression, type);
		else if (!anyType) {
			const message = `a \`${this.slot}\` is true or false, but this is of type ${describeType(type)}`;
			this.collector.error("Q3111", expression.start, expression.end, message, { help: "compare it with something" });
		}
	}

	/** Complains about `eth` where a value is needed. */
	namespaceUsed(node: Expression, type: Type & { kind: "namespace" }): void {
		const members = [...type.members.keys()].map((name) => `\`${type.name}.${name}\``).join(", ");
		this.collector.error("Q3115", node.start, node.end, `\`${type.name}\` is not a value: it only groups ${members}`);
	}

	typeOf(node: Expression, scope: Scope | undefined): Type {
		const type = this.#typeOf(node, scope);
		this.typing.types[node.id] = type;
		return type;
	}

	#typeOf(node: Expression, scope: Scope | undefined): Type {
		switch (node.kind) {
			case "string":
				return types.string;
			case "integer":
				return node.value > largestSigned ? types.uint : types.number;
			case "boolean":
				return types.bool;
			case "list":
				return this.#list(node, scope);
			case "name":
				return typeName(this, node, scope);
			case "field":
				return typeField(this, node, scope);
			case "index":
				return typeIndex(this, node, scope);
			case "slice":
				return typeSlice(this, node, scope);
			case "quantifier":
				return typeQuantifier(this, node, scope);
			case "method":
				return typeMethod(this, node, scope);
			case "function":
				for (const argument of node.arguments) this.typeOf(argument, scope);
				return typeFunction(this, node);
			case "not":
				this.expectTruth(node.operand, this.typeOf(node.operand, scope), "`!`");
				return types.bool;
			case "and":
			case "or": {
				if (node.kind === "or") this.typing.alternatives.push(node);
				const operator = node.kind === "and" ? "`&&`" : "`||`";
				for (const operand of node.operands) this.expectTruth(operand, this.typeOf(operand, scope), operator);
				return types.bool;
			}
			case "comparison": {
				this.typing.comparisons.push(node);
				const left = this.typeOf(node.left, scope);
				const right = this.typeOf(node.right, scope);
				if (node.operator === "in") typeMembership(this, node, node.left, left, node.right, right);
				else typeComparison(this, node, left, right);
				return types.bool;
			}
			default:
				return types.unknown;
		}
	}

	expectTruth(node: Expression, type: Type, operator: string): void {
		if (type.kind === "bool" || type.kind === "dynamic" || type.kind === "unknown") return;
		if (type.kind === "namespace") {
			this.namespaceUsed(node, type);
			return;
		}
		const message = `${operator} takes truth values, but ${this.quote(node)} is of type ${describeType(type)}`;
		this.collector.error("Q3110", node.start, node.end, message, { help: "compare it with something" });
	}

	#list(node: ListLiteral, scope: Scope | undefined): Type {
		const [first, ...rest] = node.elements;
		if (first === undefined) {
			this.collector.warning("Q3405", node.start, node.end, "the list is empty: nothing is in it", {
				help: "whether the service accepts an empty list is not documented",
			});
			return types.listOf(types.unknown);
		}
		let element = this.typeOf(first, scope);
		for (const each of rest) {
			const type = this.typeOf(each, scope);
			if (type === element || describeType(type) === describeType(element)) continue;
			if (types.comparable(type, element)) {
				// An unsigned or dynamic element among literals decides the type of the list.
				if (element.kind === "number" || element.kind === "unknown" || type.kind === "dynamic") element = type;
				continue;
			}
			this.collector.error(
				"Q3114",
				each.start,
				each.end,
				`the elements of a list have one type: ${this.quote(each)} is of type ${describeType(type)}, the first is of type ${describeType(element)}`,
			);
			return types.listOf(types.unknown);
		}
		return types.listOf(element);
	}
}
