// One person alone may take keys out, or delete them.
import type { Rule } from "../rule.js";
import { kindsIn, listed, placeOf } from "../signing.js";

export const exportAlone: Rule = {
	code: "Q3602",
	name: "export-alone",
	severity: "warning",
	reason: "an exported key is beyond every policy, and a deleted one is gone",
	policy(policy, report) {
		if (policy.effect !== "EFFECT_ALLOW" || policy.needs.fewest !== 1) return;
		for (const branch of policy.branches.possible) {
			// A condition that says nothing about the activity has a finding of its own.
			if (!branch.literals.some(({ reads }) => [...reads].some((path) => path.startsWith("activity.")))) continue;
			const kinds = kindsIn(
				policy.contextsOf(branch),
				({ activity }) =>
					(activity.action === "EXPORT" && activity.resource !== "SECRET") ||
					["DELETE_WALLETS", "DELETE_WALLET_ACCOUNTS", "DELETE_PRIVATE_KEYS"].includes(activity.kind ?? ""),
			);
			if (kinds.length === 0) continue;
			const node = placeOf(policy, [branch]);
			report(
				{ in: policy, ...(node === undefined ? {} : { slot: "condition" as const, node }) },
				{ message: `\`${policy.name}\` lets one person alone ${listed(kinds, 3)}`, help: "ask for several people" },
			);
			return;
		}
	},
	cases: {
		valid: [
			{ effect: "EFFECT_ALLOW", condition: "activity.action == 'EXPORT'", consensus: "approvers.count() >= 2" },
			"activity.action == 'SIGN'",
		],
		invalid: [
			{
				effect: "EFFECT_ALLOW",
				condition: "activity.kind == 'EXPORT_WALLET_ACCOUNT'",
				consensus: "approvers.any(u, u.id == 'a')",
			},
		],
	},
};
