// Sessions with the official clients: obtained by a stamp or as a bundle, read with their own verifiers and decryptors, and
// used to stamp requests.
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { decryptCredentialBundle, generateP256KeyPair, getPublicKey, verifySessionJwtSignature } from "@turnkey/crypto";
import { type AheadClock, aheadClock } from "../support/clocks.js";
import { runService, type TestService } from "../support/described-service.js";
import { httpClient, sdkServer, sdkServerFor } from "../support/official-clients.js";

const SEED = `
apiVersion: quorate/v1
kind: Organization
metadata: { name: Treasury }
spec:
  rootQuorum: { threshold: 1, users: [root] }
  users: [{ name: root }, { name: alice }]
  sessionProfiles:
    - { name: tags-only, scope: "activity.type == 'ACTIVITY_TYPE_CREATE_USER_TAG'", expirationSeconds: 600 }
`;

let clock: AheadClock;
let service: TestService;
beforeEach(async () => {
	clock = aheadClock();
	service = await runService({ seed: SEED, clock });
});
afterEach(() => service.close());

const claimsOf = (session: string) => JSON.parse(Buffer.from(session.split(".")[1] ?? "", "base64url").toString());

describe("stamp_login", () => {
	test("gives a session that verifySessionJwtSignature believes and whose key stamps", async () => {
		const keys = generateP256KeyPair();
		const root = sdkServer(service);
		const { session } = await root.stampLogin({ publicKey: keys.publicKey });
		expect(await verifySessionJwtSignature(session, service.publicKeys.notarizer)).toBe(true);
		expect(await verifySessionJwtSignature(session, service.publicKeys.tlsFetcher)).toBe(false);
		expect(Buffer.from(session.split(".")[0] ?? "", "base64url").toString()).toBe('{"alg":"ES256","typ":"JWT"}');
		const { userId } = await root.getWhoami();
		expect(claimsOf(session)).toEqual({
			exp: expect.closeTo(Math.floor(clock.now() / 1000) + 900, -1),
			public_key: keys.publicKey,
			session_type: "SESSION_TYPE_READ_WRITE",
			user_id: userId,
			organization_id: service.organizationId,
		});
		const inSession = sdkServerFor(service, keys);
		expect(await inSession.getWhoami()).toMatchObject({ userId, username: "root" });
		await inSession.createUserTag({ userTagName: "ops", userIds: [] });
		const { apiKeys } = await root.getApiKeys({ userId });
		expect(apiKeys.map((each) => [each.credential.type, each.expirationSeconds])).toEqual([
			["CREDENTIAL_TYPE_API_KEY_P256", undefined],
			["CREDENTIAL_TYPE_LOGIN", "900"],
		]);
	});

	test("ends when it says", async () => {
		const keys = generateP256KeyPair();
		await sdkServer(service).stampLogin({ publicKey: keys.publicKey, expirationSeconds: "60" });
		await sdkServerFor(service, keys).getWhoami();
		clock.advance(60_000);
		await expect(sdkServerFor(service, keys).getWhoami()).rejects.toThrow("expired api key");
	});

	test("is for everybody, and invalidateExisting ends the user's other logins only", async () => {
		const [first, second] = [generateP256KeyPair(), generateP256KeyPair()];
		const others = generateP256KeyPair();
		await sdkServer(service).stampLogin({ publicKey: others.publicKey });
		const alice = sdkServer(service, "alice");
		await alice.stampLogin({ publicKey: first.publicKey });
		// A session may be renewed from within.
		await sdkServerFor(service, first).stampLogin({ publicKey: second.publicKey, invalidateExisting: true });
		await expect(sdkServerFor(service, first).getWhoami()).rejects.toThrow("could not find public key");
		expect(await sdkServerFor(service, second).getWhoami()).toMatchObject({ username: "alice" });
		expect(await sdkServerFor(service, others).getWhoami()).toMatchObject({ username: "root" });
		expect(await alice.getWhoami()).toMatchObject({ username: "alice" });
	});

	test("with a profile says so, and may do what the profile permits", async () => {
		const root = sdkServer(service);
		const { sessionProfiles } = await root.getSessionProfiles({});
		const [profile] = sessionProfiles;
		const keys = generateP256KeyPair();
		const sessionProfileId = profile?.sessionProfileId ?? "";
		const { session } = await root.stampLogin({ publicKey: keys.publicKey, expirationSeconds: "3600", sessionProfileId });
		expect(claimsOf(session)).toMatchObject({
			exp: expect.closeTo(Math.floor(clock.now() / 1000) + 600, -1),
			session_type: "tags-only",
			session_profile_id: sessionProfileId,
			scope: profile?.scope,
		});
		const limited = sdkServerFor(service, keys);
		await limited.createUserTag({ userTagName: "ops", userIds: [] });
		await expect(limited.createPolicy({ policyName: "p", effect: "EFFECT_ALLOW", notes: "" })).rejects.toThrow(
			"request not authorized",
		);
		expect((await limited.listUserTags()).userTags).toHaveLength(1);
		const { apiKeys } = await root.getApiKeys();
		expect(apiKeys.at(-1)?.credential.sessionProfileId).toBe(sessionProfileId);
	});

	test("profiles are made and read", async () => {
		const root = sdkServer(service);
		const { sessionProfileId } = await root.createSessionProfile({
			sessionProfileName: "signing",
			scope: "activity.action == 'SIGN'",
			expirationSeconds: "60",
			notes: "for the app",
		});
		expect((await root.getSessionProfile({ sessionProfileId })).sessionProfile).toEqual({
			sessionProfileId,
			sessionProfileName: "signing",
			scope: "activity.action == 'SIGN'",
			expirationSeconds: "60",
			notes: "for the app",
			createdAt: { seconds: expect.any(String), nanos: expect.any(String) },
			updatedAt: { seconds: expect.any(String), nanos: expect.any(String) },
		});
	});
});

describe("create_read_write_session", () => {
	test("hands out a key that decryptCredentialBundle opens and that stamps", async () => {
		const target = generateP256KeyPair();
		const root = sdkServer(service);
		const made = await root.createReadWriteSession({ targetPublicKey: target.publicKeyUncompressed });
		const privateKey = decryptCredentialBundle(made.credentialBundle, target.privateKey);
		const publicKey = Buffer.from(getPublicKey(Buffer.from(privateKey, "hex"), true)).toString("hex");
		const { userId } = await root.getWhoami();
		expect(made).toMatchObject({
			organizationId: service.organizationId,
			organizationName: "Treasury",
			userId,
			username: "root",
		});
		const session = sdkServerFor(service, { publicKey, privateKey });
		expect(await session.getWhoami()).toMatchObject({ userId });
		const { apiKey } = await session.getApiKey({ apiKeyId: made.apiKeyId });
		expect(apiKey).toMatchObject({
			apiKeyName: expect.stringMatching(/^Read Write Session - \S/),
			credential: { publicKey, type: "CREDENTIAL_TYPE_READ_WRITE_SESSION_KEY_P256" },
			expirationSeconds: "900",
		});
	});

	test("for another user, with a name and a lifetime, with @turnkey/http", async () => {
		const target = generateP256KeyPair();
		const client = httpClient(service);
		const users = await client.getUsers({ organizationId: service.organizationId });
		const alice = users.users.find((each) => each.userName === "alice");
		const { activity } = await client.createReadWriteSession({
			type: "ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2",
			timestampMs: String(clock.now()),
			organizationId: service.organizationId,
			parameters: {
				targetPublicKey: target.publicKeyUncompressed,
				userId: alice?.userId ?? "",
				apiKeyName: "for alice",
				expirationSeconds: "60",
				invalidateExisting: true,
			},
		});
		expect(Object.keys(activity.intent)).toEqual(["createReadWriteSessionIntentV2"]);
		const made = activity.result.createReadWriteSessionResultV2;
		expect(made).toMatchObject({ userId: alice?.userId, username: "alice" });
		expect(decryptCredentialBundle(made?.credentialBundle ?? "", target.privateKey)).toMatch(/^[0-9a-f]{64}$/);
		const [key] = (
			await client.getApiKeys({ organizationId: service.organizationId, userId: alice?.userId ?? "" })
		).apiKeys.slice(-1);
		expect(key).toMatchObject({ apiKeyName: "for alice", expirationSeconds: "60" });
	});
});
