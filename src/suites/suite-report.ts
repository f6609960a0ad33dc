// The report of a run: results, branches and mutants, everything with the place where its author wrote it.
import type { SourceSpan, TextRange } from "../diagnostics/span.js";
import type { Slot } from "../language/slot.js";
import { type Address, splitAddress } from "../model/address.js";
import type { CoverageReport, MutationReport, Place, SuiteReport, TestReport } from "../model/test-report.js";
import { TEST_REPORT_FORMAT } from "../model/test-report.js";
import { readableIdentifiers } from "../request/named-identifier.js";
import type { Branch } from "./branch-coverage.js";
import type { MutationResult } from "./mutation-run.js";
import type { PreparedSuite } from "./test-run.js";

/** Where a resource's field, or a stretch of its text, is written. */
export type Locate = (address: Address, path?: readonly string[], range?: TextRange) => SourceSpan | undefined;

export function coverageReport(branches: readonly Branch[], suites: readonly PreparedSuite[], locate: Locate): CoverageReport {
	const readable = readableWith(suites);
	const views = branches.map(({ address, slot, range, text, seenTrue, seenFalse }) => ({
		policy: pathOf(address),
		slot,
		place: placeOf(locate(address, ["spec", slot], range)),
		text: readable(text.replace(/\s+/g, " ")),
		seen_true: seenTrue,
		seen_false: seenFalse,
	}));
	const figures = (own: typeof views): { covered: number; total: number } => ({
		covered: own.reduce((sum, each) => sum + Number(each.seen_true) + Number(each.seen_false), 0),
		total: own.length * 2,
	});
	const policies = [...new Set(views.map((each) => each.policy))].map((policy) => ({
		policy,
		...figures(views.filter((each) => each.policy === policy)),
	}));
	return { ...figures(views), policies, branches: views };
}

export function mutationReport(result: MutationResult, suites: readonly PreparedSuite[], locate: Locate): MutationReport {
	const readable = readableWith(suites);
	const set = suites[0]?.set;
	return {
		mutants: result.tried,
		killed: result.tried - result.survivors.length,
		left_out: result.leftOut,
		survivors: result.survivors.map(({ address, slot, range, change }) => ({
			policy: pathOf(address),
			place: placeOf(
				slot === undefined || range === undefined
					? locate(address)
					: locateIn(locate, address, slot, set?.before(address, slot, range) ?? range),
			),
			change: shortened(readable(change)),
		})),
	};
}

const locateIn = (locate: Locate, address: Address, slot: Slot, range: TextRange): SourceSpan | undefined =>
	locate(address, ["spec", slot], range);

export function testReport(
	suites: readonly SuiteReport[],
	skipped: number,
	coverage: CoverageReport | null,
	mutation: MutationReport | null,
	goals: TestReport["goals"],
	warnings: TestReport["warnings"],
): TestReport {
	const tests = suites.flatMap((suite) => suite.tests);
	const failed = tests.filter((test) => !test.passed).length;
	return {
		format_version: TEST_REPORT_FORMAT,
		type: "policy-test",
		suites,
		coverage,
		mutation,
		goals,
		warnings,
		summary: { suites: suites.length, tests: tests.length, passed: tests.length - failed, failed, skipped },
	};
}

/** Quotations that are longer than a reader wants to read again, cut off. */
const shortened = (text: string): string => text.replaceAll(/`([^`]{80})[^`]+`/g, "`$1…`");

/** `Treasury signers`, `bob/Passkey for signing`. */
const pathOf = (address: Address): string => splitAddress(address)?.path ?? address;

/** The first suite's names for identifiers: branches and mutants are shown as it resolves them. */
function readableWith([first]: readonly PreparedSuite[]): (text: string) => string {
	return first === undefined ? (text) => text : readableIdentifiers(first.suite.identifiers);
}

function placeOf(span: SourceSpan | undefined): Place | null {
	return span === undefined ? null : { file: span.file, line: span.start.line, column: span.start.column };
}
