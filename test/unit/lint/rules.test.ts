// Every rule finds what it must and leaves alone what it must; what it says is in test/golden/lint, word for word.
import { describe, expect, test } from "@jest/globals";
import { explain, isCode } from "../../../src/diagnostics/codes.js";
import { rules } from "../../../src/lint/all-rules.js";
import { lint } from "../../../src/lint/lint.js";
import type { Rule, RuleCase } from "../../../src/lint/rule.js";
import type { LintFinding } from "../../../src/lint/subject.js";
import { expectGolden } from "../../support/golden.js";
import { surroundingsOf } from "../../support/lint-case.js";

/** As a rule that is told, whether it usually is or not. */
const told = (rule: Rule): Rule => (rule.severity === "off" ? { ...rule, severity: "info" } : rule);
const found = (rule: Rule, given: RuleCase): readonly LintFinding[] => lint([told(rule)], surroundingsOf(given));

describe.each(rules.map((rule) => [`${rule.code} ${rule.name}`, rule] as const))("%s", (_, rule) => {
	test("finds nothing in what is right", () => {
		for (const given of rule.cases.valid) expect([given, found(rule, given).map((each) => each.message)]).toEqual([given, []]);
	});

	test("finds what is wrong", () => {
		expect(rule.cases.invalid.length).toBeGreaterThan(0);
		expect(rule.cases.valid.length).toBeGreaterThan(0);
		for (const given of rule.cases.invalid) expect([given, found(rule, given).length]).not.toEqual([given, 0]);
	});

	test("says it in these words", () => {
		const lines = rule.cases.invalid.flatMap((given) => [
			JSON.stringify(given, (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value)),
			...found(rule, given).flatMap((each) => shown(each)),
			"",
		]);
		expectGolden(`lint/${rule.code}.txt`, `${rule.name}: ${rule.reason}\n\n${lines.join("\n")}`);
	});

	test("keeps to the style of messages and has an explanation", () => {
		expect(isCode(rule.code) && explain(rule.code).explanation.length).toBeGreaterThan(40);
		for (const each of rule.cases.invalid.flatMap((given) => found(rule, given))) {
			expect(each.message).not.toMatch(/[.!]$/);
			expect(each.message).not.toMatch(/^[A-Z][a-z]/);
		}
	});
});

function shown({ severity, address, slot, range, message, help, notes = [] }: LintFinding): string[] {
	const place = slot === undefined ? "" : ` ${slot}${range === undefined ? "" : ` ${range.start}..${range.end}`}`;
	return [
		`  ${severity} ${address}${place}: ${message}`,
		...notes.map((note) => `    note: ${note}`),
		...(help === undefined ? [] : [`    help: ${help}`]),
	];
}

test("every rule has a code and a name of its own, and the list is in order", () => {
	expect(new Set(rules.map((rule) => rule.name)).size).toBe(rules.length);
	expect(rules.map((rule) => rule.code)).toEqual([...new Set(rules.map((rule) => rule.code))].sort());
});
