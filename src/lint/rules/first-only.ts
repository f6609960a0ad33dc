// One element of a list is looked at, and the others are not.
import { pathOf } from "../../language/path.js";
import { walk } from "../../language/tree.js";
import { mostOf } from "../lists.js";
import type { Rule } from "../rule.js";

export const firstOnly: Rule = {
	code: "Q3517",
	name: "first-only",
	severity: "warning",
	reason: "what is asked of one element says nothing about the others, and a request can carry more than one",
	policy(policy, report) {
		const { condition } = policy;
		if (condition === undefined) return;
		const { types } = condition.checked.typing;
		const told = new Set<string>();
		for (const branch of policy.branches.possible) {
			for (const literal of branch.literals) {
				walk(literal.node, (node) => {
					if (node.kind === "quantifier") return false;
					if (node.kind !== "index" || node.index.kind !== "integer") return true;
					const kind = types[node.target.id]?.kind;
					const list = pathOf(node.target);
					if (list === undefined || (kind !== "list" && kind !== "dynamic") || told.has(list)) return true;
					// There is one contract in a Tron transaction; a path has as many parts as it has.
					if (list === "tron.tx.contract" || list.startsWith("wallet_account.") || node.target.kind === "list") return true;
					const most = mostOf(branch, list);
					const exact = most !== undefined && most <= node.index.value + 1n;
					// Elsewhere in the same list: a tuple, whose members are asked one by one.
					const others = /\]\[|\]$/.test(list) && kind === "dynamic" && list.includes("[]");
					if (exact || others) return true;
					told.add(list);
					report(
						{ in: policy, slot: "condition", node },
						{
							message: `only element ${node.index.value} of \`${list}\` is looked at`,
							help:
								policy.effect === "EFFECT_DENY"
									? `write \`${list}.any(x, …)\`, so that no element escapes`
									: `write \`${list}.all(x, …)\`, or add \`${list}.count() == ${node.index.value + 1n}\``,
						},
					);
					return true;
				});
			}
		}
	},
	cases: {
		valid: [
			"tempo.tx.calls.count() == 1 && tempo.tx.calls[0].to == '0xaa'",
			"tempo.tx.calls.all(c, c.to == '0xaa')",
			"tron.tx.contract[0].amount < 10",
			"eth.tx.data[0] == '0'",
			"[1, 2, 3][0] == 1",
			"eth.tx.contract_call_args['calls'].all(call, call[0] == '0xaa')",
		],
		invalid: [
			"tempo.tx.calls[0].to == '0xaa'",
			"solana.tx.transfers[0].to == 'a' && solana.tx.transfers.count() <= 2",
			"eth.eip_712.message['permitted'][0]['token'] == '0xaa'",
			{ effect: "EFFECT_DENY", condition: "tempo.tx.calls[0].to == '0xaa'" },
		],
	},
};
