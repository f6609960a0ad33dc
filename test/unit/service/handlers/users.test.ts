import { describe, expect, test } from "@jest/globals";
import type { SeedSpec } from "../../../../src/service/seed-spec.js";
import { bench, START } from "../../../support/organization.js";

const PROVIDER = "00000000-0000-4000-8000-0000000000aa";
const users: SeedSpec["users"] = [
	{
		name: "root",
		email: "root@example.com",
		phone: "+4712345678",
		tags: ["signers"],
		oauthProviders: [{ name: "google", id: PROVIDER, issuer: "https://issuer.example", audience: "aud", subject: "sub" }],
		authenticators: [{ name: "laptop", credentialId: "Y3JlZA", transports: ["internal"] }],
		apiKeys: [{ name: "ci", expirationSeconds: 3600 }],
	},
	{ name: "alice" },
];
const world = () => bench({ users, userTags: [{ name: "signers" }] });

describe("users", () => {
	test("are listed with everything that hangs on them", async () => {
		const { ask, user, organization } = await world();
		const time = { seconds: String(START / 1000), nanos: "0" };
		const times = { createdAt: time, updatedAt: time };
		const [root, alice] = ask("list_users", {}).users;
		expect(root).toEqual({
			userId: user("root"),
			userName: "root",
			userEmail: "root@example.com",
			userPhoneNumber: "+4712345678",
			authenticators: [
				{
					authenticatorId: expect.any(String),
					authenticatorName: "laptop",
					credentialId: "Y3JlZA",
					credential: { publicKey: expect.any(String), type: "CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR" },
					transports: ["internal"],
					attestationType: "none",
					aaguid: "00000000-0000-0000-0000-000000000000",
					model: "",
					...times,
				},
			],
			apiKeys: [
				{
					credential: { publicKey: expect.stringMatching(/^0[23][0-9a-f]{64}$/), type: "CREDENTIAL_TYPE_API_KEY_P256" },
					apiKeyId: expect.any(String),
					apiKeyName: "ci",
					expirationSeconds: "3600",
					...times,
				},
			],
			userTags: [organization.userTags.withKey("signers")?.id],
			oauthProviders: [
				{
					providerId: PROVIDER,
					providerName: "google",
					issuer: "https://issuer.example",
					audience: "aud",
					subject: "sub",
					...times,
				},
			],
			mfaPolicies: [],
			...times,
		});
		expect(alice).not.toHaveProperty("userEmail");
		expect(ask("get_user", { userId: user("alice") }).user).toEqual(alice);
	});

	test("API keys are listed of everybody or of one", async () => {
		const { ask, user } = await world();
		const names = (userId?: string) => ask("get_api_keys", { userId }).apiKeys.map((each) => each.apiKeyName);
		expect([names(), names(user("root")), names(user("alice"))]).toEqual([["ci", "default"], ["ci"], ["default"]]);
	});

	test("whoami and the root quorum", async () => {
		const { ask, user, organization } = await world();
		expect(ask("whoami", {})).toEqual({
			organizationId: organization.id,
			organizationName: "Treasury",
			userId: user("root"),
			username: "root",
		});
		expect(ask("get_organization_configs", {})).toEqual({
			configs: { features: [], quorum: { threshold: 1, userIds: [user("root")] } },
		});
	});
});

describe("update_user_email", () => {
	test("sets and removes it", async () => {
		const { run, ask, user } = await world();
		const userId = user("alice");
		expect(run("update_user_email", { userId, userEmail: "alice@example.com" })).toEqual({ userId });
		expect(ask("get_user", { userId }).user.userEmail).toBe("alice@example.com");
		run("update_user_email", { userId, userEmail: "" });
		expect(ask("get_user", { userId }).user).not.toHaveProperty("userEmail");
	});

	test.each(["alice", "alice@", "@example.com", "alice@example", "alice@ex ample.com", "alice@example..com"])(
		"refuses %j",
		async (userEmail) => {
			const { refusal, user } = await world();
			expect(refusal("update_user_email", { userId: user("alice"), userEmail }).body).toMatchObject({
				code: 3,
				message: "invalid email address",
				turnkeyErrorCode: "INVALID_EMAIL",
			});
		},
	);

	test("believes no token that it has not issued", async () => {
		const { refusal, user } = await world();
		const refused = refusal("update_user_email", { userId: user("alice"), userEmail: "a@b.co", verificationToken: "x" });
		expect([refused.httpStatus, refused.message]).toEqual([400, "invalid verification token"]);
	});
});

describe("delete_oauth_providers", () => {
	test("takes a user's own providers and no others", async () => {
		const { run, refusal, ask, user } = await world();
		expect(refusal("delete_oauth_providers", { userId: user("alice"), providerIds: [PROVIDER] }).httpStatus).toBe(404);
		expect(refusal("delete_oauth_providers", { userId: user("root"), providerIds: [] }).httpStatus).toBe(400);
		expect(run("delete_oauth_providers", { userId: user("root"), providerIds: [PROVIDER, PROVIDER] })).toEqual({
			providerIds: [PROVIDER],
		});
		expect(ask("get_user", { userId: user("root") }).user.oauthProviders).toEqual([]);
	});
});
