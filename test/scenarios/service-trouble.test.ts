// The embedded service making trouble to order (faults, rate limits), and keeping people out (IP allowlists, limits).
import { afterEach, describe, expect, test } from "@jest/globals";
import { testClock } from "../support/clocks.js";
import { runService, type TestService, type TestServiceOptions } from "../support/running-service.js";
import type { Answer } from "../support/service-client.js";

const CREATE = "/public/v1/submit/create_webhook_endpoint";
const hook = (name: string) => ({ name, url: "https://hooks.example.com/" });

let service: TestService;
afterEach(() => service.close());

async function start(options: TestServiceOptions = {}): Promise<TestService> {
	service = await runService(options);
	return service;
}
const hooks = async (): Promise<string[]> =>
	(await service.root.query("list_webhook_endpoints")).webhookEndpoints.map((each: Answer) => each.name);

describe("faults", () => {
	test("an answer that is lost after the commit: the same bytes find the activity", async () => {
		const { root } = await start({ faults: { dropAfterCommit: 0.5 } });
		await root.activity("create_webhook_endpoint", hook("a"));
		const body = root.body("create_webhook_endpoint", hook("b"));
		await expect(root.post(CREATE, body)).rejects.toThrow();
		expect((await root.post(CREATE, body)).body.activity.status).toBe("ACTIVITY_STATUS_COMPLETED");
		await expect(root.ask("whoami")).rejects.toThrow();
		expect(await hooks()).toEqual(["a", "b"]);
	});

	test("429 and 503 come before anything is done", async () => {
		const { root } = await start({ faults: { rate429: 0.5 } });
		const body = root.body("create_webhook_endpoint", hook("a"));
		expect((await root.post(CREATE, body)).status).toBe(200);
		const refused = await root.submit("create_webhook_endpoint", hook("b"));
		expect([refused.status, refused.body.code]).toEqual([429, 8]);
		expect(await hooks()).toEqual(["a"]);
		await service.close();
		const busy = await start({ faults: { rate503: 1 } });
		expect((await busy.root.ask("whoami")).status).toBe(503);
	});

	test("a body that breaks off", async () => {
		const { root } = await start({ faults: { truncate: 1 } });
		await expect(root.ask("whoami")).rejects.toThrow();
	});

	test("a web page instead of JSON", async () => {
		const { root } = await start({ faults: { html: 1 } });
		const { status, headers, body } = await root.ask("whoami");
		expect([status, headers["content-type"]]).toEqual([502, "text/html"]);
		expect(body).toContain("<html>");
	});

	test("latency is asked of the clock", async () => {
		const clock = testClock();
		const { root } = await start({ clock, faults: { latency: 250 } });
		await root.ask("whoami");
		expect(clock.slept).toEqual([250]);
	});
});

describe("a rate limit", () => {
	test("is announced, enforced, and over after a second", async () => {
		const clock = testClock();
		const { root } = await start({ clock, rateLimit: 2 });
		const replies = [await root.ask("whoami"), await root.ask("whoami"), await root.ask("whoami")];
		expect(replies.map((each) => [each.status, each.headers["ratelimit-limit"], each.headers["ratelimit-remaining"]])).toEqual([
			[200, "2", "1"],
			[200, "2", "0"],
			[429, "2", "0"],
		]);
		expect(replies[2]?.body).toMatchObject({
			code: 8,
			message: "Too many requests. Please wait and try again in a few seconds",
		});
		clock.advance(1000);
		expect((await root.ask("whoami")).status).toBe(200);
	});
});

describe("IP allowlists", () => {
	test("shut out an address they do not cover, for reading and writing, and let one in that they do", async () => {
		const { root } = await start();
		await root.activity("set_ip_allowlist", { enabled: false, rules: [{ cidr: "203.0.113.0/24" }] });
		expect((await root.ask("whoami")).status).toBe(200);
		const last = root.body("set_ip_allowlist", { enabled: true, rules: [{ cidr: "203.0.113.0/24" }] });
		expect((await root.post("/public/v1/submit/set_ip_allowlist", last)).status).toBe(200);
		const read = await root.ask("whoami");
		expect([read.status, read.body.code, read.body.turnkeyErrorCode]).toEqual([403, 7, "REQUEST_NOT_AUTHORIZED"]);
		const write = await root.submit("remove_ip_allowlist", {});
		expect(write.status).toBe(403);
		// What was done is still told to whoever sends the same bytes again.
		expect((await root.post("/public/v1/submit/set_ip_allowlist", last)).status).toBe(200);
	});

	test("that cover this machine change nothing", async () => {
		const { root } = await start();
		await root.activity("set_ip_allowlist", { enabled: true, rules: [{ cidr: "127.0.0.1/32" }] });
		expect((await root.ask("whoami")).status).toBe(200);
		await root.activity("remove_ip_allowlist", {});
		expect((await root.query("get_ip_allowlist")).allowlist.rules).toEqual([]);
	});
});

test("limits can be set for tests", async () => {
	const { root } = await start({ limits: { policies: 1, bodyBytes: 2000 } });
	const policy = (policyName: string) => ({ policyName, effect: "EFFECT_ALLOW", notes: "" });
	await root.activity("create_policy", policy("one"));
	const second = await root.submit("create_policy", policy("two"));
	expect([second.status, second.body.code, second.body.message]).toEqual([
		429,
		8,
		"organization has exceeded maximum policies: 1",
	]);
	expect((await root.submit("create_policy", { ...policy("two"), notes: "x".repeat(2000) })).status).toBe(400);
});
