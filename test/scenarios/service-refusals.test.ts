// What the embedded service refuses, over a real socket: the status, the code and the words.
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { openApiDocument } from "../../src/api/openapi.js";
import { operations } from "../../src/api/operations.js";
import { PATHS_BEYOND } from "../../src/api/operations-beyond.js";
import { testClock } from "../support/clocks.js";
import { runService, type TestService } from "../support/running-service.js";
import { header, signature, signingKey } from "../support/stamper.js";

const SEED = `
apiVersion: quorate/v1
kind: Organization
metadata: { name: Treasury }
spec:
  rootQuorum: { threshold: 1, users: [root] }
  users:
    - name: root
      apiKeys: [{ name: default }, { name: short, expirationSeconds: 60 }]
    - name: alice
`;
const WHOAMI = "/public/v1/query/whoami";

let service: TestService;
const clock = testClock();
beforeAll(async () => {
	service = await runService({ seed: SEED, clock });
});
afterAll(() => service.close());

const whoami = () => JSON.stringify({ organizationId: service.organizationId });

describe("authentication", () => {
	test("a request without a stamp", async () => {
		const { status, body } = await fetch(`${service.baseUrl}${WHOAMI}`, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: whoami(),
		}).then(async (answer) => ({ status: answer.status, body: await answer.json() }));
		expect([status, body]).toEqual([
			401,
			{
				code: 16,
				message: "cannot authenticate public API activity request without a stamp (X-Stamp/X-Stamp-Webauthn header)",
				details: [{ "@type": "type.googleapis.com/errors.v1.TurnkeyErrorDetail", turnkeyErrorCode: "SIGNATURE_MISSING" }],
				turnkeyErrorCode: "SIGNATURE_MISSING",
			},
		]);
	});

	test.each([
		["no base64url", "***"],
		["no JSON", Buffer.from("stamp").toString("base64url")],
		["another shape", header({ publicKey: 1, scheme: "x", signature: "y" })],
	])("a stamp that is %s", async (_what, stamp) => {
		const { status, body } = await service.root.post(WHOAMI, whoami(), { "x-stamp": stamp });
		expect([status, body.code]).toEqual([401, 16]);
		expect(body.message).toBe("malformed activity stamp; could not extract api key stamp; could not extract webauthn stamp");
	});

	test("a scheme nobody knows", async () => {
		const stamp = header({ publicKey: service.root.publicKey, scheme: "SIGNATURE_SCHEME_ROT13", signature: "00" });
		const { status, body } = await service.root.post(WHOAMI, whoami(), { "x-stamp": stamp });
		expect([status, body.message]).toEqual([401, "no valid authentication signature found for request"]);
	});

	test("a stamp over other bytes", async () => {
		const { status, body } = await service.root.post(WHOAMI, whoami(), { "x-stamp": service.root.stamp(`${whoami()} `) });
		expect([status, body.message, body.turnkeyErrorCode]).toEqual([
			401,
			"could not verify api key signature",
			"SIGNATURE_INVALID",
		]);
	});

	test("a key nobody has", async () => {
		const key = signingKey("P256", "1".repeat(64));
		const publicKey = `02${"1".repeat(64)}`;
		const stamp = header({ publicKey, scheme: "SIGNATURE_SCHEME_TK_API_P256", signature: signature("P256", key, whoami()) });
		const { status, body } = await service.root.post(WHOAMI, whoami(), { "x-stamp": stamp });
		expect([status, body.turnkeyErrorCode]).toEqual([401, "PUBLIC_KEY_NOT_FOUND"]);
		expect(body.message).toBe(
			`could not find public key in organization (or its parent organization): organizationId=${service.organizationId} publicKey=${publicKey}`,
		);
	});

	test("an expired key", async () => {
		const short = service.client("root.short");
		expect((await short.ask("whoami")).status).toBe(200);
		clock.advance(60_000);
		const { status, body } = await short.ask("whoami");
		expect([status, body.message, body.turnkeyErrorCode]).toEqual([401, "expired api key", "API_KEY_EXPIRED"]);
	});

	test.each([
		["a malformed organization", { organizationId: "x" }, 400, "INVALID_ORGANIZATION_ID"],
		["an unknown organization", { organizationId: "00000000-0000-4000-8000-000000000000" }, 404, "ORGANIZATION_NOT_FOUND"],
		["an organization of the wrong type", { organizationId: 1 }, 400, "REQUEST_INVALID"],
		["no organization", {}, 400, ""],
	])("%s", async (_what, value, status, code) => {
		const reply = await service.root.post(WHOAMI, JSON.stringify(value));
		expect([reply.status, reply.body.turnkeyErrorCode]).toEqual([status, code]);
	});

	test.each(["x-stamp-webauthn", "x-stamp-attested"])("an %s that cannot be read", async (name) => {
		const answer = await fetch(`${service.baseUrl}${WHOAMI}`, {
			method: "POST",
			headers: { "content-type": "application/json", [name]: "{}" },
			body: whoami(),
		});
		expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([
			401,
			expect.stringContaining("malformed activity stamp"),
		]);
	});
});

describe("authorisation", () => {
	test("a user whom no policy allows", async () => {
		const alice = service.client("alice");
		const { status, body } = await alice.submit("create_policy", { policyName: "p", effect: "EFFECT_ALLOW", notes: "" });
		expect([status, body]).toEqual([
			403,
			{
				code: 7,
				message: "You don't have sufficient permissions to take this action.",
				details: [
					{
						"@type": "type.googleapis.com/errors.v1.PolicyEnginePermissionError",
						message: "No policies evaluated to outcome: Allow",
						policyEvaluations: [],
					},
				],
				turnkeyErrorCode: "",
			},
		]);
	});

	test("every user may read", async () => {
		expect((await service.client("alice").query("whoami")).username).toBe("alice");
	});
});

describe("HTTP", () => {
	test("an unknown path, and a known one with another method", async () => {
		const unknown = await service.root.post("/public/v1/query/no_such_thing", "{}");
		expect([unknown.status, unknown.body.code, unknown.headers["content-type"]]).toEqual([404, 5, "application/json"]);
		expect((await fetch(`${service.baseUrl}${WHOAMI}`)).status).toBe(404);
	});

	test("an unknown path is that whatever is sent to it", async () => {
		const headers = { "content-type": "text/plain" };
		const answer = await fetch(`${service.baseUrl}/nowhere`, { method: "POST", headers, body: "x".repeat(1_000_000) });
		expect([answer.status, ((await answer.json()) as { readonly message: string }).message]).toEqual([
			404,
			"not found: POST /nowhere",
		]);
	});

	test("health", async () => {
		const answer = await fetch(`${service.baseUrl}/health`);
		const { publicKeys, authProxyConfigId } = service;
		expect([answer.status, await answer.json()]).toEqual([200, { status: "ok", publicKeys, authProxyConfigId }]);
	});

	test("the interface as an OpenAPI document, for the profile there is", async () => {
		const answer = await fetch(`${service.baseUrl}/openapi.json`);
		expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/json"]);
		expect(await answer.json()).toEqual(openApiDocument("full", service.authProxyUrl));
	});

	test("another content type", async () => {
		const reply = await service.root.post(WHOAMI, whoami(), { "content-type": "text/plain" });
		expect([reply.status, reply.body.message]).toEqual([400, "bad request body: expected content type application/json"]);
	});

	test("a charset, extra headers and any order of members are fine", async () => {
		const headers = { "content-type": "application/json; charset=utf-8", "x-client-version": "@turnkey/http@1.0.0" };
		expect((await service.root.post(WHOAMI, whoami(), headers)).status).toBe(200);
	});

	test("a body beyond the limit", async () => {
		const reply = await service.root.post(WHOAMI, JSON.stringify({ organizationId: "x".repeat(1024 * 1024) }));
		expect([reply.status, reply.body.message]).toEqual([400, "bad request body: it is larger than 1048576 bytes"]);
	});

	test("an empty body", async () => {
		const reply = await service.root.post(WHOAMI, "");
		expect([reply.status, reply.body.message]).toEqual([400, "bad request body: it is empty, expected a JSON object"]);
	});

	test("a member written twice", async () => {
		const reply = await service.root.post(WHOAMI, `{"organizationId":"${service.organizationId}","organizationId":"x"}`);
		expect([reply.status, reply.body.message]).toEqual([400, "bad request body: member `organizationId` is written twice"]);
	});

	test("a path that cannot be read", async () => {
		const answer = await fetch(`${service.baseUrl}/public/%E0%A4%A/x`, { method: "POST" });
		expect([answer.status, await answer.json()]).toMatchObject([400, { code: 3, turnkeyErrorCode: "REQUEST_INVALID" }]);
	});

	test("something that is no HTTP request", async () => {
		const { port } = new URL(service.baseUrl);
		const socket = connect(Number(port), "127.0.0.1");
		socket.end("GARBAGE\r\n\r\n");
		const text = (await socket.toArray()).join("");
		expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nContent-Type: application\/json\r\n/);
		expect(JSON.parse(text.slice(text.indexOf("\r\n\r\n")))).toMatchObject({ code: 3, details: expect.any(Array) });
	});

	test.each(PATHS_BEYOND)("%s is said not to be here", async (path) => {
		const { status, body } = await service.root.post(path, "{}");
		expect([status, body.code, body.message]).toEqual([
			501,
			12,
			`${path} is an operation of the service that this one does not have`,
		]);
	});

	test("the login proxy has an address of its own", async () => {
		expect(service.authProxyUrl).not.toBe(service.baseUrl);
		expect((await fetch(`${service.authProxyUrl}${WHOAMI}`, { method: "POST" })).status).toBe(404);
		expect((await fetch(`${service.baseUrl}/v1/otp_login_v2`, { method: "POST" })).status).toBe(404);
	});
});

describe("where it listens", () => {
	const warnings = async (host?: string): Promise<unknown[]> => {
		const events: unknown[] = [];
		const log = (event: { readonly level: string; readonly message: string }) => {
			if (event.level === "warn") events.push(event.message);
		};
		const other = await runService({ log, ...(host === undefined ? {} : { host }) });
		await other.close();
		return events;
	};

	test("on loopback, unless told otherwise", async () => {
		expect(new URL(service.baseUrl).hostname).toBe("127.0.0.1");
		expect(new URL(service.authProxyUrl).hostname).toBe("127.0.0.1");
		expect([await warnings(), await warnings("localhost")]).toEqual([[], []]);
	});

	test("anywhere else it says loudly what it is for", async () => {
		expect(await warnings("0.0.0.0")).toEqual(["listening on 0.0.0.0: this service is for development, do not expose it"]);
	});
});

describe("profile core", () => {
	let core: TestService;
	beforeAll(async () => {
		core = await runService({ profile: "core" });
	});
	afterAll(() => core.close());

	test.each(
		Object.entries(operations)
			.filter(([, each]) => each.profile === "full" && each.form !== "proxy")
			.map(([name, each]) => [name, each.path]),
	)("%s is refused by name of the profile", async (_name, path) => {
		const { status, body } = await core.root.post(path, "{}");
		expect([status, body.code]).toEqual([501, 12]);
		expect(body.message).toBe(`${path} is not part of profile core, which this service was started with`);
	});

	test("an attested stamp is none to it", async () => {
		const body = JSON.stringify({ organizationId: core.organizationId });
		const headers = { "content-type": "application/json", "x-stamp-attested": "e30" };
		const answer = await fetch(`${core.baseUrl}/public/v1/query/list_webhook_endpoints`, { method: "POST", headers, body });
		expect([answer.status, ((await answer.json()) as { readonly message: string }).message]).toEqual([
			401,
			"cannot authenticate public API activity request without a stamp (X-Stamp/X-Stamp-Webauthn header)",
		]);
	});

	test("its OpenAPI document has what it has", async () => {
		const answer = await fetch(`${core.baseUrl}/openapi.json`);
		expect(await answer.json()).toEqual(openApiDocument("core", core.authProxyUrl));
	});

	test("what it has works", async () => {
		await core.root.activity("create_webhook_endpoint", { name: "ops", url: "https://hooks.example.com/" });
		expect((await core.root.query("list_webhook_endpoints")).webhookEndpoints).toHaveLength(1);
	});
});
