// Logging in, where it goes wrong or goes to the limit: session keys, lifetimes, profiles, eviction, client signatures and the
// tokens they are made for.
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { decryptCredentialBundle, generateP256KeyPair } from "@turnkey/crypto";
import { Secret } from "../../src/base/secret.js";
import type { ServiceEvent } from "../../src/service/start.js";
import { clientSignature, tokenClaims } from "../support/client-signature.js";
import { type AheadClock, aheadClock } from "../support/clocks.js";
import { runService, type TestService } from "../support/running-service.js";
import { type Answer, type Reply, TestClient } from "../support/service-client.js";
import { foundSubOrganization } from "../support/sub-organization.js";
import { verificationToken } from "../support/verification.js";

const PROXY = "0b5c2f0e-6a43-4d7b-9a5a-0d6c1f2e3a4b";
const NOBODY = "00000000-0000-4000-8000-000000000000";
const SEED = `
apiVersion: quorate/v1
kind: Organization
metadata: { name: Wallets }
spec:
  rootQuorum: { threshold: 1, users: [root] }
  users: [{ name: root }, { name: alice }]
  authProxy: { id: ${PROXY}, verificationTokenRequired: true }
  sessionProfiles: [{ name: reading, scope: "false" }]
`;

let clock: AheadClock;
let service: TestService;
let alice: TestClient;
const codes: string[] = [];
const clients: TestClient[] = [];
beforeEach(async () => {
	clock = aheadClock();
	codes.length = 0;
	service = await runService({
		seed: SEED,
		clock,
		log: ({ code }: ServiceEvent) => typeof code === "string" && codes.push(code),
	});
	alice = service.client("alice");
});
afterEach(async () => {
	for (const each of clients.splice(0)) await each.close();
	await service.close();
});

const said = ({ status, body }: Reply) => [status, body.message];
const keys = async (client = alice): Promise<Answer[]> => {
	const { userId } = await client.query("whoami");
	return (await client.query("get_api_keys", { userId })).apiKeys;
};
const login = (parameters: object) => alice.submit("stamp_login", { publicKey: generateP256KeyPair().publicKey, ...parameters });

describe("a session is refused", () => {
	test.each<[string, object, number, string]>([
		["for a key that is none", { publicKey: "02" }, 400, "`publicKey` must be a P-256 public key in hexadecimal"],
		["for no time", { expirationSeconds: "0" }, 400, "invalid api key expiration"],
		["for a time that is none", { expirationSeconds: "soon" }, 400, "invalid api key expiration"],
		["for less than no time", { expirationSeconds: "-1" }, 400, "invalid api key expiration"],
		["with a profile there is not", { sessionProfileId: NOBODY }, 404, `unable to find session profile ${NOBODY}`],
		["with a profile that is no identifier", { sessionProfileId: "x" }, 400, "`sessionProfileId` must be a UUID"],
	])("%s", async (_what, parameters, status, message) => {
		expect(said(await login(parameters))).toEqual([status, expect.stringContaining(message)]);
		expect(await keys()).toHaveLength(1);
	});

	test("for a key that is somebody's credential", async () => {
		const taken = [400, "invalid request body: `publicKey` is already a credential of this organization"];
		expect(said(await login({ publicKey: alice.publicKey }))).toEqual(taken);
		const { publicKey } = generateP256KeyPair();
		await service.root.activity("stamp_login", { publicKey });
		expect(said(await login({ publicKey }))).toEqual(taken);
	});

	test("with a bundle for what is no key, or a compressed one", async () => {
		for (const targetPublicKey of ["", "04", generateP256KeyPair().publicKey]) {
			const reply = await alice.submit("create_read_write_session", { targetPublicKey });
			expect(said(reply)).toEqual([
				400,
				"invalid request body: `targetPublicKey` must be an uncompressed P-256 public key in hexadecimal",
			]);
		}
	});

	test("for another user, without a policy that allows it", async () => {
		const { userId } = await service.root.query("whoami");
		const { publicKeyUncompressed: targetPublicKey } = generateP256KeyPair();
		expect((await alice.submit("create_read_write_session", { targetPublicKey, userId })).status).toBe(403);
		expect((await alice.submit("create_read_write_session", { targetPublicKey })).status).toBe(200);
	});
});

describe("sessions and room for them", () => {
	test("the same key logs in again: one key, a new lifetime", async () => {
		const { publicKey } = generateP256KeyPair();
		await alice.activity("stamp_login", { publicKey, expirationSeconds: "60" });
		await alice.activity("stamp_login", { publicKey, expirationSeconds: "120" });
		expect((await keys()).map((each) => each.expirationSeconds)).toEqual([undefined, "120"]);
	});

	test("the eleventh takes the place of one that is over, and then of the oldest", async () => {
		const made: string[] = [];
		const start = async (expirationSeconds: string) => {
			const { publicKey } = generateP256KeyPair();
			await alice.activity("stamp_login", { publicKey, expirationSeconds });
			made.push(publicKey);
		};
		for (let session = 0; session < 10; session += 1) await start(session === 4 ? "60" : "3600");
		const left = async () => (await keys()).slice(1).map((each) => each.credential.publicKey);
		expect(await left()).toEqual(made);
		clock.advance(60_000);
		await start("3600");
		expect(await left()).toEqual(made.filter((_key, index) => index !== 4));
		await start("3600");
		expect(await left()).toEqual(made.filter((_key, index) => index !== 4 && index !== 0));
	});

	test("invalidateExisting ends sessions of its own sort", async () => {
		const { privateKey, publicKeyUncompressed: targetPublicKey } = generateP256KeyPair();
		const bundled = async (more: object = {}) => {
			const { result } = await alice.activity("create_read_write_session", { targetPublicKey, ...more });
			const { credentialBundle, apiKeyId } = result.createReadWriteSessionResultV2;
			expect(decryptCredentialBundle(credentialBundle, privateKey)).toMatch(/^[0-9a-f]{64}$/);
			return apiKeyId;
		};
		await alice.activity("stamp_login", { publicKey: generateP256KeyPair().publicKey });
		await bundled();
		await bundled();
		const last = await bundled({ invalidateExisting: true });
		const types = async () => (await keys()).map((each) => each.credential.type);
		expect(await types()).toEqual([
			"CREDENTIAL_TYPE_API_KEY_P256",
			"CREDENTIAL_TYPE_LOGIN",
			"CREDENTIAL_TYPE_READ_WRITE_SESSION_KEY_P256",
		]);
		expect((await keys()).at(-1).apiKeyId).toBe(last);
		await alice.activity("stamp_login", { publicKey: generateP256KeyPair().publicKey, invalidateExisting: true });
		expect(await types()).toEqual([
			"CREDENTIAL_TYPE_API_KEY_P256",
			"CREDENTIAL_TYPE_READ_WRITE_SESSION_KEY_P256",
			"CREDENTIAL_TYPE_LOGIN",
		]);
	});
});

test("a session with a profile votes on what its profile permits, and on nothing else", async () => {
	const { root } = service;
	const scope = "activity.type == 'ACTIVITY_TYPE_CREATE_USER_TAG'";
	const { result } = await root.activity("create_session_profile", { sessionProfileName: "tags", scope });
	const { sessionProfileId } = result.createSessionProfileResult;
	const { publicKey, privateKey } = generateP256KeyPair();
	await alice.activity("stamp_login", { publicKey, sessionProfileId });
	const credentials = { organizationId: alice.organizationId, apiPublicKey: publicKey, apiPrivateKey: new Secret(privateKey) };
	const session = new TestClient(service.baseUrl, credentials);
	clients.push(session);
	const userIds = [(await root.query("whoami")).userId, (await alice.query("whoami")).userId];
	await root.activity("update_root_quorum", { threshold: 2, userIds });

	const tag = await root.activity("create_user_tag", { userTagName: "ops", userIds: [] });
	const policy = await root.activity("create_policy", { policyName: "p", effect: "EFFECT_ALLOW", notes: "" });
	const vote = (name: "approve_activity" | "reject_activity", { fingerprint }: Answer) => session.submit(name, { fingerprint });
	for (const name of ["approve_activity", "reject_activity"] as const) {
		expect(said(await vote(name, policy))).toEqual([403, "request not authorized"]);
	}
	expect((await vote("approve_activity", tag)).body.activity.status).toBe("ACTIVITY_STATUS_COMPLETED");
	expect((await alice.query("get_activity", { activityId: policy.id })).activity.status).toBe("ACTIVITY_STATUS_CONSENSUS_NEEDED");
	// It reads, and may log in anew only as far as its profile goes: not at all.
	expect((await session.query("list_user_tags")).userTags).toHaveLength(1);
	expect((await session.submit("stamp_login", { publicKey: generateP256KeyPair().publicKey })).status).toBe(403);
});

test.each<[string, object, string]>([
	["the name of another", { sessionProfileName: "reading" }, "session profile label must be unique"],
	["no scope", { scope: "" }, "invalid request body: `scope` must not be empty"],
	["a scope that cannot be read", { scope: "activity." }, "invalid session profile scope: Expression cannot be evaluated"],
	["a scope beyond all measure", { scope: `${"true || ".repeat(9000)}true` }, "invalid session profile scope: longer than 65536"],
	["a lifetime that is none", { expirationSeconds: "1.5" }, "invalid session profile expiration"],
])("a session profile with %s is refused", async (_what, changes, message) => {
	const profile = { sessionProfileName: "p", scope: "true", ...changes };
	expect(said(await service.root.submit("create_session_profile", profile))).toEqual([400, expect.stringContaining(message)]);
});

describe("verification tokens", () => {
	const contact = "ada@wallets.example";
	const code = () => codes.at(-1) ?? "";
	let ada: TestClient;
	beforeEach(async () => {
		ada = await foundSubOrganization(service, "ada", { user: { userEmail: contact } });
		clients.push(ada);
	});

	/** Logs in with a token for a fresh key, whose signature is over this message. */
	async function answered(message: (claims: Record<string, unknown>, publicKey: string) => object | string) {
		const { publicKey, privateKey } = generateP256KeyPair();
		const token = await verificationToken(service, service.root, { contact, publicKey, code });
		const signature = clientSignature(privateKey, {});
		const text = message(tokenClaims(token), publicKey);
		const signed = typeof text === "string" ? { ...signature, message: text } : clientSignature(privateKey, text);
		const { organizationId } = ada;
		return said(
			await service.root.post(
				"/public/v1/submit/otp_login",
				JSON.stringify({
					type: "ACTIVITY_TYPE_OTP_LOGIN_V2",
					timestampMs: String(clock.now()),
					organizationId,
					parameters: { verificationToken: token, publicKey, clientSignature: signed },
				}),
			),
		);
	}
	const type = "USAGE_TYPE_LOGIN";

	test.each<[string, Parameters<typeof answered>[0], string]>([
		["whose signature is over something else", () => '{"another":"message"}', "it does not verify"],
		[
			"used for a sign-up",
			({ id }, publicKey) => ({ login: { publicKey }, tokenId: id, type: "USAGE_TYPE_SIGNUP" }),
			"it was not made for USAGE_TYPE_LOGIN",
		],
		["used for nothing", ({ id }) => ({ tokenId: id, type }), "its message does not say what was signed"],
		["of another's", (_claims, publicKey) => ({ login: { publicKey }, tokenId: NOBODY, type }), "it was made for another"],
	])("%s are refused", async (_what, message, refusal) => {
		expect(await answered(message)).toEqual([400, expect.stringContaining(`invalid client signature: ${refusal}`)]);
	});

	test("the right message, in any order of its members, logs in", async () => {
		expect(await answered(({ id }, publicKey) => ({ type, tokenId: id, login: { publicKey } }))).toEqual([200, undefined]);
	});

	test("of a sub-organisation serve in it alone", async () => {
		const { publicKey } = generateP256KeyPair();
		const token = await verificationToken(service, ada, { contact, publicKey, code });
		const { userId } = await service.root.query("whoami");
		const elsewhere = { userId, userEmail: contact, verificationToken: token };
		expect(said(await service.root.submit("update_user_email", elsewhere))).toEqual([
			400,
			"verification token was issued by another organization",
		]);
		const { userId: adasId } = await ada.query("whoami");
		await ada.activity("update_user_email", { userId: adasId, userEmail: contact, verificationToken: token });
	});

	test("for a sign-up need a signature, and a user whose contact it is", async () => {
		const { publicKey, privateKey } = generateP256KeyPair();
		const token = await verificationToken(service, service.root, { contact: "eve@wallets.example", publicKey, code });
		const apiKeys = [{ apiKeyName: "k", publicKey, curveType: "API_KEY_CURVE_P256" }];
		const founding = (userEmail: string, more: object) =>
			service.root.submit("create_sub_organization", {
				subOrganizationName: "eve",
				rootUsers: [{ userName: "eve", userEmail, apiKeys }],
				rootQuorumThreshold: 1,
				verificationToken: token,
				...more,
			});
		const signed = (email: string) => ({
			clientSignature: clientSignature(privateKey, {
				signupV2: { apiKeys, email },
				tokenId: tokenClaims(token)["id"],
				type: "USAGE_TYPE_SIGNUP",
			}),
		});
		expect(said(await founding("eve@wallets.example", {}))).toEqual([
			400,
			"invalid client signature: the verification token needs one",
		]);
		expect(said(await founding("mallory@wallets.example", signed("mallory@wallets.example")))).toEqual([
			400,
			"verification token was issued for a contact that no root user has",
		]);
		expect(said(await founding("eve@wallets.example", signed("mallory@wallets.example")))).toEqual([
			400,
			"invalid client signature: `email` is not what was signed",
		]);
		expect((await founding("EVE@wallets.example", signed("EVE@wallets.example"))).status).toBe(200);
	});

	test("open the proxy's look-up of accounts, where it asks for them", async () => {
		const ask = async (body: object) => {
			const answer = await fetch(`${service.authProxyUrl}/v1/account`, {
				method: "POST",
				headers: { "content-type": "application/json", "x-auth-proxy-config-id": PROXY },
				body: JSON.stringify(body),
			});
			return [answer.status, (await answer.json()) as Answer] as const;
		};
		const { publicKey } = generateP256KeyPair();
		const filter = { filterType: "EMAIL", filterValue: contact };
		const [status, { message }] = await ask(filter);
		expect([status, message]).toEqual([400, "a verification token is needed to look up an account by its contact"]);
		const eves = await verificationToken(service, service.root, { contact: "eve@wallets.example", publicKey, code });
		const [refused, body] = await ask({ ...filter, verificationToken: eves });
		expect([refused, body.message]).toEqual([400, "verification token was issued for another contact"]);
		const own = await verificationToken(service, service.root, { contact, publicKey, code });
		expect(await ask({ ...filter, verificationToken: own })).toEqual([200, { organizationId: ada.organizationId }]);
		// What identifies a key, not a person, needs none.
		expect(await ask({ filterType: "PUBLIC_KEY", filterValue: ada.publicKey })).toEqual([
			200,
			{ organizationId: ada.organizationId },
		]);
	});

	test("do not log in where one-time passwords are switched off", async () => {
		const more = { disableOtpEmailAuth: true };
		const eve = await foundSubOrganization(service, "eve", { user: { userEmail: "eve@wallets.example" }, more });
		clients.push(eve);
		const { publicKey, privateKey } = generateP256KeyPair();
		const token = await verificationToken(service, service.root, { contact: "eve@wallets.example", publicKey, code });
		const message = { login: { publicKey }, tokenId: tokenClaims(token)["id"], type };
		const body = {
			type: "ACTIVITY_TYPE_OTP_LOGIN_V2",
			timestampMs: String(clock.now()),
			organizationId: eve.organizationId,
			parameters: { verificationToken: token, publicKey, clientSignature: clientSignature(privateKey, message) },
		};
		expect(said(await service.root.post("/public/v1/submit/otp_login", JSON.stringify(body)))).toEqual([
			403,
			"OTP_TYPE_EMAIL is disabled for this organization",
		]);
	});
});

test("one-time passwords are refused by WhatsApp, to what is no number, and of an odd length", async () => {
	const ask = async (more: object) =>
		said(await service.root.submit("init_otp", { otpType: "OTP_TYPE_SMS", contact: "+14155550123", appName: "W", ...more }));
	expect(await ask({ otpType: "OTP_TYPE_WHATSAPP" })).toEqual([
		501,
		"one-time passwords by WhatsApp are not supported by this service",
	]);
	expect(await ask({ otpType: "OTP_TYPE_PIGEON" })).toEqual([400, expect.stringContaining("`otpType` must be one of")]);
	expect(await ask({ contact: "4155550123" })).toEqual([400, "invalid phone number: expected E.164, such as +13214567890"]);
	for (const otpLength of [5, 10]) {
		expect(await ask({ otpLength })).toEqual([400, "invalid request body: `otpLength` must be from 6 to 9"]);
	}
	expect(await ask({ expirationSeconds: "601" })).toEqual([400, "invalid expirationSeconds: at most 600"]);
});
