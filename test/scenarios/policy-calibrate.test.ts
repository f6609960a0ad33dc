// Calibrating over a real socket: a busy organisation in which the service and we agree, what the record does not hold, and
// a service whose recorded evaluations are not true.
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import type { JsonValue } from "../../src/base/json.js";
import { openSchemas, packagedSchemas } from "../../src/manifest/schemas.js";
import type { CalibrationReport } from "../../src/model/calibration.js";
import { type TestClock, testClock } from "../support/clocks.js";
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
    - name: Signers make tags
      id: ${id("a1")}
      effect: EFFECT_ALLOW
      condition: activity.kind == 'CREATE_PRIVATE_KEY_TAG'
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
    - name: Hot keys sign text
      id: ${id("a4")}
      effect: EFFECT_ALLOW
      condition: private_key.tags.contains('${id("61")}') && activity.params.encoding == 'PAYLOAD_ENCODING_TEXT_UTF8'
      consensus: approvers.any(u, u.id == '${id("03")}')
    - name: Only last year
      id: ${id("a5")}
      effect: EFFECT_ALLOW
      time: time.now < Timestamp('2026-01-01T00:00:00Z')
    - name: Paul manages policies
      id: ${id("a6")}
      effect: EFFECT_ALLOW
      condition: activity.resource == 'POLICY'
      consensus: approvers.any(u, u.id == '${id("04")}')
`;

let service: TestService;
let clock: TestClock;
let project: ServiceProject;
let seam: Seam | undefined;
beforeEach(async () => {
	clock = testClock();
	service = await runService({ seed: SEED, clock });
	project = await serviceProject(service);
});
afterEach(async () => {
	await seam?.close();
	seam = undefined;
	await service.close();
});

/** Whatever happens takes a minute. */
async function later<T>(happening: Promise<T>): Promise<T> {
	const done = await happening;
	clock.advance(60_000);
	return done;
}

let hooks = 0;
const hook = (who: string): Promise<Answer> => {
	hooks += 1;
	return later(
		service.client(who).activity("create_webhook_endpoint", { name: `hook ${hooks}`, url: "https://hooks.example.com/" }),
	);
};
const tag = (who: string, name: string): Promise<Answer> =>
	later(service.client(who).activity("create_private_key_tag", { privateKeyTagName: name, privateKeyIds: [] }));
const approve = (who: string, { fingerprint }: Answer): Promise<Answer> =>
	later(service.client(who).activity("approve_activity", { fingerprint }));
const sign = (who: string): Promise<Answer> =>
	later(
		service.client(who).activity("sign_raw_payload", {
			signWith: id("62"),
			payload: "hello",
			encoding: "PAYLOAD_ENCODING_TEXT_UTF8",
			hashFunction: "HASH_FUNCTION_SHA256",
		}),
	);

/** Some of everything: allowed, waiting, approved, rejected, refused, decided by the root quorum. */
async function bustle(): Promise<void> {
	clock.advance(60_000);
	await hook("olga");
	expect(
		(await service.client("quin").submit("create_webhook_endpoint", { name: "q", url: "https://q.example.com/" })).status,
	).toBe(403);
	const first = await tag("olga", "one");
	expect(first.status).toBe("ACTIVITY_STATUS_CONSENSUS_NEEDED");
	expect((await approve("paul", first)).status).toBe("ACTIVITY_STATUS_COMPLETED");
	await tag("paul", "two");
	const third = await tag("paul", "three");
	await later(service.client("olga").activity("reject_activity", { fingerprint: third.fingerprint }));
	await sign("olga");
	const rooted = await later(service.root.activity("create_user_tag", { userTagName: "new", userIds: [] }));
	expect((await approve("rita", rooted)).status).toBe("ACTIVITY_STATUS_COMPLETED");
}

async function calibrated(args: readonly string[] = [], baseUrl?: string): Promise<{ code: number; report: CalibrationReport }> {
	const { code, stdout, stderr } = await project.run(
		["policy", "calibrate", "--json", ...args],
		baseUrl === undefined ? {} : { baseUrl },
	);
	expect(stderr).toBe("");
	const validate = await openSchemas(packagedSchemas()).validator("calibration.schema.json");
	expect(validate(JSON.parse(stdout) as JsonValue)).toEqual([]);
	return { code, report: JSON.parse(stdout) as CalibrationReport };
}

describe("a busy organisation", () => {
	test("is evaluated as the service did", async () => {
		await bustle();
		const { code, report } = await calibrated();
		expect(report.disagreements).toEqual([]);
		expect(code).toBe(0);
		// Eight votes before which every policy was asked; the approval by the second root user needed none.
		expect(report.activities).toMatchObject({ complete: true });
		// Whether the making of a tag binds a private key, nobody has said.
		expect(report.unknown).toEqual([{ reason: "roots-undocumented", count: 4 }]);
		const asked = report.evaluations.read - report.evaluations.without_policies;
		expect(report.summary).toEqual({ agreed: asked * 6 - 4, disagreed: 0, unknown: 4 });
		expect(new Set(report.outcomes.map((each) => each.theirs))).toEqual(
			new Set(["OUTCOME_ALLOW", "OUTCOME_DENY_IMPLICIT", "OUTCOME_ERROR", "OUTCOME_REQUIRES_CONSENSUS", "OUTCOME_TIME_INACTIVE"]),
		);
		const { stdout } = await project.run(["policy", "calibrate"]);
		expectGolden("explain/calibration-agreed.txt", new StableNames().replace(stdout));
	});
});

describe("a service whose evaluations are not true", () => {
	const falsify = (policyId: string, outcome: string) => (operation: string, answer: Answer) => {
		if (operation !== "get_policy_evaluations") return answer;
		for (const record of answer.policyEvaluations) {
			for (const each of record.policyEvaluations) if (each.policyId === policyId) each.outcome = outcome;
		}
		return answer;
	};

	test("is contradicted, with the activity, both outcomes and our reasons", async () => {
		await bustle();
		seam = await startSeam(service.baseUrl, falsify(id("a2"), "OUTCOME_ALLOW"));
		const { code, report } = await calibrated([], seam.baseUrl);
		expect(code).toBe(8);
		expect(report.summary).toMatchObject({ agreed: 31, disagreed: 7, unknown: 4 });
		const { activities } = await service.root.query("list_activities");
		const webhook = activities.find((each: Answer) => each.type === "ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT");
		expect(report.disagreements[0]).toEqual({
			activity_id: webhook.id,
			activity_type: webhook.type,
			vote_id: webhook.votes[0].id,
			at: "2026-01-02T03:05:05.000Z",
			policy_id: id("a2"),
			policy_name: "No webhooks by auditors",
			theirs: "OUTCOME_ALLOW",
			ours: "OUTCOME_DENY_IMPLICIT",
			reasons: [
				{
					slot: "consensus",
					text: `approvers.any(u, u.tags.contains('${id("52")}'))`,
					message: expect.stringContaining("is false: `approvers` is a list of 1 element"),
					value: false,
				},
			],
		});
		const { stdout, code: textCode } = await project.run(["policy", "calibrate"], { baseUrl: seam.baseUrl });
		expect(textCode).toBe(8);
		expectGolden("explain/calibration-disagreed.txt", new StableNames().replace(stdout));
	});

	test("is not contradicted where it tells what no policy decides, or of a policy nobody knows", async () => {
		await bustle();
		seam = await startSeam(service.baseUrl, (operation, answer) => {
			falsify(id("a2"), "OUTCOME_REQUIRES_AUTHENTICATORS")(operation, answer as Answer);
			if (operation === "get_policy_evaluations")
				for (const { policyEvaluations } of (answer as Answer).policyEvaluations)
					if (policyEvaluations.length > 0) policyEvaluations.push({ policyId: id("ff"), outcome: "OUTCOME_ALLOW" });
			return answer;
		});
		const { code, report } = await calibrated([], seam.baseUrl);
		expect(code).toBe(0);
		expect(report.unknown).toEqual([
			{ reason: "not-a-policy-outcome", count: 7 },
			{ reason: "policy-gone", count: 7 },
			{ reason: "roots-undocumented", count: 4 },
		]);
		expect(report.policies.find((each) => each.policy_id === id("ff"))).toEqual({
			policy_id: id("ff"),
			agreed: 0,
			disagreed: 0,
			unknown: 7,
		});
	});
});

describe("what the record does not hold", () => {
	const counts = async (): Promise<Record<string, number>> => {
		const { report } = await calibrated();
		expect(report.disagreements).toEqual([]);
		return Object.fromEntries(report.unknown.map(({ reason, count }) => [reason, count]));
	};
	const update = (policyId: string, changes: object): Promise<Answer> =>
		later(service.client("paul").activity("update_policy", { policyId, ...changes }));

	test("a seeded policy that was changed is not known as it was; a change of its notes matters to nobody", async () => {
		clock.advance(60_000);
		await hook("olga");
		await update(id("a3"), { policyNotes: "reviewed" });
		expect(await counts()).toEqual({});
		await update(id("a3"), { policyConsensus: "approvers.count() >= 3" });
		// The webhook and the two updates were before, or at the same instant.
		expect(await counts()).toEqual({ "policy-changed": 3 });
	});

	test("a policy whose making is in the log is known as it was, also when it is gone", async () => {
		clock.advance(60_000);
		const made = await later(
			service.client("paul").activity("create_policy", {
				policyName: "brief",
				effect: "EFFECT_DENY",
				condition: "activity.kind == 'CREATE_WEBHOOK_ENDPOINT'",
				consensus: "approvers.count() >= 5",
				notes: "",
			}),
		);
		const { policyId } = made.result.createPolicyResult;
		await hook("olga");
		await update(policyId, { policyEffect: "EFFECT_ALLOW", policyConsensus: "approvers.count() >= 1" });
		await hook("olga");
		await later(service.client("paul").activity("delete_policy", { policyId }));
		const { report } = await calibrated();
		const of = report.policies.find((each) => each.policy_id === policyId);
		// Twice a webhook and the deletion; the update itself was asked at the instant at which it was carried out.
		expect(of).toEqual({ policy_id: policyId, policy_name: "brief", agreed: 3, disagreed: 0, unknown: 1 });
		expect(report.unknown).toEqual([{ reason: "policy-changed", count: 1 }]);
	});

	test("people who have changed since, or are gone", async () => {
		clock.advance(60_000);
		await hook("olga");
		await later(service.client("paul").activity("create_private_key_tag", { privateKeyTagName: "x", privateKeyIds: [] }));
		const rename = await later(service.root.activity("update_user_name", { userId: id("05"), userName: "quentin" }));
		await approve("rita", rename);
		// Only what waited rested on somebody who did not vote.
		expect(await counts()).toEqual({ "people-changed": 2, "roots-undocumented": 1 });
		const removal = await later(service.root.activity("delete_users", { userIds: [id("03")] }));
		await approve("rita", removal);
		const after = await counts();
		expect(after["people-changed"]).toBeGreaterThan(2);
	});

	test("keys that have changed since, and votes that lapsed", async () => {
		clock.advance(60_000);
		await sign("olga");
		const before = await counts();
		expect(before).toEqual({});
		const pending = await tag("olga", "waits");
		clock.advance(86_400_001);
		await approve("paul", pending);
		expect(await counts()).toMatchObject({ "vote-lapsed": 6 });
		const removal = await later(
			service.root.activity("update_private_key_tag", {
				privateKeyTagId: id("61"),
				addPrivateKeyIds: [],
				removePrivateKeyIds: [id("62")],
			}),
		);
		await approve("rita", removal);
		// Nothing tells any more that the key was hot then.
		expect(await counts()).toMatchObject({ "target-changed": 1 });
	});

	test.each([["soon"], [""], [{ seconds: "99999999999999", nanos: "0" }]])(
		"votes of which nobody knows when they were given: %j",
		async (createdAt) => {
			await hook("olga");
			seam = await startSeam(service.baseUrl, (operation, answer) => {
				if (operation !== "list_activities") return answer;
				const { activities } = answer as { readonly activities: readonly { readonly votes: readonly object[] }[] };
				return { activities: activities.map((each) => ({ ...each, votes: each.votes.map((vote) => ({ ...vote, createdAt })) })) };
			});
			const { code, stdout } = await project.run(["policy", "calibrate", "--json"], { baseUrl: seam.baseUrl });
			const report: CalibrationReport = JSON.parse(stdout);
			const { agreed, disagreed, unknown } = report.summary;
			expect([code, agreed, disagreed, unknown > 0]).toEqual([0, 0, 0, true]);
			expect(report.unknown).toEqual([{ reason: "vote-time-unread", count: unknown }]);
			const text = await project.run(["policy", "calibrate"], { baseUrl: seam.baseUrl });
			expect(text.stdout).toContain("the record does not tell when the vote was given");
		},
	);

	test("older activities than were asked for", async () => {
		await bustle();
		const { code, report } = await calibrated(["--limit", "2"]);
		expect([code, report.activities.read, report.activities.complete]).toEqual([0, 2, false]);
		const { stdout } = await project.run(["policy", "calibrate", "--limit", "2"]);
		expect(stdout).toContain("Older activities were not read; `--limit` says how many are.");
	});
});

describe("refused or empty", () => {
	test("an organisation without a past", async () => {
		const { code, stdout } = await project.run(["policy", "calibrate"]);
		expect([code, stdout]).toEqual([0, "0 activities read.\nNothing to compare.\n"]);
	});

	test("the profile core", async () => {
		const core = await serviceProject(service, "core");
		const { code, stdout, stderr } = await core.run(["policy", "calibrate"]);
		expect([code, stdout]).toEqual([1, ""]);
		expect(stderr).toContain(
			"error Q7201: the profile `core` tells nothing about the past: it has no `list_activities` and no `get_policy_evaluations`",
		);
		const json = await core.run(["policy", "calibrate", "--json"]);
		expect(JSON.parse(json.stdout)).toMatchObject({ errored: true, diagnostics: [{ code: "Q7201" }] });
	});

	test("an organisation of which a part may not be read", async () => {
		seam = await startSeam(service.baseUrl, (operation, answer) =>
			operation === "list_private_keys" ? new Refused(403, "not for you") : answer,
		);
		const { code, stdout, stderr } = await project.run(["policy", "calibrate"], { baseUrl: seam.baseUrl });
		expect([code, stdout]).toEqual([1, ""]);
		expect(stderr).toContain("error Q7202: the organisation cannot be read whole, and who may do what depends on all of it");
		expect(stderr).toContain("note: private keys: list_private_keys");
	});

	test.each([["0"], ["x"], ["-1"]])("--limit %s", async (limit) => {
		const { code, stderr } = await project.run(["policy", "calibrate", `--limit=${limit}`]);
		expect([code, stderr]).toEqual([1, expect.stringContaining("expected a whole number of at least 1")]);
	});
});
