// OAuth servers that do not answer as they should: each is told apart, none is believed, and no secret is repeated.
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { runService, type TestService } from "../support/running-service.js";

const SECRET = "keep-this-to-yourself";
type Answering = (response: ServerResponse) => void;
const json = (value: unknown, status = 200): Answering => {
	return (response) => response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
};
const TOKEN = json({ access_token: "bearer-4711" });

/** What the server says at `/token`, `/me`, and where issuers describe themselves. */
let says: Readonly<Record<string, Answering>> = {};
const server = createServer((request, response) => {
	request.resume();
	(says[request.url ?? ""] ?? json({ error: "not_found" }, 404))(response);
});
let service: TestService;
let issuer: string;
beforeAll(async () => {
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	service = await runService({
		seed: `
apiVersion: quorate/v1
kind: Organization
metadata: { name: Wallets }
spec:
  rootQuorum: { threshold: 1, users: [root] }
  users: [{ name: root }]
  oauth2Providers: [{ provider: OAUTH2_PROVIDER_X, tokenEndpoint: "${issuer}/token", userinfoEndpoint: "${issuer}/me" }]
  oauth2Credentials: [{ provider: OAUTH2_PROVIDER_X, clientId: app, clientSecret: ${SECRET} }]
`,
	});
});
afterAll(async () => {
	await service.close();
	server.closeAllConnections();
	await new Promise((resolve) => server.close(resolve));
});

test.each<[string, Readonly<Record<string, Answering>>, string]>([
	["a web page", { "/token": (response) => response.end("<html>") }, "answered 200 and no JSON"],
	["its own reason", { "/token": json({ error: "invalid_client" }, 401) }, "answered 401 (invalid_client)"],
	["a reason that is no word", { "/token": json({ error: `<b>${SECRET}</b>` }, 400) }, "answered 400"],
	["another address", { "/token": (response) => response.writeHead(302, { location: "/me" }).end() }, "does not answer"],
	["a broken line", { "/token": (response) => response.destroy() }, "does not answer"],
	["too much", { "/token": (response) => response.end("x".repeat(1024 * 1024 + 1)) }, "the answer is too long"],
	["no token", { "/token": json({}) }, "the provider's answer has no access token"],
	["a token whose owner it does not know", { "/token": TOKEN, "/me": json({}) }, "the provider does not say whose token it is"],
	["a token whose owner it does not tell", { "/token": TOKEN, "/me": json({}, 403) }, "answered 403"],
])("a provider that answers with %s", async (_what, answers, message) => {
	says = answers;
	const { oauth2Credentials } = await service.root.query("list_oauth2_credentials");
	const reply = await service.root.submit("oauth2_authenticate", {
		oauth2CredentialId: oauth2Credentials[0].oauth2CredentialId,
		authCode: "x",
		redirectUri: "https://app.example/",
		codeVerifier: "x",
		nonce: "ab".repeat(32),
	});
	expect([reply.status, reply.body.message]).toEqual([
		400,
		expect.stringMatching(/^the authorization code could not be exchanged: /),
	]);
	expect(reply.body.message).toContain(message);
	expect(JSON.stringify(reply.body)).not.toMatch(new RegExp(`${SECRET}|bearer-4711`));
});

test("a provider whose owner is told inside of `data`, as one does", async () => {
	says = { "/token": TOKEN, "/me": json({ data: { id: 4711 } }) };
	const { oauth2Credentials } = await service.root.query("list_oauth2_credentials");
	const { result } = await service.root.activity("oauth2_authenticate", {
		oauth2CredentialId: oauth2Credentials[0].oauth2CredentialId,
		authCode: "x",
		redirectUri: "https://app.example/",
		codeVerifier: "x",
		nonce: "ab".repeat(32),
	});
	const [, claims = ""] = result.oauth2AuthenticateResult.oidcToken.split(".");
	expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toMatchObject({ sub: "x:4711", iss: "Turnkey", aud: "app" });
});

const CONFIGURATION = "/.well-known/openid-configuration";
test.each<[string, (at: string) => Readonly<Record<string, Answering>>, string]>([
	["no description", () => ({}), "its issuer's keys cannot be had"],
	["a list", () => ({ [CONFIGURATION]: json([]) }), "its issuer does not answer with a JSON object"],
	["no keys", (at) => ({ [CONFIGURATION]: json({ issuer: at }) }), "the issuer's configuration names no keys"],
	[
		"another's name",
		(at) => ({ [CONFIGURATION]: json({ issuer: `${at}/other`, jwks_uri: `${at}/keys` }) }),
		"the issuer's configuration is another issuer's",
	],
	[
		"keys that do not fit",
		(at) => ({ [CONFIGURATION]: json({ issuer: at, jwks_uri: `${at}/keys` }), "/keys": json({ keys: [] }) }),
		"it is signed with a key its issuer does not publish",
	],
])("an issuer with %s", async (what, answers, message) => {
	// A name of its own for each, since an issuer's keys are remembered.
	const at = `${issuer}/${what.replaceAll(" ", "-").replaceAll("'", "")}`;
	says = Object.fromEntries(Object.entries(answers(at)).map(([path, answer]) => [`${new URL(at).pathname}${path}`, answer]));
	const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
	const claims = { iss: at, aud: "app", sub: "ada", exp: Math.floor(Date.now() / 1000) + 60 };
	const oidcToken = [encode({ alg: "RS256", kid: "1" }), encode(claims), "AAAA"].join(".");
	const { userId } = await service.root.query("whoami");
	const reply = await service.root.submit("create_oauth_providers", {
		userId,
		oauthProviders: [{ providerName: "p", oidcToken }],
	});
	expect([reply.status, reply.body.turnkeyErrorCode]).toEqual([400, "INVALID_OIDC_TOKEN"]);
	expect(reply.body.message).toContain(message);
});
