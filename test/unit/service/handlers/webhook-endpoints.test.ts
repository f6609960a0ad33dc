import { describe, expect, test } from "@jest/globals";
import { bench } from "../../../support/organization.js";

const URL = "https://hooks.example.com/quorate";
const UNKNOWN = "00000000-0000-4000-8000-000000000000";

describe("webhook endpoints", () => {
	test("begin active, with the subscriptions they were given", async () => {
		const { run, ask, organization } = await bench();
		const subscriptions = [
			{ eventType: "ACTIVITY_UPDATES", filtersJson: '{"a": 1}' },
			{ eventType: "BALANCE_CONFIRMED_UPDATES", isActive: false, filtersJson: null },
		];
		const { endpointId, webhookEndpoint } = run("create_webhook_endpoint", { name: "ops", url: URL, subscriptions });
		const record = {
			endpointId,
			organizationId: organization.id,
			url: URL,
			name: "ops",
			isActive: true,
			subscriptions: [
				{ eventType: "ACTIVITY_UPDATES", filtersJson: '{"a": 1}', isActive: true },
				{ eventType: "BALANCE_CONFIRMED_UPDATES", isActive: false },
			],
		};
		expect(webhookEndpoint).toEqual(record);
		expect(ask("list_webhook_endpoints", {}).webhookEndpoints).toEqual([record]);
		expect([...organization.webhookEndpoints.group("ACTIVITY_UPDATES").keys()]).toEqual([endpointId]);
		expect(organization.webhookEndpoints.group("BALANCE_CONFIRMED_UPDATES").size).toBe(0);
	});

	test("names and URLs may repeat", async () => {
		const { run, ask } = await bench();
		run("create_webhook_endpoint", { name: "ops", url: URL });
		run("create_webhook_endpoint", { name: "ops", url: URL });
		expect(ask("list_webhook_endpoints", {}).webhookEndpoints.map((each) => each.name)).toEqual(["ops", "ops"]);
	});

	test("are changed in what is given, and told about nothing while switched off", async () => {
		const { run, organization } = await bench();
		const subscriptions = [{ eventType: "ACTIVITY_UPDATES" }];
		const endpointId = String(run("create_webhook_endpoint", { name: "ops", url: URL, subscriptions })["endpointId"]);
		expect(run("update_webhook_endpoint", { endpointId, isActive: false, name: null })["webhookEndpoint"]).toMatchObject({
			name: "ops",
			url: URL,
			isActive: false,
			subscriptions: [{ eventType: "ACTIVITY_UPDATES", isActive: true }],
		});
		expect(organization.webhookEndpoints.group("ACTIVITY_UPDATES").size).toBe(0);
		run("update_webhook_endpoint", { endpointId, isActive: true, url: `${URL}/2` });
		expect(organization.webhookEndpoints.group("ACTIVITY_UPDATES").get(endpointId)?.url).toBe(`${URL}/2`);
	});

	test("are deleted", async () => {
		const { run, refusal, ask } = await bench();
		const endpointId = String(run("create_webhook_endpoint", { name: "ops", url: URL })["endpointId"]);
		expect(run("delete_webhook_endpoint", { endpointId })).toEqual({ endpointId });
		expect(ask("list_webhook_endpoints", {}).webhookEndpoints).toEqual([]);
		expect(refusal("delete_webhook_endpoint", { endpointId }).httpStatus).toBe(404);
		expect(refusal("update_webhook_endpoint", { endpointId: UNKNOWN, isActive: true }).httpStatus).toBe(404);
	});

	test("an empty name, an empty event type and a private destination are refused", async () => {
		const { refusal, run } = await bench();
		expect(refusal("create_webhook_endpoint", { name: "", url: URL }).httpStatus).toBe(400);
		expect(refusal("create_webhook_endpoint", { name: "ops", url: "http://hooks.example.com" }).message).toBe(
			"invalid webhook URL: the scheme must be https",
		);
		expect(refusal("create_webhook_endpoint", { name: "ops", url: URL, subscriptions: [{ eventType: "" }] }).httpStatus).toBe(
			400,
		);
		const endpointId = String(run("create_webhook_endpoint", { name: "ops", url: URL })["endpointId"]);
		expect(refusal("update_webhook_endpoint", { endpointId, url: "https://10.0.0.1/" }).httpStatus).toBe(400);
		expect(refusal("update_webhook_endpoint", { endpointId, name: "" }).httpStatus).toBe(400);
	});

	test("the switch for tests lets them point at this machine", async () => {
		const { run } = await bench({}, { allowLoopbackWebhooks: true });
		expect(run("create_webhook_endpoint", { name: "ops", url: "http://127.0.0.1:1/" })).toHaveProperty("endpointId");
	});
});
