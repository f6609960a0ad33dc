// `quorate policy test`: what the policies in the manifests say to the requests of the suites, and whether that is expected.
import { resolve } from "node:path";
import { type Diagnostic, hasErrors } from "../diagnostics/diagnostic.js";
import { referenceText } from "../model/reference.js";
import type { GoalView, TestReport } from "../model/test-report.js";
import { diagnosticsText } from "../render/diagnostic-text.js";
import { erroredJunit, testJunit } from "../render/test-junit.js";
import { percentage, testText } from "../render/test-text.js";
import { BranchCoverage } from "../suites/branch-coverage.js";
import { tryMutants } from "../suites/mutation-run.js";
import { coverageReport, mutationReport, testReport } from "../suites/suite-report.js";
import { type PreparedSuite, prepareSuite, runSuite } from "../suites/test-run.js";
import type { Context } from "./context.js";
import { EXIT, type ExitCode, exitCodeOfTests } from "./exit-code.js";
import { type InputOptions, openInputs, readManifests } from "./inputs.js";
import { jsonText, paletteFor, writeWhole } from "./output.js";
import { describeProblem } from "./problem.js";
import { Reads } from "./reads.js";
import { Refusal } from "./refusal.js";
import { loadSuites } from "./suites.js";
import { testProgress } from "./test-progress.js";

export interface PolicyTestOptions extends InputOptions {
	/** In per cent, as `minKills`. */
	readonly minCoverage?: number;
	readonly minKills?: number;
	readonly json?: boolean;
	readonly junit?: string;
	readonly filter?: string;
	readonly coverage?: boolean;
	readonly mutate?: boolean;
	readonly mostMutants: number;
	readonly watch?: boolean;
}

export async function runPolicyTest(context: Context, options: PolicyTestOptions, named: readonly string[]): Promise<ExitCode> {
	if (!options.watch) return testOnce(context, options, named, new Reads());
	const { watchFiles } = await import("./watch-files.js");
	return watchFiles(context, options, (reads) => testOnce(context, options, named, reads));
}

/** One run from files to exit code. A refusal is thrown. */
async function testOnce(context: Context, options: PolicyTestOptions, named: readonly string[], reads: Reads): Promise<ExitCode> {
	const report = await runTests(context, options, named, reads).catch((problem: unknown) =>
		writeErrors(context, options, problem),
	);
	if (options.junit !== undefined) await writeWhole(context, options.junit, testJunit(report));
	if (options.json) context.stdout.write(jsonText(report));
	else context.stdout.write(testText(report, paletteFor(context.stdout, context, options.color)));
	const remarks = [...warnings(report), ...shortfalls(report)];
	if (!options.json && remarks.length > 0) {
		context.stderr.write(diagnosticsText(remarks, paletteFor(context.stderr, context, options.color)));
	}
	return exitCodeOfTests(report);
}

/** A run without a result leaves no older one in the file that was named for it. Throws the problem on. */
async function writeErrors(context: Context, { junit }: PolicyTestOptions, problem: unknown): Promise<never> {
	if (junit === undefined) throw problem;
	const { diagnostics, exitCode } = describeProblem(problem, context);
	await writeWhole(context, junit, erroredJunit(diagnostics)).catch((unwritten: unknown) => {
		throw new Refusal(exitCode, [...diagnostics, ...describeProblem(unwritten, context).diagnostics]);
	});
	throw problem;
}

async function runTests(
	context: Context,
	options: PolicyTestOptions,
	named: readonly string[],
	reads: Reads,
): Promise<TestReport> {
	reads.file(resolve(context.cwd, options.project));
	const inputs = await openInputs(context, options);
	const loaded = await readManifests(context, options, inputs);
	for (const file of loaded.files) reads.file(resolve(inputs.project.root, file));
	if (hasErrors(loaded.diagnostics)) throw new Refusal(EXIT.invalid, [...inputs.diagnostics, ...loaded.diagnostics]);
	const resources = loaded.desired.filter((each) => each.state === "present");
	const read = await loadSuites(context, inputs.project, resources, named, reads);
	const wanted = options.filter?.toLowerCase();
	const prepared = read.suites.map((suite) =>
		prepareSuite(suite, resources, ({ name }) => wanted === undefined || `${suite.name}: ${name}`.toLowerCase().includes(wanted)),
	);
	const total = prepared.reduce((sum, each) => sum + each.tests.length, 0);
	const all = read.suites.reduce((sum, each) => sum + each.tests.length, 0);
	if (total === 0) throw new Refusal(EXIT.invalid, [nothingChosen(options.filter ?? "")]);

	const progress = testProgress(context, options.json === true);
	let done = 0;
	const suites = [];
	const covered = options.coverage === true || options.minCoverage !== undefined;
	const branches = covered ? new BranchCoverage() : undefined;
	for (const each of prepared) {
		const watch = branches?.watch(each.set);
		suites.push(
			runSuite(each, (asked, decided) => {
				watch?.(asked, decided);
				done += 1;
				progress.step("tested", done, total);
			}),
		);
		await progress.pause("tested", done, total);
	}
	const locate = loaded.locate;
	const coverage = branches === undefined ? null : coverageReport(branches.branches, prepared, locate);
	const mutates = options.mutate === true || options.minKills !== undefined;
	const failed = suites.some((suite) => suite.tests.some((test) => !test.passed));
	const tried =
		mutates && !failed
			? await tryMutants(prepared, {
					most: options.mostMutants,
					progress: (what, count, of) => progress.pause(`mutants ${what}:`, count, of),
				})
			: undefined;
	progress.clear();
	const mutation = tried === undefined ? null : mutationReport(tried, prepared, locate);
	const unknown = unresolvedReferences(prepared);
	const remarks = mutates && failed ? [...unknown, NOT_MUTATED] : unknown;
	return testReport(suites, all - total, coverage, mutation, goalsOf(coverage, mutation, options), remarks);
}

/** What policies refer to and a suite's organisation does not have. */
function unresolvedReferences(prepared: readonly PreparedSuite[]): TestReport["warnings"] {
	return prepared.flatMap(({ suite, set }) => {
		const missing = new Map(set.unresolved.map(({ reference, address }) => [referenceText(reference), address]));
		return [...missing].map(([reference, address]) => ({
			code: "Q3753",
			message: `\`${address}\` refers to \`\${${reference}}\`, which the organisation of \`${suite.name}\` does not have`,
			help: "add it to the organisation of the suite",
		}));
	});
}

const NOT_MUTATED = {
	code: "Q3754",
	message: "no mutant was tried: a test fails without any",
	help: "mend the tests, or the policies, first",
} as const;

function nothingChosen(filter: string): Diagnostic {
	return {
		code: "Q3752",
		severity: "error",
		message: `no test's name contains \`${filter}\``,
		help: "`--filter` looks in `suite: test`, without regard to capitals",
	};
}

function warnings(report: TestReport): Diagnostic[] {
	return report.warnings.map((each) => ({ ...each, code: each.code as Diagnostic["code"], severity: "warning" }));
}

function goalsOf(
	coverage: TestReport["coverage"],
	mutation: TestReport["mutation"],
	{ minCoverage, minKills }: PolicyTestOptions,
): readonly GoalView[] {
	const goal = (measure: GoalView["measure"], wanted: number | undefined, reached: number | null): GoalView[] =>
		wanted === undefined ? [] : [{ measure, wanted, reached, met: reached !== null && reached >= wanted }];
	return [
		...goal("branches", minCoverage, coverage && percentage(coverage.covered, coverage.total)),
		...goal("mutants", minKills, mutation && percentage(mutation.killed, mutation.mutants)),
	];
}

const SHORTFALLS = {
	branches: { what: "branches taken:", help: "write tests for those listed above" },
	mutants: { what: "mutants killed:", help: "write tests that tell them from the policy" },
} as const;

function shortfalls({ goals }: TestReport): Diagnostic[] {
	// That nothing was measured is a warning of its own.
	return goals.flatMap(({ measure, wanted, reached, met }): Diagnostic[] => {
		if (met || reached === null) return [];
		const { what, help } = SHORTFALLS[measure];
		return [{ code: "Q3755", severity: "error", message: `${what} ${reached} %, asked for are ${wanted} %`, help }];
	});
}
