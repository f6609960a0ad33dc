// How a result came about: the outcome of every part, and the parts that decided it. Recorded while the expression runs, by
// the same code that evaluates it, so that an explanation never tells another story than the decision.
import type { TextRange } from "../diagnostics/span.js";
import type { Bindings } from "./bindings.js";
import type { Checked } from "./check.js";
import { compile, type Outcome } from "./compile.js";
import type { Decisions } from "./decisions.js";
import { EvaluationError } from "./evaluation-error.js";
import { describeInstant } from "./instant.js";
import type { Expression } from "./tree.js";

/** One evaluation of one node; under a quantifier a node is evaluated once for each element. */
export interface Trace {
	readonly node: Expression;
	readonly outcome: Outcome;
	readonly parts: readonly Trace[];
}

/** A part that decided the result: where it stands, and in words what it gave. */
export interface Reason {
	readonly range: TextRange;
	/** The part's text and what it gave, as in "`eth.tx.value < 10` is false: `eth.tx.value` is 12". */
	readonly message: string;
}

export interface Explained {
	readonly outcome: boolean | EvaluationError;
	readonly trace: Trace;
	/** The smallest parts that made the outcome what it is. */
	readonly reasons: readonly Reason[];
}

/** Evaluates a checked expression and explains the outcome. */
export function explain(checked: Checked, bindings: Bindings, decisions?: Decisions): Explained {
	const recorder = new Recorder();
	const program = compile(checked, { observer: recorder, ...(decisions === undefined ? {} : { decisions }) });
	const outcome = program.evaluate(bindings);
	const trace = recorder.root ?? { node: checked.expression, outcome, parts: [] };
	const reasons = decisive(trace).map((each) => reasonOf(each, checked));
	return { outcome, trace, reasons };
}

class Recorder {
	readonly #open: { readonly node: Expression; readonly parts: Trace[] }[] = [];
	root: Trace | undefined;

	enter(node: Expression): void {
		this.#open.push({ node, parts: [] });
	}

	leave(node: Expression, outcome: Outcome): void {
		const entry = this.#open.pop();
		const trace: Trace = { node, outcome, parts: entry?.parts ?? [] };
		const outer = this.#open[this.#open.length - 1];
		if (outer === undefined) this.root = trace;
		else outer.parts.push(trace);
	}
}

/** The smallest parts to which an outcome is owed. */
export function decisive(trace: Trace): readonly Trace[] {
	const { node, outcome, parts } = trace;
	if (outcome instanceof EvaluationError) {
		const part = parts.find((each) => each.outcome instanceof EvaluationError);
		return part === undefined ? [trace] : decisive(part);
	}
	switch (node.kind) {
		case "and":
		case "or": {
			// One false part makes `&&` false, one true part `||` true; the other way round all parts do.
			const deciders = parts.filter((part) => part.outcome === outcome);
			return deciders.flatMap(decisive);
		}
		case "not":
			return parts.flatMap(decisive);
		case "quantifier": {
			// The first part is the list; then come the elements.
			const elements = parts.slice(1);
			const deciders = elements.filter((part) => part.outcome === outcome);
			const single = node.name === "any" ? outcome === true : outcome === false;
			const [first] = deciders;
			if (!single || first === undefined) return [trace];
			return first.node.kind === "boolean" ? [trace] : decisive(first);
		}
		default:
			return [trace];
	}
}

function reasonOf(trace: Trace, checked: Checked): Reason {
	const { node, outcome, parts } = trace;
	const range = { start: node.start, end: node.end };
	if (outcome instanceof EvaluationError) return { range: outcome.range, message: `${outcome.kind}: ${outcome.message}` };
	const quote = (part: Expression): string => `\`${checked.text.slice(part.start, part.end).replace(/\s+/g, " ")}\``;
	const shown = parts
		.filter((part) => !isLiteral(part.node) && !(part.outcome instanceof EvaluationError))
		.map((part) => `${quote(part.node)} is ${describe(part, checked)}`);
	// Under a quantifier one part has many evaluations.
	const distinct = [...new Set(shown)];
	const detail = distinct.length === 0 ? "" : `: ${distinct.slice(0, 3).join(", ")}`;
	return { range, message: `${quote(node)} is ${describe(trace, checked)}${detail}` };
}

function isLiteral(node: Expression): boolean {
	return (
		node.kind === "string" ||
		node.kind === "integer" ||
		node.kind === "boolean" ||
		node.kind === "list" ||
		node.kind === "function"
	);
}

const longest = 80;

function describe(trace: Trace, checked: Checked): string {
	const { outcome } = trace;
	if (typeof outcome === "bigint") {
		return checked.typing.types[trace.node.id]?.kind === "timestamp" ? describeInstant(outcome) : outcome.toString();
	}
	if (typeof outcome === "string") return `'${outcome.length > longest ? `${outcome.slice(0, longest)}…` : outcome}'`;
	if (typeof outcome === "boolean") return String(outcome);
	if (Array.isArray(outcome)) return outcome.length === 1 ? "a list of 1 element" : `a list of ${outcome.length} elements`;
	return typeof outcome === "symbol" ? "nothing" : "a struct";
}
