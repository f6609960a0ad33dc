// Webhooks with the official clients: endpoints managed through them, deliveries opened with their verifier and the key set
// the service publishes.
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { type TurnkeyWebhookVerificationKey, verifyTurnkeyWebhookSignature } from "@turnkey/crypto";
import type { TurnkeyApiClient } from "@turnkey/sdk-server";
import { runService, type TestService } from "../support/described-service.js";
import { httpClient, sdkServer } from "../support/official-clients.js";
import { type Received, receiveWebhooks, type WebhookReceiver } from "../support/webhook-receiver.js";

let service: TestService;
let client: TurnkeyApiClient;
let receiver: WebhookReceiver;
beforeEach(async () => {
	receiver = await receiveWebhooks();
	service = await runService({ allowLoopbackWebhooks: true });
	client = sdkServer(service);
});
afterEach(async () => {
	await service.close();
	await receiver.close();
});

/** The key set as a client reads it: names and raw keys in hexadecimal. */
async function verificationKeys(): Promise<TurnkeyWebhookVerificationKey[]> {
	const answer = await fetch(`${service.baseUrl}/public/v1/discovery/webhooks/jwks`);
	const { keys } = (await answer.json()) as { keys: { kid: string; x: string; turnkey_signature_algorithm: "ed25519" }[] };
	return keys.map((each) => ({
		keyId: each.kid,
		publicKey: Buffer.from(each.x, "base64url").toString("hex"),
		algorithm: each.turnkey_signature_algorithm,
	}));
}

test("an endpoint is created, listed, changed and deleted", async () => {
	const { endpointId, webhookEndpoint } = await client.createWebhookEndpoint({
		name: "ops",
		url: "https://hooks.example.com/a",
		subscriptions: [
			{ eventType: "ACTIVITY_UPDATES" },
			{ eventType: "BALANCE_CONFIRMED_UPDATES", filtersJson: "{}", isActive: false },
		],
	});
	expect(webhookEndpoint).toEqual({
		endpointId,
		organizationId: service.organizationId,
		name: "ops",
		url: "https://hooks.example.com/a",
		isActive: true,
		subscriptions: [
			{ eventType: "ACTIVITY_UPDATES", isActive: true },
			{ eventType: "BALANCE_CONFIRMED_UPDATES", filtersJson: "{}", isActive: false },
		],
	});
	expect((await client.listWebhookEndpoints({})).webhookEndpoints).toEqual([webhookEndpoint]);
	const updated = await client.updateWebhookEndpoint({ endpointId, isActive: false, name: "paused" });
	expect(updated.webhookEndpoint).toEqual({ ...webhookEndpoint, name: "paused", isActive: false });
	const http = httpClient(service);
	const listed = await http.listWebhookEndpoints({ organizationId: service.organizationId });
	expect(listed.webhookEndpoints).toEqual([updated.webhookEndpoint]);
	expect((await client.deleteWebhookEndpoint({ endpointId })).endpointId).toBe(endpointId);
	expect((await client.listWebhookEndpoints({})).webhookEndpoints).toEqual([]);
});

test("a bad URL is the client's error, with code and message", async () => {
	service.close();
	service = await runService();
	await expect(
		sdkServer(service).createWebhookEndpoint({ name: "ops", url: "https://localhost/", subscriptions: [] }),
	).rejects.toMatchObject({ code: 3, message: expect.stringContaining("invalid webhook URL: the host must be public") });
});

test("deliveries, retries among them, are opened by the official verifier, and nothing else is", async () => {
	receiver.react = (_, index) => (index === 0 ? 503 : 200);
	await client.createWebhookEndpoint({ name: "ops", url: receiver.url, subscriptions: [{ eventType: "ACTIVITY_UPDATES" }] });
	await receiver.until(2);
	const [first, again] = receiver.received as [Received, Received];
	const keys = await verificationKeys();
	const verify = ({ headers, bytes }: Pick<Received, "headers" | "bytes">, more: object = {}) =>
		verifyTurnkeyWebhookSignature({ headers, body: bytes, verificationKeys: keys, maxTimestampAgeMs: 300_000, ...more });
	for (const each of [first, again]) {
		expect(verify(each)).toEqual({
			ok: true,
			eventId: first.headers["x-turnkey-event-id"],
			keyId: keys[0]?.keyId,
			timestampMs: Number(each.headers["x-turnkey-timestamp"]),
		});
	}
	expect(again.headers["x-turnkey-signature"]).not.toBe(first.headers["x-turnkey-signature"]);
	expect(verify({ ...again, bytes: Buffer.from(`${again.bytes} `) })).toEqual({ ok: false, reason: "invalid_signature" });
	expect(verify(again, { nowMs: Date.now() + 600_000 })).toEqual({ ok: false, reason: "stale_timestamp" });
	expect(verify(again, { verificationKeys: [] })).toEqual({ ok: false, reason: "missing_key" });
	const swapped = { ...again, headers: { ...again.headers, "x-turnkey-event-id": "another" } };
	expect(verify(swapped)).toEqual({ ok: false, reason: "invalid_signature" });
});
