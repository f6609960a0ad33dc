import { describe, expect, test } from "@jest/globals";
import type { Overrides } from "../../../src/plan/overrides.js";
import { NO_OVERRIDES } from "../../../src/plan/overrides.js";
import type { Situation } from "../../support/planning.js";
import { desire, identifier, live, planOf, record } from "../../support/planning.js";

const spec = { effect: "EFFECT_ALLOW", condition: "activity.action == 'SIGN'" };
const policies = (count: number) =>
	Array.from({ length: count }, (_, index) => live("Policy", identifier(index + 1), `p${index + 1}`, spec));

function checksOf(situation: Situation, overrides: Partial<Overrides> = {}) {
	const plan = planOf({ ...situation, input: { overrides: { ...NO_OVERRIDES, ...overrides }, ...situation.input } });
	return { plan, checks: plan.checks.map((check) => [check.code, check.status, check.message]) };
}

describe("protection", () => {
	const one = policies(1);
	const absent = [desire("Policy", "p1", {}, { state: "absent", attributes: {} })];

	test("refuses to delete what the manifest protects", () => {
		const { plan, checks } = checksOf({
			desired: [desire("Policy", "p1", {}, { state: "absent", attributes: {}, protect: true })],
			live: one,
		});
		expect(checks).toEqual([["Q5401", "fail", "`Policy/p1` is protected and would be deleted"]]);
		expect(plan.applyable).toBe(false);
	});

	test("is remembered by the inventory after the block is gone", () => {
		const recorded = one.map((each) => record(each, { protect: true }));
		expect(checksOf({ desired: absent, live: one, recorded }).checks).toEqual([
			["Q5401", "fail", "`Policy/p1` is protected (the inventory remembers it) and would be deleted"],
		]);
	});

	test("a manifest that does not say keeps what was recorded; one that says false lifts it", () => {
		const recorded = one.map((each) => record(each, { protect: true }));
		const silent = planOf({ desired: [desire("Policy", "p1", spec)], live: one, recorded });
		expect(silent.resource_changes[0]).toMatchObject({ protect: true });
		expect(silent.resource_changes[0]?.record).toBeUndefined();
		const lifted = planOf({ desired: [desire("Policy", "p1", spec, { protect: false })], live: one, recorded });
		expect(lifted.resource_changes[0]).toMatchObject({ protect: false, record: "change" });
		expect(lifted.summary.records).toBe(1);
	});

	test("refuses to replace, too", () => {
		const tag = live("PrivateKeyTag", identifier(1), "t", { privateKeys: [] });
		const { checks } = checksOf({
			profile: "core",
			desired: [desire("PrivateKeyTag", "t", { privateKeys: [identifier(2)] }, { protect: true })],
			live: [tag],
		});
		expect(checks).toEqual([["Q5401", "fail", "`PrivateKeyTag/t` is protected and would be replaced"]]);
	});

	test("its override is for one address and carries the reason", () => {
		const recorded = one.map((each) => record(each, { protect: true }));
		const { plan } = checksOf({ desired: absent, live: one, recorded }, { protected: new Set(["Policy/p1"]), reason: "moved" });
		expect(plan.checks).toMatchObject([{ code: "Q5401", status: "overridden", reason: "moved" }]);
		expect(plan.applyable).toBe(true);
	});
});

describe("mass deletion", () => {
	const kept = (names: readonly string[]) => names.map((name) => desire("Policy", name, spec));
	const exclusive = ["Policy"] as const;

	test("two of many pass, three do not", () => {
		const live = policies(10);
		const names = live.map((each) => each.name);
		expect(checksOf({ desired: kept(names.slice(2)), live, exclusive }).checks).toEqual([]);
		expect(checksOf({ desired: kept(names.slice(3)), live, exclusive }).checks).toEqual([
			["Q5402", "fail", "3 of 10 live Policy resources have no manifest and would be deleted; at most 2 are deleted at once"],
		]);
	});

	test("the last of a kind does not pass", () => {
		expect(checksOf({ desired: [], live: policies(1), exclusive }).checks).toEqual([
			["Q5402", "fail", "1 of 1 live Policy resources have no manifest and would be deleted; that is all of them"],
		]);
	});

	test("the override must name the exact number", () => {
		const live = policies(10);
		const situation = { desired: kept(live.slice(3).map((each) => each.name)), live, exclusive };
		expect(checksOf(situation, { deletes: { Policy: 2 }, reason: "r" }).checks[0]?.[2]).toContain("(--allow-deletes said 2)");
		expect(checksOf(situation, { deletes: { Policy: 3 }, reason: "r" }).plan.checks).toMatchObject([
			{ status: "overridden", reason: "r" },
		]);
	});

	test("what is written down as absent is not counted", () => {
		const live = policies(4);
		const desired = live.map((each) => desire("Policy", each.name, {}, { state: "absent", attributes: {} }));
		expect(checksOf({ desired, live, exclusive }).checks).toEqual([]);
	});
});

describe("lock-out", () => {
	const list = (cidr: string, extra = {}) => [desire("IpAllowlist", "organization", { rules: [{ cidr }], ...extra })];

	test("an allowlist needs to know where this machine stands", () => {
		expect(checksOf({ desired: list("203.0.113.0/24") }).checks[0]?.slice(0, 2)).toEqual(["Q5403", "fail"]);
	});

	test("an allowlist must cover this machine", () => {
		const refused = checksOf({ desired: list("203.0.113.0/24"), input: { egress: ["198.51.100.7"] } });
		expect(refused.checks).toEqual([
			["Q5404", "fail", "`IpAllowlist/organization` would shut out 198.51.100.7, from which this machine reaches the service"],
		]);
		expect(checksOf({ desired: list("203.0.113.0/24"), input: { egress: ["203.0.113.9", "203.0.113.128/25"] } }).checks).toEqual(
			[],
		);
	});

	test("a list that is staged, not enabled, locks nobody out", () => {
		expect(checksOf({ desired: list("203.0.113.0/24", { enabled: false }) }).checks).toEqual([]);
	});

	const mfa = (type: string) => [
		desire("MfaPolicy", "m", { user: "alice", condition: "true", order: 0, steps: [{ any: [{ type }] }] }),
	];
	const lookups = { "User/alice": identifier(1) };
	const actor = { userId: identifier(1), userName: "alice" };

	test("an MFA policy on the applying user must be satisfiable by the key", () => {
		expect(checksOf({ desired: mfa("AUTHENTICATION_TYPE_PASSKEY"), lookups, input: { actor } }).checks[0]?.slice(0, 2)).toEqual([
			"Q5405",
			"fail",
		]);
		expect(checksOf({ desired: mfa("AUTHENTICATION_TYPE_API_KEY"), lookups, input: { actor } }).checks).toEqual([]);
		const other = { userId: identifier(2), userName: "bob" };
		expect(checksOf({ desired: mfa("AUTHENTICATION_TYPE_PASSKEY"), lookups, input: { actor: other } }).checks).toEqual([]);
	});

	test("each finding has an override of its own", () => {
		const situation = { desired: mfa("AUTHENTICATION_TYPE_PASSKEY"), lookups, input: { actor } };
		expect(checksOf(situation, { lockouts: new Set(["Q5403"]), reason: "r" }).plan.checks[0]?.status).toBe("fail");
		const overrides = { ...NO_OVERRIDES, lockouts: new Set(["Q5405"]), reason: "r" };
		expect(planOf({ ...situation, input: { actor, overrides } }).checks[0]?.status).toBe("overridden");
	});
});

describe("identifiers still in use", () => {
	const tag = live("PrivateKeyTag", identifier(5), "hot", { privateKeys: [] });
	const policy = live("Policy", identifier(6), "p", {
		effect: "EFFECT_DENY",
		condition: `private_key.tags.contains('${identifier(5)}')`,
	});

	test("a tag that a policy still names is not removed", () => {
		const { checks } = checksOf({
			desired: [desire("PrivateKeyTag", "hot", {}, { state: "absent", attributes: {} })],
			live: [tag, policy],
		});
		expect(checks).toEqual([["Q5406", "fail", "`PrivateKeyTag/hot` goes away while `Policy/p` still names its identifier"]]);
	});

	test("it may go when the policy stops naming it in the same plan, and after that", () => {
		const { plan, checks } = checksOf({
			desired: [
				desire("PrivateKeyTag", "hot", {}, { state: "absent", attributes: {} }),
				desire("Policy", "p", { effect: "EFFECT_DENY", condition: "activity.action == 'SIGN'" }),
			],
			live: [tag, policy],
		});
		expect(checks).toEqual([]);
		expect(plan.steps.map((step) => [step.operation, step.depends_on])).toEqual([
			["update_policy", []],
			["delete_private_key_tags", ["s1"]],
		]);
	});
});
