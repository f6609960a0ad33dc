// `quorate policy eval`: what expressions give on given values.
import type { Slot } from "../language/slot.js";
import type { Context } from "./context.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { answerLines } from "./json-lines.js";
import { namesOrStdin, streamNamedFile } from "./named-files.js";
import { LineEvaluator } from "./policy-eval-line.js";

export interface PolicyEvalOptions {
	readonly slot: Slot;
	readonly jsonl?: boolean;
}

export async function runPolicyEval(context: Context, options: PolicyEvalOptions, files: readonly string[]): Promise<ExitCode> {
	const evaluator = new LineEvaluator();
	for (const name of namesOrStdin(files)) {
		await answerLines(context, streamNamedFile(context, name), (line, number) => evaluator.answer(line, number, options.slot));
	}
	return EXIT.success;
}
