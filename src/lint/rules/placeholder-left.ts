// Placeholders and names of constants where a value should be.
import { isPlaceholder } from "../../language/literal-values.js";
import { walk } from "../../language/tree.js";
import { stringsComparedWith } from "../compared-strings.js";
import type { Rule } from "../rule.js";

const identified = /(\.id|\.user_id|\.address|\.tags(\[\])?|_id|^eth\.tx\.(to|from))$/;

export const placeholderLeft: Rule = {
	code: "Q3573",
	name: "placeholder-left",
	severity: "error",
	reason: "a template that was not filled in never matches anything",
	policy(policy, report) {
		for (const part of [policy.condition, policy.consensus]) {
			if (part === undefined) continue;
			walk(part.checked.expression, (node) => {
				if (node.kind === "string" && isPlaceholder(node.value)) {
					report(
						{ in: policy, slot: part.slot, node },
						{ message: `\`${node.value}\` is a placeholder`, help: "put the value in its place" },
					);
				}
				return true;
			});
			for (const { path, literal } of stringsComparedWith(part)) {
				if (!identified.test(path) || !/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/.test(literal.value)) continue;
				report(
					{ in: policy, slot: part.slot, node: literal },
					{ message: `\`${literal.value}\` reads like the name of a constant`, help: "put its value in its place" },
				);
			}
		}
	},
	cases: {
		valid: ["wallet.id == '0195f0a0-0000-7000-8000-000000000000'", "activity.kind == 'SIGN_TRANSACTION'"],
		invalid: [
			"wallet.id == '<WALLET_ID>'",
			"eth.tx.to == '${treasury}'",
			{ effect: "EFFECT_ALLOW", consensus: "approvers.any(u, u.id == 'BACKEND_USER_ID')" },
		],
	},
};
