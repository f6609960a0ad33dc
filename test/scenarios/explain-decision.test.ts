// Why requests are decided as they are, over a real socket: every outcome, past activities, plans that change it; and that
// what is explained is what the service does.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import type { JsonValue } from "../../src/base/json.js";
import { openSchemas, packagedSchemas } from "../../src/manifest/schemas.js";
import type { Explanation } from "../../src/model/explanation.js";
import { type TestClock, testClock } from "../support/clocks.js";
import type { CommandResult } from "../support/command.js";
import { expectGolden } from "../support/golden.js";
import { runService, type TestService } from "../support/running-service.js";
import { Refused, type Seam, startSeam } from "../support/seam.js";
import type { Answer } from "../support/service-client.js";
import { type ServiceProject, serviceProject } from "../support/service-project.js";
import { StableNames } from "../support/stable-names.js";

jest.setTimeout(120_000);

const id = (last: string): string => `00000000-0000-4000-8000-0000000000${last}`;
const SEED = `
apiVersion: quorate/v1
kind: Organization
metadata: { name: Treasury }
spec:
  rootQuorum: { threshold: 2, users: [root, rita] }
  userTags: [{ name: signers, id: ${id("51")} }, { name: auditors, id: ${id("52")} }]
  users:
    - { name: root, id: ${id("01")} }
    - { name: rita, id: ${id("02")} }
    - { name: olga, id: ${id("03")}, tags: [signers] }
    - { name: paul, id: ${id("04")}, tags: [signers] }
    - { name: quin, id: ${id("05")}, tags: [auditors] }
  privateKeyTags: [{ name: hot, id: ${id("61")} }]
  privateKeys: [{ name: hot-key, id: ${id("62")}, curve: CURVE_SECP256K1, tags: [hot], addressFormats: [ADDRESS_FORMAT_ETHEREUM] }]
  policies:
    - name: Signers pay
      id: ${id("a1")}
      effect: EFFECT_ALLOW
      condition: activity.kind == 'SIGN_TRANSACTION' && private_key.tags.contains('${id("61")}') && eth.tx.value <= 1000
      consensus: approvers.filter(u, u.tags.contains('${id("51")}')).count() >= 2
    - name: No webhooks by auditors
      id: ${id("a2")}
      effect: EFFECT_DENY
      condition: activity.resource == 'WEBHOOK_ENDPOINT'
      consensus: approvers.any(u, u.tags.contains('${id("52")}'))
    - name: Anybody makes webhooks
      id: ${id("a3")}
      effect: EFFECT_ALLOW
      condition: activity.kind == 'CREATE_WEBHOOK_ENDPOINT'
      consensus: approvers.count() >= 1
    - name: Paul manages policies
      id: ${id("a6")}
      effect: EFFECT_ALLOW
      condition: activity.resource == 'POLICY'
      consensus: approvers.any(u, u.id == '${id("04")}')
  mfaPolicies:
    - user: paul
      id: ${id("b1")}
      name: Passkey for policies
      condition: activity.resource == 'POLICY' && activity.action == 'DELETE'
      order: 0
      requiredAuthenticationMethods: [{ any: [{ type: AUTHENTICATION_TYPE_API_KEY }] }, { any: [{ type: AUTHENTICATION_TYPE_PASSKEY }] }]
`;

const request = (...lines: string[]): string => ["apiVersion: quorate/v1", "kind: Request", ...lines, ""].join("\n");
const payment = (value: number, ...more: string[]): string =>
	request(
		"activity: SIGN_TRANSACTION",
		"by: olga",
		"params: { signWith: hot-key }",
		`transaction: { eth.tx: { to: '0x8617e340b3d01fa5f11f306f4090fd50e238070d', value: ${value}, chain_id: 1 } }`,
		"at: 2026-01-02T03:04:05Z",
		...more,
	);
const webhook = (who: string): string =>
	request(
		"activity: CREATE_WEBHOOK_ENDPOINT",
		`by: ${who}`,
		"at: 2026-01-02T03:04:05Z",
		"params: { name: ops, url: 'https://hooks.example.com/' }",
	);

let service: TestService;
let clock: TestClock;
let project: ServiceProject;
let seam: Seam | undefined;
beforeEach(async () => {
	clock = testClock();
	service = await runService({ seed: SEED, clock });
	project = await serviceProject(service);
	clock.advance(60_000);
});
afterEach(async () => {
	await seam?.close();
	seam = undefined;
	await service.close();
});

/** Explains a request in a file, in text and as JSON; the text is golden. */
async function explained(golden: string, text: string, args: readonly string[] = []): Promise<Explanation> {
	project.write("request.yaml", text);
	const shown = await project.run(["explain-decision", "request.yaml", ...args]);
	expect([shown.code, shown.stderr]).toEqual([0, ""]);
	expectGolden(`explain/${golden}.txt`, new StableNames().replace(shown.stdout));
	const { stdout } = await project.run(["explain-decision", "request.yaml", "--json", ...args]);
	return published(JSON.parse(stdout));
}

/** The document, which must be as its schema says. */
async function published(document: unknown): Promise<Explanation> {
	const validate = await openSchemas(packagedSchemas()).validator("explanation.schema.json");
	expect(validate(document as JsonValue)).toEqual([]);
	return document as Explanation;
}

/** The short answer about the request that was explained last: exit code and what is printed. */
async function evaluated(args: readonly string[] = []): Promise<readonly [number, string]> {
	const { code, stdout, stderr } = await project.run(["policy", "eval", "request.yaml", ...args]);
	expect(stderr).toBe("");
	return [code, stdout];
}

describe("a request in a file", () => {
	test("that a policy allows", async () => {
		const { decisions } = await explained("allowed", webhook("olga"));
		expect(decisions[0]).toMatchObject({ of: "live", outcome: "allow", decided_by: "policies" });
		expect(await evaluated()).toEqual([0, "request.yaml: allow. Allowed by Policy/Anybody makes webhooks.\n"]);
		const done = await service.client("olga").activity("create_webhook_endpoint", { name: "o", url: "https://o.example.com/" });
		expect(done.status).toBe("ACTIVITY_STATUS_COMPLETED");
	});

	test("that a policy denies", async () => {
		const { decisions } = await explained("denied", webhook("quin"));
		expect(decisions[0]).toMatchObject({ outcome: "deny-explicit" });
		expect(await evaluated()).toEqual([4, "request.yaml: deny-explicit. Denied by Policy/No webhooks by auditors.\n"]);
		const refused = await service.client("quin").submit("create_webhook_endpoint", { name: "q", url: "https://q.example.com/" });
		expect(refused.status).toBe(403);
	});

	test("that no policy allows, and one that cannot be evaluated", async () => {
		await service.client("paul").activity("create_policy", {
			policyName: "Wallets pay",
			effect: "EFFECT_ALLOW",
			condition: "wallet.label == 'ops' && eth.tx.value > 5",
			notes: "",
		});
		const { decisions } = await explained("denied-by-default", payment(5000, "approvals: [paul]"));
		expect(decisions[0]).toMatchObject({ outcome: "deny-implicit", decided_by: "nobody" });
		expect(decisions[0]?.policies.find((each) => each.address === "Policy/Signers pay")).toMatchObject({
			outcome: "OUTCOME_DENY_IMPLICIT",
			reasons: [
				{
					slot: "condition",
					text: "eth.tx.value <= 1000",
					message: "`eth.tx.value <= 1000` is false: `eth.tx.value` is 5000",
					value: false,
				},
			],
		});
		expect(decisions[0]?.policies.find((each) => each.address === "Policy/Wallets pay")).toMatchObject({
			outcome: "OUTCOME_ERROR",
			reasons: [{ message: "MissingKeyword: `wallet` is not there in this request", value: "error" }],
		});
		expect(await evaluated()).toEqual([4, "request.yaml: deny-implicit. Denied: no policy allows it.\n"]);
	});

	test("that waits for approvals, until it has them", async () => {
		const waiting = await explained("waits", payment(1000));
		expect(waiting.decisions[0]).toMatchObject({
			outcome: "needs-consensus",
			needs: [
				[{ count: 1, users: [{ id: id("04"), name: "paul" }] }],
				[
					{
						count: 2,
						users: [
							{ id: id("01"), name: "root" },
							{ id: id("02"), name: "rita" },
						],
						of: "root-quorum",
					},
				],
			],
		});
		expect(await evaluated()).toEqual([
			5,
			"request.yaml: needs-consensus. Waits for approvals, asked for by Policy/Signers pay. Needs 1 of paul, or of the root quorum: 2 of root, rita.\n",
		]);
		project.write("request.yaml", payment(1000, "approvals: [rita, root]"));
		expect(await evaluated()).toEqual([0, "request.yaml: allow. Allowed by the root quorum.\n"]);
		project.write("request.yaml", payment(1000, "approvals: [paul]"));
		expect(await evaluated()).toEqual([0, "request.yaml: allow. Allowed by Policy/Signers pay.\n"]);
	});

	test("that asks for a second factor", async () => {
		const text = request("activity: DELETE_POLICY", "by: paul", "at: 2026-01-02T03:04:05Z", `params: { policyId: ${id("a1")} }`);
		const { decisions } = await explained("second-factor", text);
		expect(decisions[0]?.mfa).toEqual({
			address: "MfaPolicy/paul/Passkey for policies",
			steps: [{ any: [{ type: "AUTHENTICATION_TYPE_API_KEY" }] }, { any: [{ type: "AUTHENTICATION_TYPE_PASSKEY" }] }],
			skipped: [],
		});
		const [code, stdout] = await evaluated();
		expect([code, stdout]).toEqual([
			0,
			"request.yaml: allow. Allowed by Policy/Paul manages policies. Asks for a second factor by MfaPolicy/paul/Passkey for policies.\n",
		]);
	});

	test("that the root quorum decides, alone or because it can", async () => {
		const alone = await explained(
			"root-quorum-only",
			request("activity: UPDATE_ROOT_QUORUM", "by: olga", "at: 2026-01-02T03:04:05Z").replace(
				"UPDATE_ROOT_QUORUM",
				"ACTIVITY_TYPE_UPDATE_ROOT_QUORUM",
			),
		);
		expect(alone.decisions[0]).toMatchObject({ outcome: "deny-implicit", not_asked: "root-quorum-only", policies: [] });
		const both = await explained(
			"root-quorum",
			request("activity: CREATE_USER_TAG", "by: root", "approvals: [rita]", "at: 2026-01-02T03:04:05Z"),
		);
		expect(both.decisions[0]).toMatchObject({ outcome: "allow", decided_by: "root-quorum", not_asked: "root-quorum-satisfied" });
		const one = await explained(
			"root-quorum-waits",
			request("activity: CREATE_USER_TAG", "by: root", "at: 2026-01-02T03:04:05Z"),
		);
		expect(one.decisions[0]).toMatchObject({ outcome: "needs-consensus", decided_by: "root-quorum" });
	});

	test("with a policy whose time is over, and a DENY that waits for nobody", async () => {
		await service.close();
		const timed = [
			"    - { name: Last year, effect: EFFECT_ALLOW, time: \"time.now < Timestamp('2026-01-01T00:00:00Z')\" }",
			"    - { name: Freeze, effect: EFFECT_DENY, condition: activity.action == 'CREATE', consensus: approvers.count() >= 2 }",
		].join("\n");
		service = await runService({ seed: SEED.replace("  mfaPolicies:", `${timed}\n  mfaPolicies:`), clock });
		project = await serviceProject(service);
		const { decisions } = await explained("time-over", webhook("olga"));
		expect(decisions[0]?.policies.find((each) => each.address === "Policy/Last year")).toMatchObject({
			outcome: "OUTCOME_TIME_INACTIVE",
			reasons: [{ slot: "time", value: false }],
		});
		expect(decisions[0]?.policies.find((each) => each.address === "Policy/Freeze")?.outcome).toBe("OUTCOME_DENY_IMPLICIT");
	});

	test("that carries what is not read here: nothing is said as if it were certain", async () => {
		for (const [policyName, effect, condition] of [
			["Sign", "EFFECT_ALLOW", "activity.kind == 'ETH_SEND_TRANSACTION'"],
			["No big sends", "EFFECT_DENY", "eth.tx.value > 1000"],
		]) {
			await service.client("paul").activity("create_policy", { policyName, effect, condition, notes: "" });
		}
		const sends = request(
			"activity: ETH_SEND_TRANSACTION",
			"by: olga",
			"at: 2026-01-02T03:04:05Z",
			"params: { from: hot-key, to: '0x8617e340b3d01fa5f11f306f4090fd50e238070d', value: '5000', caip2: 'eip155:1' }",
		);
		const { decisions, notes } = await explained("unread", sends);
		const unread = [
			{ address: "Policy/Signers pay", roots: ["eth.tx"] },
			{ address: "Policy/No big sends", roots: ["eth.tx"] },
		];
		expect(decisions[0]).toMatchObject({ outcome: "allow", uncertain: true });
		expect(decisions[0]?.unread).toHaveLength(2);
		expect(decisions[0]?.unread).toEqual(expect.arrayContaining(unread));
		expect(notes).toContain(
			"`Policy/No big sends` reads `eth.tx`, which such a request has and which could not be read here: the service may decide otherwise",
		);
		const [code, short] = await evaluated();
		expect(code).toBe(1);
		expect(short).toContain("request.yaml: allow. Not certain, as far as it could be read: Allowed by Policy/Sign.");
		expect(short).toContain("Policy/No big sends reads eth.tx, which could not be read here.");
		const json = await project.run(["policy", "eval", "request.yaml", "--json"]);
		expect([json.code, JSON.parse(json.stdout)]).toEqual([1, [expect.objectContaining({ outcome: "allow", uncertain: true })]]);
		// What the fields say is certain.
		project.write("request.yaml", `${sends}bindings: { eth.tx: { value: 5000 } }\n`);
		expect(await evaluated()).toEqual([4, "request.yaml: deny-explicit. Denied by Policy/No big sends.\n"]);
	});

	test("of a user whose name would move the cursor", async () => {
		seam = await startSeam(service.baseUrl, (operation, answer) =>
			operation === "list_users" ? JSON.parse(JSON.stringify(answer).replaceAll('"paul"', '"pa\\u001b[2Jul"')) : answer,
		);
		project.write("request.yaml", payment(1));
		const { code, stdout } = await project.run(["policy", "eval", "request.yaml"], { baseUrl: seam.baseUrl });
		expect(code).toBe(5);
		expect(stdout).toContain("Needs 1 of pa\\u{1b}[2Jul");
		expect(stdout).not.toContain("\u001b");
	});

	test("that is JSON, on standard input", async () => {
		const text = JSON.stringify({ apiVersion: "quorate/v1", kind: "Request", activity: "CREATE_WEBHOOK_ENDPOINT", by: "olga" });
		const { code, stdout } = await project.run(["policy", "eval", "-", "--json"], { stdin: text });
		expect(code).toBe(0);
		expect(JSON.parse(stdout)).toEqual([
			{
				request: "<stdin>",
				outcome: "allow",
				decided_by: "policies",
				policies: ["Policy/Anybody makes webhooks"],
				needs: [],
				mfa_policy: null,
			},
		]);
	});

	test("among several: the worst decides the exit code", async () => {
		project.write("a.yaml", webhook("olga"));
		project.write("b.yaml", payment(1));
		project.write("c.yaml", webhook("quin"));
		const codes = async (...names: string[]): Promise<number> => (await project.run(["policy", "eval", ...names])).code;
		expect([await codes("a.yaml"), await codes("a.yaml", "b.yaml"), await codes("c.yaml", "b.yaml", "a.yaml")]).toEqual([
			0, 5, 4,
		]);
	});
});

describe("a past activity", () => {
	test("that waits is explained as of now, with whom it waits for", async () => {
		const made = await service.client("olga").activity("create_webhook_endpoint", { name: "o", url: "https://o.example.com/" });
		const { code, stdout } = await project.run(["explain-decision", made.id]);
		expect(code).toBe(0);
		expectGolden("explain/past-activity.txt", new StableNames().replace(stdout));
		const pending = await service.root.activity("create_user_tag", { userTagName: "x", userIds: [] });
		const { stdout: answer, code: waits } = await project.run(["policy", "eval", pending.id]);
		expect([waits, answer]).toEqual([
			5,
			`${pending.id}: needs-consensus. Waits for the root quorum. Needs of the root quorum: 1 of rita.\n`,
		]);
	});

	test("is shown with the policies as they are now, and told so", async () => {
		const made = await service.client("olga").activity("create_webhook_endpoint", { name: "o", url: "https://o.example.com/" });
		clock.advance(60_000);
		await service.client("paul").activity("update_policy", { policyId: id("a3"), policyConsensus: "approvers.count() >= 3" });
		const { stdout } = await project.run(["explain-decision", made.id, "--json"]);
		const explanation = await published(JSON.parse(stdout));
		expect(explanation.notes).toEqual([
			"`Policy/Anybody makes webhooks` was changed after the last vote; it is shown as it is now",
		]);
		expect(explanation.request).toMatchObject({
			status: "ACTIVITY_STATUS_COMPLETED",
			by: { name: "olga" },
			at: "2026-01-02T03:05:05.000Z",
		});
		expect(explanation.decisions[0]?.outcome).toBe("needs-consensus");
	});

	test("shows what policies can read of it, and none of its secrets", async () => {
		const key = `02${"ab".repeat(32)}`;
		const made = await service.client("olga").activity("create_api_keys", {
			userId: id("03"),
			apiKeys: [
				{
					apiKeyName: "another one",
					publicKey: service.client("paul").publicKey.replace(/^0[23]/, (sign) => (sign === "02" ? "03" : "02")),
					curveType: "API_KEY_CURVE_P256",
				},
			],
		});
		const { stdout } = await project.run(["explain-decision", made.id, "--json"]);
		expect(JSON.parse(stdout).request.reads).toEqual([
			{
				activity: {
					type: "ACTIVITY_TYPE_CREATE_API_KEYS_V2",
					kind: "CREATE_API_KEYS",
					resource: "CREDENTIAL",
					action: "CREATE",
					params: { user_id: id("03") },
				},
			},
		]);
		expect(stdout).not.toContain("another one");
		expect(stdout).not.toContain(key);
		expect(JSON.parse(stdout).decisions[0]).toMatchObject({ outcome: "allow", decided_by: "implicit-permission" });
	});
});

const MANIFESTS = `
apiVersion: quorate/v1
kind: Policy
metadata: { name: Anybody makes webhooks }
spec: { effect: EFFECT_ALLOW, condition: activity.kind == 'CREATE_WEBHOOK_ENDPOINT', consensus: approvers.count() >= 2 }
---
apiVersion: quorate/v1
kind: Policy
metadata: { name: Cold keys sign }
spec:
  effect: EFFECT_ALLOW
  condition: private_key.tags.contains('\${PrivateKeyTag/cold}')
  consensus: approvers.any(u, u.tags.contains('\${UserTag/signers}'))
---
apiVersion: quorate/v1
kind: PrivateKeyTag
metadata: { name: cold }
spec: { privateKeys: [hot-key] }
`;

describe("against a plan", () => {
	beforeEach(async () => {
		project.write("manifests/all.yaml", MANIFESTS);
		const { code, stderr } = await project.run(["plan", "--out", "plan.json"]);
		expect([code, stderr]).toEqual([0, ""]);
	});

	test("tells which policies decide otherwise, and whether the outcome does", async () => {
		const { changes, outcome_changes, decisions } = await explained("plan-changes", webhook("olga"), ["--against", "plan.json"]);
		expect([outcome_changes, changes]).toEqual([
			true,
			[
				{ address: "Policy/Anybody makes webhooks", before: "OUTCOME_ALLOW", after: "OUTCOME_REQUIRES_CONSENSUS" },
				{ address: "Policy/Cold keys sign", after: "OUTCOME_ERROR" },
			],
		]);
		expect(decisions.map(({ of, outcome }) => [of, outcome])).toEqual([
			["before", "allow"],
			["after", "needs-consensus"],
		]);
		const detailed = await project.run(["explain-decision", "request.yaml", "--against", "plan.json", "--detailed-exitcode"]);
		expect(detailed.code).toBe(2);
		expect(await evaluated(["--against", "plan.json"])).toEqual([
			5,
			expect.stringContaining("needs-consensus. Waits for approvals, asked for by Policy/Anybody makes webhooks."),
		]);
	});

	test("counts the tags that the plan makes", async () => {
		const { decisions } = await explained("plan-makes-tag", payment(5000), ["--against", "plan.json"]);
		expect(decisions.map(({ outcome }) => outcome)).toEqual(["deny-implicit", "allow"]);
		// As the plan would have it done, by those who may.
		const tag = await service.root.activity("create_private_key_tag", { privateKeyTagName: "cold", privateKeyIds: [id("62")] });
		const made = await service.client("rita").activity("approve_activity", { fingerprint: tag.fingerprint });
		const { privateKeyTagId } = made.result.createPrivateKeyTagResult;
		await service.client("paul").activity("create_policy", {
			policyName: "Cold keys sign",
			effect: "EFFECT_ALLOW",
			condition: `private_key.tags.contains('${privateKeyTagId}')`,
			consensus: `approvers.any(u, u.tags.contains('${id("51")}'))`,
			notes: "",
		});
		const { stdout, code } = await project.run(["policy", "eval", "request.yaml"]);
		expect([code, stdout]).toEqual([0, "request.yaml: allow. Allowed by Policy/Cold keys sign.\n"]);
	});

	test("is refused once the organisation has moved", async () => {
		await service.client("paul").activity("update_policy", { policyId: id("a3"), policyConsensus: "approvers.count() >= 7" });
		project.write("request.yaml", webhook("olga"));
		const { code, stderr } = await project.run(["explain-decision", "request.yaml", "--against", "plan.json"]);
		expect([code, stderr]).toEqual([
			6,
			expect.stringContaining("error Q6201: the plan `plan.json` was made when `Policy/Anybody makes webhooks` was otherwise"),
		]);
	});
});

describe("against the manifests", () => {
	test("with people and keys from a seed, nothing is asked of a service", async () => {
		project.write("manifests/all.yaml", MANIFESTS);
		project.write("seed.yaml", SEED);
		project.write("request.yaml", payment(5000));
		const args = ["explain-decision", "request.yaml", "--organization", "seed.yaml"];
		const { code, stdout, stderr } = await project.run(args, { baseUrl: "http://127.0.0.1:1" });
		expect([code, stderr]).toEqual([0, ""]);
		expectGolden("explain/manifests.txt", new StableNames().replace(stdout));
	});

	test("with the live people, and a reference that means nobody", async () => {
		project.write("manifests/all.yaml", MANIFESTS.replace("UserTag/signers", "UserTag/sigmers"));
		project.write("request.yaml", payment(5000));
		const { code, stdout } = await project.run(["explain-decision", "request.yaml", "--against", "manifests"]);
		expect(code).toBe(0);
		expect(stdout).toContain("With the manifests: Denied: no policy allows it.");
		expect(stdout).toContain(
			"Note: `Policy/Cold keys sign` refers to `UserTag/sigmers`, which the organisation does not have: nothing equals it",
		);
	});
});

describe("refused", () => {
	const refused = async (args: readonly string[], text = webhook("olga"), baseUrl?: string): Promise<CommandResult> => {
		project.write("request.yaml", text);
		const result = await project.run(["explain-decision", ...args], baseUrl === undefined ? {} : { baseUrl });
		expect(result.stdout).toBe("");
		expect(result.stderr).not.toContain("internal error");
		return result;
	};

	test.each([
		["no such user", webhook("olgo"), "error Q3701: there is no user `olgo`", "request.yaml:4:5", "did you mean `olga`?"],
		[
			"no such activity",
			webhook("olga").replace("CREATE_WEBHOOK_ENDPOINT", "CREATE_WEBHOOK_ENDPONT"),
			"error Q3702: there is no activity `CREATE_WEBHOOK_ENDPONT`",
			"request.yaml:3:11",
			"did you mean",
		],
		["a misspelt key", `${webhook("olga")}aproved: [paul]\n`, "error Q20", "request.yaml:7:1", "approvals"],
		[
			"another kind",
			webhook("olga").replace("kind: Request", "kind: Requst"),
			"error Q2004: the document is of kind `Requst`, expected `Request`",
			"request.yaml:2:7",
			"did you mean `Request`?",
		],
		[
			"two requests",
			`${webhook("olga")}---\n${webhook("paul")}`,
			"error Q7205: `request.yaml` holds 2 requests, expected one",
			"request.yaml:",
			"put each into a file of its own",
		],
		["nothing", "", "error Q1001", "request.yaml", "`Request`"],
	] as const)("%s", async (_name, text, message, place, help) => {
		const { code, stderr } = await refused(["request.yaml"], text);
		expect(code).toBe(3);
		for (const part of [message, place, help]) expect(stderr).toContain(part);
	});

	test("a file that is not there", async () => {
		const { code, stderr } = await refused(["nowhere.yaml"]);
		expect([code, stderr]).toEqual([3, expect.stringContaining("nowhere.yaml")]);
	});

	test("an activity that is not there", async () => {
		const { code, stderr } = await refused([id("ff")]);
		expect([code, stderr]).toEqual([1, expect.stringContaining(`unable to find activity ${id("ff")}`)]);
	});

	test("an activity without votes", async () => {
		const made = await service.client("olga").activity("create_webhook_endpoint", { name: "o", url: "https://o.example.com/" });
		seam = await startSeam(service.baseUrl, (operation, answer) =>
			operation === "get_activity" ? { activity: { ...(answer as Answer).activity, votes: [] } } : answer,
		);
		const { code, stderr } = await refused([made.id], undefined, seam.baseUrl);
		expect([code, stderr]).toEqual([
			1,
			expect.stringContaining(`error Q7206: the activity ${made.id} cannot be explained: nobody voted on it`),
		]);
	});

	test("an organisation that may not be read whole", async () => {
		seam = await startSeam(service.baseUrl, (operation, answer) =>
			operation === "list_policies" ? new Refused(403, "no") : answer,
		);
		const { code, stderr } = await refused(["request.yaml"], undefined, seam.baseUrl);
		expect([code, stderr]).toEqual([1, expect.stringContaining("error Q7202: the policies in force cannot be read whole")]);
	});

	test("the profile core, which tells neither people nor the past", async () => {
		const core = await serviceProject(service, "core");
		core.write("request.yaml", webhook("olga"));
		const { code, stderr } = await core.run(["explain-decision", "request.yaml"]);
		expect([code, stderr]).toEqual([1, expect.stringContaining("error Q7202: the organisation cannot be read whole")]);
		expect(stderr).toContain("users: the profile `core` offers no list_users");
	});

	test("people from a file for what is read from the service", async () => {
		project.write("seed.yaml", SEED);
		project.write("manifests/all.yaml", MANIFESTS);
		const both = await refused(["request.yaml", "--organization", "seed.yaml", "--against", "live"]);
		expect([both.code, both.stderr]).toEqual([
			1,
			expect.stringContaining("error Q7203: `--organization` describes the people and keys"),
		]);
		const past = await refused([id("ff"), "--organization", "seed.yaml"]);
		expect([past.code, past.stderr]).toEqual([1, expect.stringContaining("error Q7204: the activity")]);
	});

	test("a seed with a name that means nothing", async () => {
		project.write("seed.yaml", SEED.replace("tags: [auditors]", "tags: [auditor]"));
		project.write("manifests/all.yaml", MANIFESTS);
		const { code, stderr } = await refused(["request.yaml", "--organization", "seed.yaml"]);
		expect([code, stderr]).toEqual([3, expect.stringContaining("error Q3701: there is no user tag `auditor`")]);
		expect(stderr).toContain("seed.yaml:13");
	});

	test("a word for the policies that is none", async () => {
		const { code, stderr } = await refused(["request.yaml", "--against", "mainfests"]);
		expect([code, stderr]).toEqual([
			1,
			expect.stringContaining("error Q7207: `--against mainfests` is neither `live` nor `manifests` nor the file of a plan"),
		]);
		expect(stderr).toContain("did you mean `manifests`?");
	});

	test("a plan that is not there", async () => {
		const { code, stderr } = await refused(["request.yaml", "--against", "some-plan.json"]);
		expect([code, stderr]).toEqual([
			3,
			expect.stringContaining("error Q7120: the plan `some-plan.json` cannot be read: it does not exist"),
		]);
	});

	test("a plan that is none", async () => {
		writeFileSync(join(project.cwd, "plan.json"), "{}");
		const { code, stderr } = await refused(["request.yaml", "--against", "plan.json"]);
		expect([code, stderr]).toEqual([3, expect.stringContaining("error Q7120")]);
	});
});
