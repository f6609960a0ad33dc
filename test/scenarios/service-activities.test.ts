// The embedded service over a real socket with real stamps: what an activity is, that it happens once, and how it is
// found again.
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { fingerprintOf } from "../../src/base/digest.js";
import { startServiceProcess } from "../support/cli-process.js";
import { testClock } from "../support/clocks.js";
import { runService, type TestService } from "../support/running-service.js";
import { type Answer, TestClient } from "../support/service-client.js";
import { readCredentials } from "../support/service-process.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);
const CREATE = "/public/v1/submit/create_policy";
const policy = (policyName: string) => ({ policyName, effect: "EFFECT_ALLOW", notes: "" });

describe("an activity", () => {
	const clock = testClock(NOW);
	let service: TestService;
	beforeAll(async () => {
		service = await runService({ clock });
	});
	afterAll(() => service.close());

	test("is recorded with everything the interface lists", async () => {
		const { root, organizationId } = service;
		const body = root.body("create_policy", policy("first"), NOW);
		const { status, body: answer, headers } = await root.post(CREATE, body);
		expect([status, headers["content-type"]]).toEqual([200, "application/json"]);
		const { userId } = await root.query("whoami");
		const { user } = await root.query("get_user", { userId });
		expect(answer).toEqual({
			activity: {
				id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
				organizationId,
				status: "ACTIVITY_STATUS_COMPLETED",
				type: "ACTIVITY_TYPE_CREATE_POLICY_V3",
				intent: { createPolicyIntentV3: policy("first") },
				result: { createPolicyResult: { policyId: expect.any(String) } },
				votes: [
					{
						id: expect.any(String),
						userId,
						user,
						activityId: answer.activity.id,
						selection: "VOTE_SELECTION_APPROVED",
						message: body,
						publicKey: root.publicKey,
						signature: expect.stringMatching(/^30[0-9a-f]+$/),
						scheme: "SIGNATURE_SCHEME_TK_API_P256",
						createdAt: { seconds: String(NOW / 1000), nanos: "0" },
					},
				],
				appProofs: [],
				fingerprint: fingerprintOf(body),
				canApprove: false,
				canReject: false,
				createdAt: "2026-01-02T03:04:05.000Z",
				updatedAt: "2026-01-02T03:04:05.000Z",
				failure: null,
			},
		});
	});

	test("happens once, however often its bytes arrive", async () => {
		const { root } = service;
		const body = root.body("create_policy", policy("once"));
		const first = await root.post(CREATE, body);
		const again = await Promise.all(Array.from({ length: 5 }, () => root.post(CREATE, body)));
		for (const each of again) expect(each.body.activity).toEqual({ ...first.body.activity, votes: each.body.activity.votes });
		const { policies } = await root.query("list_policies");
		expect(policies.filter((each: Answer) => each.policyName === "once")).toHaveLength(1);
	});

	test("with one byte of white space more is another one", async () => {
		const { root } = service;
		const body = root.body("create_policy", policy("spaced"));
		await root.post(CREATE, body);
		expect((await root.post(CREATE, `${body} `)).body.message).toBe("policy label must be unique");
	});

	test.each([
		[-3_600_000, 200],
		[-3_600_001, 400],
		[300_000, 200],
		[300_001, 400],
	])("of age %d ms gets %d", async (age, status) => {
		const { root } = service;
		const reply = await root.post(CREATE, root.body("create_policy", policy(`aged ${age}`), clock.now() + age));
		expect(reply.status).toBe(status);
		if (status === 400) expect(reply.body).toMatchObject({ code: 3, turnkeyErrorCode: "REQUEST_INVALID" });
	});

	test("that is refused leaves nothing behind and can be tried again", async () => {
		const { root } = service;
		const before = await root.query("list_activities", { paginationOptions: { limit: "100" } });
		const body = root.body("create_policies", { policies: [policy("new"), policy("first")] });
		expect((await root.post("/public/v1/submit/create_policies", body)).status).toBe(400);
		expect(await root.query("list_activities", { paginationOptions: { limit: "100" } })).toEqual(before);
		const { policies } = await root.query("list_policies");
		const first = policies.find((each: Answer) => each.policyName === "first");
		await root.activity("delete_policy", { policyId: first.policyId });
		expect((await root.post("/public/v1/submit/create_policies", body)).body.activity.status).toBe("ACTIVITY_STATUS_COMPLETED");
	});
});

describe("timestamps", () => {
	test("of activities are objects when that is asked for", async () => {
		const service = await runService({ clock: testClock(NOW + 123), timestampForm: "object" });
		const activity = await service.root.activity("create_policy", policy("first"));
		expect(activity.createdAt).toEqual({ seconds: String(NOW / 1000), nanos: "123000000" });
		await service.close();
	});

	test("of the built program, by its option", async () => {
		const program = await startServiceProcess(await temporaryFolder(), ["--timestamps", "object"]);
		const client = new TestClient(program.baseUrl, readCredentials(program.env["QUORATE_KEY_FILE"] ?? ""));
		try {
			const { updatedAt } = await client.activity("create_policy", policy("first"));
			expect(updatedAt).toEqual({ seconds: expect.stringMatching(/^\d{10}$/), nanos: expect.stringMatching(/^\d+$/) });
		} finally {
			await client.close();
			await program.stop();
		}
	});
});

describe("the activity log", () => {
	let service: TestService;
	const ids: string[] = [];
	beforeAll(async () => {
		service = await runService();
		for (let index = 0; index < 25; index += 1)
			ids.unshift((await service.root.activity("create_policy", policy(`p${index}`))).id);
		const created = await service.root.query("list_policies");
		for (const { policyId } of created.policies.slice(0, 5))
			ids.unshift((await service.root.activity("delete_policy", { policyId })).id);
	});
	afterAll(() => service.close());

	const list = async (parameters: object = {}): Promise<string[]> => {
		const { activities } = await service.root.query("list_activities", parameters);
		return activities.map((each: Answer) => each.id);
	};
	const page = (paginationOptions: object, filter: object = {}) => list({ paginationOptions, ...filter });

	test("is listed newest first, ten at a time", async () => {
		expect(await list()).toEqual(ids.slice(0, 10));
		expect(await page({ limit: "3" })).toEqual(ids.slice(0, 3));
		expect(await page({ limit: "100" })).toEqual(ids);
	});

	test("goes on behind an activity, and back in front of one", async () => {
		expect(await page({ limit: "4", after: ids[3] })).toEqual(ids.slice(4, 8));
		expect(await page({ limit: "4", before: ids[8] })).toEqual(ids.slice(4, 8));
		expect(await page({ limit: "100", after: ids[2], before: ids[6] })).toEqual(ids.slice(3, 6));
		expect(await page({ limit: "10", after: ids.at(-1) })).toEqual([]);
		expect(await page({ limit: "10", before: ids[0] })).toEqual([]);
	});

	test("is filtered by type and by status", async () => {
		const deletions = { filterByType: ["ACTIVITY_TYPE_DELETE_POLICY"] };
		expect(await page({ limit: "100" }, deletions)).toEqual(ids.slice(0, 5));
		expect(await page({ limit: "2", after: ids[1] }, deletions)).toEqual(ids.slice(2, 4));
		const both = { filterByType: ["ACTIVITY_TYPE_DELETE_POLICY", "ACTIVITY_TYPE_CREATE_POLICY_V3", "ACTIVITY_TYPE_UNKNOWN"] };
		expect(await page({ limit: "12" }, both)).toEqual(ids.slice(0, 12));
		expect(await page({ limit: "100" }, { filterByStatus: ["ACTIVITY_STATUS_COMPLETED"] })).toEqual(ids);
		expect(await page({ limit: "100" }, { filterByStatus: ["ACTIVITY_STATUS_FAILED"] })).toEqual([]);
	});

	test.each(["0", "101", "-1", "x", "1.5"])("refuses a page of %j", async (limit) => {
		expect((await service.root.ask("list_activities", { paginationOptions: { limit } })).status).toBe(400);
	});

	test("gives one activity by its identifier", async () => {
		const [id] = ids;
		expect((await service.root.query("get_activity", { activityId: id })).activity.id).toBe(id);
		const unknown = await service.root.ask("get_activity", { activityId: "00000000-0000-4000-8000-000000000000" });
		expect([unknown.status, unknown.body.code]).toEqual([404, 5]);
	});
});
