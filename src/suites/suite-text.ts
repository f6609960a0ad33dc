// A suite as a person writes it: every request read, every name found, and a test without `by` asked by everybody.
import type { JsonObject, JsonValue } from "../base/json.js";
import { isJsonArray } from "../base/json.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { SourceSpan } from "../diagnostics/span.js";
import { readInstant } from "../language/instant.js";
import { withDeclaredTags } from "../request/declared-tags.js";
import { identifiersByAddress } from "../request/named-identifier.js";
import { type OrganizationText, readOrganization, unknownName } from "../request/organization-text.js";
import type { PolicyResource } from "../request/policy-set.js";
import type { RequestProblem } from "../request/request.js";
import { type RequestText, readRequest } from "../request/request-text.js";
import { readTransactionText, type TransactionText } from "../request/transaction-text.js";
import type { Expectation, ExpectedOutcome, Suite, Test } from "./suite.js";

type Path = readonly (string | number)[];

/** A document that satisfies `schemas/policy-test.schema.json`, with places. */
export interface SuiteDocument {
	readonly file: string;
	readonly value: JsonObject;
	span(path: Path, about?: "key" | "value"): SourceSpan;
}

/** The organisation of a suite, and where it is written when that is another file. */
export interface OrganizationSource {
	readonly text: OrganizationText;
	/** Places under the organisation's own root. */
	span(path: Path, about?: "key" | "value"): SourceSpan;
}

interface TestText extends Omit<RequestText, "by"> {
	readonly name: string;
	readonly by?: string;
	readonly expect?: ExpectedOutcome;
	readonly decidedBy?: string | readonly string[];
	readonly waitsFor?: readonly string[];
	readonly mfa?: string;
	readonly allowed?: readonly (string | readonly string[])[];
	readonly waiting?: readonly (string | readonly string[])[];
}

interface SuiteText {
	readonly clock?: string;
	readonly transactions?: readonly (TransactionText & { readonly name: string })[];
	readonly tests: readonly TestText[];
}

/** The time of a suite without a clock. */
const USUAL_CLOCK = Date.UTC(2026, 0, 1);

/** Reads a suite among manifests, whose tags of private keys hold. The suite is there only when nothing is wrong with it. */
export function readSuite(
	document: SuiteDocument,
	source: OrganizationSource,
	resources: readonly PolicyResource[],
): { readonly suite?: Suite; readonly diagnostics: readonly Diagnostic[] } {
	const diagnostics: Diagnostic[] = [];
	const tell = (problem: RequestProblem, at = document.span): void => {
		const { code, message, help, path, about } = problem;
		diagnostics.push({ code, severity: "error", message, span: at(path, about), ...(help === undefined ? {} : { help }) });
	};
	const read = readOrganization(source.text);
	for (const problem of read.problems) tell(problem, source.span);
	const organization = withDeclaredTags(read.organization, resources);
	const { metadata, spec } = document.value as unknown as { metadata: { name: string }; spec: SuiteText };

	const clock = spec.clock === undefined ? undefined : readInstant(spec.clock);
	if (clock?.ok === false) {
		tell({
			code: "Q3703",
			path: ["spec", "clock"],
			message: `\`${spec.clock}\` is no time: ${clock.problem}`,
			...helpOf(clock.help),
		});
	}
	const now = clock?.ok === true ? Number(clock.nanos / 1_000_000n) : USUAL_CLOCK;
	const transactions = readTransactions(spec, organization, tell);
	const surroundings = { organization, now, transactions };
	const tests: Test[] = [];
	const names = new Map<string, number>();
	for (const [index, text] of spec.tests.entries()) {
		const path: Path = ["spec", "tests", index];
		const earlier = names.get(text.name);
		if (earlier !== undefined) {
			tell({
				code: "Q3705",
				path: [...path, "name"],
				message: `\`${text.name}\` is the name of an earlier test`,
				help: "give each a name of its own",
			});
		}
		names.set(text.name, index);
		for (const misplaced of misplacedKeys(text)) tell({ ...misplaced, path: [...path, ...misplaced.path] });
		const requests = [...askedBy(text, organization.users)];
		if (requests.length === 0) {
			tell({
				code: "Q3752",
				path: [...path, "name"],
				message: `\`${text.name}\` is asked by nobody: the organisation has no users`,
				help: "describe its users, or say who asks: `by`",
			});
		}
		for (const [name, asked, at] of requests) {
			const { request, problems } = readRequest(asked, surroundings);
			for (const problem of problems) tell({ ...problem, path: [...path, ...placeIn(problem.path, at)] });
			const expected = expectationOf(text, at);
			for (const problem of unknownPolicies(expected, resources)) tell({ ...problem, path: [...path, ...problem.path] });
			for (const [list, user] of (expected.waitsFor ?? []).entries()) {
				if (organization.users.some((each) => each.name === user)) continue;
				tell(
					unknownName(
						"user",
						user,
						organization.users.map((each) => each.name),
						[...path, "waitsFor", list],
					),
				);
			}
			if (request !== undefined) tests.push({ name, span: document.span([...path, "name"]), request, expected });
			// What is wrong with a request is wrong with it whoever asks.
			if (problems.length > 0 && at === undefined) break;
		}
	}
	if (diagnostics.length > 0) return { diagnostics: distinct(diagnostics) };
	const identifiers = identifiersByAddress(organization);
	return { suite: { name: metadata.name, file: document.file, organization, identifiers, tests }, diagnostics };
}

const helpOf = (help: string | undefined): { readonly help?: string } =>
	help === undefined ? {} : { help: help.replaceAll("'", "") };

function readTransactions(
	{ transactions = [] }: SuiteText,
	organization: Parameters<typeof readTransactionText>[2],
	tell: (problem: RequestProblem) => void,
): ReadonlyMap<string, TransactionText> {
	const known = new Map<string, TransactionText>();
	for (const [index, { name, ...text }] of transactions.entries()) {
		const path: Path = ["spec", "transactions", index];
		if (known.has(name)) {
			tell({
				code: "Q3705",
				path: [...path, "name"],
				message: `\`${name}\` stands twice in \`transactions\``,
				help: "give each a name of its own",
			});
		}
		known.set(name, text);
		for (const problem of readTransactionText(text, {}, organization).problems)
			tell({ ...problem, path: [...path, ...problem.path] });
	}
	return known;
}

/** Keys that belong to the other sort of test. */
function misplacedKeys(text: TestText): RequestProblem[] {
	const wrong =
		text.by === undefined ? (["with", "approvals", "expect", "waitsFor"] as const) : (["allowed", "waiting"] as const);
	// Who is not listed as allowed is denied or waits, and nothing is said about what that is owed to.
	const idle: RequestProblem[] =
		text.by === undefined && (text.allowed ?? []).length === 0 && text.decidedBy !== undefined
			? [
					{
						code: "Q3750",
						path: ["decidedBy"],
						message: "`decidedBy` needs `by` or `allowed`",
						help: "of a test that everybody asks, `decidedBy` says what lets those pass who are `allowed`",
						about: "key",
					},
				]
			: [];
	const misplaced: RequestProblem[] = wrong
		.filter((key) => text[key] !== undefined)
		.map((key) => ({
			code: "Q3750",
			path: [key],
			message: text.by === undefined ? `\`${key}\` needs \`by\`` : `\`${key}\` and \`by\` exclude each other`,
			help:
				text.by === undefined
					? "say who asks; a test without `by` is asked by everybody and lists who is `allowed` and who is `waiting`"
					: "with `by` the outcome is `expect`; without it everybody asks",
			about: "key",
		}));
	return [...misplaced, ...idle];
}

/** A listed group of a test that everybody asks: which list, and which item of it. */
type Listed = readonly ["allowed" | "waiting", number];

/** The requests of one test: the one it is, or one for each group it lists and each user it does not. */
function* askedBy(
	text: TestText,
	users: readonly { readonly name: string }[],
): Generator<readonly [name: string, request: RequestText, at: Listed | undefined]> {
	const request = requestOf(text);
	if (text.by !== undefined) {
		yield [text.name, { ...request, by: text.by }, undefined];
		return;
	}
	const alone = new Set<string>();
	for (const list of ["allowed", "waiting"] as const) {
		for (const [index, item] of (text[list] ?? []).entries()) {
			const [by = "", ...approvals] = isJsonArray(item) ? (item as readonly string[]) : [String(item)];
			if (approvals.length === 0) alone.add(by);
			yield [`${text.name}: ${[by, ...approvals].join(" + ")}`, { ...request, by, approvals }, [list, index]];
		}
	}
	for (const { name } of users) {
		if (!alone.has(name)) yield [`${text.name}: ${name}`, { ...request, by: name }, undefined];
	}
}

function requestOf({
	activity,
	with: credential,
	approvals,
	at,
	params,
	transaction,
	bindings,
}: TestText): Omit<RequestText, "by"> {
	return {
		activity,
		...(credential === undefined ? {} : { with: credential }),
		...(approvals === undefined ? {} : { approvals }),
		...(at === undefined ? {} : { at }),
		...(params === undefined ? {} : { params }),
		...(transaction === undefined ? {} : { transaction }),
		...(bindings === undefined ? {} : { bindings }),
	};
}

/** Where a request's problem is written: of a listed group, who asks and approves stands in the list. */
function placeIn(path: Path, listed: Listed | undefined): Path {
	const [first, index] = path;
	if (listed === undefined || (first !== "by" && first !== "approvals")) return path;
	return [...listed, first === "by" ? 0 : Number(index) + 1];
}

function expectationOf(text: TestText, listed: Listed | undefined): Expectation {
	const { decidedBy, waitsFor, mfa } = text;
	const outcome =
		text.by === undefined
			? listed === undefined
				? "deny"
				: listed[0] === "allowed"
					? "allow"
					: "needs-consensus"
			: (text.expect ?? "deny");
	// Whoever is not listed is denied, and that is all that is said about them.
	const owed = text.by === undefined && listed?.[0] !== "allowed" ? undefined : decidedBy;
	return {
		outcome,
		...(owed === undefined ? {} : { decidedBy: typeof owed === "string" ? [owed] : owed }),
		...(waitsFor === undefined ? {} : { waitsFor }),
		...(mfa === undefined ? {} : { mfa }),
	};
}

/** Names of policies that no manifest declares. */
function unknownPolicies({ decidedBy = [], mfa }: Expectation, resources: readonly PolicyResource[]): RequestProblem[] {
	const named = (kind: string): string[] => resources.filter((each) => each.kind === kind).map((each) => each.name);
	const find = (
		names: readonly string[],
		what: string,
		kind: string,
		path: Path,
		others: readonly string[],
	): RequestProblem[] => {
		const known = [...named(kind), ...others];
		return names
			.filter((name) => !known.includes(name))
			.map((name) => ({ ...unknownName(what, name, known, path), code: "Q3751" }));
	};
	return [
		...find(decidedBy, "policy", "Policy", ["decidedBy"], ["root quorum", "implicit permission"]),
		...find(mfa === undefined ? [] : [mfa], "MFA policy", "MfaPolicy", ["mfa"], ["none"]),
	];
}

/** What is wrong with a test that everybody asks is told once. */
function distinct(diagnostics: readonly Diagnostic[]): Diagnostic[] {
	const key = ({ code, message, span }: Diagnostic): JsonValue => `${code} ${message} ${span?.start.offset}`;
	return [...new Map(diagnostics.map((each) => [key(each), each])).values()];
}
