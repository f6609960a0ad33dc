// A DENY that names one way to do a thing and forgets the others.
import { membersOf } from "../../language/context-set.js";
import type { Rule } from "../rule.js";
import { kindsIn, listed } from "../signing.js";

/** Kinds that do the same in another way; raw payloads have a rule of their own. */
const families: readonly (readonly string[])[] = [
	["CREATE_POLICY", "CREATE_POLICIES"],
	["DELETE_POLICY", "DELETE_POLICIES"],
	["SIGN_TRANSACTION", "ETH_SEND_TRANSACTION", "SOL_SEND_TRANSACTION"],
	["EXPORT_WALLET", "EXPORT_WALLET_ACCOUNT", "EXPORT_PRIVATE_KEY"],
	["CREATE_USERS", "CREATE_API_ONLY_USERS"],
	["CREATE_API_KEYS", "CREATE_AUTHENTICATORS", "CREATE_OAUTH_PROVIDERS"],
];

export const missingSibling: Rule = {
	code: "Q3567",
	name: "missing-sibling",
	severity: "warning",
	reason: "what is denied in one way can be done in another",
	policy(policy, report) {
		const { condition } = policy;
		if (policy.effect !== "EFFECT_DENY" || condition === undefined) return;
		const named = new Set(
			condition.branches.possible.flatMap((branch) => {
				const kinds = kindsIn(condition.contextsOf(branch));
				// A branch that asks for few kinds names them; a broad one does not.
				return kinds.length <= 4 && branch.literals.every(({ path }) => /^activity\.(type|kind|action|resource)$/.test(path))
					? kinds
					: [];
			}),
		);
		const covered = new Set(membersOf(policy.contexts).map(({ activity }) => activity.kind));
		for (const family of families) {
			const has = family.filter((kind) => named.has(kind));
			const lacks = family.filter((kind) => !covered.has(kind));
			if (has.length === 0 || lacks.length === 0) continue;
			report(
				{ in: policy, slot: "condition", node: condition.checked.expression },
				{
					message: `\`${policy.name}\` denies ${listed(has)} and not ${listed(lacks)}`,
					help: `write \`activity.kind in [${family.map((kind) => `'${kind}'`).join(", ")}]\`, or name resource and action`,
				},
			);
			return;
		}
	},
	cases: {
		valid: [
			{ effect: "EFFECT_DENY", condition: "activity.action == 'EXPORT'" },
			{ effect: "EFFECT_DENY", condition: "activity.resource == 'POLICY'" },
			{ effect: "EFFECT_DENY", condition: "activity.kind == 'SIGN_TRANSACTION' && eth.tx.value > 5" },
			"activity.kind == 'EXPORT_WALLET'",
		],
		invalid: [
			{ effect: "EFFECT_DENY", condition: "activity.kind == 'EXPORT_WALLET'" },
			{ effect: "EFFECT_DENY", condition: "activity.kind == 'CREATE_POLICY'" },
			{ effect: "EFFECT_DENY", condition: "activity.kind == 'SIGN_TRANSACTION'" },
			{ effect: "EFFECT_DENY", condition: "activity.resource == 'WALLET' && activity.action == 'EXPORT'" },
		],
	},
};
