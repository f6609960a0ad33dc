// A key is named, and nothing is said about what may be done with it.
import type { Rule } from "../rule.js";
import { anyOf, kindsIn, listed, namesKey, placeOf, readsPayload } from "../signing.js";

export const keyWithoutActivity: Rule = {
	code: "Q3527",
	name: "key-without-activity",
	severity: "warning",
	reason: "a condition that names only a key covers its export as well as signing with it",
	policy(policy, report) {
		if (policy.effect !== "EFFECT_ALLOW") return;
		for (const branch of policy.branches.possible) {
			if (!namesKey(branch) || branch.literals.some(readsPayload)) continue;
			if (branch.literals.some(({ reads }) => [...reads].some((path) => path.startsWith("activity.")))) continue;
			const contexts = policy.contextsOf(branch);
			if (!anyOf(contexts, ({ activity }) => activity.action === "EXPORT")) continue;
			const kinds = kindsIn(contexts, ({ activity, certain }) => activity.action === "EXPORT" && certain.size > 1);
			const node = placeOf(policy, [branch]);
			report(
				{ in: policy, ...(node === undefined ? {} : { slot: "condition" as const, node }) },
				{
					message: `\`${policy.name}\` names a key and no activity: it allows ${listed(kinds)} as well as signing`,
					help: "add the activity, such as `activity.kind == 'SIGN_TRANSACTION'`",
				},
			);
			return;
		}
	},
	cases: {
		valid: ["wallet.id == 'a' && activity.action == 'SIGN'", "private_key.id == 'a' && eth.tx.value <= 5"],
		invalid: ["wallet.id == 'a'", "private_key.tags.contains('hot')"],
	},
};
