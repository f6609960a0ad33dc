// Every refusal of the embedded service that has a code, a status or words of its own, each asked for over a socket, in one
// table: docs/service-refusals.md, which is what this finds. `UPDATE_GOLDEN=1` writes it; read what has changed.
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { generateP256KeyPair } from "@turnkey/crypto";
import { refusalStatuses } from "../../src/api/documented-status.js";
import { ERROR_CODES } from "../../src/api/error-codes.js";
import { STATUS } from "../../src/api/failure.js";
import { operations } from "../../src/api/operations.js";
import { testClock } from "../support/clocks.js";
import { runService, type TestService } from "../support/described-service.js";
import { expectDocumented } from "../support/golden.js";
import { type OauthServer, startOauthServer } from "../support/oauth-server.js";
import type { Answer, Reply, TestClient } from "../support/service-client.js";
import { header } from "../support/stamper.js";
import { foundSubOrganization } from "../support/sub-organization.js";

const PROXY = "7a1c0e5e-0000-4000-8000-000000000001";
const BOB = "7a1c0e5e-0000-4000-8000-000000000002";
const NOBODY = "00000000-0000-4000-8000-000000000000";
const SEED = `
apiVersion: quorate/v1
kind: Organization
metadata: { name: Treasury }
spec:
  rootQuorum: { threshold: 1, users: [root] }
  users:
    - { name: root, apiKeys: [{ name: default }, { name: short, expirationSeconds: 60 }] }
    - { name: alice }
    - { name: bob, id: ${BOB} }
  policies:
    - { name: bob may nothing, effect: EFFECT_DENY, consensus: "approvers.any(user, user.id == '${BOB}')" }
  privateKeys: [{ name: hot, curve: CURVE_SECP256K1 }]
  wallets:
    - name: cold
      accounts: [{ curve: CURVE_SECP256K1, path: "m/44'/60'/0'/0/0", addressFormat: ADDRESS_FORMAT_ETHEREUM }]
  authProxy: { id: ${PROXY}, allowedOrigins: ["https://app.example"] }
`;
const ACCOUNT = {
	curve: "CURVE_SECP256K1",
	pathFormat: "PATH_FORMAT_BIP32",
	path: "m/44'/60'/0'/0/0",
	addressFormat: "ADDRESS_FORMAT_ETHEREUM",
};
const WHOAMI = "/public/v1/query/whoami";

const clock = testClock(Date.now());
let broken = false;
let service: TestService;
let core: TestService;
let limited: TestService;
let busy: TestService;
let shut: TestService;
let oauth: OauthServer;
let founded: TestClient;
beforeAll(async () => {
	oauth = await startOauthServer();
	const now = (): number => {
		if (broken) throw new Error("the clock has stopped");
		return clock.now();
	};
	const limits = { policies: 3, allowlistRules: 1, headersTimeout: 100, bodyBytes: 10_000, longLivedApiKeys: 2 };
	service = await runService({ seed: SEED, clock: { ...clock, now }, limits });
	core = await runService({ profile: "core" });
	limited = await runService({ rateLimit: 1, clock });
	busy = await runService({ faults: { rate503: 1 } });
	shut = await runService();
	await shut.root.activity("set_ip_allowlist", { enabled: true, rules: [{ cidr: "203.0.113.0/24" }] });
	founded = await foundSubOrganization(service, "ada");
});
afterAll(async () => {
	await founded.close();
	for (const each of [service, core, limited, busy, shut]) await each.close();
	await oauth.close();
});

const body = () => JSON.stringify({ organizationId: service.organizationId });
const stamped = (stamp: string) => service.root.post(WHOAMI, body(), { "x-stamp": stamp });
const userId = async (): Promise<string> => (await service.root.query("whoami")).userId;
const policy = (more: object) =>
	service.root.submit("create_policy", { policyName: "p", effect: "EFFECT_ALLOW", notes: "", ...more });

async function plain(path: string, text: string, headers: Record<string, string> = {}, url = service.baseUrl): Promise<Reply> {
	const answer = await fetch(`${url}${path}`, {
		method: "POST",
		headers: { "content-type": "application/json", ...headers },
		body: text,
	});
	return { status: answer.status, body: await answer.json(), headers: {} };
}

/** A request whose headers never end. */
async function unfinished(): Promise<Reply> {
	const socket = connect(Number(new URL(service.baseUrl).port), "127.0.0.1");
	socket.write(`POST ${WHOAMI} HTTP/1.1\r\nHost: localhost\r\n`);
	const text = (await socket.toArray()).join("");
	return { status: Number(text.split(" ")[1]), body: JSON.parse(text.slice(text.indexOf("\r\n\r\n"))), headers: {} };
}

async function sign(parameters: object): Promise<Reply> {
	const { privateKeys } = await service.root.query("list_private_keys");
	const request = { signWith: privateKeys[0].privateKeyId, payload: "00", encoding: "PAYLOAD_ENCODING_HEXADECIMAL" };
	return service.root.submit("sign_raw_payload", { ...request, hashFunction: "HASH_FUNCTION_SHA256", ...parameters });
}

const proxied = (headers: Record<string, string>) => plain("/v1/wallet_kit_config", "{}", headers, service.authProxyUrl);

/** One after the other, since some take up what those before have made. When it is refused, in the words of the page, and a request that is. */
const ROWS: readonly (readonly [when: string, ask: () => Promise<Reply>])[] = [
	// Who is asking.
	["no stamp", () => plain(WHOAMI, body())],
	["a stamp that cannot be read", () => stamped("***")],
	["a stamp of an unknown scheme", () => stamped(header({ publicKey: service.root.publicKey, scheme: "X", signature: "00" }))],
	["a stamp over other bytes", () => stamped(service.root.stamp("{}"))],
	["a key nobody has", () => stamped(core.root.stamp(body()))],
	[
		"a passkey nobody has",
		() => {
			const part = Buffer.from(JSON.stringify({ type: "webauthn.get" })).toString("base64url");
			const stamp = { credentialId: "AAAA", clientDataJson: part, authenticatorData: part, signature: part };
			return plain(WHOAMI, body(), { "x-stamp-webauthn": JSON.stringify(stamp) });
		},
	],
	[
		"a key of several sub-organizations, asked of their parent",
		async () => {
			const apiKey = { apiKeyName: "k", publicKey: founded.publicKey, curveType: "API_KEY_CURVE_P256" };
			const twin = await foundSubOrganization(service, "twin", { user: { apiKeys: [apiKey] } });
			await twin.close();
			const text = body();
			return founded.post(WHOAMI, text);
		},
	],
	[
		"an expired key",
		async () => {
			const short = service.client("root.short");
			clock.advance(60_000);
			return short.ask("whoami");
		},
	],
	["an organization that is no UUID", () => service.root.ask("whoami", { organizationId: "x" })],
	["an organization nobody has founded", () => service.root.ask("whoami", { organizationId: NOBODY })],
	[
		"an activity in a sub-organization, by its parent's user",
		() => {
			const text = service.root.body("create_policy", { policyName: "p", effect: "EFFECT_ALLOW", notes: "" });
			return service.root.post(operations.create_policy.path, text.replace(service.organizationId, founded.organizationId));
		},
	],
	["the login proxy, without one of its configurations", () => proxied({})],
	["the login proxy, by a configuration there is not", () => proxied({ "x-auth-proxy-config-id": NOBODY })],
	[
		"the login proxy, from a page it does not serve",
		() => proxied({ "x-auth-proxy-config-id": PROXY, origin: "https://elsewhere.example" }),
	],
	// What is asked.
	["a path there is not", () => service.root.post("/public/v1/query/nothing", "{}")],
	["a path outside the profile", () => core.root.ask("list_policies")],
	["an earlier path of the login proxy", () => plain("/v1/otp_login", "{}", {}, service.authProxyUrl)],
	["a transaction of a sort that is not signed here", () => signed("TRANSACTION_TYPE_BITCOIN", "00")],
	["another content type", () => service.root.post(WHOAMI, body(), { "content-type": "text/plain" })],
	["no JSON", () => service.root.post(WHOAMI, "{")],
	["a body beyond the limit", () => service.root.post(WHOAMI, JSON.stringify({ organizationId: "x".repeat(20_000) }))],
	["a request that does not come in time", unfinished],
	["a field that is missing", () => service.root.ask("get_wallet")],
	["a field there is not", () => service.root.ask("whoami", { colour: "red" })],
	["a field of another type", () => service.root.ask("get_wallet", { walletId: 1 })],
	["a timestamp too old", () => old(-3_600_001)],
	["a timestamp ahead of time", () => old(300_001)],
	// Whether they may.
	[
		"no policy allows it",
		() => service.client("alice").submit("create_policy", { policyName: "p", effect: "EFFECT_ALLOW", notes: "" }),
	],
	[
		"a policy forbids it",
		() => service.client("bob").submit("create_policy", { policyName: "p", effect: "EFFECT_ALLOW", notes: "" }),
	],
	["an address that is not on the allowlist", () => shut.root.ask("whoami")],
	["what sub-organizations may not do", () => founded.submit("set_ip_allowlist", { enabled: true, rules: [] })],
	["more than one request a second, where that is the limit", () => second(() => limited.root.ask("whoami"))],
	// What it is about.
	["an identifier nobody knows", () => service.root.ask("get_wallet", { walletId: NOBODY })],
	["an identifier that is no UUID", () => service.root.ask("get_wallet", { walletId: "x" })],
	["an activity nobody knows", () => service.root.ask("get_activity", { activityId: NOBODY })],
	[
		"a vote on an activity nobody knows",
		() => service.root.submit("approve_activity", { fingerprint: `sha256:${"0".repeat(64)}` }),
	],
	[
		"a vote on an activity that is over",
		async () => {
			const { fingerprint } = await service.root.activity("create_private_key_tag", {
				privateKeyTagName: "t",
				privateKeyIds: [],
			});
			return service.root.submit("reject_activity", { fingerprint });
		},
	],
	["a policy's name that is taken", () => second(() => policy({}))],
	["a condition that is none", () => policy({ policyName: "q", condition: "wallet.colour == 1" })],
	["a consensus that is none", () => policy({ policyName: "q", consensus: "approvers.count( >= 2" })],
	["one policy more than allowed", () => policy({ policyName: "q" }).then(() => policy({ policyName: "r" }))],
	["a CIDR that is none", () => service.root.submit("set_ip_allowlist", { enabled: true, rules: [{ cidr: "10.0.0.0/33" }] })],
	[
		"an allowlist too long",
		() => service.root.submit("set_ip_allowlist", { enabled: false, rules: [{ cidr: "10.0.0.0/24" }, { cidr: "10.0.1.0/24" }] }),
	],
	["a webhook to this machine", () => service.root.submit("create_webhook_endpoint", { name: "w", url: "https://127.0.0.1/" })],
	[
		"a webhook without a name",
		() => service.root.submit("create_webhook_endpoint", { name: "", url: "https://hooks.example.com/" }),
	],
	[
		"an MFA policy its user could never satisfy",
		async () =>
			service.root.submit("create_mfa_policy", {
				userId: await userId(),
				mfaPolicyName: "m",
				condition: "true",
				requiredAuthenticationMethods: [{ any: [{ type: "AUTHENTICATION_TYPE_PASSKEY" }] }],
				order: 0,
			}),
	],
	[
		"an address that is none",
		async () => service.root.submit("update_user_email", { userId: await userId(), userEmail: "root" }),
	],
	[
		"the last credential, to be deleted",
		async () => {
			const alice = service.client("alice");
			const me = (await alice.query("whoami")).userId;
			const { apiKeys } = await alice.query("get_api_keys", { userId: me });
			return alice.submit("delete_api_keys", { userId: me, apiKeyIds: [apiKeys[0].apiKeyId] });
		},
	],
	[
		"one API key more than allowed",
		async () => {
			const key = (publicKey: string) => ({ apiKeyName: publicKey, publicKey, curveType: "API_KEY_CURVE_P256" });
			const apiKeys = [core, limited, busy].map((each) => key(each.root.publicKey));
			return service.root.submit("create_api_keys", { userId: await userId(), apiKeys });
		},
	],
	[
		"a lifetime that is none",
		async () =>
			service.root.submit("create_read_write_session", {
				targetPublicKey: generateP256KeyPair().publicKeyUncompressed,
				expirationSeconds: "soon",
			}),
	],
	// Keys and signatures.
	["a key to sign with nobody knows", () => sign({ signWith: NOBODY })],
	["a hash function there is not", () => sign({ hashFunction: "HASH_FUNCTION_ROT13" })],
	["an encoding there is not", () => sign({ encoding: "PAYLOAD_ENCODING_ROT13" })],
	["a digest that is none", () => sign({ hashFunction: "HASH_FUNCTION_NO_OP" })],
	["a transaction that cannot be read", () => signed("TRANSACTION_TYPE_ETHEREUM", "00")],
	[
		"an account that is there",
		async () => {
			const { wallets } = await service.root.query("list_wallets");
			return service.root.submit("create_wallet_accounts", { walletId: wallets[0].walletId, accounts: [ACCOUNT] });
		},
	],
	[
		"an account never exported, to be deleted",
		async () => {
			const { accounts } = await service.root.query("list_wallet_accounts");
			return service.root.submit("delete_wallet_accounts", { walletAccountIds: [accounts[0].walletAccountId] });
		},
	],
	[
		"a private key that is disabled",
		async () => {
			const { privateKeys } = await service.root.query("list_private_keys");
			await service.root.activity("disable_private_key", { privateKeyId: privateKeys[0].privateKeyId });
			return sign({});
		},
	],
	// Logins.
	[
		"one-time passwords asked for too often",
		async () => {
			const otp = { otpType: "OTP_TYPE_EMAIL", contact: "ada@example.com", appName: "App" };
			for (let count = 0; count < 3; count += 1) await service.root.activity("init_otp", otp);
			return service.root.submit("init_otp", otp);
		},
	],
	[
		"a verification token that is none",
		() =>
			plain(
				"/v1/otp_login_v2",
				JSON.stringify({
					verificationToken: "x",
					publicKey: service.root.publicKey,
					clientSignature: {
						publicKey: service.root.publicKey,
						scheme: "CLIENT_SIGNATURE_SCHEME_API_P256",
						message: "{}",
						signature: "00",
					},
				}),
				{ "x-auth-proxy-config-id": PROXY },
				service.authProxyUrl,
			),
	],
	[
		"an OIDC token that is none",
		async () =>
			service.root.submit("create_oauth_providers", {
				userId: await userId(),
				oauthProviders: [{ providerName: "p", oidcToken: "x" }],
			}),
	],
	[
		"an identity that is linked",
		async () => {
			const oauthProviders = [{ providerName: "p", oidcToken: await oauth.idToken("4711", "n") }];
			await service.root.activity("create_oauth_providers", { userId: await userId(), oauthProviders });
			return service.root.submit("create_oauth_providers", {
				userId: await userId(),
				oauthProviders: [{ ...oauthProviders[0], providerName: "q" }],
			});
		},
	],
	[
		"an OAuth 2.0 provider there is not",
		() =>
			service.root.submit("create_oauth2_credential", {
				provider: "OAUTH2_PROVIDER_MINE",
				clientId: "c",
				encryptedClientSecret: "x",
			}),
	],
	["an OAuth 2.0 credential nobody knows", () => exchange(NOBODY)],
	// The service itself.
	["the service is overloaded, or its store cannot be written", () => busy.root.ask("whoami")],
	[
		"the service is at fault",
		async () => {
			broken = true;
			const reply = await service.root.ask("whoami");
			broken = false;
			return reply;
		},
	],
];

/** What is answered the second time. */
async function second(ask: () => Promise<Reply>): Promise<Reply> {
	await ask();
	return ask();
}

function signed(type: string, unsignedTransaction: string): Promise<Reply> {
	return service.root
		.query("list_private_keys")
		.then(({ privateKeys }) =>
			service.root.submit("sign_transaction", { signWith: privateKeys[0].privateKeyId, unsignedTransaction, type }),
		);
}

function old(milliseconds: number): Promise<Reply> {
	const text = service.root.body("delete_policy", { policyId: NOBODY }, clock.now() + milliseconds);
	return service.root.post(operations.delete_policy.path, text);
}

function exchange(oauth2CredentialId: string): Promise<Reply> {
	const request = { authCode: "a", redirectUri: "https://app.example/", codeVerifier: "v", nonce: "0".repeat(64) };
	return service.root.submit("oauth2_authenticate", { oauth2CredentialId, ...request });
}

interface Refused {
	readonly when: string;
	readonly status: number;
	readonly body: Answer;
}

/** A client's secret that does not open is refused when it comes; it can stop opening only when the service's keys are replaced. */
const OUT_OF_REACH = ["OAUTH2_PROVIDER_NOT_CONFIGURED"];

const refusals: Refused[] = [];

test.each(ROWS)(
	"%s",
	async (when, ask) => {
		const { status, body: refusal } = await ask();
		refusals.push({ when, status, body: refusal });
		expect(refusal).toEqual({
			code: expect.any(Number),
			message: expect.any(String),
			details: expect.any(Array),
			turnkeyErrorCode: expect.any(String),
		});
		expect(status).toBeGreaterThanOrEqual(400);
		const { turnkeyErrorCode, details } = refusal;
		const detail = { "@type": "type.googleapis.com/errors.v1.TurnkeyErrorDetail", turnkeyErrorCode };
		expect(details.filter((each: Answer) => "turnkeyErrorCode" in each)).toEqual(turnkeyErrorCode === "" ? [] : [detail]);
	},
	60_000,
);

test("the table has every status and every code there is", () => {
	const documented = new Set(Object.values(operations).flatMap(refusalStatuses));
	expect([...new Set(refusals.map(({ status }) => status))].sort()).toEqual([...documented].sort());
	const codes = new Set(refusals.map(({ body: { turnkeyErrorCode } }) => turnkeyErrorCode));
	expect(Object.keys(ERROR_CODES).filter((code) => !codes.has(code))).toEqual(OUT_OF_REACH);
});

test("is the published table", () => {
	expectDocumented("service-refusals.md", page());
});

function page(): string {
	const names = Object.fromEntries(Object.entries(STATUS).map(([name, code]) => [code, name]));
	const rows = refusals.map(({ when, status, body: { code, message, turnkeyErrorCode } }) =>
		[when, status, `${code} ${names[code]}`, turnkeyErrorCode, stable(message)].join(" | "),
	);
	return `# What the embedded service refuses, and how

Every refusal is JSON: \`code\` is a gRPC status number, \`message\` is for people, \`details\` may say more, and \`turnkeyErrorCode\`
names the reason where the service has a name for it. What is refused changes nothing. This page is written by a test that asks
for each of these over a socket; \`schemas/openapi.json\` says what every code means and which statuses every operation has.

| when | HTTP | code | turnkeyErrorCode | message |
| --- | --- | --- | --- | --- |
${rows.map((row) => `| ${row} |`).join("\n")}
`;
}

/** Identifiers, keys and times differ from run to run. */
function stable(message: string): string {
	return message
		.replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "ID")
		.replaceAll(/\b0[23][0-9a-f]{64}\b/g, "KEY")
		.replaceAll(/\b\d{13}\b/g, "TIME")
		.replaceAll("|", "\\|");
}
