// `quorate explain-decision`: why a request is allowed, denied, or waits. Holds a read-only connection, or none.

import type { JsonObject } from "../base/json.js";
import { explainDecision, namedUser } from "../explain/decision-view.js";
import { outcomeChanges } from "../explain/outcome-changes.js";
import { unreadNote } from "../explain/unread-roots.js";
import { valueJson } from "../language/value-json.js";
import { EXPLANATION_FORMAT_VERSION, type Explanation } from "../model/explanation.js";
import { explanationText } from "../render/explanation-text.js";
import { identifiersByAddress, readableIdentifiers } from "../request/named-identifier.js";
import { prepareRequest } from "../request/request-decision.js";
import type { Context } from "./context.js";
import { type DecisionOptions, type DecisionSources, openDecisionSources } from "./decision-sources.js";
import { type ExitCode, exitCodeOfExplanation } from "./exit-code.js";
import { openInputs } from "./inputs.js";
import { jsonText, paletteFor } from "./output.js";
import { askedRequest, changedSince, type NamedRequest, readNamedRequest } from "./request-source.js";
import { VERSION } from "./version.js";

export interface ExplainDecisionOptions extends DecisionOptions {
	readonly json?: boolean;
	readonly detailedExitcode?: boolean;
}

export async function runExplainDecision(context: Context, options: ExplainDecisionOptions, name: string): Promise<ExitCode> {
	const named = await readNamedRequest(context, name);
	const inputs = await openInputs(context, options);
	const sources = await openDecisionSources(context, options, inputs);
	try {
		const explanation = await explainRequest(named, sources, context.clock.now(), inputs.environment.name);
		context.stdout.write(
			options.json ? jsonText(explanation) : explanationText(explanation, paletteFor(context.stdout, context, options.color)),
		);
		return exitCodeOfExplanation(explanation, options.detailedExitcode ?? false);
	} finally {
		await sources.close();
	}
}

/** Puts one request to every source and says why each decides as it does. */
export async function explainRequest(
	named: NamedRequest,
	sources: DecisionSources,
	now: number,
	environment: string,
): Promise<Explanation> {
	const [first, second] = sources.sources;
	const { request, about } = await askedRequest(named, first.organization, sources, now);
	const decisions = sources.sources.map(({ organization, asked }) => {
		const readable = readableIdentifiers(identifiersByAddress(organization));
		return explainDecision(prepareRequest(request, organization), asked, readable);
	});
	const [before, after] = decisions;
	const [asker, ...others] = request.votes;
	const unread = new Set(decisions.flatMap((decision) => (decision.unread ?? []).map(unreadNote)));
	const changed =
		named.from === "activity" && sources.port !== undefined && first.asked.of !== "manifests"
			? await changedSince(sources.port, request.at)
			: [];
	return {
		format_version: EXPLANATION_FORMAT_VERSION,
		type: "explanation",
		tool_version: VERSION,
		environment,
		request: {
			...about,
			type: request.type,
			by: namedUser(asker?.userId ?? "", first.organization),
			approvals: others.map((vote) => namedUser(vote.userId, first.organization)),
			at: new Date(request.at).toISOString(),
			reads: prepareRequest(request, first.organization).calls.map((call) => valueJson(call) as JsonObject),
		},
		decisions,
		...(before === undefined || after === undefined || second === undefined ? {} : changesOf(before, after)),
		notes: [...sources.notes, ...unread, ...changed],
	};
}

function changesOf(before: Explanation["decisions"][number], after: Explanation["decisions"][number]) {
	const { changes, outcomeChanges: outcome } = outcomeChanges(before, after);
	return { changes, outcome_changes: outcome };
}
