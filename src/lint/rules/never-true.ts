// Conditions, and alternatives of them, that no value satisfies.

import type { Report, Rule } from "../rule.js";
import type { LintPolicy, Part } from "../subject.js";

export const neverTrue: Rule = {
	code: "Q3545",
	name: "never-true",
	severity: "warning",
	reason: "a condition that contradicts itself has no effect, and most likely means something else",
	policy(policy, report) {
		for (const part of [policy.condition, policy.consensus, policy.time]) if (part !== undefined) look(policy, part, report);
	},
	cases: {
		valid: [
			"eth.tx.value > 3 && eth.tx.value < 5",
			"eth.tx.chain_id == 1 || eth.tx.chain_id == 10",
			"eth.tx.to != '0x00000000000000000000000000000000000000aa' && eth.tx.to != ''",
		],
		invalid: [
			"eth.tx.value > 5 && eth.tx.value < 3",
			"eth.tx.chain_id == 1 && eth.tx.chain_id == 10",
			"eth.tx.chain_id == 1 && (eth.tx.chain_id == 10 || eth.tx.value <= 5)",
			"wallet.imported && !wallet.imported",
			"false",
			"activity.kind == 'OAUTH' && activity.kind != 'OAUTH'",
			{ effect: "EFFECT_ALLOW", consensus: "approvers.count() >= 3 && approvers.count() < 2" },
		],
	},
};

function look(policy: LintPolicy, part: Part, report: Report): void {
	const { possible, impossible, complete } = part.branches;
	if (!complete) return;
	const [first] = impossible;
	const place = { in: policy, slot: part.slot };
	if (possible.length === 0) {
		report(
			{ ...place, node: part.checked.expression },
			{
				message: `the ${part.slot} is never true${first?.contradiction === undefined ? "" : `: \`${first.contradiction.path}\` cannot be both`}`,
				help: "join alternatives by `||`, or remove the policy",
			},
		);
		return;
	}
	if (first?.contradiction === undefined) return;
	report(
		{ ...place, node: first.contradiction.node },
		{
			message: `the alternative with \`${first.contradiction.path}\` is never true: what is asked of it before excludes this`,
			help: "remove it, or correct what it asks",
		},
	);
}
