// An MFA policy that an earlier one of the same user covers.
import { coversCondition } from "../coverage.js";
import type { Rule } from "../rule.js";

export const shadowedMfa: Rule = {
	code: "Q3590",
	name: "shadowed-mfa",
	severity: "warning",
	reason: "the first MFA policy whose condition is true is the only one enforced",
	all({ mfaPolicies }, report) {
		for (const later of mfaPolicies) {
			const earlier = mfaPolicies.find(
				(each) => each.user === later.user && each.order < later.order && coversCondition(each.condition, later.condition),
			);
			if (earlier === undefined) continue;
			report(
				{ in: later },
				{
					message: `\`${later.name}\` is never enforced: \`${earlier.name}\`, which comes first, holds wherever it does`,
					help: `give it an order below ${earlier.order}`,
				},
			);
		}
	},
	cases: {
		valid: [
			{
				mfaPolicies: [
					{ name: "Export", order: 0, condition: "activity.action == 'EXPORT'" },
					{ name: "All", order: 1, condition: "true" },
				],
			},
			{
				mfaPolicies: [
					{ name: "All", user: "alice", order: 0, condition: "true" },
					{ name: "Export", user: "bob", order: 1, condition: "activity.action == 'EXPORT'" },
				],
			},
		],
		invalid: [
			{
				mfaPolicies: [
					{ name: "All", order: 0, condition: "true" },
					{ name: "Export", order: 1, condition: "activity.action == 'EXPORT'" },
				],
			},
			{
				mfaPolicies: [
					{ name: "Exports", order: 0, condition: "activity.action == 'EXPORT'" },
					{ name: "Wallet exports", order: 5, condition: "activity.kind == 'EXPORT_WALLET'" },
				],
			},
		],
	},
};
