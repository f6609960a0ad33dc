// An ALLOW that says only what is not meant.
import type { Branch, Literal } from "../branches.js";
import type { Rule } from "../rule.js";
import { placeOf, readsKey } from "../signing.js";

export const negativeAllowlist: Rule = {
	code: "Q3531",
	name: "negative-allowlist",
	severity: "warning",
	reason: "an ALLOW of everything but a list allows what nobody has thought of",
	policy(policy, report) {
		if (policy.effect !== "EFFECT_ALLOW") return;
		const branch = policy.branches.possible.find(isNegative);
		if (branch === undefined) return;
		const node = placeOf(policy, [branch]);
		report(
			{ in: policy, ...(node === undefined ? {} : { slot: "condition" as const, node }) },
			{
				message: `\`${policy.name}\` says only what it does not allow: everything else is allowed`,
				help: "say what is allowed, and write what is not as a DENY",
			},
		);
	},
	cases: {
		valid: [
			"eth.tx.to == '0x00000000000000000000000000000000000000aa' && eth.tx.value != 0",
			"activity.kind == 'SIGN_TRANSACTION'",
		],
		invalid: [
			"eth.tx.to != '0x00000000000000000000000000000000000000aa'",
			"activity.action == 'SIGN' && !(eth.tx.to in ['0x00000000000000000000000000000000000000aa'])",
			"activity.type != 'ACTIVITY_TYPE_EXPORT_WALLET'",
		],
	},
};

/** Whether the payload is bounded by exclusions only; where no payload is read, the activity. */
function isNegative({ literals }: Branch): boolean {
	const isActivity = ({ reads }: Literal): boolean =>
		[...reads].every((path) => path === "activity" || /^activity\.(type|kind|resource|action)$/.test(path));
	const rest = literals.filter((literal) => !isActivity(literal) && !readsKey(literal));
	const relevant = rest.length > 0 ? rest : literals.every(isActivity) ? literals : [];
	return relevant.length > 0 && relevant.every(excludes);
}

function excludes({ constraint, node, negated }: Literal): boolean {
	if (constraint.kind === "text") return constraint.allowed === undefined;
	if (constraint.kind === "integer") return constraint.low === undefined && constraint.high === undefined;
	return negated && (node.kind === "comparison" || node.kind === "method");
}
