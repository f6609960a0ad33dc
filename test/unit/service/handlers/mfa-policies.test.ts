import { describe, expect, test } from "@jest/globals";
import type { SeedSpec } from "../../../../src/service/seed-spec.js";
import { bench, START } from "../../../support/organization.js";

const PASSKEY = "7b1a5a3e-0f3e-4a55-9d39-0a6a4f1f3d01";
const users: SeedSpec["users"] = [
	{ name: "root" },
	{ name: "alice", email: "alice@example.com", authenticators: [{ name: "laptop", id: PASSKEY }] },
	{ name: "bob", apiKeys: [{ name: "session", expirationSeconds: 60 }] },
];
const world = () => bench({ users });
const step = (...types: readonly string[]) =>
	({ any: types.map((type) => ({ type: `AUTHENTICATION_TYPE_${type}` as const })) }) as never;
const policy = (userId: string, mfaPolicyName: string, order = 0) => ({
	userId,
	mfaPolicyName,
	condition: "true",
	requiredAuthenticationMethods: [step("PASSKEY")],
	order,
});

describe("create_mfa_policy", () => {
	test("stores the steps and reads them back", async () => {
		const { run, ask, user } = await world();
		const userId = user("alice");
		const methods = [
			{ any: [{ type: "AUTHENTICATION_TYPE_PASSKEY", id: PASSKEY }, { type: "AUTHENTICATION_TYPE_EMAIL_OTP" }] },
		] as const;
		const { mfaPolicyId } = run("create_mfa_policy", {
			...policy(userId, "p", 3),
			requiredAuthenticationMethods: methods,
			notes: "n",
		});
		const time = { seconds: String(START / 1000), nanos: "0" };
		expect(ask("get_mfa_policy", { userId, mfaPolicyId: String(mfaPolicyId) }).mfaPolicy).toEqual({
			mfaPolicyId,
			mfaPolicyName: "p",
			condition: "true",
			requiredAuthenticationMethods: methods,
			order: 3,
			notes: "n",
			createdAt: time,
			updatedAt: time,
		});
	});

	test("policies are listed in the order in which they are tried, and with their user", async () => {
		const { run, ask, user } = await world();
		const userId = user("alice");
		for (const [name, order] of [
			["last", 9],
			["first", 0],
			["also first", 0],
		] as const)
			run("create_mfa_policy", policy(userId, name, order));
		const names = ask("get_mfa_policies", { userId }).mfaPolicies.map((each) => each.mfaPolicyName);
		expect(names).toEqual(["first", "also first", "last"]);
		expect(ask("get_user", { userId }).user.mfaPolicies.map((each) => each.mfaPolicyName)).toEqual(names);
	});

	test("names are unique per user", async () => {
		const { run, refusal, user } = await world();
		run("create_mfa_policy", policy(user("alice"), "p"));
		expect(refusal("create_mfa_policy", policy(user("alice"), "p")).message).toBe("mfa policy label must be unique");
		const forBob = { ...policy(user("root"), "p"), requiredAuthenticationMethods: [step("API_KEY")] };
		expect(run("create_mfa_policy", forBob)).toHaveProperty("mfaPolicyId");
	});

	test.each([
		["alice", "SMS_OTP"],
		["alice", "OAUTH"],
		["bob", "PASSKEY"],
		["bob", "EMAIL_OTP"],
		["bob", "API_KEY"],
	])("refuses a step that %s has no means for: %s", async (name, type) => {
		const { refusal, user } = await world();
		const refused = refusal("create_mfa_policy", { ...policy(user(name), "p"), requiredAuthenticationMethods: [step(type)] });
		expect([refused.httpStatus, refused.message]).toEqual([
			400,
			`user (${user(name)}) cannot satisfy mfa policy requirement: policy "p" needs one of AUTHENTICATION_TYPE_${type}`,
		]);
	});

	test("one method of a step is enough, a session can always be had, and the check can be switched off", async () => {
		const { run, user } = await world();
		const either = {
			...policy(user("alice"), "p"),
			requiredAuthenticationMethods: [step("SMS_OTP", "PASSKEY"), step("SESSION")],
		};
		expect(run("create_mfa_policy", either)).toHaveProperty("mfaPolicyId");
		const lenient = await bench({ users }, { allowUnsatisfiableMfa: true });
		expect(lenient.run("create_mfa_policy", policy(lenient.user("bob"), "p"))).toHaveProperty("mfaPolicyId");
	});

	test("refuses a policy without steps, a step without methods, an empty condition, an unknown user", async () => {
		const { refusal, user } = await world();
		const base = policy(user("alice"), "p");
		expect(refusal("create_mfa_policy", { ...base, requiredAuthenticationMethods: [] }).httpStatus).toBe(400);
		expect(refusal("create_mfa_policy", { ...base, requiredAuthenticationMethods: [{ any: [] }] }).httpStatus).toBe(400);
		expect(refusal("create_mfa_policy", { ...base, condition: "" }).httpStatus).toBe(400);
		expect(refusal("create_mfa_policy", { ...base, userId: PASSKEY }).httpStatus).toBe(404);
	});
});

describe("update_mfa_policy", () => {
	test("changes what is given; an empty list of steps is nothing given", async () => {
		const { run, ask, user } = await world();
		const userId = user("alice");
		const mfaPolicyId = String(run("create_mfa_policy", { ...policy(userId, "p"), notes: "n" })["mfaPolicyId"]);
		run("update_mfa_policy", { userId, mfaPolicyId, mfaPolicyName: "q", order: 7, notes: "", requiredAuthenticationMethods: [] });
		expect(ask("get_mfa_policy", { userId, mfaPolicyId }).mfaPolicy).toMatchObject({
			mfaPolicyName: "q",
			condition: "true",
			requiredAuthenticationMethods: [{ any: [{ type: "AUTHENTICATION_TYPE_PASSKEY" }] }],
			order: 7,
			notes: "",
		});
		run("update_mfa_policy", { userId, mfaPolicyId, condition: "false", requiredAuthenticationMethods: [step("EMAIL_OTP")] });
		expect(ask("get_mfa_policy", { userId, mfaPolicyId }).mfaPolicy).toMatchObject({
			condition: "false",
			requiredAuthenticationMethods: [{ any: [{ type: "AUTHENTICATION_TYPE_EMAIL_OTP" }] }],
		});
	});

	test("a policy is found under its own user only", async () => {
		const { run, refusal, user } = await world();
		const mfaPolicyId = String(run("create_mfa_policy", policy(user("alice"), "p"))["mfaPolicyId"]);
		expect(refusal("update_mfa_policy", { userId: user("bob"), mfaPolicyId, order: 1 }).httpStatus).toBe(404);
		expect(refusal("delete_mfa_policy", { userId: user("bob"), mfaPolicyId }).httpStatus).toBe(404);
		expect(run("delete_mfa_policy", { userId: user("alice"), mfaPolicyId })).toEqual({ mfaPolicyId });
		expect(refusal("delete_mfa_policy", { userId: user("alice"), mfaPolicyId }).httpStatus).toBe(404);
	});
});
