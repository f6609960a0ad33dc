// One-time passwords with the official clients: a code is sent, encrypted with their own function, traded for a token their
// own verifier believes, and the token for a session; by a backend and through the login proxy.
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import {
	encryptOtpCodeToBundle,
	generateP256KeyPair,
	verifyOtpVerificationToken,
	verifySessionJwtSignature,
} from "@turnkey/crypto";
import type { ServiceEvent } from "../../src/service/start.js";
import { clientSignature, loginSignature, tokenClaims } from "../support/client-signature.js";
import { type AheadClock, aheadClock } from "../support/clocks.js";
import { runService, type TestService } from "../support/described-service.js";
import { sdkServer, sdkServerFor } from "../support/official-clients.js";

const PROXY = "0b5c2f0e-6a43-4d7b-9a5a-0d6c1f2e3a4b";
const SEED = `
apiVersion: quorate/v1
kind: Organization
metadata: { name: Wallets }
spec:
  rootQuorum: { threshold: 1, users: [root] }
  users: [{ name: root }]
  authProxy: { id: ${PROXY}, allowedOrigins: ["https://app.example"], sessionExpirationSeconds: 600 }
`;

let clock: AheadClock;
let service: TestService;
const codes: string[] = [];
beforeEach(async () => {
	clock = aheadClock();
	codes.length = 0;
	const log = ({ code }: ServiceEvent) => typeof code === "string" && codes.push(code);
	service = await runService({ seed: SEED, clock, log });
});
afterEach(() => service.close());

const EMAIL = "ada@wallets.example";
const founded = async (userEmail = EMAIL) =>
	(
		await sdkServer(service).createSubOrganization({
			subOrganizationName: "ada",
			rootQuorumThreshold: 1,
			rootUsers: [{ userName: "ada", userEmail, apiKeys: [], authenticators: [], oauthProviders: [] }],
		})
	).subOrganizationId;

/** A verification token for a client's key, by the whole way round. */
async function verified(keys: { readonly publicKey: string }, contact = EMAIL, expirationSeconds = "3600") {
	const root = sdkServer(service);
	const { otpId, otpEncryptionTargetBundle } = await root.initOtp({ otpType: "OTP_TYPE_EMAIL", contact, appName: "Wallets" });
	const { tlsFetcher } = service.publicKeys;
	const encryptedOtpBundle = await encryptOtpCodeToBundle(
		codes.at(-1) ?? "",
		otpEncryptionTargetBundle,
		keys.publicKey,
		tlsFetcher,
	);
	return (await root.verifyOtp({ otpId, encryptedOtpBundle, expirationSeconds })).verificationToken;
}

test("a backend logs a sub-organisation's user in", async () => {
	const subOrganizationId = await founded();
	const client = generateP256KeyPair();
	const verificationToken = await verified(client);
	expect(codes[0]).toMatch(/^[0-9A-HJKMNP-TV-Z]{9}$/);
	const claims = await verifyOtpVerificationToken(verificationToken, service.publicKeys.tlsFetcher);
	expect(claims).toEqual({
		exp: expect.stringMatching(/^\d{13}$/),
		id: expect.any(String),
		organization_id: service.organizationId,
		verification_type: "OTP_TYPE_EMAIL",
		contact: EMAIL,
		public_key: client.publicKey,
	});
	expect(Buffer.from(verificationToken.split(".")[0] ?? "", "base64url").toString()).toBe('{"typ":"JWT","alg":"ES256"}');
	const session = generateP256KeyPair();
	const signature = loginSignature(client.privateKey, verificationToken, session.publicKey);
	const root = sdkServer(service);
	const login = {
		organizationId: subOrganizationId,
		verificationToken,
		publicKey: session.publicKey,
		clientSignature: signature,
	};
	const { session: jwt } = await root.otpLogin(login);
	expect(await verifySessionJwtSignature(jwt, service.publicKeys.notarizer)).toBe(true);
	expect(tokenClaims(jwt)).toMatchObject({ organization_id: subOrganizationId, public_key: session.publicKey });
	const user = sdkServerFor(service, session, subOrganizationId);
	expect(await user.getWhoami()).toMatchObject({ organizationId: subOrganizationId, username: "ada" });
	expect((await root.getVerifiedSubOrgIds({ filterType: "EMAIL", filterValue: EMAIL })).organizationIds).toEqual([
		subOrganizationId,
	]);
	await expect(root.otpLogin(login)).rejects.toThrow("verification token has already been used");
});

test("the token may be used strictly: what was signed is what is done", async () => {
	const organizationId = await founded();
	const client = generateP256KeyPair();
	const { publicKey } = generateP256KeyPair();
	const verificationToken = await verified(client);
	const tokenId = tokenClaims(verificationToken)["id"];
	const signed = (loginV2: object) => clientSignature(client.privateKey, { loginV2, tokenId, type: "USAGE_TYPE_LOGIN" });
	const root = sdkServer(service);
	const request = { organizationId, verificationToken, publicKey, invalidateExisting: true };
	const wrong = signed({ organizationId, publicKey, invalidateExisting: false });
	await expect(root.otpLogin({ ...request, clientSignature: wrong })).rejects.toThrow(
		"`invalidateExisting` is not what was signed",
	);
	const right = signed({ invalidateExisting: true, publicKey, organizationId });
	expect((await root.otpLogin({ ...request, clientSignature: right })).session).toContain(".");
});

describe("what is refused", () => {
	test("a wrong code three times locks it", async () => {
		const root = sdkServer(service);
		const { publicKey } = generateP256KeyPair();
		const { otpId, otpEncryptionTargetBundle } = await root.initOtp({
			otpType: "OTP_TYPE_EMAIL",
			contact: EMAIL,
			appName: "Wallets",
			alphanumeric: false,
			otpLength: 6,
		});
		const answer = async (code: string) =>
			root.verifyOtp({
				otpId,
				encryptedOtpBundle: await encryptOtpCodeToBundle(
					code,
					otpEncryptionTargetBundle,
					publicKey,
					service.publicKeys.tlsFetcher,
				),
			});
		expect(codes[0]).toMatch(/^\d{6}$/);
		for (let attempt = 0; attempt < 3; attempt += 1) {
			await expect(answer(codes[0] === "111111" ? "222222" : "111111")).rejects.toThrow("Invalid OTP code");
		}
		await expect(answer(codes[0] ?? "")).rejects.toThrow("OTP is locked after too many wrong codes");
	});

	test("a code that is too old", async () => {
		const root = sdkServer(service);
		const { otpId } = await root.initOtp({ otpType: "OTP_TYPE_EMAIL", contact: EMAIL, appName: "Wallets" });
		clock.advance(300_000);
		await expect(root.verifyOtp({ otpId, encryptedOtpBundle: "{}" })).rejects.toThrow("OTP has expired");
	});

	test("a fourth code at once", async () => {
		const root = sdkServer(service);
		const request = { otpType: "OTP_TYPE_EMAIL", contact: EMAIL, appName: "Wallets" };
		for (let sent = 0; sent < 3; sent += 1) await root.initOtp(request);
		await expect(root.initOtp(request)).rejects.toMatchObject({
			code: 8,
			message: expect.stringContaining("MAX_OTP_INITIATED"),
		});
		clock.advance(301_000);
		await root.initOtp(request);
	});

	test("a fourth code for one user identifier within three minutes, whatever came of the others", async () => {
		const root = sdkServer(service);
		const request = (contact: string) => ({ otpType: "OTP_TYPE_EMAIL", contact, appName: "W", userIdentifier: "10.0.0.1" });
		for (const name of ["a", "b", "c"]) await root.initOtp(request(`${name}@wallets.example`));
		await expect(root.initOtp(request("d@wallets.example"))).rejects.toThrow("MAX_OTP_INITIATED");
		clock.advance(180_001);
		await root.initOtp(request("d@wallets.example"));
	});

	test("a signature by another key, for another token, for another session key", async () => {
		const organizationId = await founded();
		const client = generateP256KeyPair();
		const other = generateP256KeyPair();
		const { publicKey } = generateP256KeyPair();
		const verificationToken = await verified(client);
		const root = sdkServer(service);
		const login = (signature: ReturnType<typeof clientSignature>) =>
			root.otpLogin({ organizationId, verificationToken, publicKey, clientSignature: signature });
		await expect(login(loginSignature(other.privateKey, verificationToken, publicKey))).rejects.toThrow(
			"its public key is not the one in the verification token",
		);
		const forged = { ...loginSignature(other.privateKey, verificationToken, publicKey), publicKey: client.publicKey };
		await expect(login(forged)).rejects.toThrow("it does not verify");
		await expect(login(loginSignature(client.privateKey, verificationToken, other.publicKey))).rejects.toThrow(
			"`publicKey` is not what was signed",
		);
		const elsewhere = { login: { publicKey }, tokenId: "another", type: "USAGE_TYPE_LOGIN" };
		await expect(login(clientSignature(client.privateKey, elsewhere))).rejects.toThrow(
			"it was made for another verification token",
		);
	});

	test("a token that is nobody's, and one that is over", async () => {
		const organizationId = await founded();
		const client = generateP256KeyPair();
		const verificationToken = await verified(client, EMAIL, "60");
		const root = sdkServer(service);
		const login = (token: string) =>
			root.otpLogin({
				organizationId,
				verificationToken: token,
				publicKey: client.publicKey,
				clientSignature: loginSignature(client.privateKey, verificationToken, client.publicKey),
			});
		const [header, , signature] = verificationToken.split(".");
		const claims = { ...tokenClaims(verificationToken), contact: "eve@wallets.example" };
		const forged = [header, Buffer.from(JSON.stringify(claims)).toString("base64url"), signature].join(".");
		await expect(login(forged)).rejects.toThrow("invalid verification token");
		await expect(login("x")).rejects.toThrow("invalid verification token");
		clock.advance(60_000);
		await expect(login(verificationToken)).rejects.toThrow("verification token has expired");
		await expect(verified(client, EMAIL, "86401")).rejects.toThrow("invalid expirationSeconds: at most 86400");
	});
});

test("the sandbox address has the sandbox code, and nothing is sent", async () => {
	const root = sdkServer(service);
	const { publicKey } = generateP256KeyPair();
	const contact = "user@example.com";
	const { otpId, otpEncryptionTargetBundle } = await root.initOtp({
		otpType: "OTP_TYPE_EMAIL",
		contact,
		appName: "Wallets",
		otpLength: 6,
		alphanumeric: false,
	});
	const encryptedOtpBundle = await encryptOtpCodeToBundle(
		"000000",
		otpEncryptionTargetBundle,
		publicKey,
		service.publicKeys.tlsFetcher,
	);
	const { verificationToken } = await root.verifyOtp({ otpId, encryptedOtpBundle });
	expect(tokenClaims(verificationToken)).toMatchObject({ contact });
	expect(codes).toEqual([]);
	await expect(root.verifyOtp({ otpId, encryptedOtpBundle })).rejects.toThrow("OTP has already been used");
});

test("a verification token proves a new e-mail address", async () => {
	const root = sdkServer(service);
	const { userId } = await root.getWhoami();
	const contact = "root@wallets.example";
	const verificationToken = await verified(generateP256KeyPair(), contact);
	await expect(root.updateUserEmail({ userId, userEmail: "eve@wallets.example", verificationToken })).rejects.toThrow(
		"verification token was issued for another contact",
	);
	await root.updateUserEmail({ userId, userEmail: contact, verificationToken });
	expect((await root.getUser({ userId })).user.userEmail).toBe(contact);
	await expect(root.updateUserEmail({ userId, userEmail: contact, verificationToken })).rejects.toThrow("already been used");
});

describe("the login proxy", () => {
	const ask = async (path: string, body: object, headers: Record<string, string> = { "X-Auth-Proxy-Config-Id": PROXY }) => {
		const answer = await fetch(`${service.authProxyUrl}/v1/${path}`, {
			method: "POST",
			headers: { "content-type": "application/json", ...headers },
			body: JSON.stringify(body),
		});
		// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
		return { status: answer.status, headers: answer.headers, body: (await answer.json()) as any };
	};

	/** A verification token by the proxy alone. */
	const verifiedByProxy = async (keys: { readonly publicKey: string }) => {
		const sent = await ask("otp_init_v2", { otpType: "OTP_TYPE_EMAIL", contact: EMAIL });
		const bundle = await encryptOtpCodeToBundle(
			codes.at(-1) ?? "",
			sent.body.otpEncryptionTargetBundle,
			keys.publicKey,
			service.publicKeys.tlsFetcher,
		);
		return (await ask("otp_verify_v2", { otpId: sent.body.otpId, encryptedOtpBundle: bundle })).body.verificationToken as string;
	};

	test("signs up and logs in without a backend", async () => {
		expect((await ask("account", { filterType: "EMAIL", filterValue: EMAIL })).body).toEqual({});
		const client = generateP256KeyPair();
		const signupToken = await verifiedByProxy(client);
		const apiKeys = [{ apiKeyName: "device", publicKey: client.publicKey, curveType: "API_KEY_CURVE_P256" }];
		const signupSignature = clientSignature(client.privateKey, {
			signupV2: { apiKeys, authenticators: [], oauthProviders: [], email: EMAIL },
			tokenId: tokenClaims(signupToken)["id"],
			type: "USAGE_TYPE_SIGNUP",
		});
		const signedUp = await ask("signup_v2", {
			userEmail: EMAIL,
			verificationToken: signupToken,
			apiKeys,
			authenticators: [],
			oauthProviders: [],
			clientSignature: signupSignature,
			wallet: {
				walletName: "Wallet 1",
				accounts: [
					{
						curve: "CURVE_SECP256K1",
						pathFormat: "PATH_FORMAT_BIP32",
						path: "m/44'/60'/0'/0/0",
						addressFormat: "ADDRESS_FORMAT_ETHEREUM",
					},
				],
			},
		});
		expect(signedUp).toMatchObject({ status: 200, body: { wallet: { addresses: [expect.stringMatching(/^0x/)] } } });
		const { organizationId } = signedUp.body;
		expect((await ask("account", { filterType: "EMAIL", filterValue: EMAIL })).body).toEqual({ organizationId });

		const session = generateP256KeyPair();
		const verificationToken = await verifiedByProxy(client);
		const login = await ask("otp_login_v2", {
			verificationToken,
			publicKey: session.publicKey,
			clientSignature: loginSignature(client.privateKey, verificationToken, session.publicKey),
		});
		expect(login.status).toBe(200);
		expect(Object.keys(login.body)).toEqual(["session"]);
		expect(await verifySessionJwtSignature(login.body.session, service.publicKeys.notarizer)).toBe(true);
		expect(tokenClaims(login.body.session)).toMatchObject({
			organization_id: organizationId,
			user_id: signedUp.body.userId,
			exp: expect.closeTo(Math.floor(clock.now() / 1000) + 600, -1),
		});
		const user = sdkServerFor(service, session, organizationId);
		const { activities } = await user.getActivities({});
		expect(activities.map((each) => each.type)).toEqual(["ACTIVITY_TYPE_OTP_LOGIN_V2"]);
		expect(activities[0]?.votes).toMatchObject([{ userId: PROXY, selection: "VOTE_SELECTION_APPROVED" }]);
	});

	test("takes the organisation it is told", async () => {
		const organizationId = await founded();
		const client = generateP256KeyPair();
		const verificationToken = await verifiedByProxy(client);
		const login = (id: string) =>
			ask("otp_login_v2", {
				verificationToken,
				publicKey: client.publicKey,
				clientSignature: loginSignature(client.privateKey, verificationToken, client.publicKey),
				organizationId: id,
				invalidateExisting: true,
			});
		expect((await login("x")).body.turnkeyErrorCode).toBe("INVALID_ORGANIZATION_ID");
		expect((await login("00000000-0000-4000-8000-000000000000")).body.turnkeyErrorCode).toBe("ORGANIZATION_NOT_FOUND");
		expect(tokenClaims((await login(organizationId)).body.session)).toMatchObject({ organization_id: organizationId });
	});

	test("is for pages it allows, which it tells browsers", async () => {
		const preflight = (origin: string) =>
			fetch(`${service.authProxyUrl}/v1/otp_login_v2`, {
				method: "OPTIONS",
				headers: { origin, "access-control-request-method": "POST", "access-control-request-headers": "x-auth-proxy-config-id" },
			});
		const allowed = await preflight("https://app.example");
		expect([allowed.status, allowed.headers.get("access-control-allow-origin")]).toEqual([204, "https://app.example"]);
		expect(allowed.headers.get("access-control-allow-headers")?.toLowerCase()).toContain("x-auth-proxy-config-id");
		expect((await preflight("https://evil.example")).headers.get("access-control-allow-origin")).toBeNull();
		const headers = { "X-Auth-Proxy-Config-Id": PROXY, origin: "https://app.example" };
		const answer = await ask("wallet_kit_config", {}, headers);
		expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([200, "https://app.example"]);
		expect(answer.body).toMatchObject({ organizationId: service.organizationId, sessionExpirationSeconds: "600" });
		const refused = await ask("wallet_kit_config", {}, { ...headers, origin: "https://evil.example" });
		expect([refused.status, refused.body.message]).toEqual([403, "origin not allowed"]);
	});

	test.each([
		["without a configuration", {}, "missing X-Auth-Proxy-Config-Id header"],
		["with an unknown one", { "X-Auth-Proxy-Config-Id": "x" }, "unknown auth proxy config ID"],
	])("refuses requests %s", async (_what, headers, message) => {
		const { status, body } = await ask("otp_login_v2", {}, headers as Record<string, string>);
		expect([status, body.code, body.message]).toEqual([401, 16, message]);
	});

	test("checks bodies", async () => {
		const { status, body } = await ask("otp_login_v2", { verificationToken: "x" });
		expect([status, body.message]).toEqual([400, "invalid request body: missing field `publicKey`"]);
		expect((await ask("otp_init_v2", { otpType: "OTP_TYPE_EMAIL", contact: "x" })).body.turnkeyErrorCode).toBe("INVALID_EMAIL");
		expect((await ask("otp_init", {})).status).toBe(501);
	});
});
