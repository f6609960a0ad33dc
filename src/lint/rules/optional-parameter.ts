// Parameters that the caller may leave out, in an ALLOW: then it does not allow.
import type { Rule } from "../rule.js";

export const optionalParameter: Rule = {
	code: "Q3505",
	name: "optional-parameter",
	severity: "info",
	reason: "a parameter that the caller did not set is an error, not zero: the ALLOW then allows nothing",
	policy(policy, report) {
		const { condition } = policy;
		if (policy.effect !== "EFFECT_ALLOW" || condition === undefined) return;
		for (const { node, cause } of condition.hazards) {
			if (cause !== "optional") continue;
			const text = condition.text.slice(node.start, node.end);
			report(
				{ in: policy, slot: "condition", node },
				{ message: `\`${text}\` is an error where the caller left it out: such a request is not allowed` },
			);
		}
	},
	cases: {
		valid: ["activity.kind == 'EXECUTE_SWAP' && activity.params.sponsor == false"],
		invalid: ["activity.kind == 'CREATE_SWAP_QUOTE' && activity.params.slippage_bps <= 100"],
	},
};
