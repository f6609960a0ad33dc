// `any` in an ALLOW: one good element, and the others are free.

import { payloadRoots } from "../../language/environment/roots.js";
import { pathOf } from "../../language/path.js";
import type { Branch } from "../branches.js";
import { asksEvery, mostOf } from "../lists.js";
import type { Rule } from "../rule.js";

export const someElement: Rule = {
	code: "Q3521",
	name: "some-element",
	severity: "warning",
	reason: "`any` asks for one element; in an ALLOW all the others are then allowed as well",
	policy(policy, report) {
		if (policy.effect !== "EFFECT_ALLOW") return;
		const told = new Set<number>();
		for (const branch of policy.branches.possible) {
			for (const { node, negated } of branch.literals) {
				if (node.kind !== "quantifier" || told.has(node.id)) continue;
				if (node.name !== (negated ? "all" : "any")) continue;
				const list = pathOf(node.target);
				if (list === undefined || !payloadRoots.some((root) => list.startsWith(root)) || isBounded(branch, list)) continue;
				told.add(node.id);
				report(
					{ in: policy, slot: "condition", node },
					{
						message: `one element of \`${list}\` is enough: all others are allowed as well`,
						help: `write \`${list}.all(…)\`, or add \`${list}.count() == 1\``,
					},
				);
			}
		}
	},
	cases: {
		valid: [
			"solana.tx.instructions.count() == 1 && solana.tx.spl_transfers.any(t, t.to == 'a')",
			"solana.tx.transfers.all(t, t.to == 'a')",
			{ effect: "EFFECT_DENY", condition: "solana.tx.transfers.any(t, t.to == 'a')" },
		],
		invalid: ["solana.tx.instructions.any(i, i.program_key == 'a')", "bitcoin.tx.outputs.any(o, o.address == 'a')"],
	},
};

function isBounded(branch: Branch, list: string): boolean {
	const single = [list, ...(list.startsWith("solana.tx.") ? ["solana.tx.instructions"] : [])].some((each) => {
		const most = mostOf(branch, each);
		return most !== undefined && most <= 1n;
	});
	return single || asksEvery(branch, list);
}
