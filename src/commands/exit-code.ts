// THE table of exit codes. They are stable: scripts branch on them. Each is computed from the document that was emitted,
// so that what a reader sees and what a script sees cannot disagree.
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { hasErrors } from "../diagnostics/diagnostic.js";
import type { CalibrationReport } from "../model/calibration.js";
import type { Explanation } from "../model/explanation.js";
import type { PlanDraft } from "../model/plan.js";
import type { ApplyReport, DriftReport } from "../model/report.js";
import type { TestReport } from "../model/test-report.js";

export const EXIT = {
	/** Done, or nothing to do. */
	success: 0,
	/** The machine, the network, the service, or the command line; or a request holds what cannot be read, and that could decide. */
	error: 1,
	/** There are changes or drift; only with `--detailed-exitcode`. */
	changes: 2,
	/** The manifests, the project file or a request are wrong, or do not stand up to a check. */
	invalid: 3,
	/** A guard refused the plan, or the policies deny a request. */
	refused: 4,
	/** Steps, or a request, wait for approvals or authenticators. */
	pending: 5,
	/** A saved plan does not fit what is there now. */
	stale: 6,
	/** Some of it was done and some was not; the journal knows. */
	partial: 7,
	/** What was asked to hold does not: a test failed, fewer branches or mutants were reached than were asked for, or the service
	 * contradicts our evaluation. */
	unmet: 8,
	/** Stopped by a signal; the journal is consistent. */
	interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** When several hold, the first of these is the one to tell. */
const PRECEDENCE: readonly ExitCode[] = [
	EXIT.interrupted,
	EXIT.error,
	EXIT.invalid,
	EXIT.stale,
	EXIT.refused,
	EXIT.partial,
	EXIT.unmet,
	EXIT.pending,
	EXIT.changes,
];

export function firstOf(codes: readonly ExitCode[]): ExitCode {
	return PRECEDENCE.find((code) => codes.includes(code)) ?? EXIT.success;
}

/** Diagnostics of the inputs: any error makes them invalid. */
export function exitCodeOfDiagnostics(diagnostics: readonly Diagnostic[]): ExitCode {
	return hasErrors(diagnostics) ? EXIT.invalid : EXIT.success;
}

export function exitCodeOfPlan(plan: PlanDraft, detailed: boolean): ExitCode {
	const codes: ExitCode[] = [];
	if (!plan.complete) codes.push(EXIT.error);
	else if (plan.errored) codes.push(EXIT.invalid);
	if (plan.checks.some((check) => check.status === "fail")) codes.push(EXIT.refused);
	const { add, change, destroy, blocked } = plan.summary;
	if (detailed && add + change + destroy + blocked > 0) codes.push(EXIT.changes);
	return firstOf(codes);
}

export function exitCodeOfApply(report: ApplyReport): ExitCode {
	const codes: ExitCode[] = [];
	const { added, changed, destroyed, pending, failed, not_started: waiting, blocked } = report.summary;
	if (report.interrupted) codes.push(EXIT.interrupted);
	const someDone = added + changed + destroyed > 0 || report.steps.some((step) => step.status === "done");
	const someSent = report.steps.some((step) => step.status !== "not-started");
	if (failed > 0)
		codes.push(someDone || pending > 0 || report.steps.some((step) => step.status === "unknown") ? EXIT.partial : EXIT.error);
	else if (waiting > 0 && pending === 0) codes.push(someDone || someSent ? EXIT.partial : EXIT.error);
	if (blocked > 0) codes.push(EXIT.partial);
	if (pending > 0) codes.push(EXIT.pending);
	if (hasErrors(report.diagnostics)) codes.push(EXIT.error);
	return firstOf(codes);
}

export function exitCodeOfTests({ summary, goals }: TestReport): ExitCode {
	return summary.failed > 0 || goals.some((goal) => !goal.met) ? EXIT.unmet : EXIT.success;
}

export function exitCodeOfDrift(report: DriftReport, detailed: boolean): ExitCode {
	const codes: ExitCode[] = [];
	if (!report.complete) codes.push(EXIT.error);
	else if (hasErrors(report.diagnostics)) codes.push(EXIT.invalid);
	const { drifted, missing, conflicts, unmanaged, differs } = report.summary;
	if (detailed && drifted + missing + conflicts + unmanaged + differs > 0) codes.push(EXIT.changes);
	return firstOf(codes);
}

/** An evaluator that the service contradicts is not to be relied upon: its findings are wrong, and so is what rests on them. */
export function exitCodeOfCalibration(report: CalibrationReport): ExitCode {
	return report.summary.disagreed > 0 ? EXIT.unmet : EXIT.success;
}

/** An explanation is the answer, whatever it explains; a plan that changes the outcome can be asked for. */
export function exitCodeOfExplanation(explanation: Explanation, detailed: boolean): ExitCode {
	return detailed && explanation.outcome_changes === true ? EXIT.changes : EXIT.success;
}

/** A request as a question: whether it may go ahead. After a plan, with a plan. What is not certain may not. */
export function exitCodeOfRequest({ decisions }: Explanation): ExitCode {
	const decision = decisions.at(-1);
	if (decision?.uncertain === true) return EXIT.error;
	switch (decision?.outcome) {
		case "allow":
			return EXIT.success;
		case "needs-consensus":
			return EXIT.pending;
		default:
			return EXIT.refused;
	}
}
