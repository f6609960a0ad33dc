// Webhooks as they arrive: what is sent, to whom, signed how, tried again when, and what survives a restart.
import { createPublicKey, verify } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import type { LookupFunction } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { ServiceEvent } from "../../src/service/start.js";
import { Poster } from "../../src/service/webhooks/post.js";
import { selfSignedCertificate } from "../support/certificate.js";
import { startServiceProcess } from "../support/cli-process.js";
import { manualClock, testClock } from "../support/clocks.js";
import { eventually } from "../support/eventually.js";
import { runService, type TestService, type TestServiceOptions } from "../support/running-service.js";
import type { Answer } from "../support/service-client.js";
import { TestClient } from "../support/service-client.js";
import { readCredentials } from "../support/service-process.js";
import { type Received, receiveWebhooks, type WebhookReceiver } from "../support/webhook-receiver.js";

let service: TestService;
let receiver: WebhookReceiver;
let folder: string;
let events: ServiceEvent[];
beforeEach(async () => {
	receiver = await receiveWebhooks();
	folder = mkdtempSync(join(tmpdir(), "quorate-webhooks-"));
	events = [];
});
afterEach(async () => {
	await service.close();
	await receiver.close();
	rmSync(folder, { recursive: true, force: true });
});

async function start(options: TestServiceOptions = {}): Promise<TestService> {
	service = await runService({ allowLoopbackWebhooks: true, log: (event) => events.push(event), ...options });
	return service;
}

const ALL = [{ eventType: "ACTIVITY_UPDATES" }];

/** An endpoint at the receiver; the creation is the first event it is told. */
async function subscribe(subscriptions: readonly object[] = ALL, url = receiver.url): Promise<string> {
	const { result } = await service.root.activity("create_webhook_endpoint", { name: "ops", url, subscriptions });
	return result.createWebhookEndpointResult.endpointId;
}

const tag = (privateKeyTagName: string): Promise<Answer> =>
	service.root.activity("create_private_key_tag", { privateKeyTagName, privateKeyIds: [] });

/** The deliveries as the outbox has them, once as many are over as are asked for. */
async function settled(count: number): Promise<Answer[]> {
	let found: Answer[] = [];
	await eventually(async () => {
		const { deliveries } = (await (await fetch(`${service.baseUrl}/inspect/deliveries.json`)).json()) as Answer;
		found = deliveries;
		return found.filter((each) => each.state !== "PENDING").length >= count;
	});
	return found;
}

async function expectSigned({ headers, bytes }: Received): Promise<void> {
	const { keys } = (await (await fetch(`${service.baseUrl}/public/v1/discovery/webhooks/jwks`)).json()) as Answer;
	const jwk = keys.find((each: Answer) => each.kid === headers["x-turnkey-signature-key-id"]);
	const signed = Buffer.concat([
		Buffer.from(`v1.ed25519.${jwk.kid}.${headers["x-turnkey-timestamp"]}.${headers["x-turnkey-event-id"]}.`),
		bytes,
	]);
	const key = createPublicKey({ key: { kty: jwk.kty, crv: jwk.crv, x: jwk.x }, format: "jwk" });
	expect(verify(null, signed, key, Buffer.from(String(headers["x-turnkey-signature"]), "hex"))).toBe(true);
}

describe("an event", () => {
	test("is the bare activity, with the documented headers and a signature that the key set opens", async () => {
		const clock = testClock();
		await start({ clock });
		await subscribe();
		const activity = await tag("hot");
		await receiver.until(2);
		const event = receiver.received[1] as Received;
		expect(event.path).toBe("/hook");
		expect(event.body).toMatchObject({
			id: activity.id,
			organizationId: service.organizationId,
			status: "ACTIVITY_STATUS_COMPLETED",
			type: "ACTIVITY_TYPE_CREATE_PRIVATE_KEY_TAG",
			intent: activity.intent,
			result: activity.result,
			fingerprint: activity.fingerprint,
			canApprove: false,
			canReject: false,
		});
		expect(event.headers).toMatchObject({
			"content-type": "application/json",
			"x-turnkey-organization-id": service.organizationId,
			"x-turnkey-event-type": "ACTIVITY_UPDATES",
			"x-turnkey-timestamp": String(clock.now()),
			"x-turnkey-webhook-version": "1",
			"x-turnkey-event-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
			"x-turnkey-signature-key-id": expect.any(String),
			"x-turnkey-signature-algorithm": "ed25519",
			"x-turnkey-signature-version": "v1",
			"x-turnkey-signature": expect.stringMatching(/^[0-9a-f]{128}$/),
		});
		await expectSigned(event);
		await expectSigned(receiver.received[0] as Received);
	});

	test("the key set is cached the documented way and holds the public key the service announces", async () => {
		await start();
		const answer = await fetch(`${service.baseUrl}/public/v1/discovery/webhooks/jwks`);
		expect(answer.headers.get("content-type")).toBe("application/json");
		expect(answer.headers.get("cache-control")).toBe("public, max-age=86400, s-maxage=86400, stale-if-error=604800");
		const { keys } = (await answer.json()) as Answer;
		expect(keys).toEqual([
			{
				kid: expect.any(String),
				kty: "OKP",
				crv: "Ed25519",
				alg: "EdDSA",
				use: "sig",
				x: Buffer.from(service.publicKeys.webhook, "hex").toString("base64url"),
				turnkey_signature_algorithm: "ed25519",
				turnkey_signature_version: "v1",
			},
		]);
	});

	test("is sent for every change of state, in order, under an identifier of its own", async () => {
		const seed = `
apiVersion: quorate/v1
kind: Organization
metadata: { name: Treasury }
spec:
  rootQuorum: { threshold: 2, users: [ada, bob] }
  users: [{ name: ada }, { name: bob }]
  webhookEndpoints: [{ name: ops, url: "${receiver.url}", subscriptions: [{ eventType: ACTIVITY_UPDATES }] }]
`;
		await start({ seed });
		const proposed = await service
			.client("ada")
			.activity("create_private_key_tag", { privateKeyTagName: "a", privateKeyIds: [] });
		await service.client("bob").activity("approve_activity", { fingerprint: proposed.fingerprint });
		const other = await service.client("ada").activity("create_private_key_tag", { privateKeyTagName: "b", privateKeyIds: [] });
		await service.client("bob").activity("reject_activity", { fingerprint: other.fingerprint });
		await receiver.until(4);
		expect(receiver.received.map(({ body }) => [body.id, body.status, body.canApprove, body.votes.length])).toEqual([
			[proposed.id, "ACTIVITY_STATUS_CONSENSUS_NEEDED", true, 1],
			[proposed.id, "ACTIVITY_STATUS_COMPLETED", false, 2],
			[other.id, "ACTIVITY_STATUS_CONSENSUS_NEEDED", true, 1],
			[other.id, "ACTIVITY_STATUS_REJECTED", false, 2],
		]);
		expect(new Set(receiver.received.map(({ headers }) => headers["x-turnkey-event-id"])).size).toBe(4);
	});

	test("reaches every endpoint that wants it under the same identifier, and no other", async () => {
		await start();
		await subscribe();
		await subscribe([{ eventType: "ACTIVITY_UPDATES", isActive: false }], `${receiver.url}/off`);
		await subscribe([{ eventType: "BALANCE_CONFIRMED_UPDATES" }], `${receiver.url}/balances`);
		await subscribe([], `${receiver.url}/none`);
		const paused = await subscribe(ALL, `${receiver.url}/paused`);
		await service.root.activity("update_webhook_endpoint", { endpointId: paused, isActive: false });
		await subscribe(ALL, `${receiver.url}/second`);
		const before = (await settled(0)).length;
		const { id } = await tag("hot");
		await settled(before + 2);
		const told = receiver.received.filter(({ body }) => body.id === id);
		expect(told.map(({ path }) => path).sort()).toEqual(["/hook", "/hook/second"]);
		expect(new Set(told.map(({ headers }) => headers["x-turnkey-event-id"])).size).toBe(1);
		expect(told[0]?.bytes.equals(told[1]?.bytes as Buffer)).toBe(true);
	});
});

describe("filters", () => {
	test("let through what has the values they name", async () => {
		await start();
		await subscribe([
			{
				eventType: "ACTIVITY_UPDATES",
				filtersJson: JSON.stringify({ type: ["ACTIVITY_TYPE_CREATE_POLICY_V3"], status: "ACTIVITY_STATUS_COMPLETED" }),
			},
			{ eventType: "ACTIVITY_UPDATES", filtersJson: '{"intent.createPrivateKeyTagIntent.privateKeyTagName":"hot"}' },
		]);
		await tag("cold");
		await tag("hot");
		await service.root.activity("create_policy", { policyName: "p", effect: "EFFECT_DENY", notes: "" });
		await receiver.until(2);
		expect(receiver.received.map(({ body }) => body.type)).toEqual([
			"ACTIVITY_TYPE_CREATE_PRIVATE_KEY_TAG",
			"ACTIVITY_TYPE_CREATE_POLICY_V3",
		]);
	});

	test.each([
		["[]", "expected a JSON object"],
		["not json", "expected a JSON object"],
		['{"status":{"not":"x"}}', "`status` must be a value or a list of values to be equal to"],
	])("%s is refused", async (filtersJson, problem) => {
		await start();
		const { status, body } = await service.root.submit("create_webhook_endpoint", {
			name: "ops",
			url: receiver.url,
			subscriptions: [{ eventType: "ACTIVITY_UPDATES", filtersJson }],
		});
		expect([status, body.code, body.message]).toEqual([400, 3, `invalid request body: \`filtersJson\`: ${problem}`]);
	});
});

describe("an attempt that fails", () => {
	test("is repeated after a second, five and twenty-five, freshly signed under the same identifier", async () => {
		const clock = manualClock();
		await start({ clock });
		receiver.react = (_, index) => ([503, "reset", 500, 200] as const)[index] ?? 200;
		const began = clock.now();
		await subscribe();
		for (const [attempts, pause] of [
			[1, 1000],
			[2, 5000],
			[3, 25_000],
		] as const) {
			await receiver.until(attempts);
			await eventually(() => clock.sleeping > 0);
			await clock.advance(pause - 1);
			expect(receiver.received.length).toBe(attempts);
			await clock.advance(1);
		}
		const [delivery] = await settled(1);
		expect(delivery).toMatchObject({
			state: "DELIVERED",
			attempts: 4,
			lastAttempt: { at: new Date(began + 31_000).toISOString(), url: receiver.url, httpStatus: 200, problem: null },
		});
		expect(new Set(receiver.received.map(({ headers }) => headers["x-turnkey-event-id"])).size).toBe(1);
		expect(receiver.received.map(({ headers }) => Number(headers["x-turnkey-timestamp"]) - began)).toEqual([
			0, 1000, 6000, 31_000,
		]);
		expect(new Set(receiver.received.map(({ headers }) => headers["x-turnkey-signature"])).size).toBe(4);
		for (const each of receiver.received) await expectSigned(each);
	});

	test("is given up after the last pause", async () => {
		await start({ clock: testClock(), limits: { webhookRetryDelays: [10, 10] } });
		receiver.react = () => 500;
		await subscribe();
		const [delivery] = await settled(1);
		expect(delivery).toMatchObject({
			state: "FAILED",
			attempts: 3,
			lastAttempt: { httpStatus: 500, problem: "answered with status 500" },
		});
		expect(receiver.received.length).toBe(3);
	});

	test.each([301, 307, 400, 404, 410, 429])("with status %d is final", async (status) => {
		await start({ clock: testClock() });
		receiver.react = () => status;
		await subscribe();
		const [delivery] = await settled(1);
		expect(delivery).toMatchObject({ state: "FAILED", attempts: 1, lastAttempt: { httpStatus: status } });
		expect(receiver.received.length).toBe(1);
	});

	test("because nobody answers in time is repeated", async () => {
		await start({ limits: { webhookTimeout: 50, webhookRetryDelays: [1] } });
		receiver.react = (_, index) => (index === 0 ? "hang" : 204);
		await subscribe();
		const [delivery] = await settled(1);
		expect(delivery).toMatchObject({ state: "DELIVERED", attempts: 2, lastAttempt: { httpStatus: 204 } });
		expect(events.find((each) => each.message === "webhook not delivered")).toMatchObject({
			problem: "no answer within 50 ms",
			attempts: 1,
			again: true,
		});
	});

	test("because nobody listens is repeated, and does not hold up other endpoints", async () => {
		const gone = await receiveWebhooks();
		await gone.close();
		const clock = manualClock();
		await start({ clock });
		await subscribe(ALL, gone.url);
		await subscribe();
		await tag("hot");
		await receiver.until(2);
		const pending = (await settled(2)).filter((each) => each.state === "PENDING");
		expect(pending.map((each) => each.lastAttempt?.problem)).toEqual(["ECONNREFUSED", "ECONNREFUSED", "ECONNREFUSED"]);
	});
});

describe("an endpoint that changes while something waits for it", () => {
	test.each([
		["is deleted", "delete_webhook_endpoint", {}, "DROPPED"],
		["is switched off", "update_webhook_endpoint", { isActive: false }, "DROPPED"],
		["moves", "update_webhook_endpoint", { url: "moved" }, "DELIVERED"],
	] as const)("%s", async (_name, operation, change, state) => {
		const clock = manualClock();
		await start({ clock });
		const moved = await receiveWebhooks();
		receiver.react = () => 500;
		const endpointId = await subscribe();
		await receiver.until(1);
		await eventually(() => clock.sleeping > 0);
		const parameters = "url" in change ? { url: moved.url } : change;
		await service.root.activity(operation, { endpointId, ...parameters });
		await clock.advance(1000);
		// The change itself is delivered too, and may get there before what waited.
		let first = (await settled(1)).at(-1);
		while (first.state === "PENDING") first = (await settled(1)).at(-1);
		expect(first.state).toBe(state);
		expect(moved.received.length > 0).toBe(state === "DELIVERED");
		await moved.close();
	});
});

describe("a restart", () => {
	test("loses nothing: what waited is sent by the next process, under the same identifier", async () => {
		const clock = manualClock();
		const dataDir = join(folder, "data");
		await start({ clock, dataDir });
		receiver.react = () => 500;
		await subscribe();
		await eventually(() => events.some((each) => each.message === "webhook not delivered"));
		await service.close();
		receiver.react = () => 200;
		const later = manualClock(clock.now() + 60_000);
		await start({ clock: later, dataDir });
		await receiver.until(2);
		const [first, second] = receiver.received;
		expect(second?.headers["x-turnkey-event-id"]).toBe(first?.headers["x-turnkey-event-id"]);
		expect(second?.headers["x-turnkey-signature-key-id"]).toBe(first?.headers["x-turnkey-signature-key-id"]);
		expect(await settled(1)).toMatchObject([{ state: "DELIVERED", attempts: 2 }]);
		await expectSigned(second as Received);
	});

	test("after a SIGKILL sends what was not taken yet, and nothing that was", async () => {
		await start();
		const killed = await startServiceProcess(folder, ["--allow-loopback-webhooks"]);
		const { organizationId, apiPublicKey, apiPrivateKey } = readCredentials(killed.env["QUORATE_KEY_FILE"] ?? "");
		const client = new TestClient(killed.baseUrl, { organizationId, apiPublicKey, apiPrivateKey });
		receiver.react = (_, index) => (index === 0 ? 200 : "hang");
		await client.activity("create_webhook_endpoint", { name: "ops", url: receiver.url, subscriptions: ALL });
		await receiver.until(1);
		// Taken is written down before the next is sent.
		await client.activity("create_private_key_tag", { privateKeyTagName: "hot", privateKeyIds: [] });
		await receiver.until(2);
		await client.close();
		await killed.kill();
		receiver.react = () => 200;
		const revived = await startServiceProcess(folder, ["--allow-loopback-webhooks"]);
		await receiver.until(3);
		const [first, second, third] = receiver.received.map(({ headers }) => headers["x-turnkey-event-id"]);
		expect([third, first === second]).toEqual([second, false]);
		expect(receiver.received[2]?.bytes.equals(receiver.received[1]?.bytes as Buffer)).toBe(true);
		await revived.stop();
		expect(receiver.received.length).toBe(3);
	}, 120_000);

	test("breaks off an attempt under way at once, and repeats it afterwards", async () => {
		const dataDir = join(folder, "data");
		await start({ dataDir });
		receiver.react = () => "hang";
		await subscribe();
		await receiver.until(1);
		await service.close();
		receiver.react = () => 200;
		await start({ dataDir });
		await receiver.until(2);
		expect(await settled(1)).toMatchObject([{ state: "DELIVERED", attempts: 1 }]);
	});
});

test("what is over is forgotten, except the newest", async () => {
	await start({ limits: { keptDeliveries: 10 } });
	const endpointId = await subscribe();
	for (let count = 0; count < 10; count += 1) {
		await Promise.all(
			Array.from({ length: 50 }, (_, index) =>
				service.root.activity("update_webhook_endpoint", { endpointId, name: `${count} ${index}` }),
			),
		);
	}
	await receiver.until(501);
	await eventually(() => events.length >= 501);
	const deliveries = await settled(0);
	expect(deliveries.length).toBeGreaterThanOrEqual(10);
	expect(deliveries.length).toBeLessThan(30);
	expect(events.filter((each) => each.level !== "info")).toEqual([]);
});

describe("destinations", () => {
	const lookup =
		(...addresses: readonly string[]): LookupFunction =>
		(_hostname, _options, callback) =>
			callback(null, addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })) as never);
	const request = { url: "https://hooks.example.com/", headers: {}, body: "{}" };

	test.each([["127.0.0.1"], ["10.1.2.3"], ["169.254.169.254"], ["::1"], ["fd00::1"], ["::ffff:192.168.0.1"], ["64:ff9b::a00:1"]])(
		"a name that leads to %s when it is dialled is refused for good",
		async (address) => {
			await start();
			const poster = new Poster({ allowLocal: false, timeout: 1000, lookup: lookup("93.184.216.34", address) });
			expect(await poster.post(request)).toEqual({
				httpStatus: null,
				problem: `hooks.example.com leads to ${address}, which is not public`,
				final: true,
			});
			poster.close();
		},
	);

	test.each([
		["http://hooks.example.com/", "the scheme must be https"],
		["https://127.0.0.1/", "the host must be a public address"],
		["https://[::1]/", "the host must be a public address"],
	])("%s is not dialled", async (url, problem) => {
		await start();
		const poster = new Poster({ allowLocal: false, timeout: 1000 });
		expect(await poster.post({ ...request, url })).toEqual({ httpStatus: null, problem, final: true });
		poster.close();
	});

	test("a certificate nobody vouches for is a network error", async () => {
		await start();
		const secure = await receiveWebhooks({ tls: selfSignedCertificate() });
		const poster = new Poster({ allowLocal: true, timeout: 1000 });
		expect(await poster.post({ ...request, url: secure.url })).toEqual({
			httpStatus: null,
			problem: "DEPTH_ZERO_SELF_SIGNED_CERT",
			final: false,
		});
		expect(secure.received).toEqual([]);
		poster.close();
		await secure.close();
	});

	test("an answer without end does not keep the connection", async () => {
		await start();
		const { createServer } = await import("node:http");
		const endless = createServer((_, response) => {
			response.writeHead(200);
			const more = (): void => {
				while (response.writable && response.write("x".repeat(10_000))) {}
			};
			response.on("drain", more);
			more();
		});
		await new Promise<void>((resolve) => endless.listen(0, "127.0.0.1", resolve));
		const { port } = endless.address() as { port: number };
		const closed = new Promise<void>((resolve) => endless.on("connection", (socket) => socket.on("close", () => resolve())));
		const poster = new Poster({ allowLocal: true, timeout: 1000 });
		expect(await poster.post({ ...request, url: `http://127.0.0.1:${port}/` })).toEqual({ httpStatus: 200 });
		await closed;
		poster.close();
		endless.close();
	});
});
