// Why an activity stands where it does: what the policies said at each vote, and what each voter has yet to prove.
import { afterEach, expect, test } from "@jest/globals";
import { testClock } from "../support/clocks.js";
import { runService, type TestService } from "../support/running-service.js";
import type { Answer } from "../support/service-client.js";

const ALLOW = "00000000-0000-4000-8000-00000000000a";
const LATER = "00000000-0000-4000-8000-00000000000b";
const MFA = "00000000-0000-4000-8000-00000000000c";
const FIRST = "00000000-0000-4000-8000-0000000000aa";
const SECOND = "00000000-0000-4000-8000-0000000000bb";
const NOBODY = "00000000-0000-4000-8000-000000000000";
const SEED = `
apiVersion: quorate/v1
kind: Organization
metadata: { name: Treasury }
spec:
  rootQuorum: { threshold: 1, users: [root] }
  users:
    - name: root
    - name: olga
    - name: paul
      apiKeys: [{ name: default, id: ${FIRST} }, { name: second, id: ${SECOND} }]
  policies:
    - { name: Two, id: ${ALLOW}, effect: EFFECT_ALLOW, consensus: approvers.count() >= 2 }
    - { name: Other, id: ${LATER}, effect: EFFECT_ALLOW, condition: "activity.kind == 'CREATE_POLICY'" }
  mfaPolicies:
    - user: paul
      id: ${MFA}
      name: Prove it
      condition: "activity.kind == 'CREATE_WEBHOOK_ENDPOINT'"
      order: 0
      requiredAuthenticationMethods:
        - { any: [{ type: AUTHENTICATION_TYPE_API_KEY, id: ${FIRST} }] }
        - { any: [{ type: AUTHENTICATION_TYPE_API_KEY, id: ${SECOND} }] }
`;
const HOOK = { name: "ops", url: "https://hooks.example.com/" };

let service: TestService;
afterEach(() => service.close());

test("there is one evaluation per vote, with what every policy said then", async () => {
	service = await runService({ seed: SEED });
	const olga = service.client("olga");
	const { id, fingerprint, votes } = await olga.activity("create_private_key_tag", { privateKeyTagName: "t", privateKeyIds: [] });
	const first = {
		id: expect.any(String),
		activityId: id,
		organizationId: service.organizationId,
		voteId: votes[0].id,
		policyEvaluations: [
			{ policyId: ALLOW, outcome: "OUTCOME_REQUIRES_CONSENSUS" },
			{ policyId: LATER, outcome: "OUTCOME_DENY_IMPLICIT" },
		],
		createdAt: votes[0].createdAt,
	};
	expect(await olga.query("get_policy_evaluations", { activityId: id })).toEqual({ policyEvaluations: [first] });
	const done = await service.client("paul").activity("approve_activity", { fingerprint });
	expect(done.status).toBe("ACTIVITY_STATUS_COMPLETED");
	const { policyEvaluations } = await olga.query("get_policy_evaluations", { activityId: id });
	expect(policyEvaluations).toEqual([
		first,
		expect.objectContaining({
			voteId: done.votes[1].id,
			policyEvaluations: [
				{ policyId: ALLOW, outcome: "OUTCOME_ALLOW" },
				{ policyId: LATER, outcome: "OUTCOME_DENY_IMPLICIT" },
			],
		}),
	]);
});

test("where the root quorum decides, no policy is consulted", async () => {
	service = await runService({ seed: SEED });
	const { id } = await service.root.activity("create_webhook_endpoint", HOOK);
	const { policyEvaluations } = await service.root.query("get_policy_evaluations", { activityId: id });
	expect(policyEvaluations).toEqual([expect.objectContaining({ activityId: id, policyEvaluations: [] })]);
});

test("an MFA status tells how far each voter has come, until it lapses", async () => {
	const clock = testClock();
	service = await runService({ seed: SEED, clock });
	const paul = service.client("paul");
	const { userId } = await paul.query("whoami");
	const { id, fingerprint } = await service.client("olga").activity("create_webhook_endpoint", HOOK);
	const status = async (parameters: object = {}): Promise<Answer> =>
		(await paul.query("get_mfa_status", { activityId: id, ...parameters })).mfaStatuses;
	expect(await status()).toEqual([]);
	const method = (key: string) => ({ type: "AUTHENTICATION_TYPE_API_KEY", id: key });
	const standing = (satisfiedMethods: readonly object[], satisfied: boolean) => [
		{
			mfaPolicyId: MFA,
			userId,
			satisfied,
			satisfiedMethods,
			requiredMethods: [{ any: [method(FIRST)] }, { any: [method(SECOND)] }],
		},
	];
	expect(await status({ userId })).toEqual(standing([], false));
	await paul.submit("approve_activity", { fingerprint });
	expect(await status()).toEqual(standing([method(FIRST)], false));
	clock.advance(86_400_001);
	expect(await status()).toEqual(standing([], false));
	await paul.submit("approve_activity", { fingerprint });
	await service.client("paul.second").submit("approve_activity", { fingerprint });
	expect(await status()).toEqual(standing([method(FIRST), method(SECOND)], true));
});

test("the organisation can be read whole", async () => {
	service = await runService({ seed: SEED });
	const { organizationData } = await service.root.query("get_organization");
	expect(organizationData).toEqual({
		organizationId: service.organizationId,
		name: "Treasury",
		users: (await service.root.query("list_users")).users,
		policies: (await service.root.query("list_policies")).policies,
		privateKeys: [],
		invitations: [],
		tags: [],
		rootQuorum: { threshold: 1, userIds: [expect.any(String)] },
		features: [],
		wallets: [],
		smartContractInterfaceReferences: [],
	});
});

test.each([
	["get_policy_evaluations", { activityId: NOBODY }, 404, `unable to find activity ${NOBODY}`],
	["get_policy_evaluations", { activityId: "x" }, 400, "invalid request body: `activityId` must be a UUID"],
	["get_mfa_status", { activityId: NOBODY }, 404, `unable to find activity ${NOBODY}`],
	["get_mfa_status", { activityId: "" }, 400, "invalid request body: `activityId` must be a UUID"],
] as const)("%s of %j is refused", async (name, parameters, status, message) => {
	service = await runService({ seed: SEED });
	const reply = await service.root.ask(name, parameters);
	expect([reply.status, reply.body.message]).toEqual([status, expect.stringContaining(message)]);
});

test("get_mfa_status of an unknown user is refused", async () => {
	service = await runService({ seed: SEED });
	const { id } = await service.root.activity("create_webhook_endpoint", HOOK);
	const reply = await service.root.ask("get_mfa_status", { activityId: id, userId: NOBODY });
	expect([reply.status, reply.body.message]).toEqual([
		404,
		`unable to find user ${NOBODY} in organization ${service.organizationId}`,
	]);
});
