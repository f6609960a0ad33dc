// What `policy test` found: each test with its outcome, and where asked for, which branches were taken and which mutants
// lived. Plain versioned JSON, published as schemas/policy-test-report.schema.json; every rendering is made from it.
import type { ReasonView } from "./explanation.js";

export const TEST_REPORT_FORMAT = "1.0";

export interface Place {
	readonly file: string;
	readonly line: number;
	readonly column: number;
}

export interface TestReport {
	readonly format_version: typeof TEST_REPORT_FORMAT;
	readonly type: "policy-test";
	readonly suites: readonly SuiteReport[];
	readonly coverage: CoverageReport | null;
	readonly mutation: MutationReport | null;
	/** What was asked for besides that tests pass. */
	readonly goals: readonly GoalView[];
	/** What makes the result worth less than it looks. */
	readonly warnings: readonly { readonly code: string; readonly message: string; readonly help?: string }[];
	readonly summary: {
		readonly suites: number;
		readonly tests: number;
		readonly passed: number;
		readonly failed: number;
		/** Tests that `--filter` left out. */
		readonly skipped: number;
	};
}

export interface SuiteReport {
	readonly name: string;
	readonly file: string;
	readonly tests: readonly TestResult[];
}

export interface TestResult {
	readonly name: string;
	readonly place: Place;
	readonly passed: boolean;
	/** The expected outcome, and the outcome. */
	readonly expected: string;
	readonly actual: string;
	/** What the outcome is owed to: policies by name, `root quorum`, `implicit permission`, or nothing. */
	readonly decided_by: readonly string[];
	/** In words, what differs from what was expected; empty when the test passed. */
	readonly differences: readonly string[];
	/** Of a test that failed: what each policy said, those first that explain the outcome. */
	readonly policies: readonly PolicyView[];
}

export interface PolicyView {
	readonly policy: string;
	/** `OUTCOME_ALLOW` and so on, as the service names them. */
	readonly outcome: string;
	readonly effect: "EFFECT_ALLOW" | "EFFECT_DENY";
	readonly reasons: readonly ReasonView[];
}

/** One operand of `&&` or `||`, or a whole expression, and what it was while the tests ran. */
export interface BranchView {
	readonly policy: string;
	readonly slot: "condition" | "consensus" | "time";
	readonly place: Place | null;
	readonly text: string;
	readonly seen_true: boolean;
	readonly seen_false: boolean;
}

export interface CoverageReport {
	/** Branches that were taken, of all: each operand true, and each operand false. */
	readonly covered: number;
	readonly total: number;
	readonly policies: readonly { readonly policy: string; readonly covered: number; readonly total: number }[];
	/** Every branch, in the order of policies and text. */
	readonly branches: readonly BranchView[];
}

export interface MutantView {
	readonly policy: string;
	readonly place: Place | null;
	/** What was changed, as in "`>= 2` becomes `>= 1`". */
	readonly change: string;
}

export interface MutationReport {
	readonly mutants: number;
	readonly killed: number;
	/** Changes that were not looked at because there were enough mutants: at most that many more. */
	readonly left_out: number;
	readonly survivors: readonly MutantView[];
}

/** A share of branches or mutants that was asked for. */
export interface GoalView {
	readonly measure: "branches" | "mutants";
	/** In per cent, at least. */
	readonly wanted: number;
	/** In whole per cents, rounded down; null when it was not measured, because a test failed. */
	readonly reached: number | null;
	readonly met: boolean;
}
