// Activities with the official clients: submitting, polling, voting, listing, and reading why one stands where it does.
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import {
	assertActivityCompleted,
	createActivityPoller,
	TurnkeyActivityConsensusNeededError,
	TurnkeyRequestError,
} from "@turnkey/http";
import { runService, type TestService } from "../support/described-service.js";
import { httpClient, sdkServer } from "../support/official-clients.js";

const SEED = `
apiVersion: quorate/v1
kind: Organization
metadata: { name: Treasury }
spec:
  rootQuorum: { threshold: 2, users: [ada, bob] }
  users: [{ name: ada }, { name: bob }, { name: eve }]
`;

let service: TestService;
beforeEach(async () => {
	service = await runService({ seed: SEED });
});
afterEach(() => service.close());

const body = (policyName: string) => ({
	type: "ACTIVITY_TYPE_CREATE_POLICY_V3" as const,
	timestampMs: String(Date.now()),
	organizationId: service.organizationId,
	parameters: { policyName, effect: "EFFECT_ALLOW" as const, notes: "", condition: "true" },
});

test("an activity that needs two is proposed, approved and followed to its result", async () => {
	const ada = httpClient(service, "ada");
	const proposed = await ada.createPolicy(body("p"));
	expect(proposed.activity.status).toBe("ACTIVITY_STATUS_CONSENSUS_NEEDED");
	const bob = sdkServer(service, "bob");
	const approved = await bob.approveActivity({ fingerprint: proposed.activity.fingerprint });
	expect(approved.activity).toMatchObject({ id: proposed.activity.id, status: "ACTIVITY_STATUS_COMPLETED" });
	const { activity } = await bob.getActivity({ activityId: proposed.activity.id });
	expect(activity.votes.map((each) => each.user?.userName)).toEqual(["ada", "bob"]);
	expect(activity.result.createPolicyResult?.policyId).toBe((await bob.getPolicies()).policies[0]?.policyId);
	const { policyEvaluations } = await bob.getPolicyEvaluations({ activityId: activity.id });
	expect(policyEvaluations.map((each) => [each.voteId, each.policyEvaluations])).toEqual(
		activity.votes.map((each) => [each.id, []]),
	);
	expect((await bob.getMfaStatus({ activityId: activity.id })).mfaStatuses).toEqual([]);
});

test("the poller of @turnkey/http returns what is done and throws what waits", async () => {
	const client = httpClient(service, "ada");
	const poll = createActivityPoller({ client, requestFn: client.createPolicy, refreshIntervalMs: 5 });
	await expect(poll(body("q"))).rejects.toMatchObject({ activityStatus: "ACTIVITY_STATUS_CONSENSUS_NEEDED" });
	const proposed = await client.createPolicy(body("s"));
	expect(() => assertActivityCompleted(proposed.activity)).toThrow(TurnkeyActivityConsensusNeededError);
	const waiting = body("r");
	const { activity } = await client.createPolicy(waiting);
	await sdkServer(service, "bob").approveActivity({ fingerprint: activity.fingerprint });
	const done = await poll(waiting);
	expect([done.id, done.status]).toEqual([activity.id, "ACTIVITY_STATUS_COMPLETED"]);
});

test("a rejection ends it, for the client too", async () => {
	const { activity } = await httpClient(service, "ada").createPolicy(body("p"));
	const rejected = await sdkServer(service, "bob").rejectActivity({ fingerprint: activity.fingerprint });
	expect(rejected.activity.status).toBe("ACTIVITY_STATUS_REJECTED");
});

test("the log is read page by page", async () => {
	const client = sdkServer(service, "ada");
	const http = httpClient(service, "ada");
	const ids: string[] = [];
	for (const name of ["a", "b", "c"]) ids.unshift((await http.createPolicy(body(name))).activity.id);
	const first = await client.getActivities({
		paginationOptions: { limit: "2" },
		filterByStatus: ["ACTIVITY_STATUS_CONSENSUS_NEEDED"],
	});
	expect(first.activities.map((each) => each.id)).toEqual(ids.slice(0, 2));
	const rest = await client.getActivities({ paginationOptions: { limit: "2", after: ids[1] as string } });
	expect(rest.activities.map((each) => each.id)).toEqual(ids.slice(2));
	const some = await client.getActivities({ filterByType: ["ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT"] });
	expect(some.activities).toEqual([]);
});

test("a refusal arrives as the client's error, with its code and details", async () => {
	const refusal = await httpClient(service, "eve")
		.createPolicy(body("p"))
		.catch((error: unknown) => error);
	expect(refusal).toBeInstanceOf(TurnkeyRequestError);
	expect(refusal).toMatchObject({
		code: 7,
		message: expect.stringContaining("You don't have sufficient permissions to take this action."),
		details: [expect.objectContaining({ message: "No policies evaluated to outcome: Allow" })],
	});
});
