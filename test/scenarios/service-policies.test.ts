// Policies and MFA policies enforced by the embedded service, over a real socket.
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { type TestClock, testClock } from "../support/clocks.js";
import { runService, type TestService } from "../support/running-service.js";
import type { Answer, Reply, TestClient } from "../support/service-client.js";

const PROVIDER = "00000000-0000-4000-8000-0000000000aa";
const TAGS = `
  userTags: [{ name: operators }, { name: auditors }]
  users:
    - name: root
    - { name: olga, tags: [operators] }
    - { name: otto, tags: [operators] }
    - { name: anna, tags: [auditors] }
    - name: paul
      oauthProviders: [{ name: google, id: ${PROVIDER}, issuer: i, audience: a, subject: s }]
      authenticators: [{ name: laptop }]
      apiKeys: [{ name: default }, { name: second, id: 00000000-0000-4000-8000-0000000000bb }]
`;
const seed = (more: string): string => `
apiVersion: quorate/v1
kind: Organization
metadata: { name: Treasury }
spec:
  rootQuorum: { threshold: 1, users: [root] }
${TAGS}
${more}
`;
const hook = (name: string) => ({ name, url: "https://hooks.example.com/" });
const detail = ({ body }: Reply): Answer => body.details[0];

let service: TestService;
let clock: TestClock;
beforeEach(() => {
	clock = testClock();
});
afterEach(() => service.close());

async function start(more: string): Promise<(name: string) => TestClient> {
	service = await runService({ seed: seed(more), clock });
	const clients = new Map<string, TestClient>();
	return (name) => {
		const client = clients.get(name) ?? service.client(name);
		clients.set(name, client);
		return client;
	};
}

describe("policies", () => {
	test("an ALLOW lets its users do what its condition says, and nothing else", async () => {
		const as = await start(`
  policies:
    - name: Operators manage webhooks
      id: 00000000-0000-4000-8000-0000000000cc
      effect: EFFECT_ALLOW
      consensus: approvers.any(user, user.tags.contains('\${UserTag/operators}'))
      condition: activity.resource == 'WEBHOOK_ENDPOINT'
`);
		expect((await as("olga").activity("create_webhook_endpoint", hook("a"))).status).toBe("ACTIVITY_STATUS_COMPLETED");
		const stranger = await as("anna").submit("create_webhook_endpoint", hook("b"));
		expect([stranger.status, detail(stranger)]).toEqual([
			403,
			{
				"@type": "type.googleapis.com/errors.v1.PolicyEnginePermissionError",
				message: "No policies evaluated to outcome: Allow",
				policyEvaluations: [{ policyId: "00000000-0000-4000-8000-0000000000cc", outcome: "OUTCOME_DENY_IMPLICIT" }],
			},
		]);
		const policy = { policyName: "p", effect: "EFFECT_ALLOW", notes: "" };
		expect((await as("olga").submit("create_policy", policy)).status).toBe(403);
	});

	test("a DENY wins over an ALLOW, and not over the root quorum", async () => {
		const as = await start(`
  policies:
    - { name: Everybody, effect: EFFECT_ALLOW }
    - { name: No webhooks, id: 00000000-0000-4000-8000-0000000000dd, effect: EFFECT_DENY, condition: "activity.kind == 'CREATE_WEBHOOK_ENDPOINT'" }
`);
		const denied = await as("olga").submit("create_webhook_endpoint", hook("a"));
		expect([denied.status, detail(denied).message]).toEqual([
			403,
			"The following policies denied this action: 00000000-0000-4000-8000-0000000000dd",
		]);
		expect((await as("root").submit("create_webhook_endpoint", hook("a"))).status).toBe(200);
	});

	test("a consensus waits for those who can still give it, and for no one else", async () => {
		const as = await start(`
  policies:
    - name: Two operators
      effect: EFFECT_ALLOW
      consensus: approvers.filter(user, user.tags.contains('\${UserTag/operators}')).count() >= 2
      condition: activity.kind == 'CREATE_WEBHOOK_ENDPOINT'
`);
		expect((await as("anna").submit("create_webhook_endpoint", hook("a"))).status).toBe(403);
		const { fingerprint, status, id } = await as("olga").activity("create_webhook_endpoint", hook("a"));
		expect(status).toBe("ACTIVITY_STATUS_CONSENSUS_NEEDED");
		const seenBy = async (name: string) => (await as(name).query("get_activity", { activityId: id })).activity;
		expect([(await seenBy("otto")).canApprove, (await seenBy("anna")).canApprove, (await seenBy("olga")).canApprove]).toEqual([
			true,
			false,
			false,
		]);
		expect((await as("anna").submit("approve_activity", { fingerprint })).status).toBe(403);
		const approved = await as("otto").submit("approve_activity", { fingerprint });
		expect(approved.body.activity.status).toBe("ACTIVITY_STATUS_COMPLETED");
		expect(approved.body.activity.votes.map((each: Answer) => each.user.userName)).toEqual(["olga", "otto"]);
	});

	test("an activity that a new DENY forbids goes on waiting, and can be approved once the DENY is gone", async () => {
		const as = await start(`
  policies:
    - name: Two operators
      effect: EFFECT_ALLOW
      consensus: approvers.filter(user, user.tags.contains('\${UserTag/operators}')).count() >= 2
`);
		const { fingerprint } = await as("olga").activity("create_webhook_endpoint", hook("a"));
		const deny = await as("root").activity("create_policy", { policyName: "Freeze", effect: "EFFECT_DENY", notes: "" });
		const approve = () => as("otto").submit("approve_activity", { fingerprint });
		const frozen = await approve();
		const { policyId } = deny.result.createPolicyResult;
		expect([frozen.status, detail(frozen).message]).toEqual([403, `The following policies denied this action: ${policyId}`]);
		await as("root").activity("delete_policy", { policyId });
		expect((await approve()).body.activity.status).toBe("ACTIVITY_STATUS_COMPLETED");
	});

	test("a policy that cannot be evaluated neither allows nor denies", async () => {
		const as = await start(`
  policies:
    - { name: Broken, id: 00000000-0000-4000-8000-0000000000ee, effect: EFFECT_ALLOW, condition: "private_key.id == 'x'" }
`);
		const refused = await as("olga").submit("create_webhook_endpoint", hook("a"));
		expect([refused.status, detail(refused).policyEvaluations]).toEqual([
			403,
			[{ policyId: "00000000-0000-4000-8000-0000000000ee", outcome: "OUTCOME_ERROR" }],
		]);
	});

	test("parameters that policies may see are seen", async () => {
		const as = await start(`
  webhookEndpoints: [{ name: theirs, id: 00000000-0000-4000-8000-0000000000ff, url: "https://hooks.example.com/" }, { name: ours, url: "https://hooks.example.com/" }]
  policies:
    - name: Their webhook
      effect: EFFECT_ALLOW
      condition: activity.kind == 'UPDATE_WEBHOOK_ENDPOINT' && activity.params.endpoint_id == '00000000-0000-4000-8000-0000000000ff'
`);
		const { webhookEndpoints } = await as("olga").query("list_webhook_endpoints");
		const update = async (index: number) =>
			(await as("olga").submit("update_webhook_endpoint", { endpointId: webhookEndpoints[index].endpointId, isActive: false }))
				.status;
		expect([await update(0), await update(1)]).toEqual([200, 403]);
	});

	test("one's own credentials are one's own to remove", async () => {
		const as = await start("");
		const { userId } = await as("paul").query("whoami");
		expect((await as("olga").submit("delete_oauth_providers", { userId, providerIds: [PROVIDER] })).status).toBe(403);
		expect((await as("paul").submit("delete_oauth_providers", { userId, providerIds: [PROVIDER] })).status).toBe(200);
	});
});

describe("MFA policies", () => {
	const mfa = (condition: string, ...steps: readonly string[]): string => `
  policies: [{ name: Everybody, effect: EFFECT_ALLOW }]
  mfaPolicies:
    - user: paul
      name: Prove it
      condition: ${condition}
      order: 0
      requiredAuthenticationMethods: [${steps.join(", ")}]
`;
	const step = (type: string, id?: string): string =>
		`{ any: [{ type: AUTHENTICATION_TYPE_${type}${id === undefined ? "" : `, id: ${id}`} }] }`;
	const SECOND = "00000000-0000-4000-8000-0000000000bb";

	test("bind whom they are for, where their condition holds", async () => {
		const as = await start(mfa("activity.kind == 'CREATE_WEBHOOK_ENDPOINT'", step("PASSKEY")));
		const activity = await as("paul").activity("create_webhook_endpoint", hook("a"));
		expect([activity.status, activity.result, activity.canApprove]).toEqual(["ACTIVITY_STATUS_AUTHENTICATORS_NEEDED", {}, true]);
		expect((await as("paul").activity("create_private_key_tag", { privateKeyTagName: "t", privateKeyIds: [] })).status).toBe(
			"ACTIVITY_STATUS_COMPLETED",
		);
		expect((await as("olga").activity("create_webhook_endpoint", hook("b"))).status).toBe("ACTIVITY_STATUS_COMPLETED");
		const { activities } = await as("olga").query("list_activities", {
			filterByStatus: ["ACTIVITY_STATUS_AUTHENTICATORS_NEEDED"],
		});
		expect(activities.map((each: Answer) => each.id)).toEqual([activity.id]);
		// Nobody else's approval counts before paul has proven it, and nobody is told otherwise; rejecting is open to them.
		const { activity: seen } = await as("root").query("get_activity", { activityId: activity.id });
		expect(seen).toMatchObject({ canApprove: false, canReject: true });
		const inspected = (await (await fetch(`${service.baseUrl}/inspect/activities.json?limit=100`)).json()) as Answer;
		const shown = inspected["activities"].find((each: Answer) => each.id === activity.id);
		expect(shown.awaits.map((each: Answer) => each.name)).toEqual(["paul"]);
		const { fingerprint } = activity;
		const early = await as("root").submit("approve_activity", { fingerprint });
		expect([early.status, early.body.message]).toEqual([
			400,
			"activity is not open for votes before its submitter has satisfied their MFA policy",
		]);
	});

	test("are satisfied by the stamp itself when it proves what is asked", async () => {
		const as = await start(mfa('"true"', step("API_KEY")));
		expect((await as("paul").activity("create_webhook_endpoint", hook("a"))).status).toBe("ACTIVITY_STATUS_COMPLETED");
	});

	test("are satisfied step by step, in their order, by approving with the credential asked for", async () => {
		const as = await start(mfa('"true"', step("API_KEY", SECOND), step("API_KEY")));
		const { fingerprint, status } = await as("paul").activity("create_webhook_endpoint", hook("a"));
		expect(status).toBe("ACTIVITY_STATUS_AUTHENTICATORS_NEEDED");
		const approve = async (name: string): Promise<Answer> => (await as(name).submit("approve_activity", { fingerprint })).body;
		expect((await approve("paul")).activity.status).toBe("ACTIVITY_STATUS_AUTHENTICATORS_NEEDED");
		const done = (await approve("paul.second")).activity;
		expect([done.status, done.votes.length]).toEqual(["ACTIVITY_STATUS_COMPLETED", 1]);
	});

	test("bind root users too, and come before anybody else may vote", async () => {
		const as = await start(mfa('"true"', step("PASSKEY")).replace("user: paul", "user: root"));
		const { fingerprint, status } = await as("root").activity("create_webhook_endpoint", hook("a"));
		expect(status).toBe("ACTIVITY_STATUS_AUTHENTICATORS_NEEDED");
		const vote = await as("root").submit("reject_activity", { fingerprint });
		expect(vote.body.activity.status).toBe("ACTIVITY_STATUS_REJECTED");
	});

	test("bind each voter before their vote counts", async () => {
		const as = await start(
			mfa('"true"', step("API_KEY", SECOND)).replace(
				"effect: EFFECT_ALLOW",
				"effect: EFFECT_ALLOW, consensus: approvers.count() >= 2",
			),
		);
		const { fingerprint } = await as("olga").activity("create_webhook_endpoint", hook("a"));
		const begun = (await as("paul").submit("approve_activity", { fingerprint })).body.activity;
		expect([begun.status, begun.votes.length]).toEqual(["ACTIVITY_STATUS_AUTHENTICATORS_NEEDED", 1]);
		const done = (await as("paul.second").submit("approve_activity", { fingerprint })).body.activity;
		expect([done.status, done.votes.length]).toEqual(["ACTIVITY_STATUS_COMPLETED", 2]);
	});

	test("the first in their order that applies binds, and it alone; of one order the older", async () => {
		const one = (name: string, order: number, condition: string, method: string): string =>
			`    - { user: paul, name: ${name}, order: ${order}, condition: "${condition}", requiredAuthenticationMethods: [${method}] }\n`;
		const hooks = "activity.resource == 'WEBHOOK_ENDPOINT'";
		const as = await start(`
  policies: [{ name: Everybody, effect: EFFECT_ALLOW }]
  mfaPolicies:
${one("last", 9, "true", step("PASSKEY"))}${one("hooks", 2, hooks, step("API_KEY"))}${one("twin", 2, hooks, step("PASSKEY"))}${one("exports", 0, "activity.action == 'EXPORT'", step("PASSKEY"))}`);
		// By the second, which an API key satisfies; the ones behind it are not asked.
		expect((await as("paul").activity("create_webhook_endpoint", hook("a"))).status).toBe("ACTIVITY_STATUS_COMPLETED");
		// None before the last applies.
		const tag = await as("paul").activity("create_private_key_tag", { privateKeyTagName: "t", privateKeyIds: [] });
		expect(tag.status).toBe("ACTIVITY_STATUS_AUTHENTICATORS_NEEDED");
		const { userId } = await as("paul").query("whoami");
		const { mfaPolicies } = await as("paul").query("get_mfa_policies", { userId });
		expect(mfaPolicies.map((each: Answer) => each.mfaPolicyName)).toEqual(["exports", "hooks", "twin", "last"]);
		const [last] = mfaPolicies.slice(-1);
		const { mfaStatuses } = await as("paul").query("get_mfa_status", { activityId: tag.id });
		expect(mfaStatuses.map((each: Answer) => each.mfaPolicyId)).toEqual([last.mfaPolicyId]);
		// Deleted by the root user, who is not bound by it, it no longer holds anything up.
		await as("root").activity("delete_mfa_policy", { userId, mfaPolicyId: last.mfaPolicyId });
		const approved = await as("paul").submit("approve_activity", { fingerprint: tag.fingerprint });
		expect(approved.body.activity.status).toBe("ACTIVITY_STATUS_COMPLETED");
	});

	test("a proof given a day ago has to be given again", async () => {
		const as = await start(mfa('"true"', step("API_KEY", SECOND), step("API_KEY")));
		const { fingerprint, id } = await as("paul.second").activity("create_webhook_endpoint", hook("a"));
		expect((await as("paul").query("get_activity", { activityId: id })).activity.status).toBe("ACTIVITY_STATUS_COMPLETED");
		const waiting = await as("paul").activity("create_webhook_endpoint", hook("b"));
		expect(waiting.status).toBe("ACTIVITY_STATUS_AUTHENTICATORS_NEEDED");
		expect(waiting.fingerprint).not.toBe(fingerprint);
		clock.advance(86_400_001);
		const approve = async (name: string): Promise<string> =>
			(await as(name).submit("approve_activity", { fingerprint: waiting.fingerprint })).body.activity.status;
		expect(await approve("paul")).toBe("ACTIVITY_STATUS_AUTHENTICATORS_NEEDED");
		expect(await approve("paul.second")).toBe("ACTIVITY_STATUS_COMPLETED");
	});

	test("nobody votes on what its submitter has yet to prove", async () => {
		const as = await start(
			mfa('"true"', step("PASSKEY")).replace("effect: EFFECT_ALLOW", "effect: EFFECT_ALLOW, consensus: approvers.count() >= 2"),
		);
		const { fingerprint } = await as("paul").activity("create_webhook_endpoint", hook("a"));
		const early = await as("root").submit("approve_activity", { fingerprint });
		expect([early.status, early.body.code]).toEqual([400, 9]);
	});
});
