// Identifiers of things that the organisation does not have.
import { isPlaceholder } from "../../language/literal-values.js";
import type { Organization } from "../../model/organization.js";
import { containsReference } from "../../model/reference.js";
import type { Rule } from "../rule.js";

export const unknownIdentifier: Rule = {
	code: "Q3557",
	name: "unknown-identifier",
	severity: "error",
	reason: "what no longer exists never matches: an ALLOW allows nothing, a DENY denies nothing",
	live: true,
	policy(policy, report, { organization }) {
		if (organization === undefined) return;
		for (const part of [policy.condition, policy.consensus]) {
			for (const { path, operand } of part?.atoms ?? []) {
				const known = knownAt(path, organization);
				if (known === undefined) continue;
				const literals = operand?.kind === "list" ? operand.elements : operand === undefined ? [] : [operand];
				for (const literal of literals) {
					if (literal.kind !== "string" || known.ids.has(literal.value)) continue;
					if (isPlaceholder(literal.value) || containsReference(literal.value)) continue;
					// A tag's name in the place of its identifier is another rule's.
					if (known.what.endsWith("tag") && !/^[0-9a-f-]{36}$/i.test(literal.value)) continue;
					report(
						{ in: policy, slot: part?.slot ?? "condition", node: literal },
						{
							message: `the organisation has no ${known.what} \`${literal.value}\``,
							help:
								known.reference === undefined
									? "write an address that the service shows for one of the organisation's wallets"
									: `refer to it by name, as in \`${known.reference}\`, so that a missing one is noticed before anything is applied`,
						},
					);
				}
			}
		}
	},
	cases: {
		valid: [
			"wallet.id == 'gone'",
			{
				policies: [
					{ effect: "EFFECT_ALLOW", condition: "wallet.id == 'w'", consensus: "approvers.any(u, u.id == '${User/alice}')" },
				],
				organization: { wallets: [{ id: "w", name: "w", imported: false, exported: false, accounts: [] }], users: [] },
			},
		],
		invalid: [
			{ policies: ["wallet.id == 'gone'"], organization: { wallets: [] } },
			{ policies: ["private_key.id in ['gone']"], organization: { privateKeys: [] } },
			{ policies: [{ effect: "EFFECT_ALLOW", consensus: "approvers.any(u, u.id == 'gone')" }], organization: { users: [] } },
			{
				policies: [
					{ effect: "EFFECT_ALLOW", consensus: "approvers.any(u, u.tags.contains('0195f0a0-0000-7000-8000-000000000000'))" },
				],
				organization: { userTags: [] },
			},
			{ policies: ["wallet_account.address == '0x52908400098527886E0F7030069857D2E4169EE7'"], organization: { wallets: [] } },
		],
	},
};

interface Known {
	readonly what: string;
	readonly ids: ReadonlySet<string>;
	/** How such a thing is referred to by name, where it can be. */
	readonly reference?: string;
}

function knownAt(path: string, organization: Organization): Known | undefined {
	const { users, wallets } = organization;
	switch (path) {
		case "approvers[].id":
		case "credentials[].user_id":
			return known("user", users, "${User/alice}");
		case "approvers[].tags":
		case "approvers[].tags[]":
			return known("user tag", organization.userTags, "${UserTag/signers}");
		case "private_key.tags":
		case "private_key.tags[]":
			return known("private key tag", organization.privateKeyTags, "${PrivateKeyTag/hot}");
		case "private_key.id":
			return known("private key", organization.privateKeys, "${PrivateKey/deposits}");
		case "wallet.id":
			return known("wallet", wallets, "${Wallet/operations}");
		case "credentials[].id":
			return known(
				"credential",
				users?.flatMap(({ credentials }) => credentials),
				"${ApiKey/alice/laptop}",
			);
		case "wallet_account.address":
			return known(
				"wallet account",
				wallets?.flatMap(({ accounts }) => accounts.map(({ address }) => ({ id: address }))),
			);
		default:
			return undefined;
	}
}

function known(what: string, items: readonly { readonly id: string }[] | undefined, reference?: string): Known | undefined {
	if (items === undefined) return undefined;
	return { what, ids: new Set(items.map(({ id }) => id)), ...(reference === undefined ? {} : { reference }) };
}
