// The same value twice in one list.
import { walk } from "../../language/tree.js";
import type { Rule } from "../rule.js";

export const duplicateEntry: Rule = {
	code: "Q3547",
	name: "duplicate-entry",
	severity: "warning",
	reason: "an entry that stands twice is most likely one that should read otherwise",
	policy(policy, report) {
		for (const part of [policy.condition, policy.consensus, policy.time]) {
			if (part === undefined) continue;
			walk(part.checked.expression, (node) => {
				if (node.kind !== "list") return true;
				const seen = new Set<string>();
				for (const element of node.elements) {
					if (element.kind !== "string" && element.kind !== "integer") continue;
					const text = String(element.value);
					const key = /^0x[0-9a-fA-F]{40}$/.test(text) ? text.toLowerCase() : text;
					if (seen.has(key)) {
						report(
							{ in: policy, slot: part.slot, node: element },
							{ message: `\`${text}\` stands in the list twice`, help: "remove it, or write what is meant" },
						);
					}
					seen.add(key);
				}
				return true;
			});
		}
	},
	cases: {
		valid: ["eth.tx.chain_id in [1, 10]"],
		invalid: [
			"eth.tx.chain_id in [1, 10, 1]",
			"eth.tx.to in ['0x00000000000000000000000000000000000000aa', '0x00000000000000000000000000000000000000AA']",
		],
	},
};
