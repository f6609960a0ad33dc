// The criteria of a subscription: equality on fields of the event's body.
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { JsonObject } from "../../../../src/base/json.js";
import { filterProblem, meetsFilter } from "../../../../src/service/webhooks/event-filter.js";

const BODY: JsonObject = {
	status: "ACTIVITY_STATUS_COMPLETED",
	canApprove: false,
	failure: null,
	votes: [{ userId: "u1" }],
	intent: { createPolicyIntentV3: { effect: "EFFECT_DENY", policyName: "p" } },
};

describe("criteria", () => {
	test.each([
		["", true],
		["{}", true],
		['{"status":"ACTIVITY_STATUS_COMPLETED"}', true],
		['{"status":"ACTIVITY_STATUS_FAILED"}', false],
		['{"status":["ACTIVITY_STATUS_FAILED","ACTIVITY_STATUS_COMPLETED"]}', true],
		['{"status":[]}', false],
		['{"status":"ACTIVITY_STATUS_COMPLETED","canApprove":true}', false],
		['{"canApprove":false,"failure":null}', true],
		['{"intent.createPolicyIntentV3.effect":"EFFECT_DENY"}', true],
		['{"votes.0.userId":"u1"}', true],
		['{"votes.1.userId":"u1"}', false],
		['{"nothing":null}', true],
		['{"nothing":"x"}', false],
		['{"__proto__.x":null,"constructor.name":"Object"}', false],
		["[]", false],
		["no json", false],
	])("%s", (filter, expected) => {
		expect(meetsFilter(filter, BODY)).toBe(expected);
	});

	test("that are absent let everything through", () => expect(meetsFilter(null, BODY)).toBe(true));

	test("made of a body's own values are met by it", () => {
		const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
		const body = fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), value);
		fc.assert(
			fc.property(body, fc.func(fc.boolean()), (whole, chosen) => {
				const some = Object.fromEntries(Object.entries(whole).filter(([name]) => chosen(name)));
				expect(filterProblem(JSON.stringify(some))).toBeUndefined();
				expect(meetsFilter(JSON.stringify(some), whole)).toBe(true);
				const other = { ...some, another: "value" };
				expect(meetsFilter(JSON.stringify(other), whole)).toBe(false);
			}),
		);
	});
});

test.each([
	["", undefined],
	["{}", undefined],
	['{"a":[1,"b",null,true]}', undefined],
	["null", "expected a JSON object"],
	['"text"', "expected a JSON object"],
	["{", "expected a JSON object"],
	['{"a":{}}', "`a` must be a value or a list of values to be equal to"],
	['{"a":[[]]}', "`a` must be a value or a list of values to be equal to"],
])("filtersJson %s: %s", (text, problem) => {
	expect(filterProblem(text)).toBe(problem);
});
