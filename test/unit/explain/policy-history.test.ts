// What a policy said at an instant in the past, from what is listed and from the log; and where nobody can tell.
import { describe, expect, test } from "@jest/globals";
import type { Activity } from "../../../src/api/activity.js";
import type { JsonObject } from "../../../src/base/json.js";
import { type LivePolicy, PolicyHistory } from "../../../src/explain/policy-history.js";

const P = "policy-1";

function live(fields: Partial<LivePolicy> = {}): LivePolicy {
	return { id: P, name: "now", effect: "EFFECT_ALLOW", condition: "now", createdAt: 0, updatedAt: 0, ...fields };
}

function activity(
	at: number,
	type: string,
	intent: JsonObject,
	result: JsonObject = { policyId: P },
	status = "COMPLETED",
): Activity {
	return {
		id: `activity-${at}`,
		organizationId: "o",
		status: `ACTIVITY_STATUS_${status}`,
		type: `ACTIVITY_TYPE_${type}`,
		intent: { anyIntent: intent },
		result: { anyResult: result },
		votes: [],
		fingerprint: "",
		canApprove: false,
		canReject: false,
		createdAt: new Date(at).toISOString(),
		updatedAt: new Date(at).toISOString(),
	};
}

const create = (at: number, condition: string): Activity =>
	activity(at, "CREATE_POLICY_V3", { policyName: "made", effect: "EFFECT_DENY", condition, notes: "" });
const update = (at: number, changes: JsonObject, status?: string): Activity =>
	activity(at, "UPDATE_POLICY_V2", { policyId: P, ...changes }, { policyId: P }, status);

const conditionAt = (policies: readonly LivePolicy[], log: readonly Activity[], instant: number, complete = true): unknown => {
	const then = new PolicyHistory(policies, log, complete).at(P, instant);
	return typeof then === "string" ? then : then.condition;
};

describe("a policy that is still there", () => {
	test("is as it is, when nothing changed since", () => {
		expect(conditionAt([live({ updatedAt: 100 })], [], 101)).toBe("now");
		expect(conditionAt([live({ updatedAt: 100 })], [], 100)).toBe("changed");
	});

	test("was as its making and the changes before the instant say", () => {
		const log = [update(300, { policyCondition: "three" }), create(100, "one"), update(200, { policyEffect: "EFFECT_ALLOW" })];
		const policies = [live({ condition: "three", createdAt: 100, updatedAt: 300 })];
		expect(new PolicyHistory(policies, log, true).at(P, 150)).toEqual({
			id: P,
			name: "made",
			effect: "EFFECT_DENY",
			condition: "one",
		});
		expect(new PolicyHistory(policies, log, true).at(P, 250)).toMatchObject({ effect: "EFFECT_ALLOW", condition: "one" });
		expect(conditionAt(policies, log, 301)).toBe("three");
		// Which came first nobody can tell.
		expect(conditionAt(policies, log, 300)).toBe("changed");
		expect(conditionAt(policies, log, 100)).toBe("changed");
	});

	test("was the same when only its name or notes changed since, as far as the log knows the last change", () => {
		const policies = [live({ updatedAt: 10_000 })];
		expect(conditionAt(policies, [update(10_000, { policyNotes: "n" })], 50)).toBe("now");
		expect(conditionAt(policies, [update(10_000, { policyName: "n" })], 50)).toBe("now");
		expect(conditionAt(policies, [update(10_000, { policyName: "n" })], 50, false)).toBe("changed");
		expect(conditionAt(policies, [update(10_000, { policyConsensus: "c" })], 50)).toBe("changed");
		expect(conditionAt(policies, [update(5000, { policyNotes: "n" })], 50)).toBe("changed");
		expect(conditionAt([live({ createdAt: 60, updatedAt: 10_000 })], [update(10_000, { policyNotes: "n" })], 50)).toBe("changed");
	});

	test("is not known where it was written with selectors, and untouched by what did not complete", () => {
		const policies = [live({ updatedAt: 400 })];
		const old = activity(200, "UPDATE_POLICY", { policyId: P, selectors: [] });
		expect(conditionAt(policies, [create(100, "one"), old, update(400, {})], 300)).toBe("changed");
		expect(
			conditionAt(policies, [create(100, "one"), update(200, { policyCondition: "two" }, "FAILED"), update(400, {})], 300),
		).toBe("one");
	});
});

describe("a policy that is gone", () => {
	test("is known from its making, alone or among others", () => {
		expect(conditionAt([], [create(100, "one")], 200)).toBe("one");
		const batch = activity(
			100,
			"CREATE_POLICIES",
			{
				policies: [
					{ policyName: "a", effect: "EFFECT_ALLOW", condition: "first" },
					{ policyName: "b", effect: "EFFECT_ALLOW", condition: "second" },
				],
			},
			{ policyIds: ["policy-0", P] },
		);
		const history = new PolicyHistory([], [batch], true);
		expect([history.at(P, 200), history.nameOf(P), history.nameOf("policy-0")]).toEqual([
			{ id: P, name: "b", effect: "EFFECT_ALLOW", condition: "second" },
			"b",
			"a",
		]);
	});

	test("is gone when the log does not reach back to its making", () => {
		expect(conditionAt([], [], 200)).toBe("gone");
		expect(conditionAt([], [update(100, { policyCondition: "x" })], 200)).toBe("gone");
		expect(new PolicyHistory([], [], true).nameOf(P)).toBeUndefined();
	});

	test("of which the record holds nothing that can be read is not known", () => {
		expect(conditionAt([], [{ ...create(100, "one"), intent: null }], 200)).toBe("gone");
		expect(conditionAt([], [activity(100, "CREATE_POLICIES", { policies: "?" })], 200)).toBe("gone");
	});
});
