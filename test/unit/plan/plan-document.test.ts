import { describe, expect, test } from "@jest/globals";
import { desire, identifier, live, planOf, record } from "../../support/planning.js";

const ALLOW = { effect: "EFFECT_ALLOW", condition: "activity.action == 'SIGN'", notes: "n" };
const DENY = { effect: "EFFECT_DENY", condition: "activity.action == 'EXPORT'" };

const summary = (plan: ReturnType<typeof planOf>) =>
	plan.resource_changes
		.filter((each) => each.change.actions[0] !== "no-op" || each.blocked)
		.map((each) => `${each.change.actions.join("+")} ${each.address}`);
const steps = (plan: ReturnType<typeof planOf>) =>
	plan.steps.map((step) => `${step.id} ${step.operation} after ${step.depends_on.join(",") || "-"}`);

describe("a plan on profile full", () => {
	test("creates what is missing, with the exact parameters", () => {
		const plan = planOf({ desired: [desire("Policy", "p", ALLOW)], recorded: [] });
		expect(summary(plan)).toEqual(["create Policy/p"]);
		expect(plan.steps).toEqual([
			{
				id: "s1",
				operation: "create_policy",
				type: "ACTIVITY_TYPE_CREATE_POLICY_V3",
				effect: "create",
				addresses: ["Policy/p"],
				parameters: { policyName: "p", effect: "EFFECT_ALLOW", condition: "activity.action == 'SIGN'", notes: "n" },
				depends_on: [],
				produces: { "Policy/p": "/policyId" },
			},
		]);
		expect(plan.resource_changes[0]?.cause).toBe("config");
		expect(plan.applyable).toBe(true);
	});

	test("gathers several creations of one kind into one activity, restricting ones first", () => {
		const plan = planOf({
			desired: [
				desire("Policy", "a", ALLOW),
				desire("Policy", "b", DENY),
				desire("Policy", "c", ALLOW),
				desire("Policy", "d", DENY),
			],
		});
		expect(steps(plan)).toEqual(["s1 create_policies after -", "s2 create_policies after s1"]);
		expect(plan.steps[0]?.addresses).toEqual(["Policy/b", "Policy/d"]);
		expect(plan.steps[0]?.produces).toEqual({ "Policy/b": "/policyIds/0", "Policy/d": "/policyIds/1" });
		expect(plan.steps[1]?.addresses).toEqual(["Policy/a", "Policy/c"]);
	});

	test("a reference to a new resource orders the plan and stands as a placeholder", () => {
		const plan = planOf({
			desired: [
				desire("Policy", "p", { effect: "EFFECT_ALLOW", condition: "private_key.tags.contains('${PrivateKeyTag/hot}')" }),
				desire("PrivateKeyTag", "hot", { privateKeys: ["k1"] }),
			],
			lookups: { "PrivateKey/k1": identifier(1) },
		});
		expect(steps(plan)).toEqual(["s1 create_private_key_tag after -", "s2 create_policy after s1"]);
		expect(plan.steps[1]?.parameters["condition"]).toEqual({
			$join: ["private_key.tags.contains('", { $ref: "PrivateKeyTag/hot" }, "')"],
		});
		const change = plan.resource_changes.find((each) => each.address === "Policy/p");
		expect(change?.change.after?.["condition"]).toBe("private_key.tags.contains('${PrivateKeyTag/hot}')");
		expect(change?.change.after_unknown).toEqual({ condition: true });
	});

	test("updates in place, sending only what changed", () => {
		const plan = planOf({
			desired: [desire("Policy", "p", { ...ALLOW, notes: "new" })],
			live: [live("Policy", identifier(1), "p", ALLOW)],
			recorded: [record(live("Policy", identifier(1), "p", ALLOW))],
		});
		expect(plan.steps.map((step) => [step.operation, step.parameters])).toEqual([
			["update_policy", { policyId: identifier(1), policyNotes: "new" }],
		]);
		expect(plan.resource_changes[0]?.change.fields).toEqual([{ path: "notes", before: "n", after: "new" }]);
	});

	test("an expression that is gone is cleared, not left unchanged", () => {
		const plan = planOf({
			desired: [desire("Policy", "p", { effect: "EFFECT_ALLOW", consensus: "approvers.count() >= 2" })],
			live: [live("Policy", identifier(1), "p", { ...ALLOW, consensus: "approvers.count() >= 2", notes: "" })],
		});
		expect(plan.steps[0]?.parameters).toEqual({ policyId: identifier(1), policyCondition: "" });
	});

	test("white space inside an expression is no change", () => {
		const plan = planOf({
			desired: [desire("Policy", "p", { ...ALLOW, condition: "activity.action\n  == 'SIGN'\n" })],
			live: [live("Policy", identifier(1), "p", ALLOW)],
		});
		expect(summary(plan)).toEqual([]);
		expect(plan.steps).toEqual([]);
	});

	test("tag members are added and removed in one activity", () => {
		const plan = planOf({
			desired: [desire("PrivateKeyTag", "hot", { privateKeys: ["k1", "k2"] })],
			live: [live("PrivateKeyTag", identifier(9), "hot", { privateKeys: [identifier(2), identifier(3)] })],
			lookups: { "PrivateKey/k1": identifier(1), "PrivateKey/k2": identifier(2) },
		});
		expect(plan.steps[0]?.parameters).toEqual({
			privateKeyTagId: identifier(9),
			addPrivateKeyIds: [identifier(1)],
			removePrivateKeyIds: [identifier(3)],
		});
		expect(plan.resource_changes[0]?.change.fields).toEqual([
			{ path: `privateKeys[${identifier(1)}]`, after: identifier(1) },
			{ path: `privateKeys[${identifier(3)}]`, before: identifier(3) },
		]);
	});

	test("changed subscriptions replace an endpoint, the new one first", () => {
		const spec = { url: "https://hooks.example.com/a", subscriptions: [{ eventType: "ACTIVITY_UPDATES" }] };
		const plan = planOf({
			desired: [desire("WebhookEndpoint", "w", { ...spec, subscriptions: [{ eventType: "BALANCE_CONFIRMED_UPDATES" }] })],
			live: [live("WebhookEndpoint", identifier(1), "w", spec)],
		});
		expect(summary(plan)).toEqual(["create+delete WebhookEndpoint/w"]);
		expect(steps(plan)).toEqual(["s1 create_webhook_endpoint after -", "s2 delete_webhook_endpoint after s1"]);
		expect(plan.resource_changes[0]?.change.replace_paths).toEqual(["subscriptions"]);
		expect(plan.summary).toMatchObject({ add: 1, change: 0, destroy: 1, replace: 1 });
	});

	test("an endpoint that shall be inactive is created and then switched off", () => {
		const plan = planOf({
			desired: [desire("WebhookEndpoint", "w", { url: "https://h.example.com/", active: false, subscriptions: [] })],
		});
		expect(plan.steps.map((step) => [step.operation, step.parameters, step.depends_on])).toEqual([
			["create_webhook_endpoint", { url: "https://h.example.com/", name: "w", subscriptions: [] }, []],
			["update_webhook_endpoint", { endpointId: { $ref: "WebhookEndpoint/w" }, isActive: false }, ["s1"]],
		]);
	});

	test("renames in place", () => {
		const plan = planOf({
			desired: [desire("Policy", "new", ALLOW, { renamedFrom: "old" })],
			live: [live("Policy", identifier(1), "old", ALLOW)],
		});
		expect(plan.resource_changes[0]).toMatchObject({
			address: "Policy/new",
			previous_address: "Policy/old",
			action_reason: "renamed",
		});
		expect(plan.steps[0]?.parameters).toEqual({ policyId: identifier(1), policyName: "new" });
	});

	test("a name is given up before another takes it", () => {
		const plan = planOf({
			desired: [desire("Policy", "a", DENY), desire("Policy", "b", ALLOW, { renamedFrom: "a" })],
			live: [live("Policy", identifier(1), "a", ALLOW)],
			recorded: [record(live("Policy", identifier(1), "a", ALLOW), { address: "Policy/b" })],
		});
		expect(steps(plan)).toEqual(["s1 update_policy after -", "s2 create_policy after s1"]);
	});

	test("two resources that swap names cannot be ordered, and that is said", () => {
		const a = live("Policy", identifier(1), "a", ALLOW);
		const b = live("Policy", identifier(2), "b", DENY);
		const plan = planOf({
			desired: [desire("Policy", "a", DENY), desire("Policy", "b", ALLOW)],
			live: [a, b],
			recorded: [record(a, { address: "Policy/b" }), record(b, { address: "Policy/a" })],
		});
		expect(plan.steps).toEqual([]);
		expect(plan.errored).toBe(true);
		expect(plan.diagnostics.map((each) => each.code)).toEqual(["Q5107"]);
	});
});

describe("what has no manifest", () => {
	const stranger = live("Policy", identifier(1), "stranger", ALLOW);
	const other = live("Policy", identifier(2), "kept", ALLOW);

	test("is left alone and reported when the kind is declared", () => {
		const plan = planOf({ live: [stranger] });
		expect(plan.steps).toEqual([]);
		expect(plan.unmanaged).toEqual([{ address: "Policy/stranger", type: "Policy", id: identifier(1) }]);
	});

	test("is deleted when the kind is exclusive", () => {
		const plan = planOf({ desired: [desire("Policy", "kept", ALLOW)], live: [stranger, other], exclusive: ["Policy"] });
		expect(plan.steps.map((step) => [step.operation, step.parameters])).toEqual([
			["delete_policies", { policyIds: [identifier(1)] }],
		]);
		expect(plan.resource_changes.find((each) => each.address === "Policy/stranger")?.action_reason).toBe("not_in_manifests");
	});

	test("is never deleted when its kind could not be read", () => {
		const plan = planOf({
			desired: [desire("Policy", "kept", ALLOW)],
			exclusive: ["Policy"],
			unknown: { Policy: "list_policies: 403" },
		});
		expect(plan.steps).toEqual([]);
		expect(plan.complete).toBe(false);
		expect(plan.applyable).toBe(false);
		expect(plan.diagnostics.map((each) => each.code)).toEqual(["Q5101"]);
	});

	test("is removed in so many words by `state: absent`", () => {
		const plan = planOf({
			desired: [desire("Policy", "stranger", {}, { state: "absent", attributes: {} })],
			live: [stranger, other],
		});
		expect(summary(plan)).toEqual(["delete Policy/stranger"]);
		expect(plan.resource_changes[0]?.action_reason).toBe("declared_absent");
	});
});

describe("a plan on profile core", () => {
	const hot = live("PrivateKeyTag", identifier(5), "hot", { privateKeys: [identifier(1)] });
	const policy = live("Policy", identifier(6), "p", {
		effect: "EFFECT_ALLOW",
		condition: `private_key.tags.contains('${identifier(5)}')`,
	});

	test("replaces a tag it cannot update, and what refers to it, tag first", () => {
		const plan = planOf({
			profile: "core",
			desired: [
				desire("Policy", "p", { effect: "EFFECT_ALLOW", condition: "private_key.tags.contains('${PrivateKeyTag/hot}')" }),
				desire("PrivateKeyTag", "hot", { privateKeys: [identifier(1), identifier(2)] }),
			],
			live: [hot, policy],
			recorded: [record(hot), record(policy)],
			completeness: "recorded",
		});
		expect(summary(plan)).toEqual(["delete+create Policy/p", "delete+create PrivateKeyTag/hot"]);
		expect(steps(plan)).toEqual([
			"s1 delete_private_key_tags after -",
			"s2 create_private_key_tag after s1",
			"s3 delete_policies after s2",
			"s4 create_policy after s2,s3",
		]);
		expect(plan.resource_changes[0]?.action_reason).toBe("reference_replaced");
	});

	test("removes a webhook endpoint by switching it off", () => {
		const endpoint = live("WebhookEndpoint", identifier(7), "w", { url: "https://h.example.com/", subscriptions: [] });
		const plan = planOf({
			profile: "core",
			desired: [desire("WebhookEndpoint", "w", {}, { state: "absent", attributes: {} })],
			live: [endpoint],
		});
		expect(plan.steps.map((step) => [step.operation, step.effect, step.parameters])).toEqual([
			["update_webhook_endpoint", "deactivate", { endpointId: identifier(7), isActive: false }],
		]);
		const after = planOf({
			profile: "core",
			desired: [desire("WebhookEndpoint", "w", {}, { state: "absent", attributes: {} })],
			live: [{ ...endpoint, attributes: { ...endpoint.attributes, active: false }, retired: true }],
		});
		expect(after.steps).toEqual([]);
		expect(after.summary).toMatchObject({ add: 0, change: 0, destroy: 0 });
	});

	test("says why an MFA policy or an allowlist cannot be changed, and what would make it possible", () => {
		const steps = [{ any: [{ type: "AUTHENTICATION_TYPE_PASSKEY" }] }];
		const mfa = live("MfaPolicy", identifier(8), "m", { user: "alice", condition: "true", order: 0, steps }, "alice");
		const plan = planOf({
			profile: "core",
			desired: [
				desire("MfaPolicy", "m", { user: "alice", condition: "true", order: 1, steps }),
				desire("IpAllowlist", "organization", { rules: [{ cidr: "203.0.113.0/24" }] }),
			],
			live: [{ ...mfa, attributes: { ...mfa.attributes, userId: identifier(1) } }],
			lookups: { "User/alice": identifier(1) },
		});
		expect(plan.steps).toEqual([]);
		expect(plan.resource_changes.map((each) => [each.address, each.blocked?.reason])).toEqual([
			["IpAllowlist/organization", "creating it needs `set_ip_allowlist`, which the profile does not offer"],
			[
				"MfaPolicy/alice/m",
				"changing `order` needs `update_mfa_policy`, or `create_mfa_policy` with `delete_mfa_policy`, which the profile does not offer",
			],
		]);
	});
});

describe("identity", () => {
	test("several live resources of one name are told apart by the inventory", () => {
		const spec = { url: "https://h.example.com/", subscriptions: [] };
		const first = live("WebhookEndpoint", identifier(1), "w", spec);
		const second = live("WebhookEndpoint", identifier(2), "w", spec);
		const withInventory = planOf({
			desired: [desire("WebhookEndpoint", "w", spec)],
			live: [first, second],
			recorded: [record(second)],
		});
		expect(withInventory.resource_changes.map((each) => each.id)).toEqual([identifier(2)]);
		expect(withInventory.unmanaged.map((each) => each.id)).toEqual([identifier(1)]);
		const without = planOf({ desired: [desire("WebhookEndpoint", "w", spec)], live: [first, second] });
		expect(without.resource_changes[0]?.blocked?.reason).toBe(
			`2 live resources are named \`w\`: ${identifier(1)}, ${identifier(2)}`,
		);
		expect(without.steps).toEqual([]);
	});

	test("a resource renamed by hand is known by its identifier and renamed back", () => {
		const original = live("Policy", identifier(1), "p", ALLOW);
		const plan = planOf({
			desired: [desire("Policy", "p", ALLOW)],
			live: [live("Policy", identifier(1), "mine now", ALLOW)],
			recorded: [record(original)],
		});
		expect(plan.steps[0]?.parameters).toEqual({ policyId: identifier(1), policyName: "p" });
		expect(plan.resource_changes[0]?.cause).toBe("drift");
	});
});

describe("determinism", () => {
	test("the order of manifests and of live resources changes no byte", () => {
		const desired = ["c", "a", "b"].map((name) => desire("Policy", name, ALLOW));
		const lives = [live("Policy", identifier(2), "x", ALLOW), live("Policy", identifier(1), "b", DENY)];
		const one = planOf({ desired, live: lives });
		const other = planOf({
			desired: [...desired].reverse(),
			live: [...lives].reverse(),
			input: { configDigest: one.base.config_digest },
		});
		expect(JSON.stringify(other)).toBe(JSON.stringify(one));
	});
});
