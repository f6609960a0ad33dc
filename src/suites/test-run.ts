// Running suites: each request is put to the policies, and what they say is held against what was expected.
import { Electorate } from "../language/electorate.js";
import type { PolicyView, SuiteReport, TestResult } from "../model/test-report.js";
import { readableIdentifiers } from "../request/named-identifier.js";
import { outcomeReasons } from "../request/outcome-reasons.js";
import { type PolicyResource, type PolicySet, policySetOf } from "../request/policy-set.js";
import { votersOf } from "../request/request-bindings.js";
import { decideRequest, type PreparedRequest, prepareRequest, type RequestDecision } from "../request/request-decision.js";
import { judge, nameOf } from "./judgement.js";
import type { Suite, Test } from "./suite.js";

/** A suite whose requests are ready to be asked, with the policies as its own organisation resolves them. */
export interface PreparedSuite {
	readonly suite: Suite;
	readonly set: PolicySet;
	readonly tests: readonly PreparedTest[];
}

export interface PreparedTest {
	readonly test: Test;
	readonly prepared: PreparedRequest;
}

/** `chosen` says which tests to run. */
export function prepareSuite(suite: Suite, resources: readonly PolicyResource[], chosen: (test: Test) => boolean): PreparedSuite {
	const electorate = new Electorate(votersOf(suite.organization));
	const tests = suite.tests
		.filter(chosen)
		.map((test) => ({ test, prepared: prepareRequest(test.request, suite.organization, electorate) }));
	return { suite, set: policySetOf(resources, suite.identifiers), tests };
}

/** Runs the tests of a suite, one after the other; `done` hears of each, and of what was decided. */
export function runSuite(
	{ suite, set, tests }: PreparedSuite,
	done: (prepared: PreparedRequest, decided: RequestDecision) => void,
): SuiteReport {
	const readable = readableIdentifiers(suite.identifiers);
	const results = tests.map(({ test, prepared }): TestResult => {
		const decided = decideRequest(prepared, set);
		const { actual, decidedBy, differences } = judge(test.expected, decided.decision, decided.mfa, suite.organization);
		done(prepared, decided);
		const { file, start } = test.span;
		return {
			name: test.name,
			place: { file, line: start.line, column: start.column },
			passed: differences.length === 0,
			expected: test.expected.outcome,
			actual,
			decided_by: decidedBy,
			differences,
			policies: differences.length === 0 ? [] : policyViews(decided, prepared.request.at, set, readable),
		};
	});
	return { name: suite.name, file: suite.file, tests: results };
}

/** In the order in which they matter to a reader: what took effect, what waits, what failed, what did not apply. */
const ORDER: readonly string[] = [
	"OUTCOME_DENY_EXPLICIT",
	"OUTCOME_ALLOW",
	"OUTCOME_REQUIRES_CONSENSUS",
	"OUTCOME_TIME_INACTIVE",
	"OUTCOME_DENY_IMPLICIT",
	"OUTCOME_ERROR",
];

function policyViews(
	{ decision, calls, votes }: RequestDecision,
	now: number,
	{ policies }: PolicySet,
	readable: (text: string) => string,
): readonly PolicyView[] {
	const views = decision.policies.flatMap(({ policyId, outcome }): PolicyView[] => {
		const policy = policies.find((each) => each.id === policyId);
		if (policy === undefined) return [];
		const reasons = outcomeReasons(policy, { calls, votes, now }, outcome).map((reason) => ({
			...reason,
			text: readable(reason.text),
			message: readable(reason.message),
		}));
		return [{ policy: nameOf(policyId), effect: policy.effect, outcome, reasons }];
	});
	return views.sort((a, b) => ORDER.indexOf(a.outcome) - ORDER.indexOf(b.outcome));
}
