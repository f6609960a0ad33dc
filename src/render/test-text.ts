// A report of policy tests for a terminal or a log: every test, those that failed with the reason, then branches and mutants.
import type {
	BranchView,
	CoverageReport,
	MutationReport,
	Place,
	PolicyView,
	TestReport,
	TestResult,
} from "../model/test-report.js";
import type { Palette } from "./palette.js";
import { policyOutcomeText } from "./policy-outcome.js";
import { oneLine } from "./printable.js";

/** Policies that are shown for one failed test; the report has all. */
const MOST_POLICIES = 6;

export function testText(report: TestReport, palette: Palette): string {
	const lines: string[] = [];
	for (const { name, file, tests } of report.suites) {
		if (tests.length === 0) continue;
		lines.push(`${palette.strong(oneLine(name))} ${palette.faint(oneLine(file))}`);
		for (const test of tests) lines.push(...testLines(test, palette));
		lines.push("");
	}
	if (report.coverage !== null) lines.push(...coverageLines(report.coverage, palette), "");
	if (report.mutation !== null) lines.push(...mutationLines(report.mutation, palette), "");
	lines.push(palette.strong(testSummary(report)));
	return `${lines.join("\n")}\n`;
}

/** The line scripts look for. */
export function testSummary({ summary, coverage, mutation }: TestReport): string {
	const { suites, tests, passed, failed, skipped } = summary;
	const parts = [
		`${counted(tests, "test")} in ${counted(suites, "suite")}: ${passed} passed, ${failed} failed${skipped === 0 ? "" : `, ${skipped} skipped`}.`,
		...(coverage === null ? [] : [`Branches: ${share(coverage.covered, coverage.total)}.`]),
		...(mutation === null ? [] : [`Mutants killed: ${share(mutation.killed, mutation.mutants)}.`]),
	];
	return parts.join(" ");
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** `7 of 8 (87 %)`: rounded down, so that only all of it is 100 %. */
const share = (part: number, whole: number): string => `${part} of ${whole} (${percentage(part, whole)} %)`;

/** A share in whole per cents, rounded down; 0 of nothing. */
export function percentage(part: number, whole: number): number {
	return whole === 0 ? 0 : Math.floor((part * 100) / whole);
}

function testLines(test: TestResult, palette: Palette): string[] {
	if (test.passed) return [`  ${palette.add("ok  ")}  ${oneLine(test.name)}`];
	const lines = [`  ${palette.error("FAIL")}  ${oneLine(test.name)} ${palette.faint(placed(test.place))}`];
	for (const difference of test.differences) lines.push(`        ${oneLine(difference)}`);
	const telling = tellingPolicies(test);
	for (const view of telling.slice(0, MOST_POLICIES)) lines.push(...policyLines(view, palette));
	const more = telling.length - MOST_POLICIES;
	if (more > 0)
		lines.push(palette.faint(`        and ${counted(more, "more policy").replace("policys", "policies")} (--json shows all)`));
	return lines;
}

const DECIDING: ReadonlySet<string> = new Set(["OUTCOME_ALLOW", "OUTCOME_DENY_EXPLICIT", "OUTCOME_REQUIRES_CONSENSUS"]);

/**
 * Where policies decided, those that did, and where a denial was expected, those that could have denied; where none did, all:
 * each could have.
 */
function tellingPolicies({ actual, expected, policies }: TestResult): readonly PolicyView[] {
	if (actual === "deny-implicit") return policies;
	return policies.filter(
		({ outcome, effect }) => DECIDING.has(outcome) || (expected.startsWith("deny") && effect === "EFFECT_DENY"),
	);
}

function policyLines({ policy, effect, outcome, reasons }: PolicyView, palette: Palette): string[] {
	const does = policyOutcomeText(outcome);
	return [
		`        ${palette.strong(oneLine(policy))} (${effect === "EFFECT_DENY" ? "deny" : "allow"}) ${does}`,
		...reasons.map(({ slot, message }) => `          ${slot}: ${oneLine(message)}`),
	];
}

function coverageLines({ policies, branches }: CoverageReport, palette: Palette): string[] {
	const lines = [palette.strong("Branches")];
	const width = Math.max(0, ...policies.map(({ policy }) => policy.length));
	for (const { policy, covered, total } of policies) {
		const figures = `${covered} of ${total} (${percentage(covered, total)} %)`;
		lines.push(`  ${oneLine(policy).padEnd(width)}  ${covered === total ? palette.add(figures) : palette.warning(figures)}`);
		for (const branch of branches.filter((each) => each.policy === policy)) {
			const missed = missedText(branch);
			if (missed === undefined) continue;
			lines.push(`    ${palette.warning(missed)} ${branch.slot}: \`${oneLine(branch.text)}\`${where(branch.place, palette)}`);
		}
	}
	return lines;
}

function missedText({ seen_true: seenTrue, seen_false: seenFalse }: BranchView): string | undefined {
	if (seenTrue && seenFalse) return undefined;
	if (seenTrue) return "never false";
	return seenFalse ? "never true " : "never either";
}

function mutationLines({ mutants, survivors, left_out: leftOut }: MutationReport, palette: Palette): string[] {
	const lines = [palette.strong("Mutants that no test kills")];
	if (survivors.length === 0) lines.push(mutants === 0 ? "  there are no mutants" : `  ${palette.add("none")}`);
	for (const { policy, change, place } of survivors) {
		lines.push(`  ${palette.warning("lives")} ${oneLine(policy)}: ${oneLine(change)}${where(place, palette)}`);
	}
	if (leftOut > 0) lines.push(palette.warning(`  up to ${leftOut} more were not tried`));
	return lines;
}

const placed = ({ file, line, column }: Place): string => `${oneLine(file)}:${line}:${column}`;
const where = (place: Place | null, palette: Palette): string => (place === null ? "" : ` ${palette.faint(placed(place))}`);
