// A request as a person writes it down, in a suite of tests or in a file of its own: things are called by their names, and a
// transaction may be the bytes that are signed or fields as policies read them.
import type { JsonObject, JsonValue } from "../base/json.js";
import { isJsonArray, isJsonObject } from "../base/json.js";
import { closest, didYouMean } from "../diagnostics/suggestion.js";
import type { Bindings } from "../language/bindings.js";
import { readBindings } from "../language/bindings-json.js";
import { activities, activityKinds, activityOf, activityTypes } from "../language/environment/activities.js";
import { readInstant } from "../language/instant.js";
import type { Organization, OrganizationUser } from "../model/organization.js";
import { identifiersByAddress } from "./named-identifier.js";
import { unknownName } from "./organization-text.js";
import { parameterNameProblems } from "./parameter-names.js";
import { readParameters } from "./parameters-text.js";
import type { Request, RequestProblem, RequestVote } from "./request.js";
import { payloadProblem } from "./request-bindings.js";
import { bindingProblem, readTransactionText, type TransactionText } from "./transaction-text.js";

/** What the schema lets through (`schemas/request.schema.json`). */
export interface RequestText {
	/** A kind, which stands for its newest version, or an exact type. */
	readonly activity: string;
	/** The user who asks. */
	readonly by: string;
	/** The credential they ask with; their first when left out. */
	readonly with?: string;
	readonly approvals?: readonly (string | { readonly user: string; readonly with?: string })[];
	/** RFC 3339 in UTC. */
	readonly at?: string;
	/** As they are sent, except that names may stand for identifiers. */
	readonly params?: JsonObject;
	/** The name of a transaction, or one. */
	readonly transaction?: string | TransactionText;
	/** Roots as policies read them; they win over what the parameters say. */
	readonly bindings?: JsonObject;
}

export interface RequestSurroundings {
	readonly organization: Organization;
	/** The time of a request that does not say it: milliseconds since the epoch. */
	readonly now: number;
	/** Transactions that have names. */
	readonly transactions?: ReadonlyMap<string, TransactionText>;
}

/** Reads a request that satisfies its schema. The request is there only when nothing is wrong with it. */
export function readRequest(
	text: RequestText,
	{ organization, now, transactions = new Map() }: RequestSurroundings,
): { readonly request?: Request; readonly problems: readonly RequestProblem[] } {
	const problems: RequestProblem[] = [];
	const type = typeOf(text.activity, problems);
	const votes = votesOf(text, organization, problems);
	const at = text.at === undefined ? now : instantAt(text.at, problems);
	const identifiers = identifiersByAddress(organization);
	const read = readParameters(text.params ?? {}, organization, identifiers);
	problems.push(...parameterNameProblems(type, text.params ?? {}), ...read.problems);
	const given = givenRoots(text.bindings, problems);
	const transaction = transactionOf(text.transaction, transactions, problems);
	if (transaction !== undefined && text.params?.["unsignedTransaction"] !== undefined) {
		problems.push({
			code: "Q3706",
			path: ["transaction"],
			message: "`transaction` and `params.unsignedTransaction` are both given, expected one of them",
			help: "remove one",
			about: "key",
		});
	}
	const carried = transaction === undefined ? undefined : readTransactionText(transaction, read.parameters, organization);
	for (const { path, ...problem } of carried?.problems ?? []) {
		// What is wrong with a transaction that has a name is told once, where it is written.
		if (typeof text.transaction !== "string") problems.push({ ...problem, path: ["transaction", ...path] });
	}
	const parameters: JsonObject = { ...carried?.parameters, ...read.parameters };
	const request: Request = { type, parameters, votes, at, given: { ...carried?.given, ...given } };
	const unreadable =
		problems.length > 0 || (carried?.problems ?? []).length > 0 ? undefined : payloadProblem(request, organization);
	if (unreadable !== undefined) {
		const path = text.params?.[unreadable.parameter] === undefined ? ["transaction"] : ["params", unreadable.parameter];
		problems.push({
			code: "Q3704",
			path,
			message: `\`${unreadable.parameter}\` cannot be read: ${unreadable.reason}`,
			...(unreadable.help === undefined ? {} : { help: unreadable.help }),
		});
	}
	return problems.length > 0 ? { problems } : { request, problems };
}

/** The exact type: a kind stands for its newest version. */
function typeOf(text: string, problems: RequestProblem[]): string {
	if (activityOf(text) !== undefined) return text;
	const versions = activities.filter((row) => row.kind === text);
	const newest = versions.reduce<(typeof versions)[number] | undefined>(
		(a, b) => (a !== undefined && a.version > b.version ? a : b),
		undefined,
	);
	if (newest !== undefined) return newest.type;
	const meant = closest(text, [...activityKinds, ...activityTypes]);
	problems.push({
		code: "Q3702",
		path: ["activity"],
		message: `there is no activity \`${text}\``,
		help:
			meant === undefined
				? "write a kind such as `SIGN_TRANSACTION`, or an exact type such as `ACTIVITY_TYPE_SIGN_TRANSACTION_V2`"
				: `did you mean \`${meant}\`?`,
	});
	return text;
}

function votesOf(text: RequestText, { users = [] }: Organization, problems: RequestProblem[]): RequestVote[] {
	const votes: RequestVote[] = [];
	const add = (
		name: string,
		credential: string | undefined,
		path: RequestProblem["path"],
		detail: RequestProblem["path"],
	): void => {
		const user = users.find((each) => each.name === name || each.id === name);
		if (user === undefined) {
			problems.push(
				unknownName(
					"user",
					name,
					users.map((each) => each.name),
					path,
				),
			);
			return;
		}
		if (votes.some((vote) => vote.userId === user.id)) {
			problems.push({ code: "Q3705", path, message: `\`${name}\` votes twice`, help: "who asks has approved by asking" });
			return;
		}
		const publicKey = publicKeyOf(user, credential, detail, problems);
		votes.push({ userId: user.id, ...(publicKey === undefined ? {} : { publicKey }) });
	};
	add(text.by, text.with, ["by"], ["with"]);
	for (const [index, approval] of (text.approvals ?? []).entries()) {
		if (typeof approval === "string") add(approval, undefined, ["approvals", index], ["approvals", index]);
		else add(approval.user, approval.with, ["approvals", index, "user"], ["approvals", index, "with"]);
	}
	return votes;
}

function publicKeyOf(
	{ name, credentials }: OrganizationUser,
	wanted: string | undefined,
	path: RequestProblem["path"],
	problems: RequestProblem[],
): string | undefined {
	if (wanted === undefined) return credentials[0]?.publicKey;
	const found = credentials.find((each) => each.name === wanted || each.id === wanted);
	if (found === undefined) {
		problems.push(
			unknownName(
				`credential of \`${name}\` called`,
				wanted,
				credentials.map((each) => each.name),
				path,
			),
		);
	}
	return found?.publicKey;
}

function instantAt(text: string, problems: RequestProblem[]): number {
	const read = readInstant(text);
	if (read.ok) return Number(read.nanos / 1_000_000n);
	problems.push({
		code: "Q3703",
		path: ["at"],
		message: `\`${text}\` is no time: ${read.problem}`,
		...(read.help === undefined ? {} : { help: read.help.replaceAll("'", "") }),
	});
	return 0;
}

/** Roots of the slot `condition` as they are given. */
export function givenRoots(
	json: JsonObject | undefined,
	problems: RequestProblem[],
	above: RequestProblem["path"] = ["bindings"],
): Bindings {
	if (json === undefined) return {};
	const { bindings, problems: found } = readBindings(json, "condition");
	for (const { path, ...problem } of found) problems.push(bindingProblem(problem, [...above, ...pathIn(json, path)]));
	return bindings;
}

/** Turns `eth.tx.value` into the members that lead there, of which `eth.tx` may be one. */
function pathIn(json: JsonObject, text: string): (string | number)[] {
	const path: (string | number)[] = [];
	let rest = text.replaceAll(/\[(\d+)\]/g, ".$1");
	let value: JsonValue | undefined = json;
	while (rest !== "") {
		if (isJsonArray(value)) {
			const [index = ""] = rest.split(".");
			path.push(Number(index));
			value = value[Number(index)];
			rest = rest.slice(index.length + 1);
			continue;
		}
		const here: JsonObject = isJsonObject(value) ? value : {};
		const key = Object.keys(here)
			.sort((a, b) => b.length - a.length)
			.find((each) => rest === each || rest.startsWith(`${each}.`));
		if (key === undefined) break;
		path.push(key);
		value = here[key];
		rest = rest.slice(key.length + 1);
	}
	return path;
}

function transactionOf(
	given: RequestText["transaction"],
	known: ReadonlyMap<string, TransactionText>,
	problems: RequestProblem[],
): TransactionText | undefined {
	if (given === undefined || typeof given !== "string") return given;
	const found = known.get(given);
	if (found === undefined) {
		problems.push({
			...unknownName("transaction", given, [...known.keys()], ["transaction"]),
			help: didYouMean(given, known.keys()) ?? "name one of `transactions`, or write the transaction here",
		});
	}
	return found;
}
