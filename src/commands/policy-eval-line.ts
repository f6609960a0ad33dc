// One line of `policy eval --jsonl`: an expression and what it is evaluated on in, its value out.
import type { JsonValue } from "../base/json.js";
import { readBindings } from "../language/bindings-json.js";
import { check } from "../language/check.js";
import { compileValue } from "../language/compile.js";
import { EvaluationError } from "../language/evaluation-error.js";
import type { Slot } from "../language/slot.js";
import { valueJson } from "../language/value-json.js";
import type { tooLong } from "./json-lines.js";
import { readQuestion } from "./policy-check-line.js";

type Evaluate = (bindings: JsonValue) => JsonValue;

/** Expressions that are kept ready, in characters: pipelines ask the same few again and again. */
const mostReady = 2_000_000;

/** Answers lines; remembers the expressions it has seen. */
export class LineEvaluator {
	readonly #ready = new Map<string, Evaluate>();
	#size = 0;

	/** The answer to one line. `slot` is meant where the line names none. */
	answer(line: string | typeof tooLong, number: number, slot: Slot): string {
		const question = readQuestion(line, slot);
		const id = question.id === undefined ? {} : { id: question.id };
		if (!question.ok) {
			return JSON.stringify({ ...id, error: { kind: "InvalidLine", line: number, message: question.message } });
		}
		const result = this.#evaluation(question.text, question.slot)(question.members["bindings"] ?? {});
		return JSON.stringify({ ...id, ...(result as object) });
	}

	#evaluation(text: string, slot: Slot): Evaluate {
		const key = `${slot} ${text}`;
		let evaluate = this.#ready.get(key);
		if (evaluate === undefined) {
			evaluate = evaluation(text, slot);
			this.#size += key.length;
			if (this.#size > mostReady) {
				this.#ready.clear();
				this.#size = key.length;
			}
			this.#ready.set(key, evaluate);
		}
		return evaluate;
	}
}

function evaluation(text: string, slot: Slot): Evaluate {
	const checked = check(text, slot, { depth: "types", anyType: true });
	const run = compileValue(checked);
	const type = checked.typing.types[checked.expression.id];
	return (json) => {
		const { bindings, problems } = readBindings(json, slot);
		const [first] = problems;
		if (first !== undefined) {
			const message = first.path === "" ? first.message : `${first.path}: ${first.message}`;
			return {
				error: {
					kind: "InvalidBindings",
					message,
					problems: problems.map(({ path, message: text }) => ({ path, message: text })),
				},
			};
		}
		const outcome = run(bindings);
		if (!(outcome instanceof EvaluationError)) return { value: valueJson(outcome, type) };
		const { kind, message, range } = outcome;
		return { error: { kind, message, range: { ...range } } };
	};
}
