// What the layers below throw, as what a person reads: one code per situation, what happened, and what to do.
import { type FailureReason, ServiceFailure } from "../api/failure.js";
import { isJsonArray, isJsonObject } from "../base/json.js";
import { BaseUrlRefused } from "../client/base-url.js";
import { CredentialProblem, type CredentialProblemCode } from "../client/credential-problem.js";
import type { Code } from "../diagnostics/codes.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { StateFailure, type StateFailureCode } from "../state/state-failure.js";

/** The diagnostic of a typed failure of the client or the state; undefined for anything else, which is a defect of ours. */
export function failureDiagnostic(problem: unknown): Diagnostic | undefined {
	if (problem instanceof CredentialProblem) return error(CREDENTIALS[problem.code], problem.message, problem.help);
	if (problem instanceof BaseUrlRefused) return error("Q4020", problem.message, problem.help);
	if (problem instanceof StateFailure) return error(STATE[problem.code][0], problem.message, STATE[problem.code][1]);
	if (problem instanceof ServiceFailure) return serviceDiagnostic(problem);
	return undefined;
}

const error = (code: Code, message: string, help: string): Diagnostic => ({ code, severity: "error", message, help });

const CREDENTIALS: Readonly<Record<CredentialProblemCode, Code>> = {
	missing: "Q4001",
	"private-key-malformed": "Q4002",
	"public-key-malformed": "Q4003",
	"curve-unsupported": "Q4004",
	"key-mismatch": "Q4005",
	"file-missing": "Q4006",
	"file-unreadable": "Q4007",
	"file-exposed": "Q4008",
	"file-malformed": "Q4009",
	"signer-not-found": "Q4010",
	"signer-failed": "Q4011",
	"signer-timeout": "Q4012",
	"signer-malformed": "Q4013",
	"signer-wrong": "Q4014",
};

const STATE: Readonly<Record<StateFailureCode, readonly [Code, help: string]>> = {
	permission: ["Q6031", "make sure that the state folder belongs to the user who runs quorate"],
	full: ["Q6032", "make space, then run the command again: it continues where it stopped"],
	gone: ["Q6033", "check the state folder's path, and whether something removed it meanwhile"],
	io: ["Q6034", "check the disk; the journal holds everything that was sent"],
};

const CHECK_URL = "check the base URL in the project file, and what stands between this machine and the service";
const AGAIN = "try again later; nothing is lost";

const REASONS: Readonly<Record<Exclude<FailureReason, "signer">, readonly [Code, help: string]>> = {
	"name-not-found": ["Q4021", CHECK_URL],
	"connection-refused": ["Q4022", CHECK_URL],
	"connect-timeout": ["Q4023", CHECK_URL],
	tls: ["Q4024", CHECK_URL],
	"connection-failed": ["Q4025", CHECK_URL],
	timeout: ["Q4026", AGAIN],
	"connection-lost": ["Q4027", AGAIN],
	truncated: ["Q4027", AGAIN],
	redirect: ["Q4040", "put the address it redirects to into the project file, if it is the service's"],
	"content-type": ["Q4041", CHECK_URL],
	"not-json": ["Q4042", CHECK_URL],
	"too-large": ["Q4043", CHECK_URL],
	shape: ["Q4044", "check that the project file's `profile` fits the service, and that this version of quorate is current"],
	"clock-skew": ["Q4060", "set this machine's clock"],
	"unknown-key": ["Q4061", "check the API key, and the organisation in the project file"],
	"expired-key": ["Q4062", "make a new API key"],
	"bad-signature": ["Q4063", "check the API key, or the signer command"],
	"unknown-organization": ["Q4065", "check the organisation in the project file, for this environment"],
	"rate-limit": ["Q4070", "set `requestsPerSecond` in the project file to what the service's plan allows"],
	"resource-limit": ["Q4071", "free some of it, or ask the service for more"],
	"not-offered": ["Q4073", "set `profile: core` in the project file, or use a service that offers it"],
	cancelled: ["Q4080", AGAIN],
	"stale-body": ["Q4076", "look for it among the organisation's activities, then plan again"],
};

const STATUSES: Readonly<Record<number, readonly [Code, help: string]>> = {
	400: ["Q4069", "the service's message says what it does not take"],
	401: ["Q4064", "check the API key, and the organisation in the project file"],
	403: [
		"Q4066",
		"write the request to a file and run `quorate explain-decision FILE`: it names the policies and says why they decide so",
	],
	404: ["Q4067", "check the identifier; if a plan named it, plan again"],
	409: ["Q4068", "plan again"],
	429: ["Q4072", "see whether the organisation is at one of its limits; if not, set `requestsPerSecond` lower"],
};

const SERVER_FAILED = ["Q4074", "run the command again; if it stays, look at the policies that were changed last"] as const;
const OTHER = ["Q4075", "the service's message says why"] as const;

function serviceDiagnostic(failure: ServiceFailure): Diagnostic {
	const [code, help] = situationOf(failure);
	const notes = notesOf(failure);
	return {
		code,
		severity: "error",
		message: failure.message,
		...(notes.length === 0 ? {} : { notes }),
		help: failure.help ?? help,
	};
}

function situationOf(failure: ServiceFailure): readonly [Code, string] {
	if (failure.reason === "signer") {
		const { cause } = failure;
		return cause instanceof CredentialProblem ? [CREDENTIALS[cause.code], cause.help] : ["Q4011", "check the signer command"];
	}
	if (failure.reason !== undefined) return REASONS[failure.reason];
	const status = failure.httpStatus ?? 0;
	return STATUSES[status] ?? (status >= 500 ? SERVER_FAILED : OTHER);
}

/** How often it was tried, what is left open, and which policies the service says decided. */
function notesOf(failure: ServiceFailure): string[] {
	const notes: string[] = [];
	for (const detail of failure.details) notes.push(...notesOfDetail(detail));
	if (failure.attempts > 1) notes.push(`it was sent ${failure.attempts} times`);
	if (failure.outcomeUnknown) notes.push("whether it was carried out is not known; sending the identical bytes again tells");
	return notes;
}

const SHOWN_EVALUATIONS = 5;

function notesOfDetail(detail: unknown): string[] {
	if (!isJsonObject(detail)) return [];
	const { message, policyEvaluations } = detail;
	const notes = typeof message === "string" && message !== "" ? [clean(message)] : [];
	if (!isJsonArray(policyEvaluations)) return notes;
	for (const evaluation of policyEvaluations.slice(0, SHOWN_EVALUATIONS)) {
		if (!isJsonObject(evaluation)) continue;
		const { policyId, outcome } = evaluation;
		if (typeof policyId === "string" && typeof outcome === "string")
			notes.push(`policy \`${clean(policyId)}\`: ${clean(outcome)}`);
	}
	const more = policyEvaluations.length - SHOWN_EVALUATIONS;
	return more > 0 ? [...notes, `and ${more} more`] : notes;
}

/** A foreign text on one line, without control characters. */
function clean(text: string): string {
	return text
		.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
		.trim()
		.slice(0, 200);
}
