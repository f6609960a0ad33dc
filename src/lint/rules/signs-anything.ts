// An ALLOW to sign with a key, whatever is signed.

import type { Rule } from "../rule.js";
import { anyOf, isOpaque, placeOf, readsPayload, signingBranches } from "../signing.js";

export const signsAnything: Rule = {
	code: "Q3513",
	name: "signs-anything",
	severity: "warning",
	reason: "signing as such includes raw payloads, hence the digest of any transaction",
	policy(policy, report) {
		const branches = signingBranches(policy).filter((branch) => {
			if (branch.literals.length === 0 || branch.literals.some(readsPayload)) return false;
			const contexts = policy.contextsOf(branch);
			return anyOf(contexts, isOpaque) && anyOf(contexts, ({ activity }) => activity.kind === "SIGN_TRANSACTION");
		});
		if (branches.length === 0) return;
		const node = placeOf(policy, branches);
		report(
			{ in: policy, ...(node === undefined ? {} : { slot: "condition" as const, node }) },
			{
				message: `\`${policy.name}\` allows signing anything, raw payloads of any content included`,
				help: "name the kinds of activities, such as `activity.kind == 'SIGN_TRANSACTION'`, and what may be signed",
			},
		);
	},
	cases: {
		valid: ["activity.kind == 'SIGN_TRANSACTION' && wallet.id == 'a'", "activity.action == 'SIGN' && eth.tx.value <= 5"],
		invalid: ["activity.action == 'SIGN'", "activity.action == 'SIGN' && wallet.id == 'a'", "wallet.id == 'a'"],
	},
};
