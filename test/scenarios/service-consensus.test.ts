// Activities that need several people, over a real socket: waiting, approving, rejecting, lapsing, failing.
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { generateP256KeyPair } from "@turnkey/crypto";
import { Secret } from "../../src/base/secret.js";
import { type TestClock, testClock } from "../support/clocks.js";
import { runService, type TestService } from "../support/running-service.js";
import { type Answer, TestClient } from "../support/service-client.js";

const SEED = `
apiVersion: quorate/v1
kind: Organization
metadata: { name: Treasury }
spec:
  rootQuorum: { threshold: 2, users: [alice, bob, carol] }
  users: [{ name: alice }, { name: bob }, { name: carol }, { name: dave }]
`;
const DAY = 86_400_000;
const policy = (policyName: string) => ({ policyName, effect: "EFFECT_ALLOW", notes: "" });

let service: TestService;
let clock: TestClock;
let alice: TestClient;
let bob: TestClient;
let carol: TestClient;
beforeEach(async () => {
	clock = testClock();
	service = await runService({ seed: SEED, clock });
	alice = service.client("alice");
	bob = service.client("bob");
	carol = service.client("carol");
});
afterEach(() => service.close());

const names = async (): Promise<string[]> => (await alice.query("list_policies")).policies.map((each: Answer) => each.policyName);
const voters = (activity: Answer): string[] => activity.votes.map((each: Answer) => each.user.userName);
const propose = (name = "p"): Promise<Answer> => alice.activity("create_policy", policy(name));
const approve = (who: TestClient, { fingerprint }: Answer) => who.submit("approve_activity", { fingerprint });

describe("an activity that needs two", () => {
	test("waits, and says who may do what", async () => {
		const activity = await propose();
		expect(activity).toMatchObject({
			status: "ACTIVITY_STATUS_CONSENSUS_NEEDED",
			result: {},
			failure: null,
			canApprove: false,
			canReject: true,
		});
		expect(await names()).toEqual([]);
		const seenBy = async (who: TestClient) => (await who.query("get_activity", { activityId: activity.id })).activity;
		expect(await seenBy(bob)).toMatchObject({ canApprove: true, canReject: true });
		expect(await seenBy(service.client("dave"))).toMatchObject({ canApprove: false, canReject: false });
	});

	test("is carried out by the second approval, once", async () => {
		const activity = await propose();
		const body = bob.body("approve_activity", { fingerprint: activity.fingerprint });
		const first = await bob.post("/public/v1/submit/approve_activity", body);
		expect(first.body.activity).toMatchObject({
			id: activity.id,
			type: "ACTIVITY_TYPE_CREATE_POLICY_V3",
			status: "ACTIVITY_STATUS_COMPLETED",
			result: { createPolicyResult: { policyId: expect.any(String) } },
			canApprove: false,
			canReject: false,
		});
		expect(voters(first.body.activity)).toEqual(["alice", "bob"]);
		expect(first.body.activity.votes[1]).toMatchObject({ message: body, publicKey: bob.publicKey, activityId: activity.id });
		expect(await names()).toEqual(["p"]);
		const again = await bob.post("/public/v1/submit/approve_activity", body);
		expect(again.body.activity.votes).toHaveLength(2);
		expect((await approve(bob, activity)).body.activity.votes).toHaveLength(2);
		expect(await names()).toEqual(["p"]);
	});

	test("is the same activity when its submitter sends it again, and approved when another member does", async () => {
		const body = alice.body("create_policy", policy("p"));
		const path = "/public/v1/submit/create_policy";
		const first = (await alice.post(path, body)).body.activity;
		const again = (await alice.post(path, body)).body.activity;
		expect([again.id, again.status, again.votes.length]).toEqual([first.id, "ACTIVITY_STATUS_CONSENSUS_NEEDED", 1]);
		const stranger = (await service.client("dave").post(path, body)).body.activity;
		expect([stranger.id, stranger.votes.length]).toEqual([first.id, 1]);
		const other = (await bob.post(path, body)).body.activity;
		expect([other.id, other.status, voters(other)]).toEqual([first.id, "ACTIVITY_STATUS_COMPLETED", ["alice", "bob"]]);
		expect(other.votes[1].message).toBe(body);
	});

	test("is ended by a rejection, for good", async () => {
		const activity = await propose();
		const rejected = (await bob.submit("reject_activity", { fingerprint: activity.fingerprint })).body.activity;
		expect(rejected).toMatchObject({ id: activity.id, status: "ACTIVITY_STATUS_REJECTED", result: {} });
		expect(rejected.votes[1]).toMatchObject({ selection: "VOTE_SELECTION_REJECTED" });
		const late = await approve(carol, activity);
		expect([late.status, late.body.code]).toEqual([400, 9]);
		const twice = await bob.submit("reject_activity", { fingerprint: activity.fingerprint });
		expect([twice.status, twice.body.activity.votes.length]).toEqual([200, 2]);
		expect(await names()).toEqual([]);
	});

	test("may be rejected by who submitted it", async () => {
		const activity = await propose();
		const { body } = await alice.submit("reject_activity", { fingerprint: activity.fingerprint });
		expect(body.activity.status).toBe("ACTIVITY_STATUS_REJECTED");
	});

	test("is not for everybody to vote on", async () => {
		const activity = await propose();
		const { status, body } = await approve(service.client("dave"), activity);
		expect([status, body.code]).toEqual([403, 7]);
	});

	test("goes on waiting after a day, but the approvals must be given again", async () => {
		const activity = await propose();
		clock.advance(DAY + 1);
		const lapsed = (await alice.query("get_activity", { activityId: activity.id })).activity;
		expect([lapsed.status, lapsed.votes, lapsed.canApprove]).toEqual(["ACTIVITY_STATUS_CONSENSUS_NEEDED", [], true]);
		const one = (await approve(bob, activity)).body.activity;
		expect([one.status, voters(one)]).toEqual(["ACTIVITY_STATUS_CONSENSUS_NEEDED", ["bob"]]);
		const two = (await approve(alice, activity)).body.activity;
		expect([two.status, voters(two)]).toEqual(["ACTIVITY_STATUS_COMPLETED", ["bob", "alice"]]);
	});

	test("is refused at once when it could never be carried out", async () => {
		await approve(bob, await propose());
		const { status, body } = await alice.submit("create_policy", policy("p"));
		expect([status, body.message]).toEqual([400, "policy label must be unique"]);
	});

	test("fails when it can no longer be carried out", async () => {
		const first = await propose();
		const second = await bob.activity("create_policy", { ...policy("p"), notes: "by another" });
		await approve(bob, first);
		const { body } = await approve(alice, second);
		expect(body.activity).toMatchObject({
			status: "ACTIVITY_STATUS_FAILED",
			result: {},
			failure: { code: 3, message: "policy label must be unique", details: [] },
		});
		expect(await names()).toEqual(["p"]);
	});
});

describe("votes from another organisation", () => {
	let child: TestClient;
	beforeEach(async () => {
		// Both members found it, since it takes two.
		const { publicKey, privateKey } = generateP256KeyPair();
		const apiKeys = [{ apiKeyName: "k", publicKey, curveType: "API_KEY_CURVE_P256" }];
		const rootUsers = [{ userName: "eve", apiKeys }];
		const request = { subOrganizationName: "eve", rootUsers, rootQuorumThreshold: 1 };
		const done = await approve(bob, await alice.activity("create_sub_organization", request));
		const organizationId: string = done.body.activity.result.createSubOrganizationResultV8.subOrganizationId;
		const credentials = { organizationId, apiPublicKey: publicKey, apiPrivateKey: new Secret(privateKey) };
		child = new TestClient(service.baseUrl, credentials, { now: () => clock.now() });
	});
	afterEach(() => child.close());

	const vote = (client: TestClient, organizationId: string, fingerprint: string) =>
		client.post(
			"/public/v1/submit/approve_activity",
			JSON.stringify({
				type: "ACTIVITY_TYPE_APPROVE_ACTIVITY",
				timestampMs: String(clock.now()),
				organizationId,
				parameters: { fingerprint },
			}),
		);

	test("a sub-organisation's user has none in the parent, and the parent's activity is nothing at home", async () => {
		const { fingerprint } = await propose();
		const inParent = await vote(child, service.organizationId, fingerprint);
		expect([inParent.status, inParent.body.turnkeyErrorCode]).toEqual([401, "PUBLIC_KEY_NOT_FOUND"]);
		const atHome = await vote(child, child.organizationId, fingerprint);
		expect([atHome.status, atHome.body.code]).toEqual([404, 5]);
		expect(await names()).toEqual([]);
	});

	test("a parent's user has none in the sub-organisation", async () => {
		await child.activity("update_root_quorum", { threshold: 1, userIds: [(await child.query("whoami")).userId] });
		const { activities } = await child.query("list_activities");
		const reply = await vote(alice, child.organizationId, activities[0].fingerprint);
		expect([reply.status, reply.body.turnkeyErrorCode, reply.body.message]).toEqual([
			400,
			"ORGANIZATION_MISMATCH",
			`organization mismatch: request is targeting organization ("${child.organizationId}"), ` +
				`but voters are in organization ("${service.organizationId}")`,
		]);
	});
});

test("an unknown fingerprint", async () => {
	const { status, body } = await bob.submit("approve_activity", { fingerprint: "sha256:00" });
	expect([status, body.code, body.message]).toEqual([
		404,
		5,
		"No activity found with fingerprint. Consensus activities must target an existing activity by fingerprint",
	]);
});

test("pending activities can be found", async () => {
	const activity = await propose();
	await approve(bob, await propose("q"));
	const { activities } = await bob.query("list_activities", { filterByStatus: ["ACTIVITY_STATUS_CONSENSUS_NEEDED"] });
	expect(activities.map((each: Answer) => each.id)).toEqual([activity.id]);
});
