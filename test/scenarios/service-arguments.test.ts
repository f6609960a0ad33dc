// What is wrong with an argument, said over the socket: one row per operation and mistake. Nothing is changed by any of them.
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { generateP256KeyPair } from "@turnkey/crypto";
import type { ActivityName } from "../../src/api/operations.js";
import { SoftwareAuthenticator } from "../support/authenticator.js";
import { runService, type TestService } from "../support/running-service.js";

const SEED = `
apiVersion: quorate/v1
kind: Organization
metadata: { name: Treasury }
spec:
  rootQuorum: { threshold: 1, users: [root] }
  users: [{ name: root }, { name: bob }]
  privateKeys: [{ name: hot, curve: CURVE_SECP256K1 }]
  privateKeyTags: [{ name: hot }]
  userTags: [{ name: ops }]
  oauth2Credentials: [{ provider: OAUTH2_PROVIDER_X, clientId: app, clientSecret: secret }]
`;

let service: TestService;
/** Identifiers that rows name by a word. */
const ids: Record<string, string> = {};
beforeAll(async () => {
	service = await runService({ seed: SEED });
	const { root } = service;
	const { users } = await root.query("list_users");
	ids["root"] = users[0].userId;
	ids["bob"] = users[1].userId;
	ids["key"] = (await root.query("list_private_keys")).privateKeys[0].privateKeyId;
	ids["keyTag"] = (await root.query("list_private_key_tags")).privateKeyTags[0].tagId;
	ids["userTag"] = (await root.query("list_user_tags")).userTags[0].tagId;
	ids["credential"] = (await root.query("list_oauth2_credentials")).oauth2Credentials[0].oauth2CredentialId;
});
afterAll(() => service.close());

/** `$bob` stands for bob's identifier. */
function filled(value: unknown): unknown {
	return JSON.parse(JSON.stringify(value).replace(/\$(\w+)/g, (_whole, name: string) => ids[name] ?? ""));
}

const p256 = () => ({ apiKeyName: "k", publicKey: generateP256KeyPair().publicKey, curveType: "API_KEY_CURVE_P256" });
const policy = (more: object) => ({ policyName: "p", effect: "EFFECT_ALLOW", notes: "", ...more });
const mfa = (more: object) => ({
	userId: "$bob",
	mfaPolicyName: "m",
	condition: "true",
	order: 0,
	requiredAuthenticationMethods: [{ any: [{ type: "AUTHENTICATION_TYPE_SESSION" }] }],
	...more,
});
const hook = (more: object) => ({ name: "n", url: "https://hooks.example.com/", ...more });
const exchange = (more: object) => ({
	oauth2CredentialId: "$credential",
	authCode: "x",
	redirectUri: "x",
	codeVerifier: "x",
	nonce: "ab".repeat(32),
	...more,
});

const IN = "invalid request body: ";
const ROWS: readonly (readonly [ActivityName, object, number, string])[] = [
	["create_policy", policy({ policyName: "x".repeat(256) }), 400, `${IN}\`policyName\` must not be longer than 255 characters`],
	["create_policy", policy({ policyName: "a\nb" }), 400, `${IN}\`policyName\` must not contain control characters`],
	["create_policy", policy({ effect: "EFFECT_MAYBE" }), 400, "must be one of `EFFECT_ALLOW`, `EFFECT_DENY`"],
	["create_policy", policy({ condition: `${"true || ".repeat(9000)}true` }), 400, "invalid policy condition: longer than 65536"],
	["create_policy", policy({ colour: "red" }), 400, `${IN}unknown field \`colour\``],
	["create_policy", policy({ notes: 7 }), 400, "bad request body: `parameters.notes` must be of type string"],
	["create_policies", { policies: [] }, 400, `${IN}\`policies\` must not be empty`],
	["create_mfa_policy", mfa({ condition: "" }), 400, `${IN}\`condition\` must not be empty`],
	["create_mfa_policy", mfa({ requiredAuthenticationMethods: [] }), 400, `${IN}\`requiredAuthenticationMethods\` must not be`],
	["create_mfa_policy", mfa({ requiredAuthenticationMethods: [{ any: [] }] }), 400, `${IN}each step of`],
	["create_mfa_policy", mfa({ order: -1 }), 400, "bad request body: `parameters.order` is out of range"],
	["create_users", { users: [] }, 400, `${IN}\`users\` must not be empty`],
	["delete_users", { userIds: ["$root"] }, 400, "is a member of the root quorum and cannot be deleted"],
	["create_api_keys", { userId: "$bob", apiKeys: [] }, 400, `${IN}\`apiKeys\` must not be empty`],
	["create_api_keys", { userId: "x", apiKeys: [p256()] }, 400, `${IN}\`userId\` must be a UUID`],
	["create_authenticators", { userId: "$bob", authenticators: [] }, 400, `${IN}\`authenticators\` must not be empty`],
	["create_oauth_providers", { userId: "$bob", oauthProviders: [] }, 400, `${IN}\`oauthProviders\` must not be empty`],
	["delete_oauth_providers", { userId: "$bob", providerIds: [] }, 400, `${IN}\`providerIds\` must not be empty`],
	["set_organization_feature", { name: "FEATURE_NAME_TEA" }, 400, `${IN}\`name\` must be one of FEATURE_NAME_`],
	["update_root_quorum", { threshold: 2, userIds: ["$bob", "$bob"] }, 400, "must be from 1 to the number of users, which is 1"],
	["set_ip_allowlist", { enabled: false, rules: [], onEvaluationError: "MAYBE" }, 400, "must be one of `ALLOW`, `DENY`"],
	["create_webhook_endpoint", hook({ subscriptions: [{ eventType: "" }] }), 400, `${IN}\`eventType\` must not be empty`],
	[
		"create_webhook_endpoint",
		hook({ subscriptions: [{ eventType: "ACTIVITY_UPDATES", filtersJson: "[]" }] }),
		400,
		`${IN}\`filtersJson\`: expected a JSON object`,
	],
	[
		"update_private_key_tag",
		{ privateKeyTagId: "$keyTag", addPrivateKeyIds: ["$key"], removePrivateKeyIds: ["$key"] },
		400,
		"is both added and removed",
	],
	["update_user_tag", { userTagId: "$userTag", addUserIds: ["$bob"], removeUserIds: ["$bob"] }, 400, "is both added and removed"],
	[
		"create_oauth2_credential",
		{ provider: "OAUTH2_PROVIDER_X", clientId: "app", encryptedClientSecret: "00" },
		400,
		`${IN}\`encryptedClientSecret\` is not encrypted to this service's TLS fetcher key`,
	],
	[
		"create_oauth2_credential",
		{ provider: "OAUTH2_PROVIDER_X", clientId: "", encryptedClientSecret: "00" },
		400,
		`${IN}\`clientId\` must not be empty`,
	],
	[
		"oauth2_authenticate",
		exchange({ bearerTokenTargetPublicKey: "04" }),
		400,
		`${IN}\`bearerTokenTargetPublicKey\` must be a P-256`,
	],
];

test.each(ROWS)("%s of %j", async (name, parameters, status, message) => {
	const { root } = service;
	const before = await root.query("get_organization");
	const reply = await root.submit(name, filled(parameters));
	expect([reply.status, reply.body.message]).toEqual([status, expect.stringContaining(message)]);
	expect(await root.query("get_organization")).toEqual(before);
});

test("an attestation of no format has nothing to attest, one by its own key names that key's algorithm", async () => {
	// CBOR texts as an authenticator writes them, and what does not belong there.
	const spoilt = (format: "none" | "packed", from: string, to: string) => {
		const { attestation, ...rest } = new SoftwareAuthenticator().register("phone", format);
		const hex = Buffer.from(attestation.attestationObject, "base64url").toString("hex");
		expect(hex).toContain(from);
		const attestationObject = Buffer.from(hex.replace(from, to), "hex").toString("base64url");
		return { userId: ids["bob"], authenticators: [{ ...rest, attestation: { ...attestation, attestationObject } }] };
	};
	const text = (value: string) => (0x60 + value.length).toString(16) + Buffer.from(value).toString("hex");
	const said = async (parameters: object) => (await service.root.submit("create_authenticators", parameters)).body.message;
	const stuffed = spoilt("none", `${text("attStmt")}a0`, `${text("attStmt")}a1${text("a")}00`);
	expect(await said(stuffed)).toBe("invalid authenticator attestation: an attestation of format none must be empty");
	const renamed = spoilt("packed", `${text("alg")}26`, `${text("alg")}27`);
	expect(await said(renamed)).toBe("invalid authenticator attestation: its algorithm is not the key's");
});

test.each([
	["get_session_profile", { sessionProfileId: "" }, "`sessionProfileId` must be a UUID"],
	["get_activity", { activityId: "x" }, "`activityId` must be a UUID"],
	["list_activities", { paginationOptions: { limit: "0" } }, "limit"],
	["list_activities", { paginationOptions: { limit: "101" } }, "limit"],
] as const)("%s of %j", async (name, parameters, message) => {
	const reply = await service.root.ask(name, parameters);
	expect([reply.status, reply.body.message]).toEqual([400, expect.stringContaining(message)]);
});

test("times outside the window, or that are none", async () => {
	const { root } = service;
	const path = "/public/v1/submit/create_user_tag";
	const send = async (timestampMs: unknown) => {
		const type = "ACTIVITY_TYPE_CREATE_USER_TAG";
		const parameters = { userTagName: "t", userIds: [] };
		const reply = await root.post(path, JSON.stringify({ type, timestampMs, organizationId: root.organizationId, parameters }));
		return [reply.status, reply.body.turnkeyErrorCode, reply.body.message];
	};
	const bad = (message: string) => [
		400,
		"REQUEST_INVALID",
		expect.stringContaining(`bad request body: \`timestampMs\` ${message}`),
	];
	expect(await send(String(Date.now() - 3_660_000))).toEqual(bad("is too old: the service's clock reads"));
	expect(await send(String(Date.now() + 360_000))).toEqual(bad("is in the future: the service's clock reads"));
	for (const none of ["", "now", "-1", "1e3", "1".repeat(16)])
		expect(await send(none)).toEqual(bad("must be milliseconds since"));
	expect(await send(Date.now())).toEqual(bad("must be of type string"));
});
