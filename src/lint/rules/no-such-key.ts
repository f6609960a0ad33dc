// Conditions on private keys where all keys are accounts of wallets, or the other way round.

import type { Rule } from "../rule.js";
import { readsBelow } from "../signing.js";

export const noSuchKey: Rule = {
	code: "Q3506",
	name: "no-such-key",
	severity: "warning",
	reason: "accounts of wallets have no `private_key` and private keys have no `wallet`: reading the other one is an error",
	live: true,
	policy(policy, report, { organization }) {
		const { condition } = policy;
		if (condition === undefined || organization === undefined) return;
		const { privateKeys, wallets } = organization;
		const literals = policy.branches.possible.flatMap((branch) => branch.literals);
		const key = literals.find((literal) => readsBelow(literal, "private_key"));
		const wallet = literals.find((literal) => readsBelow(literal, "wallet", "wallet_account"));
		if (key !== undefined && privateKeys?.length === 0 && wallets !== undefined && wallets.length > 0) {
			report(
				{ in: policy, slot: "condition", node: key.node },
				{
					message: "the organisation has no private keys, only wallets: `private_key` is never there",
					help: "name the wallet: `wallet.id`, `wallet_account.address`",
				},
			);
		}
		if (wallet !== undefined && wallets?.length === 0 && privateKeys !== undefined && privateKeys.length > 0) {
			report(
				{ in: policy, slot: "condition", node: wallet.node },
				{
					message: "the organisation has no wallets, only private keys: `wallet` is never there",
					help: "name the key: `private_key.id`, `private_key.tags`",
				},
			);
		}
	},
	cases: {
		valid: [
			"private_key.id == 'a'",
			{
				policies: ["wallet.id == 'a'"],
				organization: { privateKeys: [], wallets: [{ id: "a", name: "a", imported: false, exported: false, accounts: [] }] },
			},
		],
		invalid: [
			{
				policies: ["private_key.tags.contains('hot')"],
				organization: { privateKeys: [], wallets: [{ id: "a", name: "a", imported: false, exported: false, accounts: [] }] },
			},
			{
				policies: ["wallet.id == 'a'"],
				organization: {
					wallets: [],
					privateKeys: [{ id: "k", name: "k", tagIds: [], imported: false, exported: false, addresses: [] }],
				},
			},
		],
	},
};
