// A name or notes that say something else than the expression.

import { membersOf } from "../../language/context-set.js";
import { isCounted } from "../lists.js";
import type { Rule } from "../rule.js";
import type { LintPolicy } from "../subject.js";

interface Claim {
	readonly says: RegExp;
	/** What the policy does instead; undefined when the claim holds. */
	readonly contradiction: (policy: LintPolicy) => string | undefined;
}

const claims: readonly Claim[] = [
	{
		says: /\b(exactly one|single|only one|one)\b[^.]*\btransfers?\b|\btransfer sent to\b/i,
		contradiction: (policy) => {
			const all = policy.branches.possible.flatMap((branch) =>
				branch.literals.filter(
					({ node }) =>
						node.kind === "quantifier" &&
						node.name === "all" &&
						!isCounted(branch, "solana.tx.transfers") &&
						!isCounted(branch, "solana.tx.spl_transfers") &&
						!isCounted(branch, "solana.tx.instructions"),
				),
			);
			return all.length > 0 ? "`all` is true of any number of transfers" : undefined;
		},
	},
	{
		says: /^\s*(only|just)\b/i,
		contradiction: (policy) =>
			policy.effect === "EFFECT_DENY" && policy.consensus !== undefined ? "it denies them, and allows nobody" : undefined,
	},
	{
		says: /^\s*allow\b/i,
		contradiction: (policy) => (policy.effect === "EFFECT_DENY" ? "it denies" : undefined),
	},
	{
		says: /^\s*(deny|block|forbid|never)\b/i,
		contradiction: (policy) => (policy.effect === "EFFECT_ALLOW" ? "it allows" : undefined),
	},
	{
		says: /\bpasskeys?\b/i,
		contradiction: (policy) =>
			policy.consensus?.text.includes("credentials") === true || policy.effect === undefined
				? undefined
				: "it asks for no passkey",
	},
	{
		says: /\beip-?712\b/i,
		contradiction: (policy) => {
			if (policy.effect !== "EFFECT_ALLOW" || policy.condition === undefined) return undefined;
			const others = membersOf(policy.contexts).some(
				({ activity, roots }) => activity.kind === "SIGN_RAW_PAYLOAD" && !roots.has("eth.eip_712"),
			);
			return others ? "it also allows payloads that are no typed data" : undefined;
		},
	},
	{
		says: /\b(sol|solana|spl)\b/i,
		contradiction: (policy) => otherChain(policy, "solana.tx"),
	},
	{
		says: /\b(btc|bitcoin)\b/i,
		contradiction: (policy) => otherChain(policy, "bitcoin.tx"),
	},
	{
		says: /\b(trx|tron)\b/i,
		contradiction: (policy) => otherChain(policy, "tron.tx"),
	},
];

export const misleadingName: Rule = {
	code: "Q3605",
	name: "misleading-name",
	severity: "info",
	reason: "whoever reviews a change reads names and notes first",
	policy(policy, report) {
		const text = policy.name.replaceAll(/[_-]/g, " ");
		for (const { says, contradiction } of claims) {
			const said = says.exec(text)?.[0].trim();
			const instead = said === undefined ? undefined : contradiction(policy);
			if (said === undefined || instead === undefined) continue;
			report(
				{ in: policy },
				{ message: `\`${policy.name}\` says \`${said}\`, but ${instead}`, help: "correct the name, or the expression" },
			);
			return;
		}
	},
	cases: {
		valid: [
			{ name: "Allow Solana", effect: "EFFECT_ALLOW", condition: "solana.tx.instructions.count() == 1" },
			{ name: "Deny exports", effect: "EFFECT_DENY", condition: "activity.action == 'EXPORT'" },
		],
		invalid: [
			{
				name: "Only operators delete",
				effect: "EFFECT_DENY",
				condition: "activity.action == 'DELETE'",
				consensus: "approvers.any(u, u.tags.contains('t'))",
			},
			{ name: "allow-eip712-signing", effect: "EFFECT_ALLOW", condition: "activity.type == 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2'" },
			{ name: "allow-sol-transfer", effect: "EFFECT_ALLOW", condition: "activity.kind == 'SIGN_TRANSACTION'" },
			{ name: "A single transfer", effect: "EFFECT_ALLOW", condition: "solana.tx.transfers.all(t, t.to == 'a')" },
			{ name: "Deny exports", effect: "EFFECT_ALLOW", condition: "activity.action == 'EXPORT'" },
		],
	},
};

function otherChain(policy: LintPolicy, root: "solana.tx" | "bitcoin.tx" | "tron.tx"): string | undefined {
	if (policy.effect !== "EFFECT_ALLOW" || policy.condition === undefined) return undefined;
	const payloads = new Set(
		membersOf(policy.contexts)
			.filter(({ activity }) => activity.kind === "SIGN_TRANSACTION")
			.map(({ roots }) => roots.has(root)),
	);
	return payloads.has(true) && payloads.has(false) ? "it allows transactions of every chain" : undefined;
}
