// A report of policy tests as JUnit XML, which continuous integration shows test by test. Without times: the same tests give
// the same file.
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { TestReport, TestResult } from "../model/test-report.js";
import { printable } from "./printable.js";

export function testJunit({ suites, summary }: TestReport): string {
	const lines = [
		'<?xml version="1.0" encoding="UTF-8"?>',
		`<testsuites${attributes({ name: "quorate policy test", tests: summary.tests, failures: summary.failed, errors: 0 })}>`,
	];
	for (const { name, file, tests } of suites) {
		const failures = tests.filter((test) => !test.passed).length;
		lines.push(`  <testsuite${attributes({ name, tests: tests.length, failures, errors: 0, skipped: 0, file })}>`);
		for (const test of tests) lines.push(...caseLines(test, name));
		lines.push("  </testsuite>");
	}
	lines.push("</testsuites>", "");
	return lines.join("\n");
}

/** The file of a run in which no test could be asked: what was wrong, as errors, so that nobody reads an older file as this run's. */
export function erroredJunit(diagnostics: readonly Diagnostic[]): string {
	const told = diagnostics.filter((each) => each.severity === "error");
	const counts = { tests: told.length, failures: 0, errors: told.length };
	const name = "quorate policy test";
	return [
		'<?xml version="1.0" encoding="UTF-8"?>',
		`<testsuites${attributes({ name, ...counts })}>`,
		`  <testsuite${attributes({ name, ...counts, skipped: 0 })}>`,
		...told.flatMap(({ code, message, help, span }) => {
			const place = span === undefined ? {} : { file: span.file, line: span.start.line };
			const where = span === undefined ? [] : [`${span.file}:${span.start.line}:${span.start.column}`];
			return [
				`    <testcase${attributes({ name: `${code}: ${message}`, classname: name, ...place })}>`,
				`      <error${attributes({ message, type: code })}>${escaped([...where, ...(help === undefined ? [] : [help])].join("\n"))}</error>`,
				"    </testcase>",
			];
		}),
		"  </testsuite>",
		"</testsuites>",
		"",
	].join("\n");
}

function caseLines(test: TestResult, suite: string): string[] {
	const { file, line } = test.place;
	const head = `    <testcase${attributes({ name: test.name, classname: suite, file, line })}`;
	if (test.passed) return [`${head}/>`];
	const details = [
		...test.differences,
		...test.policies.flatMap(({ policy, outcome, reasons }) => [
			`${policy}: ${outcome}`,
			...reasons.map(({ slot, message }) => `  ${slot}: ${message}`),
		]),
	].join("\n");
	const failure = attributes({ message: test.differences.join("; "), type: "outcome" });
	return [`${head}>`, `      <failure${failure}>${escaped(details)}</failure>`, "    </testcase>"];
}

function attributes(values: Readonly<Record<string, string | number>>): string {
	return Object.entries(values)
		.map(([name, value]) => ` ${name}="${escaped(String(value)).replaceAll("\n", "&#10;")}"`)
		.join("");
}

/** XML knows no control characters and no halves of characters, not even escaped. */
function escaped(text: string): string {
	return printable(text)
		.replaceAll(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|[\ufffe\uffff]/g, "\ufffd")
		.replaceAll("&", "&amp;")
		.replaceAll("<", "&lt;")
		.replaceAll(">", "&gt;")
		.replaceAll('"', "&quot;");
}
