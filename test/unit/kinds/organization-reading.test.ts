// The organisation as it is read for linting: whole lists, or none and why.
import { describe, expect, test } from "@jest/globals";
import { ServiceFailure } from "../../../src/api/failure.js";
import { readOrganization } from "../../../src/kinds/organization-reading.js";
import type { Reader } from "../../../src/kinds/reader.js";

type Answers = Readonly<Record<string, (parameters: never) => unknown>>;

/** Answers as the service would; what has no answer is not offered. */
function reader(answers: Answers): Pick<Reader, "ask" | "offers" | "profile"> {
	return {
		profile: "full",
		offers: (name) => Object.hasOwn(answers, name),
		ask: async (name, parameters) => answers[name]?.(parameters as never) as never,
	};
}

const describeFailure = (failure: unknown): string => (failure as Error).message;
const accounts = (count: number) =>
	Array.from({ length: count }, (_, at) => ({ walletAccountId: `a${at}`, walletId: "w", address: `0x${at}`, path: `m/${at}` }));
const wallet = { walletId: "w", walletName: "main", imported: false, exported: false };

/** Pages as the service cuts them: after a cursor, at most as many as are asked for. */
const paged = (all: ReturnType<typeof accounts>) => ({
	list_wallets: () => ({ wallets: [wallet] }),
	list_wallet_accounts: ({ paginationOptions: { limit, after } }: { paginationOptions: { limit: string; after?: string } }) => {
		const from = after === undefined ? 0 : all.findIndex((each) => each.walletAccountId === after) + 1;
		return { accounts: all.slice(from, from + Number(limit)) };
	},
});

describe("reading the organisation", () => {
	test("users with passkeys and keys, tags and the root quorum", async () => {
		const { organization, unread } = await readOrganization(
			reader({
				list_users: () => ({
					users: [
						{
							userId: "u",
							userName: "alice",
							userEmail: "a@example.org",
							userPhoneNumber: null,
							userTags: ["t"],
							apiKeys: [
								{ apiKeyId: "k", apiKeyName: "ci", credential: { type: "CREDENTIAL_TYPE_API_KEY_P256", publicKey: "02" } },
							],
							authenticators: [
								{ authenticatorId: "p", authenticatorName: "yubi", credentialId: "c", credential: { publicKey: "03" } },
							],
						},
					],
				}),
				list_user_tags: () => ({ userTags: [{ tagId: "t", tagName: "signers" }] }),
				get_organization_configs: () => ({ configs: { features: [], quorum: { threshold: 1, userIds: ["u"] } } }),
			}),
			describeFailure,
		);
		expect(organization).toEqual({
			users: [
				{
					id: "u",
					name: "alice",
					tagIds: ["t"],
					email: "a@example.org",
					credentials: [
						{ id: "k", name: "ci", type: "CREDENTIAL_TYPE_API_KEY_P256", publicKey: "02" },
						{ id: "p", name: "yubi", type: "CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR", publicKey: "03", credentialId: "c" },
					],
				},
			],
			userTags: [{ id: "t", name: "signers" }],
			rootQuorum: { threshold: 1, userIds: ["u"] },
		});
		expect(unread).toEqual([
			"private key tags: the profile `full` offers no list_private_key_tags",
			"private keys: the profile `full` offers no list_private_keys",
			"session profiles: the profile `full` offers no get_session_profiles",
			"wallets: the profile `full` offers no list_wallets",
		]);
	});

	test("wallet accounts of all pages", async () => {
		for (const count of [0, 99, 100, 101, 250]) {
			const { organization } = await readOrganization(reader(paged(accounts(count))), describeFailure);
			expect(organization.wallets?.[0]?.accounts).toHaveLength(count);
		}
	});

	test("no wallets at all where pages repeat, or there are too many accounts", async () => {
		const same = { ...paged([]), list_wallet_accounts: () => ({ accounts: accounts(100) }) };
		const repeated = await readOrganization(reader(same), describeFailure);
		expect(repeated.organization.wallets).toBeUndefined();
		expect(repeated.unread).toContain("wallets: the pages of list_wallet_accounts do not follow each other");
		const many = await readOrganization(reader(paged(accounts(10_050))), describeFailure);
		expect(many.unread).toContain("wallets: there are more than 10000 wallet accounts");
	});

	test("a question that fails costs its list only", async () => {
		const refuse = () => {
			throw new ServiceFailure({ category: "refused", operation: "list_user_tags", message: "not allowed" });
		};
		const { organization, unread } = await readOrganization(
			reader({ list_user_tags: refuse, list_private_key_tags: () => ({ privateKeyTags: [] }) }),
			describeFailure,
		);
		expect(organization).toEqual({ privateKeyTags: [] });
		expect(unread).toContain("user tags: not allowed");
	});
});
