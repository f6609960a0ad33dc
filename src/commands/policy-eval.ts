// `quorate policy eval`: the short answer. Whether a request may go ahead and who says so, or line by line what expressions
// give on given values. Why, `quorate explain-decision` says.

import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { Slot } from "../language/slot.js";
import type { Explanation } from "../model/explanation.js";
import { answerText } from "../render/answer-text.js";
import type { Context } from "./context.js";
import { type DecisionOptions, openDecisionSources } from "./decision-sources.js";
import { EXIT, type ExitCode, exitCodeOfRequest, firstOf } from "./exit-code.js";
import { explainRequest } from "./explain-decision.js";
import { openInputs } from "./inputs.js";
import { answerLines } from "./json-lines.js";
import { namesOrStdin, streamNamedFile } from "./named-files.js";
import { jsonText } from "./output.js";
import { LineEvaluator } from "./policy-eval-line.js";
import { Refusal } from "./refusal.js";
import { readNamedRequest } from "./request-source.js";

export interface PolicyEvalOptions extends DecisionOptions {
	/** Of the expressions; `condition` when absent. */
	readonly slot?: Slot;
	readonly jsonl?: boolean;
	readonly json?: boolean;
}

export async function runPolicyEval(context: Context, options: PolicyEvalOptions, names: readonly string[]): Promise<ExitCode> {
	if (options.jsonl === true) return evaluateLines(context, options.slot ?? "condition", names);
	if (options.slot !== undefined) throw new Refusal(EXIT.error, [SLOT_OF_NOTHING]);
	return decideRequests(context, options, names);
}

const SLOT_OF_NOTHING: Diagnostic = {
	code: "Q7208",
	severity: "error",
	message: "`--slot` is about expressions, and without `--jsonl` requests are evaluated",
	help: "leave it out, or give expressions with `--jsonl`",
};

async function evaluateLines(context: Context, slot: Slot, names: readonly string[]): Promise<ExitCode> {
	const evaluator = new LineEvaluator();
	for (const name of namesOrStdin(names)) {
		await answerLines(context, streamNamedFile(context, name), (line, number) => evaluator.answer(line, number, slot));
	}
	// Every question was answered; what the answers say is for whoever asked.
	return EXIT.success;
}

async function decideRequests(context: Context, options: PolicyEvalOptions, names: readonly string[]): Promise<ExitCode> {
	const asked = namesOrStdin(names);
	const requests = [];
	for (const name of asked) requests.push(await readNamedRequest(context, name));
	const inputs = await openInputs(context, options);
	const sources = await openDecisionSources(context, options, inputs);
	try {
		const now = context.clock.now();
		const explanations: Explanation[] = [];
		for (const named of requests) explanations.push(await explainRequest(named, sources, now, inputs.environment.name));
		if (options.json) context.stdout.write(jsonText(explanations.map(shortAnswer)));
		else for (const each of explanations) context.stdout.write(`${answerText(each)}\n`);
		return firstOf(explanations.map(exitCodeOfRequest));
	} finally {
		await sources.close();
	}
}

/** What can be said without the reasons; with a plan, as it will be after it. */
function shortAnswer({ request, decisions, outcome_changes }: Explanation) {
	const decision = decisions.at(-1);
	const { file, activity_id } = request;
	return {
		request: file ?? activity_id,
		outcome: decision?.outcome,
		decided_by: decision?.decided_by,
		policies: decision?.policies.filter((each) => each.decides).map((each) => each.address),
		needs: decision?.needs,
		mfa_policy: decision?.mfa.address ?? null,
		...(decision?.unread === undefined ? {} : { unread: decision.unread }),
		...(decision?.uncertain === undefined ? {} : { uncertain: decision.uncertain }),
		...(outcome_changes === undefined ? {} : { before: decisions[0]?.outcome, outcome_changes }),
	};
}
