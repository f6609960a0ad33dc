// An ALLOW to sign that names no key.
import type { Branch } from "../branches.js";
import type { Rule } from "../rule.js";
import { exportingBranches, namesKey, placeOf, signingBranches } from "../signing.js";

export const anyKey: Rule = {
	code: "Q3512",
	name: "any-key",
	severity: "warning",
	reason:
		"an ALLOW to sign that names no wallet, account or private key holds for every key of the organisation, future ones included",
	policy(policy, report) {
		const free = (branch: Branch): boolean => branch.literals.length > 0 && !namesKey(branch);
		const signing = signingBranches(policy).filter(free);
		const branches = signing.length > 0 ? signing : exportingBranches(policy).filter(free);
		if (branches.length === 0) return;
		const node = placeOf(policy, branches);
		report(
			{ in: policy, ...(node === undefined ? {} : { slot: "condition" as const, node }) },
			{
				message: `\`${policy.name}\` allows ${signing.length > 0 ? "signing with" : "taking out"} every key of the organisation`,
				help: "name the key: `wallet.id`, `wallet_account.address`, `private_key.id` or `private_key.tags`",
			},
		);
	},
	cases: {
		valid: [
			"activity.action == 'SIGN' && wallet.id == 'a'",
			"private_key.tags.contains('hot') && eth.tx.value <= 5",
			"eth.tx.from == '0x00000000000000000000000000000000000000aa'",
			"activity.kind == 'SPARK_SIGN_FROST' && activity.params.sign_with == 'a'",
			"activity.resource == 'USER'",
			{ effect: "EFFECT_DENY", condition: "eth.tx.value > 5" },
		],
		invalid: [
			"activity.kind == 'EXPORT_WALLET_ACCOUNT'",
			"eth.tx.to == '0x00000000000000000000000000000000000000aa'",
			"activity.action == 'SIGN'",
			"wallet.id == 'a' || eth.tx.chain_id == 1",
		],
	},
};
