import { describe, expect, test } from "@jest/globals";
import { type FailureReason, ServiceFailure } from "../../../src/api/failure.js";
import { BaseUrlRefused } from "../../../src/client/base-url.js";
import { CredentialProblem, type CredentialProblemCode } from "../../../src/client/credential-problem.js";
import { failureDiagnostic } from "../../../src/commands/failure-diagnostic.js";
import { explain, isCode } from "../../../src/diagnostics/codes.js";
import { serviceCodes } from "../../../src/diagnostics/codes-service.js";
import { StateFailure, type StateFailureCode } from "../../../src/state/state-failure.js";

type Fields = Partial<ConstructorParameters<typeof ServiceFailure>[0]>;
const failure = (fields: Fields): ServiceFailure =>
	new ServiceFailure({ category: "refused", operation: "create_policy", message: "`create_policy` was refused", ...fields });

const seen = new Set<string>();

/** Every diagnostic has a code that is explained, the failure's own message, and a remedy. */
function checked(problem: unknown, code: string): void {
	const diagnostic = failureDiagnostic(problem);
	expect(diagnostic?.code).toBe(code);
	expect(diagnostic).toMatchObject({ severity: "error", message: (problem as Error).message });
	expect(diagnostic?.help).toMatch(/^[^A-Z].*[^.]$/);
	if (isCode(code)) expect(explain(code).explanation.length).toBeGreaterThan(40);
	seen.add(code);
}

describe("credentials", () => {
	const cases: Record<CredentialProblemCode, string> = {
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
	test.each(Object.entries(cases))("%s is %s", (reason, code) => {
		checked(new CredentialProblem(reason as CredentialProblemCode, "no key", "set one"), code);
	});

	test("a signer's problem keeps its own code when a request could not be stamped", () => {
		const cause = new CredentialProblem("signer-timeout", "too slow", "wait");
		checked(failure({ category: "aborted", reason: "signer", cause }), "Q4012");
		expect(failureDiagnostic(failure({ reason: "signer", cause }))?.help).toBe("wait");
		checked(failure({ category: "aborted", reason: "signer" }), "Q4011");
	});

	test("a base URL", () => {
		checked(new BaseUrlRefused("the base URL is none", "write one"), "Q4020");
	});
});

describe("requests", () => {
	const reasons: Record<Exclude<FailureReason, "signer">, string> = {
		"name-not-found": "Q4021",
		"connection-refused": "Q4022",
		"connect-timeout": "Q4023",
		tls: "Q4024",
		"connection-failed": "Q4025",
		timeout: "Q4026",
		"connection-lost": "Q4027",
		truncated: "Q4027",
		redirect: "Q4040",
		"content-type": "Q4041",
		"not-json": "Q4042",
		"too-large": "Q4043",
		shape: "Q4044",
		"clock-skew": "Q4060",
		"unknown-key": "Q4061",
		"expired-key": "Q4062",
		"bad-signature": "Q4063",
		"unknown-organization": "Q4065",
		"rate-limit": "Q4070",
		"resource-limit": "Q4071",
		"not-offered": "Q4073",
		cancelled: "Q4080",
		"stale-body": "Q4076",
	};
	test.each(Object.entries(reasons))("%s is %s", (reason, code) => {
		checked(failure({ reason: reason as FailureReason, httpStatus: 400 }), code);
	});

	test.each([
		[400, "Q4069"],
		[401, "Q4064"],
		[403, "Q4066"],
		[404, "Q4067"],
		[409, "Q4068"],
		[418, "Q4075"],
		[429, "Q4072"],
		[500, "Q4074"],
		[503, "Q4074"],
	])("a plain %i is %s", (httpStatus, code) => {
		checked(failure({ httpStatus }), code);
	});

	test("what the failure knows itself goes before the general remedy", () => {
		const help = "this machine's clock is 2 h ahead of the service's: set it";
		expect(failureDiagnostic(failure({ reason: "clock-skew", help }))?.help).toBe(help);
	});

	test("attempts and an open outcome are noted", () => {
		const diagnostic = failureDiagnostic(
			failure({ category: "interrupted", reason: "timeout", attempts: 5, outcomeUnknown: true }),
		);
		expect(diagnostic?.notes).toEqual([
			"it was sent 5 times",
			"whether it was carried out is not known; sending the identical bytes again tells",
		]);
		expect(failureDiagnostic(failure({ httpStatus: 400 }))?.notes).toBeUndefined();
	});

	test("a denial names the policies that were evaluated, and cleans what the service wrote", () => {
		const policyEvaluations = Array.from({ length: 7 }, (_, index) => ({
			policyId: `p${index}`,
			outcome: "OUTCOME_DENY\u001b[0m",
		}));
		const details = [{ "@type": "x", message: "No policies\nevaluated to outcome: Allow", policyEvaluations }, "nonsense", null];
		const denial = failureDiagnostic(failure({ httpStatus: 403, details }));
		expect(denial?.help).toContain("run `quorate explain-decision FILE`: it names the policies");
		expect(denial?.notes).toEqual([
			"No policies evaluated to outcome: Allow",
			...[0, 1, 2, 3, 4].map((index) => `policy \`p${index}\`: OUTCOME_DENY [0m`),
			"and 2 more",
		]);
	});
});

describe("state", () => {
	const cases: Record<StateFailureCode, string> = { permission: "Q6031", full: "Q6032", gone: "Q6033", io: "Q6034" };
	test.each(Object.entries(cases))("%s is %s", (reason, code) => {
		checked(new StateFailure(reason as StateFailureCode, "state/journal.jsonl", "cannot write"), code);
	});
});

test("anything else is not ours to explain", () => {
	for (const problem of [new Error("x"), undefined, "text", { code: "Q4001" }])
		expect(failureDiagnostic(problem)).toBeUndefined();
});

test("every code of credentials, connection and answers belongs to a situation", () => {
	const ours = Object.keys(serviceCodes).filter((code) => code < "Q4100");
	expect([...seen].filter((code) => code.startsWith("Q40")).sort()).toEqual(ours.sort());
});
