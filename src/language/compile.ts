// A checked expression as something that runs: one closure per node, made once and run for every request. Both sides of `&&`
// and `||`, and all elements under a quantifier, are always evaluated; an error anywhere is the error of the whole.
import type { Binding, Bindings } from "./bindings.js";
import type { Checked } from "./check.js";
import { compileComparison, compileMembership } from "./compile-comparison.js";
import { compileField, compileIndex, compileName, compileSlice, misfitOf } from "./compile-path.js";
import { isOpen } from "./cron-span.js";
import { type Decisions, defaultDecisions } from "./decisions.js";
import type { Type } from "./environment/type.js";
import { EvaluationError, type EvaluationErrorKind } from "./evaluation-error.js";
import { defaultLimits } from "./limits.js";
import type { Slot } from "./slot.js";
import { type Expression, partsOf, type Quantifier } from "./tree.js";
import type { Typing } from "./typing.js";
import { describeValueType, nothing, readerOf, type Value } from "./value.js";

/** A value or why there is none. */
export type Outcome = Value | EvaluationError;

/** Told about every node as it is evaluated, for explaining a result. */
export interface Observer {
	enter(node: Expression): void;
	leave(node: Expression, outcome: Outcome): void;
}

/** The state of one evaluation. */
export interface Evaluation {
	readonly bindings: Bindings;
	readonly locals: Value[];
	steps: number;
	readonly limit: number;
	readonly observer: Observer | undefined;
}

export type Step = (evaluation: Evaluation) => Outcome;

/** An expression that can be evaluated any number of times. Holds no state of an evaluation. */
export interface Program {
	readonly text: string;
	readonly slot: Slot;
	/** Evaluates on one request. Never throws. */
	evaluate(bindings: Bindings, limits?: { readonly steps: number }): boolean | EvaluationError;
}

export interface CompileOptions {
	readonly decisions?: Decisions;
	/** Told about every node; evaluation is slower then. */
	readonly observer?: Observer;
}

/** Compiles a checked expression; one that is not well-typed evaluates to the error `Invalid`. */
export function compile(checked: Checked, options: CompileOptions = {}): Program {
	const { text, slot } = checked;
	const invalid = invalidity(checked);
	if (invalid !== undefined) return { text, slot, evaluate: () => invalid };
	const compiler = new Compiler(checked.typing, text, options.decisions ?? defaultDecisions, options.observer !== undefined);
	const step = compiler.truth(checked.expression);
	const { observer } = options;
	return {
		text,
		slot,
		evaluate: (bindings, limits) => {
			const outcome = step({ bindings, locals: [], steps: 0, limit: limits?.steps ?? defaultLimits.steps, observer });
			return outcome as boolean | EvaluationError;
		},
	};
}

/** Compiles an expression of any type: what it gives on one request. Never throws. */
export function compileValue(checked: Checked, options: CompileOptions = {}): (bindings: Bindings) => Outcome {
	const invalid = invalidity(checked);
	if (invalid !== undefined) return () => invalid;
	const { decisions = defaultDecisions, observer } = options;
	const step = new Compiler(checked.typing, checked.text, decisions, observer !== undefined).step(checked.expression);
	return (bindings) => step({ bindings, locals: [], steps: 0, limit: defaultLimits.steps, observer });
}

function invalidity({ wellTyped, findings, expression }: Checked): EvaluationError | undefined {
	if (wellTyped) return undefined;
	const reason = findings.find((finding) => finding.severity === "error");
	const whole = { start: expression.start, end: expression.end };
	return new EvaluationError("Invalid", reason?.message ?? "the expression is invalid", reason?.range ?? whole);
}

export class Compiler {
	readonly typing: Typing;
	readonly text: string;
	readonly decisions: Decisions;
	readonly #observed: boolean;
	/** Variables in scope, the position of each being its place among the locals. */
	readonly #variables: string[] = [];

	constructor(typing: Typing, text: string, decisions: Decisions, observed: boolean) {
		this.typing = typing;
		this.text = text;
		this.decisions = decisions;
		this.#observed = observed;
	}

	/** The text of a node in backticks. */
	quote(node: Expression): string {
		const text = this.text.slice(node.start, node.end).replace(/\s+/g, " ");
		return `\`${text.length > 60 ? `${text.slice(0, 57)}…` : text}\``;
	}

	/** Where among the locals a variable is, or -1. */
	placeOf(variable: string): number {
		return this.#variables.lastIndexOf(variable);
	}

	typeOf(node: Expression): Type {
		return this.typing.types[node.id] ?? { kind: "unknown" };
	}

	error(kind: EvaluationErrorKind, node: Expression, message: string): EvaluationError {
		return new EvaluationError(kind, message, { start: node.start, end: node.end });
	}

	step(node: Expression): Step {
		const step = this.#step(node);
		if (!this.#observed) return step;
		return (evaluation) => {
			evaluation.observer?.enter(node);
			const outcome = step(evaluation);
			evaluation.observer?.leave(node, outcome);
			return outcome;
		};
	}

	/** A step whose value is true or false. */
	truth(node: Expression): Step {
		const step = this.step(node);
		if (this.typeOf(node).kind !== "dynamic") return step;
		return (evaluation) => {
			const value = step(evaluation);
			if (typeof value === "boolean" || value instanceof EvaluationError) return value;
			return this.error("WrongType", node, `${this.quote(node)} is ${describeValueType(value)}, a truth value is needed`);
		};
	}

	#step(node: Expression): Step {
		switch (node.kind) {
			case "string":
			case "integer":
			case "boolean": {
				const { value } = node;
				return () => value;
			}
			case "list":
				return this.#list(node.elements);
			case "name":
				return compileName(this, node, node.name);
			case "field":
				return compileField(this, node);
			case "index":
				return compileIndex(this, node);
			case "slice":
				return compileSlice(this, node);
			case "quantifier":
				return this.#quantifier(node);
			case "method": {
				const [argument] = node.arguments;
				return argument === undefined ? this.#count(node.target) : compileMembership(this, argument, node.target);
			}
			case "function":
				return this.#function(node);
			case "not": {
				const operand = this.truth(node.operand);
				return (evaluation) => {
					const value = operand(evaluation);
					return typeof value === "boolean" ? !value : value;
				};
			}
			case "and":
			case "or":
				return this.#logical(node.operands, node.kind === "and");
			case "comparison":
				return node.operator === "in"
					? compileMembership(this, node.left, node.right)
					: compileComparison(this, node, node.operator);
			default:
				return () => this.error("Invalid", node, "the expression is invalid");
		}
	}

	#logical(operands: readonly Expression[], all: boolean): Step {
		const steps = operands.map((operand) => this.truth(operand));
		const count = steps.length;
		return (evaluation) => {
			let result = all;
			let error: Outcome | undefined;
			for (let index = 0; index < count; index += 1) {
				const value = (steps[index] as Step)(evaluation);
				if (value === all) continue;
				if (value === !all) result = value as boolean;
				else error ??= value;
			}
			return error ?? result;
		};
	}

	#list(elements: readonly Expression[]): Step {
		const steps = elements.map((element) => this.step(element));
		return (evaluation) => {
			const values: Binding[] = [];
			let error: EvaluationError | undefined;
			for (const step of steps) {
				const value = step(evaluation);
				if (value instanceof EvaluationError) error ??= value;
				else if (value !== nothing) values.push(value);
			}
			return error ?? values;
		};
	}

	/** A step whose value is a list. */
	list(node: Expression): Step {
		const step = this.step(node);
		if (this.typeOf(node).kind !== "dynamic") return step;
		return (evaluation) => {
			const value = step(evaluation);
			if (value instanceof EvaluationError || Array.isArray(value)) return value;
			return this.error("WrongType", node, `${this.quote(node)} is ${describeValueType(value)}, a list is needed`);
		};
	}

	#count(target: Expression): Step {
		const list = this.list(target);
		return (evaluation) => {
			const value = list(evaluation);
			return value instanceof EvaluationError ? value : BigInt((value as readonly Binding[]).length);
		};
	}

	#quantifier(node: Quantifier): Step {
		const list = this.list(node.target);
		const type = this.typeOf(node.target);
		const element = type.kind === "list" ? type.element : { kind: "dynamic" as const };
		const read = readerOf(element.kind === "number" ? { kind: "uint" } : element);
		const place = this.#variables.push(node.variable) - 1;
		const body = this.truth(node.body);
		this.#variables.pop();
		const cost = sizeOf(node.body);
		const misfit = misfitOf(this, node.target, element, `an element of ${this.quote(node.target)}`);
		const tooMany = this.error("StepLimit", node, "the evaluation takes more steps than are allowed");
		const { name } = node;
		return (evaluation) => {
			const elements = list(evaluation);
			if (elements instanceof EvaluationError) return elements;
			let error: EvaluationError | undefined;
			let holds = name === "all";
			const kept: Binding[] = [];
			for (const binding of elements as readonly Binding[]) {
				evaluation.steps += cost;
				if (evaluation.steps > evaluation.limit) return tooMany;
				const value = read(binding);
				if (value === undefined) {
					error ??= misfit(binding);
					continue;
				}
				evaluation.locals[place] = value;
				const result = body(evaluation);
				if (result === true) {
					if (name === "any") holds = true;
					else if (name === "filter") kept.push(binding);
				} else if (result === false) {
					if (name === "all") holds = false;
				} else error ??= result as EvaluationError;
			}
			return error ?? (name === "filter" ? kept : holds);
		};
	}

	#function(node: Expression): Step {
		const constant = this.typing.constants.get(node.id);
		if (constant === undefined) return () => this.error("Invalid", node, "the expression is invalid");
		if (typeof constant === "bigint") return () => constant;
		const missing = this.error("MissingKeyword", node, "`time.now` is not there in this request");
		return ({ bindings }) => {
			const { time } = bindings;
			const now = typeof time === "object" && !Array.isArray(time) ? (time as { readonly now?: Binding }).now : undefined;
			return typeof now === "bigint" ? isOpen(constant, Number(now / 1_000_000n)) : missing;
		};
	}
}

/** How many nodes a tree has: what one evaluation of it costs. */
function sizeOf(node: Expression): number {
	let size = 1;
	for (const part of partsOf(node)) size += sizeOf(part);
	return size;
}
