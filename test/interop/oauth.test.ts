// OAuth against a real OAuth server: codes exchanged with PKCE, OIDC tokens verified by the issuer's published keys, logins
// bound to a client's key, bearer tokens handed out encrypted; with the official clients.
import { createHash } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import {
	decryptCredentialBundle,
	encryptOauth2ClientSecret,
	generateP256KeyPair,
	verifySessionJwtSignature,
} from "@turnkey/crypto";
import { tokenClaims } from "../support/client-signature.js";
import { type AheadClock, aheadClock } from "../support/clocks.js";
import { runService, type TestService } from "../support/described-service.js";
import { CLIENT, ID_TOKEN_SECONDS, type OauthServer, REDIRECT_URI, startOauthServer } from "../support/oauth-server.js";
import { sdkServer, sdkServerFor } from "../support/official-clients.js";

const PROXY = "0b5c2f0e-6a43-4d7b-9a5a-0d6c1f2e3a4b";
const SEEDED = "5b1f0c3a-2f4e-4b6d-8c7a-9e0d1f2a3b4c";

let oauth: OauthServer;
beforeAll(async () => {
	oauth = await startOauthServer();
});
afterAll(() => oauth.close());

let clock: AheadClock;
let service: TestService;
beforeEach(async () => {
	clock = aheadClock();
	service = await runService({
		clock,
		seed: `
apiVersion: quorate/v1
kind: Organization
metadata: { name: Wallets }
spec:
  rootQuorum: { threshold: 1, users: [root] }
  users: [{ name: root }]
  authProxy: { id: ${PROXY} }
  oauth2Providers:
    - { provider: OAUTH2_PROVIDER_X, tokenEndpoint: "${oauth.tokenEndpoint}", userinfoEndpoint: "${oauth.userinfoEndpoint}" }
  oauth2Credentials:
    - { id: ${SEEDED}, provider: OAUTH2_PROVIDER_X, clientId: ${CLIENT.clientId}, clientSecret: "${CLIENT.clientSecret}" }
`,
	});
});
afterEach(() => service.close());

const nonceOf = (publicKey: string) => createHash("sha256").update(publicKey).digest("hex");
const founded = async (oidcToken: string) =>
	(
		await sdkServer(service).createSubOrganization({
			subOrganizationName: "ada",
			rootQuorumThreshold: 1,
			rootUsers: [{ userName: "ada", apiKeys: [], authenticators: [], oauthProviders: [{ providerName: "Social", oidcToken }] }],
		})
	).subOrganizationId;
const authenticated = async (account: string, nonce: string, more: { readonly bearerTokenTargetPublicKey?: string } = {}) => {
	const { code: authCode, codeVerifier } = await oauth.authorize(account);
	const request = { oauth2CredentialId: SEEDED, authCode, redirectUri: REDIRECT_URI, codeVerifier, nonce, ...more };
	return (await sdkServer(service).oauth2Authenticate(request)).oidcToken;
};

describe("oauth2_authenticate", () => {
	test("exchanges a code at the provider and vouches for its owner", async () => {
		const keys = generateP256KeyPair();
		const target = generateP256KeyPair();
		const oidcToken = await authenticated("4711", nonceOf(keys.publicKey), {
			bearerTokenTargetPublicKey: target.publicKeyUncompressed,
		});
		const claims = tokenClaims(oidcToken);
		expect(claims).toMatchObject({ iss: "Turnkey", aud: CLIENT.clientId, sub: "x:4711", nonce: nonceOf(keys.publicKey) });
		const bearer = decryptCredentialBundle(String(claims["encrypted_bearer_token"]), target.privateKey);
		const owner = await fetch(oauth.userinfoEndpoint, {
			headers: { authorization: `Bearer ${Buffer.from(bearer, "hex").toString()}` },
		});
		expect(await owner.json()).toEqual({ sub: "4711" });

		const subOrganizationId = await founded(oidcToken);
		const root = sdkServer(service);
		const found = await root.getSubOrgIds({ filterType: "OIDC_TOKEN", filterValue: oidcToken });
		expect(found.organizationIds).toEqual([subOrganizationId]);
		const { session } = await root.oauthLogin({ organizationId: subOrganizationId, oidcToken, publicKey: keys.publicKey });
		expect(await verifySessionJwtSignature(session, service.publicKeys.notarizer)).toBe(true);
		const user = sdkServerFor(service, keys, subOrganizationId);
		expect(await user.getWhoami()).toMatchObject({ organizationId: subOrganizationId, username: "ada" });
	});

	test("without a target there is no bearer token", async () => {
		expect(tokenClaims(await authenticated("4711", nonceOf("x")))).not.toHaveProperty("encrypted_bearer_token");
	});

	test("a credential of one's own, its secret encrypted with their function", async () => {
		const root = sdkServer(service);
		const encryptedClientSecret = await encryptOauth2ClientSecret(CLIENT.clientSecret, service.publicKeys.tlsFetcherEncryption);
		const credential = { provider: "OAUTH2_PROVIDER_X" as const, clientId: CLIENT.clientId, encryptedClientSecret };
		const { oauth2CredentialId } = await root.createOauth2Credential(credential);
		expect((await root.getOauth2Credential({ oauth2CredentialId })).oauth2Credential).toMatchObject(credential);
		expect((await root.listOauth2Credentials({})).oauth2Credentials).toHaveLength(2);
		const { code: authCode, codeVerifier } = await oauth.authorize("4711");
		const request = { oauth2CredentialId, authCode, redirectUri: REDIRECT_URI, codeVerifier, nonce: nonceOf("x") };
		expect(tokenClaims((await root.oauth2Authenticate(request)).oidcToken)).toMatchObject({ sub: "x:4711" });
		const wrong = await encryptOauth2ClientSecret("not it", service.publicKeys.tlsFetcherEncryption);
		await root.updateOauth2Credential({ oauth2CredentialId, ...credential, encryptedClientSecret: wrong });
		const again = await oauth.authorize("4711");
		await expect(root.oauth2Authenticate({ ...request, authCode: again.code, codeVerifier: again.codeVerifier })).rejects.toThrow(
			/could not be exchanged: .* answered 401 \(invalid_client\)/,
		);
		await root.deleteOauth2Credential({ oauth2CredentialId });
		await expect(root.oauth2Authenticate(request)).rejects.toThrow("OAUTH2_CREDENTIAL_NOT_FOUND");
		const elsewhere = await encryptOauth2ClientSecret("x", generateP256KeyPair().publicKeyUncompressed);
		await expect(root.createOauth2Credential({ ...credential, encryptedClientSecret: elsewhere })).rejects.toThrow(
			"is not encrypted to this service's TLS fetcher key",
		);
	});

	test("a code used twice, the wrong verifier, the wrong redirect URI", async () => {
		const root = sdkServer(service);
		const { code: authCode, codeVerifier } = await oauth.authorize("4711");
		const request = { oauth2CredentialId: SEEDED, authCode, redirectUri: REDIRECT_URI, codeVerifier, nonce: nonceOf("x") };
		await root.oauth2Authenticate(request);
		await expect(root.oauth2Authenticate({ ...request, nonce: nonceOf("y") })).rejects.toThrow("answered 400 (invalid_grant)");
		const second = await oauth.authorize("4711");
		await expect(root.oauth2Authenticate({ ...request, authCode: second.code })).rejects.toThrow("invalid_grant");
		const third = await oauth.authorize("4711");
		await expect(
			root.oauth2Authenticate({
				...request,
				authCode: third.code,
				codeVerifier: third.codeVerifier,
				redirectUri: "https://evil.example/callback",
			}),
		).rejects.toThrow("invalid_grant");
	});

	test("the same request twice is one exchange", async () => {
		const { code, codeVerifier } = await oauth.authorize("4711");
		const body = service.root.body("oauth2_authenticate", {
			oauth2CredentialId: SEEDED,
			authCode: code,
			redirectUri: REDIRECT_URI,
			codeVerifier,
			nonce: nonceOf("x"),
		});
		const path = "/public/v1/submit/oauth2_authenticate";
		const answers = await Promise.all([1, 2].map(() => service.client("root").post(path, body)));
		expect(answers.map((each) => each.status)).toEqual([200, 200]);
		expect(answers[0]?.body.activity.id).toBe(answers[1]?.body.activity.id);
	});

	test.each([
		["authCode", "auth_code must be set"],
		["codeVerifier", "code_verifier must be set"],
		["oauth2CredentialId", "oauth2_credential_id must be set"],
		["redirectUri", "redirect_uri must be set"],
		["nonce", "nonce must be the SHA-256 of a public key"],
	])("an empty %s", async (field, message) => {
		const request = { oauth2CredentialId: SEEDED, authCode: "x", redirectUri: "x", codeVerifier: "x", nonce: nonceOf("x") };
		await expect(sdkServer(service).oauth2Authenticate({ ...request, [field]: "" })).rejects.toThrow(message);
	});
});

describe("OIDC tokens of another issuer", () => {
	test("log in whom they are about, for the key they were made for", async () => {
		const keys = generateP256KeyPair();
		const subOrganizationId = await founded(await oauth.idToken("ada", "whatever"));
		const oidcToken = await oauth.idToken("ada", nonceOf(keys.publicKey));
		const root = sdkServer(service);
		const login = { organizationId: subOrganizationId, oidcToken, publicKey: keys.publicKey, expirationSeconds: "60" };
		const { session } = await root.oauthLogin(login);
		expect(tokenClaims(session)).toMatchObject({ organization_id: subOrganizationId, public_key: keys.publicKey });
		await expect(root.oauthLogin({ ...login, publicKey: generateP256KeyPair().publicKey })).rejects.toThrow(
			"invalid OIDC token: its nonce is not the SHA-256 of the public key",
		);
		const stranger = await oauth.idToken("eve", nonceOf(keys.publicKey));
		await expect(root.oauthLogin({ ...login, oidcToken: stranger })).rejects.toThrow("unable to find user with oauth provider");
	});

	test("through the login proxy, which finds the organisation", async () => {
		const keys = generateP256KeyPair();
		const subOrganizationId = await founded(await oauth.idToken("ada", "whatever"));
		const answer = await fetch(`${service.authProxyUrl}/v1/oauth_login`, {
			method: "POST",
			headers: { "content-type": "application/json", "X-Auth-Proxy-Config-Id": PROXY },
			body: JSON.stringify({ oidcToken: await oauth.idToken("ada", nonceOf(keys.publicKey)), publicKey: keys.publicKey }),
		});
		const { session } = (await answer.json()) as { session: string };
		expect(tokenClaims(session)).toMatchObject({ organization_id: subOrganizationId, public_key: keys.publicKey });
	});

	test("are refused when altered, expired, unsigned, or of an issuer that is none", async () => {
		const root = sdkServer(service);
		const oidcToken = await oauth.idToken("ada", "n");
		const organizationId = await founded(oidcToken);
		const login = (token: string) => root.oauthLogin({ organizationId, oidcToken: token, publicKey: "02" });
		const [header = "", payload = "", signature = ""] = oidcToken.split(".");
		const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
		const altered = [header, encode({ ...tokenClaims(oidcToken), sub: "eve" }), signature].join(".");
		await expect(login(altered)).rejects.toThrow("INVALID_OIDC_TOKEN");
		await expect(login([encode({ alg: "none" }), payload, ""].join("."))).rejects.toThrow("invalid OIDC token");
		await expect(login([encode({ alg: "HS256" }), payload, "AAAA"].join("."))).rejects.toThrow("invalid OIDC token");
		await expect(login("x")).rejects.toThrow("invalid OIDC token: it is not a token");
		const from = (iss: string) => login([header, encode({ ...tokenClaims(oidcToken), iss }), signature].join("."));
		await expect(from("http://127.0.0.1:1")).rejects.toThrow("its issuer's keys cannot be had");
		await expect(from("http://issuer.example")).rejects.toThrow("is not reached over https");
		await expect(from(`${oauth.issuer}/`)).rejects.toThrow("the issuer's configuration is another issuer's");
		await expect(from("Turnkey")).rejects.toThrow("its signature does not verify");
		clock.advance((ID_TOKEN_SECONDS + 1) * 1000);
		await expect(login(oidcToken)).rejects.toThrow('invalid OIDC token: "exp" claim timestamp check failed');
	});
});

describe("OAuth providers", () => {
	test("are added with a token, and for other audiences beside one", async () => {
		const root = sdkServer(service);
		const { userId } = await root.getWhoami();
		const oidcToken = await oauth.idToken("ada", "n");
		const claims = { iss: oauth.issuer, sub: "ada", aud: "the-other-app" };
		const { providerIds } = await root.createOauthProviders({
			userId,
			oauthProviders: [
				{ providerName: "web", oidcToken },
				{ providerName: "phone", oidcClaims: claims },
			],
		});
		const { oauthProviders } = await root.getOauthProviders({ userId });
		expect(oauthProviders.map((each) => [each.providerId, each.providerName, each.issuer, each.audience, each.subject])).toEqual([
			[providerIds[0], "web", oauth.issuer, CLIENT.clientId, "ada"],
			[providerIds[1], "phone", oauth.issuer, "the-other-app", "ada"],
		]);
		const add = (provider: object) =>
			root.createOauthProviders({ userId, oauthProviders: [provider as { providerName: string; oidcToken: string }] });
		await expect(add({ providerName: "web", oidcToken })).rejects.toThrow("OAUTH_PROVIDER_ALREADY_EXISTS");
		await expect(add({ providerName: "x", oidcClaims: { ...claims, aud: "third" } })).rejects.toThrow(
			"`oidcClaims` need an `oidcToken`",
		);
		await expect(add({ providerName: "x" })).rejects.toThrow("needs one of `oidcToken` and `oidcClaims`");
		await expect(add({ providerName: "x", oidcToken: "x.y.z" })).rejects.toThrow("INVALID_OIDC_TOKEN");
		await root.deleteOauthProviders({ userId, providerIds: [providerIds[1] ?? ""] });
		expect((await root.getOauthProviders({})).oauthProviders).toHaveLength(1);
	});
});
