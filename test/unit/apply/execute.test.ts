import { describe, expect, test } from "@jest/globals";
import type { Activity } from "../../../src/api/activity.js";
import { ServiceFailure } from "../../../src/api/failure.js";
import type { ActivityPort, PreparedActivity } from "../../../src/api/port.js";
import type { ApplyEvent } from "../../../src/apply/execute.js";
import { execute } from "../../../src/apply/execute.js";
import type { JsonObject } from "../../../src/base/json.js";
import type { Step } from "../../../src/model/plan.js";
import type { JournalOutcome } from "../../../src/state/journal-record.js";

/** A port at the edge of the process: what it was given and what it answers is all a test needs to see. */
class ScriptedPort {
	readonly sent: { readonly operation: string; readonly parameters: JsonObject }[] = [];
	readonly organizationId = "org";
	readonly profile = "full" as const;
	#next = 0;
	readonly #answer: (operation: string, parameters: JsonObject, count: number) => Partial<Activity> | ServiceFailure;

	constructor(answer: (operation: string, parameters: JsonObject, count: number) => Partial<Activity> | ServiceFailure) {
		this.#answer = answer;
	}

	offers(): boolean {
		return true;
	}

	prepare(operation: string, parameters: JsonObject): PreparedActivity {
		this.#next += 1;
		return {
			operation: operation as PreparedActivity["operation"],
			body: JSON.stringify({ operation, parameters }),
			fingerprint: `sha256:${this.#next}`,
			timestampMs: this.#next,
		};
	}

	async submit(prepared: PreparedActivity): Promise<Activity> {
		const { operation, parameters } = JSON.parse(prepared.body) as { operation: string; parameters: JsonObject };
		this.sent.push({ operation, parameters });
		const answer = this.#answer(operation, parameters, this.sent.length);
		if (answer instanceof ServiceFailure) throw answer;
		return {
			id: `activity-${this.sent.length}`,
			organizationId: "org",
			status: "ACTIVITY_STATUS_COMPLETED",
			type: "",
			intent: {},
			result: {},
			votes: [],
			fingerprint: prepared.fingerprint,
			canApprove: false,
			canReject: false,
			createdAt: "2026-01-01T00:00:00Z",
			updatedAt: "2026-01-01T00:00:00Z",
			...answer,
		};
	}

	async follow(activity: Activity): Promise<Activity> {
		return activity;
	}
}

function step(id: string, extra: Partial<Step> = {}): Step {
	return {
		id,
		operation: "create_private_key_tag",
		type: "ACTIVITY_TYPE_CREATE_PRIVATE_KEY_TAG",
		effect: "create",
		addresses: [`PrivateKeyTag/${id}`],
		parameters: { privateKeyTagName: id, privateKeyIds: [] },
		depends_on: [],
		produces: { [`PrivateKeyTag/${id}`]: "/privateKeyTagId" },
		...extra,
	};
}

const made = (operation: string, parameters: JsonObject) =>
	operation === "create_private_key_tag"
		? {
				result: {
					createPrivateKeyTagResult: { privateKeyTagId: `id-of-${String(parameters["privateKeyTagName"])}`, privateKeyIds: [] },
				},
			}
		: { result: { createPolicyResult: { policyId: "policy" } } };

const failure = (category: ServiceFailure["category"], httpStatus?: number) =>
	new ServiceFailure({
		category,
		operation: "create_private_key_tag",
		message: `${category} ${httpStatus ?? ""}`.trim(),
		httpStatus,
	});

async function run(steps: readonly Step[], port: ScriptedPort, extra: Partial<Parameters<typeof execute>[0]> = {}) {
	const log: string[] = [];
	const events: ApplyEvent[] = [];
	const execution = await execute({
		plan: { steps },
		port: port as unknown as ActivityPort,
		log: {
			intend: async (id) => void log.push(`intend ${id}`),
			settle: (outcome: JournalOutcome) => void log.push(`settle ${outcome.step} ${outcome.status}`),
		},
		concurrency: 2,
		signal: new AbortController().signal,
		onEvent: (event) => events.push(event),
		...extra,
	});
	return { ...execution, log, events, statuses: execution.outcomes.map((each) => `${each.step} ${each.status}`) };
}

describe("carrying out steps", () => {
	const policy = step("s2", {
		operation: "create_policy",
		type: "ACTIVITY_TYPE_CREATE_POLICY_V3",
		addresses: ["Policy/p"],
		parameters: {
			policyName: "p",
			effect: "EFFECT_ALLOW",
			condition: { $join: ["tags.contains('", { $ref: "PrivateKeyTag/s1" }, "')"] },
			notes: "",
		},
		depends_on: ["s1"],
		produces: { "Policy/p": "/policyId" },
	});

	test("a body is written down before it is sent, and identifiers are put in", async () => {
		const port = new ScriptedPort(made);
		const { statuses, log, identifiers } = await run([step("s1"), policy], port);
		expect(statuses).toEqual(["s1 done", "s2 done"]);
		expect(log).toEqual(["intend s1", "settle s1 done", "intend s2", "settle s2 done"]);
		expect(port.sent[1]?.parameters["condition"]).toBe("tags.contains('id-of-s1')");
		expect(identifiers.get("Policy/p")).toBe("policy");
	});

	test("a failed step stops what needs it and nothing else", async () => {
		const port = new ScriptedPort((operation, parameters) =>
			parameters["privateKeyTagName"] === "s1" ? failure("refused", 400) : made(operation, parameters),
		);
		const { outcomes, statuses } = await run([step("s1"), policy, step("s3")], port);
		expect(statuses).toEqual(["s1 failed", "s2 not-started", "s3 done"]);
		expect(outcomes[1]?.reason).toBe("s1 (create_private_key_tag), which it needs, was not completed");
	});

	test.each([
		["unreachable", undefined, "not-started"],
		["interrupted", undefined, "unknown"],
		["unintelligible", undefined, "unknown"],
		["refused", 401, "failed"],
		["refused", 429, "failed"],
	] as const)("after %s %s nothing more is begun", async (category, status, expected) => {
		const port = new ScriptedPort(() => failure(category, status));
		const { statuses } = await run([step("s1"), step("s2"), step("s3")], port, { concurrency: 1 });
		expect(statuses).toEqual([`s1 ${expected}`, "s2 not-started", "s3 not-started"]);
		expect(port.sent.length).toBe(1);
	});

	test("a server error leaves the outcome unknown, and others go on", async () => {
		const port = new ScriptedPort((operation, parameters, count) =>
			count === 1 ? failure("refused", 500) : made(operation, parameters),
		);
		const { statuses, log } = await run([step("s1"), step("s2")], port, { concurrency: 1 });
		expect(statuses).toEqual(["s1 unknown", "s2 done"]);
		expect(log).not.toContain("settle s1 failed");
	});

	test("a refusal after a lost answer settles nothing", async () => {
		const lost = new ServiceFailure({
			category: "refused",
			operation: "x",
			message: "unknown key",
			httpStatus: 401,
			outcomeUnknown: true,
		});
		const { statuses, log } = await run([step("s1")], new ScriptedPort(() => lost));
		expect(statuses).toEqual(["s1 unknown"]);
		expect(log).toEqual(["intend s1"]);
	});

	test("what never left this machine was not started", async () => {
		const unsigned = new ServiceFailure({
			category: "aborted",
			operation: "x",
			message: "the signer failed",
			reason: "signer",
			attempts: 0,
		});
		expect((await run([step("s1")], new ScriptedPort(() => unsigned))).statuses).toEqual(["s1 not-started"]);
	});

	test("waiting for approval is neither done nor failed", async () => {
		const vote = { userId: "u", user: { userName: "alice" }, selection: "VOTE_SELECTION_APPROVED" };
		const port = new ScriptedPort(() => ({ status: "ACTIVITY_STATUS_CONSENSUS_NEEDED", votes: [vote] as never, result: {} }));
		const { outcomes, log } = await run([step("s1"), policy], port);
		expect(outcomes[0]).toMatchObject({
			status: "pending",
			needs: "more approvals; approved so far by alice",
			activity: { fingerprint: "sha256:1" },
		});
		expect(outcomes[1]).toMatchObject({
			status: "not-started",
			reason: "s1 (create_private_key_tag), which it needs, waits for approval",
		});
		expect(log).toEqual(["intend s1", "settle s1 pending"]);
	});

	test.each([
		["ACTIVITY_STATUS_FAILED", { code: 9, message: "label in use" }, "label in use"],
		["ACTIVITY_STATUS_REJECTED", null, "the activity was rejected by nobody the service names"],
	])("%s is a failure with the service's reason", async (status, failed, reason) => {
		const port = new ScriptedPort(() => ({ status, failure: failed }));
		expect((await run([step("s1")], port)).outcomes[0]).toMatchObject({ status: "failed", reason });
	});

	test("a completed activity that names no identifier is not taken for success", async () => {
		const port = new ScriptedPort(() => ({ result: { createPrivateKeyTagResult: {} } }));
		const { outcomes } = await run([step("s1")], port);
		expect(outcomes[0]).toMatchObject({
			status: "failed",
			reason: "the activity completed, and its result names no identifier for `PrivateKeyTag/s1`",
		});
	});

	test("what an earlier run settled is not sent again, and its identifiers count", async () => {
		const port = new ScriptedPort(made);
		const settled = new Map<string, JournalOutcome>([
			["s1", { step: "s1", status: "done", result: { privateKeyTagId: "from-before", privateKeyIds: [] } }],
		]);
		const { outcomes } = await run([step("s1"), policy], port, { settled });
		expect(outcomes[0]).toMatchObject({ status: "done", resumed: true });
		expect(port.sent.map((each) => each.operation)).toEqual(["create_policy"]);
		expect(port.sent[0]?.parameters["condition"]).toBe("tags.contains('from-before')");
	});

	test("an activity that already waits is followed, not submitted again", async () => {
		const port = new ScriptedPort(made);
		const query = async (name: string, parameters: JsonObject) => {
			expect([name, parameters]).toEqual(["get_activity", { activityId: "waiting" }]);
			return {
				activity: {
					...(await new ScriptedPort(() => ({ status: "ACTIVITY_STATUS_CONSENSUS_NEEDED" })).submit(port.prepare("x", {}))),
					id: "waiting",
				},
			};
		};
		const { outcomes } = await run(
			[step("s1", { pending_activity: { id: "waiting", fingerprint: "sha256:w" } })],
			Object.assign(port, { query }),
		);
		expect(outcomes[0]).toMatchObject({ status: "pending", activity: { id: "waiting" } });
		expect(port.sent).toEqual([]);
	});

	test("a body that cannot be written down is not sent", async () => {
		const port = new ScriptedPort(made);
		const { outcomes } = await run([step("s1"), step("s2")], port, {
			concurrency: 1,
			log: { intend: () => Promise.reject(new Error("no space left")), settle: () => undefined },
		});
		expect(outcomes[0]).toMatchObject({ status: "not-started", reason: "the journal could not be written: no space left" });
		expect(outcomes[1]).toMatchObject({ status: "not-started" });
		expect(port.sent).toEqual([]);
	});

	test("after an interruption nothing is begun, and what is under way is awaited", async () => {
		const interruption = new AbortController();
		const port = new ScriptedPort((operation, parameters) => {
			interruption.abort();
			return made(operation, parameters);
		});
		const { statuses, interrupted } = await run([step("s1"), step("s2"), step("s3")], port, {
			concurrency: 1,
			signal: interruption.signal,
		});
		expect(statuses).toEqual(["s1 done", "s2 not-started", "s3 not-started"]);
		expect(interrupted).toBe(true);
	});

	test("no more steps are under way than allowed, and independent ones go side by side", async () => {
		let active = 0;
		let most = 0;
		const release: (() => void)[] = [];
		const port = new ScriptedPort(made);
		const slow = Object.assign(port, {
			follow: async (activity: Activity) => {
				active += 1;
				most = Math.max(most, active);
				await new Promise<void>((resolve) => {
					release.push(resolve);
					if (release.length === 3) for (const each of release.splice(0)) each();
				});
				active -= 1;
				return activity;
			},
		});
		const { statuses } = await run(
			Array.from({ length: 6 }, (_, index) => step(`s${index + 1}`)),
			slow,
			{ concurrency: 3 },
		);
		expect(statuses.every((each) => each.endsWith("done"))).toBe(true);
		expect(most).toBe(3);
	});

	test("a defect of ours is not swallowed, and nothing more is sent", async () => {
		const port = new ScriptedPort(() => {
			throw new TypeError("a defect");
		});
		await expect(run([step("s1"), step("s2")], port, { concurrency: 1 })).rejects.toThrow("a defect");
		expect(port.sent.length).toBe(1);
	});
});
