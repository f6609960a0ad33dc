// Attested stamps through the official client: a key of the user's own, and a token that says whose it is; for requests, and
// for the second factors that only such stamps prove.
import { createHash } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { encryptOtpCodeToBundle, generateP256KeyPair } from "@turnkey/crypto";
import { TurnkeyClient } from "@turnkey/http";
import type { ServiceEvent } from "../../src/service/start.js";
import { type AheadClock, aheadClock } from "../support/clocks.js";
import { runService, type TestService } from "../support/described-service.js";
import { type OauthServer, startOauthServer } from "../support/oauth-server.js";
import { sdkServer, sdkServerFor } from "../support/official-clients.js";
import { signature, signingKey } from "../support/stamper.js";

const EMAIL = "ada@wallets.example";
const PHONE = "+14155550123";

let oauth: OauthServer;
beforeAll(async () => {
	oauth = await startOauthServer();
});
afterAll(() => oauth.close());

let clock: AheadClock;
let service: TestService;
const codes: string[] = [];
beforeEach(async () => {
	codes.length = 0;
	clock = aheadClock();
	service = await runService({ clock, log: ({ code }: ServiceEvent) => typeof code === "string" && codes.push(code) });
});
afterEach(() => service.close());

type Keys = ReturnType<typeof generateP256KeyPair>;
const OTP = "STAMP_ATTESTED_SCHEME_P256_VERIFICATION_TOKEN";
const OIDC = "STAMP_ATTESTED_SCHEME_P256_OIDC";

/** As the official attested stamper writes it. */
function stampOf(body: string, keys: Keys, token: string, scheme: string) {
	const der = signature("P256", signingKey("P256", keys.privateKey), body);
	return { publicKeyAttestation: token, scheme, publicKey: keys.publicKey, signature: der };
}
const attested = (keys: Keys, token: string, scheme: string) =>
	new TurnkeyClient(
		{ baseUrl: service.baseUrl },
		{
			stamp: async (body: string) => ({
				stampHeaderName: "X-Stamp-Attested",
				stampHeaderValue: Buffer.from(JSON.stringify(stampOf(body, keys, token, scheme))).toString("base64url"),
			}),
		},
	);

async function verified(keys: Keys, otpType: string, contact: string): Promise<string> {
	const root = sdkServer(service);
	const { otpId, otpEncryptionTargetBundle } = await root.initOtp({ otpType, contact, appName: "Wallets" });
	const { tlsFetcher } = service.publicKeys;
	const encryptedOtpBundle = await encryptOtpCodeToBundle(
		codes.at(-1) ?? "",
		otpEncryptionTargetBundle,
		keys.publicKey,
		tlsFetcher,
	);
	return (await root.verifyOtp({ otpId, encryptedOtpBundle })).verificationToken;
}

/** A sub-organisation with one user who has everything, and the key they use every day. */
async function founded() {
	const daily = generateP256KeyPair();
	const { subOrganizationId, rootUserIds } = await sdkServer(service).createSubOrganization({
		subOrganizationName: "ada",
		rootQuorumThreshold: 1,
		rootUsers: [
			{
				userName: "ada",
				userEmail: EMAIL,
				userPhoneNumber: PHONE,
				apiKeys: [{ apiKeyName: "daily", publicKey: daily.publicKey, curveType: "API_KEY_CURVE_P256" }],
				authenticators: [],
				oauthProviders: [{ providerName: "Social", oidcToken: await oauth.idToken("ada", "any") }],
			},
		],
	});
	return {
		organizationId: subOrganizationId,
		userId: rootUserIds?.[0] ?? "",
		user: sdkServerFor(service, daily, subOrganizationId),
	};
}

describe("requests", () => {
	test.each([
		["OTP_TYPE_EMAIL", EMAIL],
		["OTP_TYPE_SMS", PHONE],
	])("with a verification token for %s", async (otpType, contact) => {
		const { organizationId, userId } = await founded();
		const keys = generateP256KeyPair();
		const client = attested(keys, await verified(keys, otpType, contact), OTP);
		expect(await client.getWhoami({ organizationId })).toMatchObject({ userId, username: "ada" });
	});

	test("with an OIDC token", async () => {
		const { organizationId, userId } = await founded();
		const keys = generateP256KeyPair();
		const nonce = createHash("sha256").update(keys.publicKey).digest("hex");
		const client = attested(keys, await oauth.idToken("ada", nonce), OIDC);
		expect(await client.getWhoami({ organizationId })).toMatchObject({ userId });
		const { activity } = await client.stampLogin({
			type: "ACTIVITY_TYPE_STAMP_LOGIN",
			timestampMs: String(clock.now()),
			organizationId,
			parameters: { publicKey: generateP256KeyPair().publicKey },
		});
		expect(activity.votes).toMatchObject([{ userId, scheme: OIDC, publicKey: keys.publicKey }]);
	});

	test("as plain JSON, which the documentation shows", async () => {
		const { organizationId, userId } = await founded();
		const keys = generateP256KeyPair();
		const body = JSON.stringify({ organizationId });
		const stamp = stampOf(body, keys, await verified(keys, "OTP_TYPE_EMAIL", EMAIL), OTP);
		const answer = await fetch(`${service.baseUrl}/public/v1/query/whoami`, {
			method: "POST",
			headers: { "content-type": "application/json", "x-stamp-attested": JSON.stringify(stamp) },
			body,
		});
		expect(await answer.json()).toMatchObject({ userId });
	});

	test("are refused for another key, another token, another organisation, or none of them", async () => {
		const { organizationId } = await founded();
		const keys = generateP256KeyPair();
		const other = generateP256KeyPair();
		const token = await verified(keys, "OTP_TYPE_EMAIL", EMAIL);
		const ask = (client: TurnkeyClient, id = organizationId) => client.getWhoami({ organizationId: id });
		await expect(ask(attested(other, token, OTP))).rejects.toThrow("the verification token was issued for another public key");
		const forged = { ...keys, privateKey: other.privateKey };
		await expect(ask(attested(forged, token, OTP))).rejects.toThrow("could not verify attested signature");
		await expect(ask(attested(keys, "x", OTP))).rejects.toThrow("invalid verification token");
		await expect(ask(attested(keys, token, "STAMP_ATTESTED_SCHEME_ROT13"))).rejects.toThrow("no valid authentication signature");
		// The parent may be asked who one is, and nothing else.
		expect(await ask(attested(keys, token, OTP), service.organizationId)).toMatchObject({ organizationId });
		const parent = { organizationId: service.organizationId };
		await expect(attested(keys, token, OTP).getUsers(parent)).rejects.toThrow(
			"attested stamps serve users of sub-organizations only",
		);
		await expect(ask(attested(keys, await oauth.idToken("ada", "any"), OIDC))).rejects.toThrow("its nonce is not");
		const stranger = await verified(keys, "OTP_TYPE_EMAIL", "eve@wallets.example");
		await expect(ask(attested(keys, stranger, OTP))).rejects.toThrow("could not find the attested user");
		clock.advance(3_600_000 - 5_000);
		await expect(ask(attested(keys, token, OTP))).resolves.toMatchObject({ username: "ada" });
		clock.advance(5_000);
		await expect(ask(attested(keys, token, OTP))).rejects.toThrow("verification token has expired");
	});
});

test.each(["EMAIL_OTP", "SMS_OTP", "OAUTH"])("a second factor of type %s is proven by approving", async (method) => {
	const { organizationId, userId, user } = await founded();
	await user.createMfaPolicy({
		userId,
		mfaPolicyName: "second factor",
		condition: "activity.type == 'ACTIVITY_TYPE_CREATE_USER_TAG'",
		order: 0,
		requiredAuthenticationMethods: [
			{ any: [{ type: "AUTHENTICATION_TYPE_API_KEY" }] },
			{ any: [{ type: `AUTHENTICATION_TYPE_${method}` as "AUTHENTICATION_TYPE_OAUTH" }] },
		],
	});
	const { activity } = await user.createUserTag({ userTagName: "ops", userIds: [] });
	expect(activity.status).toBe("ACTIVITY_STATUS_AUTHENTICATORS_NEEDED");
	const approval = () => ({
		type: "ACTIVITY_TYPE_APPROVE_ACTIVITY" as const,
		timestampMs: String(Date.now()),
		organizationId,
		parameters: { fingerprint: activity.fingerprint },
	});
	const session = generateP256KeyPair();
	await user.stampLogin({ publicKey: session.publicKey });
	const inSession = await sdkServerFor(service, session, organizationId).approveActivity({ fingerprint: activity.fingerprint });
	expect(inSession.activity.status).toBe("ACTIVITY_STATUS_AUTHENTICATORS_NEEDED");
	const keys = generateP256KeyPair();
	const nonce = createHash("sha256").update(keys.publicKey).digest("hex");
	const client =
		method === "OAUTH"
			? attested(keys, await oauth.idToken("ada", nonce), OIDC)
			: method === "EMAIL_OTP"
				? attested(keys, await verified(keys, "OTP_TYPE_EMAIL", EMAIL), OTP)
				: attested(keys, await verified(keys, "OTP_TYPE_SMS", PHONE), OTP);
	expect((await client.approveActivity(approval())).activity.status).toBe("ACTIVITY_STATUS_COMPLETED");
	expect((await user.listUserTags({})).userTags.map((each) => each.tagName)).toEqual(["ops"]);
});

test("a session counts as the session it is, by its profile", async () => {
	const root = sdkServer(service);
	const { sessionProfileId } = await root.createSessionProfile({ sessionProfileName: "elevated", scope: "true" });
	const { organizationId, userId, user } = await founded();
	await user.createMfaPolicy({
		userId,
		mfaPolicyName: "elevated only",
		condition: "activity.type == 'ACTIVITY_TYPE_CREATE_USER_TAG'",
		order: 0,
		requiredAuthenticationMethods: [{ any: [{ type: "AUTHENTICATION_TYPE_SESSION", id: sessionProfileId }] }],
	});
	const plain = generateP256KeyPair();
	await user.stampLogin({ publicKey: plain.publicKey });
	const { activity } = await sdkServerFor(service, plain, organizationId).createUserTag({ userTagName: "ops", userIds: [] });
	expect(activity.status).toBe("ACTIVITY_STATUS_AUTHENTICATORS_NEEDED");
	const elevated = generateP256KeyPair();
	await user.stampLogin({ publicKey: elevated.publicKey, sessionProfileId });
	const approved = await sdkServerFor(service, elevated, organizationId).approveActivity({ fingerprint: activity.fingerprint });
	expect(approved.activity.status).toBe("ACTIVITY_STATUS_COMPLETED");
});
