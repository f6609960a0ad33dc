// The request that is asked about: from a file, or a past activity.
import { type Activity, phaseOf, timestampMilliseconds } from "../api/activity.js";
import type { QueryPort } from "../api/port.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { hasErrors } from "../diagnostics/diagnostic.js";
import { pastRequest, votesOf } from "../explain/past-activity.js";
import { activityOf } from "../language/environment/activities.js";
import { documentsOf, type LooseDocument } from "../manifest/loose-documents.js";
import type { ExplainedRequest } from "../model/explanation.js";
import { isIdentifier } from "../model/identifier.js";
import type { Organization } from "../model/organization.js";
import type { Request } from "../request/request.js";
import { type RequestText, readRequest } from "../request/request-text.js";
import type { Context } from "./context.js";
import type { DecisionSources } from "./decision-sources.js";
import { EXIT } from "./exit-code.js";
import { readNamedFile } from "./named-files.js";
import { Refusal } from "./refusal.js";
import { requireOperations } from "./required-operations.js";

/** A request as it was named on the command line: a document, or the identifier of an activity. */
export type NamedRequest =
	| { readonly from: "file"; readonly file: string; readonly document: LooseDocument }
	| { readonly from: "activity"; readonly id: string };

/** Reads a file; `-` is standard input. An identifier is that of an activity, and is looked up later. */
export async function readNamedRequest(context: Context, name: string): Promise<NamedRequest> {
	if (isIdentifier(name)) return { from: "activity", id: name };
	const { file, diagnostics } = await readNamedFile(context, name);
	if (file === undefined) throw new Refusal(EXIT.invalid, diagnostics);
	const read = await documentsOf(file, { Request: "request.schema.json" });
	const all = [...diagnostics, ...read.diagnostics];
	if (hasErrors(all)) throw new Refusal(EXIT.invalid, all);
	const [document, second] = read.documents;
	if (document !== undefined && second === undefined) return { from: "file", file: file.path, document };
	throw new Refusal(EXIT.invalid, [
		{
			code: "Q7205",
			severity: "error",
			message: `\`${file.path}\` holds ${read.documents.length} requests, expected one`,
			help: "put each into a file of its own",
			...(second === undefined ? {} : { span: second.span([]) }),
		},
	]);
}

export interface AskedRequest {
	readonly request: Request;
	readonly about: Pick<ExplainedRequest, "file" | "activity_id" | "status">;
}

/** The request in the terms of an organisation. Refuses with all that is wrong; rejects with `ServiceFailure`. */
export async function askedRequest(
	named: NamedRequest,
	organization: Organization,
	{ port }: DecisionSources,
	now: number,
): Promise<AskedRequest> {
	if (named.from === "activity") return pastOne(named.id, port, now);
	const { document, file } = named;
	// `apiVersion` and `kind` are the document's, everything else is the request.
	const { request, problems } = readRequest(document.value as unknown as RequestText, { organization, now });
	if (request !== undefined) return { request, about: { file } };
	throw new Refusal(
		EXIT.invalid,
		problems.map(
			({ path, about, ...problem }): Diagnostic => ({ ...problem, severity: "error", span: document.span(path, about) }),
		),
	);
}

async function pastOne(id: string, port: QueryPort | undefined, now: number): Promise<AskedRequest> {
	if (port === undefined) {
		throw new Refusal(EXIT.error, [
			{
				code: "Q7204",
				severity: "error",
				message: `the activity ${id} is read from the service, and with \`--organization\` nothing is asked of it`,
				help: "leave `--organization` out",
			},
		]);
	}
	requireOperations(port, ["get_activity"], "the past");
	const activity = (await port.query("get_activity", { activityId: id })).activity as unknown as Activity;
	const votes = votesOf(activity);
	const last = votes.at(-1);
	if (last === undefined || activity.intent === null || activityOf(activity.type) === undefined) throw nothingToAsk(activity);
	const phase = phaseOf(activity.status);
	// What waits is decided again with every vote: what it needs is told as of now. What is over was decided with its last vote.
	const waits = phase === "consensus-needed" || phase === "authenticators-needed";
	const at = waits || !Number.isFinite(last.at) ? now : last.at;
	return { request: pastRequest(activity, votes, at), about: { activity_id: activity.id, status: activity.status } };
}

function nothingToAsk({ id, type, votes, intent }: Activity): Refusal {
	const why =
		votes.length === 0
			? "nobody voted on it"
			: intent === null
				? "its record holds no intent"
				: `its type \`${type}\` is not known`;
	return new Refusal(EXIT.error, [
		{
			code: "Q7206",
			severity: "error",
			message: `the activity ${id} cannot be explained: ${why}`,
			help: "name another activity, or write the request into a file",
		},
	]);
}

/** Policies that have changed since a request was decided. `at` in milliseconds since the epoch. */
export async function changedSince(port: QueryPort, at: number): Promise<readonly string[]> {
	const { policies } = await port.query("list_policies", {});
	return policies
		.filter((each) => (timestampMilliseconds(each.updatedAt) ?? Number.POSITIVE_INFINITY) >= at)
		.map((each) => `\`Policy/${each.policyName}\` was changed after the last vote; it is shown as it is now`)
		.sort();
}
