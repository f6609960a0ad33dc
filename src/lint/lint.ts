// Runs the rules over policies and gathers what they find, in the order of policies and places.
import { compareText } from "../base/canonical-json.js";
import type { Severity } from "../diagnostics/diagnostic.js";
import { slots } from "../language/slot.js";
import type { Report, Rule, Surroundings } from "./rule.js";
import type { LintFinding } from "./subject.js";

/** Severities other than those the rules have, by code. */
export type RuleSettings = Readonly<Record<string, Severity | "off">>;

/** What the rules find. Never throws because of what is linted. */
export function lint(rules: readonly Rule[], given: Surroundings, settings: RuleSettings = {}): readonly LintFinding[] {
	const around = { ...given, policies: given.policies.filter((policy) => policy.readable) };
	const findings: LintFinding[] = [];
	for (const rule of rules) {
		const setting = settings[rule.code];
		const severity = setting ?? rule.severity;
		if (severity === "off") continue;
		const report: Report = ({ in: { address }, slot, node }, { severity: own, ...said }) => {
			findings.push({
				...said,
				rule: rule.code,
				// What the project asks for wins over what the rule thinks of this place.
				severity: setting === undefined ? (own ?? severity) : severity,
				address,
				...(slot === undefined ? {} : { slot }),
				...(node === undefined ? {} : { range: { start: node.start, end: node.end } }),
			});
		};
		for (const policy of around.policies) rule.policy?.(policy, report, around);
		for (const policy of around.mfaPolicies) rule.mfaPolicy?.(policy, report, around);
		for (const scope of around.scopes) rule.scope?.(scope, report, around);
		rule.all?.(around, report);
	}
	return inOrder(findings);
}

function inOrder(findings: readonly LintFinding[]): readonly LintFinding[] {
	const place = ({ slot }: LintFinding): number => (slot === undefined ? -1 : slots.indexOf(slot));
	return [...findings].sort(
		(a, b) =>
			compareText(a.address, b.address) ||
			place(a) - place(b) ||
			(a.range?.start ?? -1) - (b.range?.start ?? -1) ||
			compareText(a.rule, b.rule) ||
			compareText(a.message, b.message),
	);
}
