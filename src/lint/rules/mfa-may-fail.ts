// An MFA condition that can end in an error: the policy is then skipped.
import { failingPlaces } from "../failing.js";
import type { Rule } from "../rule.js";

export const mfaMayFail: Rule = {
	code: "Q3592",
	name: "mfa-may-fail",
	severity: "warning",
	reason:
		"an MFA policy whose condition ends in an error is skipped, and the next one is tried: the stricter one silently does not hold",
	mfaPolicy(policy, report) {
		const [first] = failingPlaces(policy.condition);
		if (first === undefined) return;
		const name = first.hazard.name ?? policy.condition.text.slice(first.hazard.node.start, first.hazard.node.end);
		report(
			{ in: policy, slot: "condition", node: first.hazard.node },
			{
				message: `\`${name}\` ${first.why}: there \`${policy.name}\` is skipped`,
				help: "ask only for what is always there, such as kind, resource and action",
			},
		);
	},
	cases: {
		valid: [{ mfaPolicies: [{ condition: "activity.action == 'SIGN'" }, { condition: "true", order: 1 }] }],
		invalid: [
			{ mfaPolicies: [{ condition: "activity.resource == 'AUTH' && activity.params.session_profile_id == 'a'" }] },
			{ mfaPolicies: [{ condition: "eth.tx.value > 5" }] },
		],
	},
};
