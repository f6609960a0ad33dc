import { describe, expect, test } from "@jest/globals";
import { TIME_FEATURE } from "../../../../src/service/handlers/policies.js";
import { DEFAULT_SERVICE_LIMITS } from "../../../../src/service/service-limits.js";
import { bench, START } from "../../../support/organization.js";

const policy = (policyName: string) => ({ policyName, effect: "EFFECT_ALLOW", notes: "" }) as const;
const UNKNOWN = "00000000-0000-4000-8000-000000000000";

describe("create_policy", () => {
	test("stores expressions character for character and reads them back", async () => {
		const { run, ask } = await bench();
		const condition = "activity.kind == 'SIGN_TRANSACTION'  &&\n  true\n";
		const { policyId } = run("create_policy", { ...policy("Signers"), condition, consensus: null, notes: "n" });
		const time = { seconds: String(START / 1000), nanos: "0" };
		expect(ask("get_policy", { policyId: String(policyId) })).toEqual({
			policy: {
				policyId,
				policyName: "Signers",
				effect: "EFFECT_ALLOW",
				condition,
				consensus: null,
				notes: "n",
				createdAt: time,
				updatedAt: time,
			},
		});
		expect(ask("list_policies", {}).policies).toHaveLength(1);
	});

	test("an empty expression is none", async () => {
		const { run, ask } = await bench();
		run("create_policy", { ...policy("Signers"), condition: "", consensus: "" });
		expect(ask("list_policies", {}).policies[0]).toMatchObject({ condition: null, consensus: null });
	});

	test("refuses a name that is taken, empty, too long or holds a control character", async () => {
		const { run, refusal } = await bench();
		run("create_policy", policy("Signers"));
		expect(refusal("create_policy", policy("Signers")).body).toEqual({
			code: 3,
			message: "policy label must be unique",
			details: [],
			turnkeyErrorCode: "",
		});
		expect(refusal("create_policy", policy("")).message).toBe("invalid request body: `policyName` must not be empty");
		expect(refusal("create_policy", policy("x".repeat(256))).message).toContain("longer than 255");
		expect(refusal("create_policy", policy("a\nb")).message).toContain("control characters");
	});

	test("refuses one more than the limit, and takes one again after a deletion", async () => {
		const { run, refusal } = await bench({}, { limits: { ...DEFAULT_SERVICE_LIMITS, policies: 1 } });
		const { policyId } = run("create_policy", policy("one"));
		expect([refusal("create_policy", policy("two")).httpStatus, refusal("create_policy", policy("two")).body.code]).toEqual([
			429, 8,
		]);
		run("delete_policy", { policyId: String(policyId) });
		expect(run("create_policy", policy("two"))).toHaveProperty("policyId");
	});

	test("takes `time` only from an organisation that has the feature", async () => {
		const without = await bench();
		expect(without.refusal("create_policy", { ...policy("p"), time: "true" }).message).toContain("not enabled");
		expect(without.run("create_policy", { ...policy("q"), time: "" })).toHaveProperty("policyId");
		const having = await bench({ features: [{ name: TIME_FEATURE }] });
		having.run("create_policy", { ...policy("p"), time: "true" });
		expect(having.ask("list_policies", {}).policies[0]).toMatchObject({ time: "true" });
	});
});

describe("create_policies", () => {
	test("creates all, in order", async () => {
		const { run, ask } = await bench();
		const { policyIds } = run("create_policies", { policies: [policy("b"), policy("a")] });
		expect(ask("list_policies", {}).policies.map((each) => [each.policyId, each.policyName])).toEqual([
			[(policyIds as string[])[0], "b"],
			[(policyIds as string[])[1], "a"],
		]);
	});

	test("creates all or none", async () => {
		const { run, refusal, ask } = await bench();
		run("create_policy", policy("a"));
		expect(refusal("create_policies", { policies: [policy("b"), policy("a")] }).message).toBe("policy label must be unique");
		expect(refusal("create_policies", { policies: [policy("b"), policy("b")] }).message).toBe("policy label must be unique");
		expect(refusal("create_policies", { policies: [] }).message).toContain("must not be empty");
		expect(ask("list_policies", {}).policies.map((each) => each.policyName)).toEqual(["a"]);
	});
});

describe("update_policy", () => {
	test("changes what is given and leaves the rest, the identifier and the place in the list", async () => {
		const world = await bench();
		const { policyId } = world.run("create_policy", { ...policy("a"), condition: "true", consensus: "true" });
		world.run("create_policy", policy("z"));
		world.now = START + 5000;
		expect(world.run("update_policy", { policyId: String(policyId), policyName: "b", policyConsensus: null })).toEqual({
			policyId,
		});
		expect(world.ask("list_policies", {}).policies.map((each) => each.policyName)).toEqual(["b", "z"]);
		expect(world.ask("get_policy", { policyId: String(policyId) }).policy).toMatchObject({
			policyName: "b",
			condition: "true",
			consensus: "true",
			createdAt: { seconds: String(START / 1000) },
			updatedAt: { seconds: String(START / 1000 + 5) },
		});
	});

	test("an empty text clears an expression", async () => {
		const { run, ask } = await bench();
		const policyId = String(run("create_policy", { ...policy("a"), condition: "true", consensus: "true" })["policyId"]);
		run("update_policy", { policyId, policyCondition: "", policyEffect: "EFFECT_DENY", policyNotes: "why" });
		expect(ask("get_policy", { policyId }).policy).toMatchObject({
			condition: null,
			consensus: "true",
			effect: "EFFECT_DENY",
			notes: "why",
		});
	});

	test("refuses a name that is taken, and keeping one's own is no clash", async () => {
		const { run, refusal } = await bench();
		run("create_policy", policy("a"));
		const policyId = String(run("create_policy", policy("b"))["policyId"]);
		expect(refusal("update_policy", { policyId, policyName: "a" }).message).toBe("policy label must be unique");
		expect(run("update_policy", { policyId, policyName: "b" })).toEqual({ policyId });
	});

	test("refuses what is not there", async () => {
		const { refusal, organization } = await bench();
		expect(refusal("update_policy", { policyId: UNKNOWN }).body).toMatchObject({
			code: 5,
			message: `unable to find policy ${UNKNOWN} in organization ${organization.id}`,
		});
		expect(refusal("update_policy", { policyId: "nope" }).body.code).toBe(3);
	});
});

describe("delete_policies", () => {
	test("deletes all or none, and counts a repeated one once", async () => {
		const { run, refusal, ask } = await bench();
		const ids = run("create_policies", { policies: [policy("a"), policy("b")] })["policyIds"] as string[];
		expect(refusal("delete_policies", { policyIds: [...ids, UNKNOWN] }).httpStatus).toBe(404);
		expect(refusal("delete_policies", { policyIds: [] }).httpStatus).toBe(400);
		expect(ask("list_policies", {}).policies).toHaveLength(2);
		expect(run("delete_policies", { policyIds: [...ids, ...ids] })).toEqual({ policyIds: ids });
		expect(ask("list_policies", {}).policies).toEqual([]);
	});
});

describe("expressions", () => {
	test("that cannot be evaluated are refused, in the service's words", async () => {
		const { refusal, run } = await bench();
		expect(refusal("create_policy", { ...policy("p"), condition: "path == '/x'" }).message).toMatch(
			/^invalid policy condition: Expression cannot be evaluated: /,
		);
		expect(refusal("create_policy", { ...policy("p"), consensus: "approvers.any(" }).message).toMatch(
			/^invalid policy consensus: Expression cannot be evaluated: /,
		);
		const policyId = String(run("create_policy", policy("p"))["policyId"]);
		expect(refusal("update_policy", { policyId, policyCondition: "1" }).httpStatus).toBe(400);
		expect(refusal("create_policy", { ...policy("q"), condition: "x".repeat(70_000) }).message).toContain("longer than");
	});

	test("that are merely never true are stored", async () => {
		const { run } = await bench();
		const condition = "activity.kind == 'NO_SUCH_KIND' && wallet.id == 'x' && private_key.id == 'y'";
		expect(run("create_policy", { ...policy("p"), condition })).toHaveProperty("policyId");
	});
});
