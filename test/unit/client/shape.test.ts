import { describe, expect, test } from "@jest/globals";
import { queryRow } from "../../../src/api/operations.js";
import { shapeCheck } from "../../../src/client/shape.js";

const policy = { policyId: "1", policyName: "n", effect: "EFFECT_ALLOW", notes: "" };
const time = { seconds: "1", nanos: "0" };

describe("shapeCheck", () => {
	const policies = shapeCheck(queryRow("list_policies").result);

	test.each([
		["a whole record", { policies: [{ ...policy, condition: "true", createdAt: time, updatedAt: time }] }],
		["optional members as null", { policies: [{ ...policy, condition: null, consensus: null }] }],
		["timestamps in any form", { policies: [{ ...policy, createdAt: null, updatedAt: "2026-01-01T00:00:00Z" }] }],
		["an effect nobody knows", { policies: [{ ...policy, effect: "EFFECT_MAYBE" }] }],
		["further members", { policies: [{ ...policy, more: 1 }], more: {} }],
		["no policies", { policies: [] }],
	])("lets %s pass", (_, value) => {
		expect(policies(value)).toBeUndefined();
	});

	test.each([
		["no list", {}, "`policies` is missing"],
		["null instead of a list", { policies: null }, "`policies` is missing"],
		["an object instead of a list", { policies: {} }, "`policies` is not a list"],
		["an item that is no object", { policies: [policy, "x"] }, "`policies[1]` is not an object"],
		[
			"an item without its name",
			{ policies: [{ ...policy, policyName: undefined as never }] },
			"`policies[0].policyName` is missing",
		],
		["a name that is a number", { policies: [{ ...policy, policyName: 7 }] }, "`policies[0].policyName` is not a string"],
		[
			"an optional member of another type",
			{ policies: [{ ...policy, condition: [] }] },
			"`policies[0].condition` is not a string",
		],
	])("names what is wrong with %s", (_, value, problem) => {
		expect(policies(value)).toBe(problem);
	});

	test("reaches into nested records and numbers", () => {
		const configs = shapeCheck(queryRow("get_organization_configs").result);
		expect(configs({ configs: { features: [], quorum: { threshold: 2, userIds: ["u"] } } })).toBeUndefined();
		expect(configs({ configs: { features: [], quorum: { threshold: "2", userIds: [] } } })).toBe(
			"`configs.quorum.threshold` is not a whole number",
		);
	});

	test("an inherited name is not a member", () => {
		expect(shapeCheck({ constructor: { schema: { type: "string" }, required: true } })({})).toBe("`constructor` is missing");
	});
});
