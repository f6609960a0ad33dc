// `all` over a list that may be empty: true of nothing.
import { pathOf } from "../../language/path.js";
import { hasSome, isCounted } from "../lists.js";
import type { Rule } from "../rule.js";

const essential: ReadonlySet<string> = new Set([
	"solana.tx.instructions",
	"solana.tx.program_keys",
	"bitcoin.tx.outputs",
	"tempo.tx.calls",
]);

export const vacuousAll: Rule = {
	code: "Q3516",
	name: "vacuous-all",
	severity: "warning",
	reason: "`all` is true of an empty list, so an ALLOW that asks it also allows a request that has none of them",
	policy(policy, report) {
		if (policy.effect !== "EFFECT_ALLOW") return;
		const told = new Set<string>();
		for (const branch of policy.branches.possible) {
			for (const { node, negated } of branch.literals) {
				if (node.kind !== "quantifier" || node.name !== "all" || negated) continue;
				const list = pathOf(node.target);
				if (
					list === undefined ||
					told.has(list) ||
					list.startsWith("wallet_account.") ||
					isCounted(branch, list) ||
					hasSome(branch, list)
				)
					continue;
				told.add(list);
				report(
					{ in: policy, slot: "condition", node },
					{
						message: `\`${list}.all(…)\` is also true when \`${list}\` is empty`,
						help: `add \`${list}.count() > 0\`, or the count that is meant`,
						// Without any of these a transaction does nothing.
						...(essential.has(list) ? { severity: "info" as const } : {}),
					},
				);
			}
		}
	},
	cases: {
		valid: [
			"solana.tx.transfers.count() == 1 && solana.tx.transfers.all(t, t.to == 'a')",
			"solana.tx.instructions.count() == solana.tx.spl_transfers.count() && solana.tx.spl_transfers.all(t, t.to == 'a')",
			"solana.tx.transfers.any(t, t.to == 'a')",
			{ effect: "EFFECT_DENY", condition: "solana.tx.transfers.all(t, t.to == 'a')" },
		],
		invalid: ["solana.tx.transfers.all(t, t.to == 'a')", "tempo.tx.calls.all(c, c.to == '0xaa') && tempo.tx.chain_id == 1"],
	},
};
