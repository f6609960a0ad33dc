// What a plan leaves behind: policies, MFA policies and the tags on keys.
import { describe, expect, test } from "@jest/globals";
import type { JsonObject } from "../../../src/base/json.js";
import { afterPlan } from "../../../src/explain/after-plan.js";
import type { KindName } from "../../../src/model/address.js";
import type { Organization } from "../../../src/model/organization.js";
import type { Actions, Plan, ResourceChange } from "../../../src/model/plan.js";
import { referencesIn } from "../../../src/model/reference.js";
import type { Live } from "../../../src/model/resource.js";

const live: readonly Live[] = [
	{ address: "Policy/a", kind: "Policy", id: "a-id", name: "a", attributes: { effect: "EFFECT_ALLOW", condition: "1" } },
	{ address: "Policy/b", kind: "Policy", id: "b-id", name: "b", attributes: { effect: "EFFECT_ALLOW", condition: "2" } },
	{
		address: "PrivateKeyTag/hot",
		kind: "PrivateKeyTag",
		id: "hot-id",
		name: "hot",
		attributes: { name: "hot", privateKeys: ["k"] },
	},
];
const organization: Organization = {
	privateKeyTags: [{ id: "hot-id", name: "hot" }],
	privateKeys: [{ id: "k", name: "key", tagIds: ["hot-id"], imported: false, exported: false, addresses: [] }],
};

function change(
	address: string,
	id: string | undefined,
	actions: Actions,
	before: JsonObject | null,
	after: JsonObject | null,
	more: Partial<ResourceChange> = {},
): ResourceChange {
	const [type = "", name = ""] = address.split("/");
	return {
		address,
		type: type as KindName,
		name,
		...(id === undefined ? {} : { id }),
		protect: false,
		change: { actions, before, after, after_unknown: {}, fields: [], replace_paths: [] },
		steps: [],
		...more,
	};
}

const planned = (...changes: ResourceChange[]) => afterPlan({ resource_changes: changes } as unknown as Plan, live, organization);
const A = live[0]?.attributes ?? {};
const B = live[1]?.attributes ?? {};
const HOT = live[2]?.attributes ?? {};
const addresses = (result: ReturnType<typeof planned>): string[] => result.resources.map((each) => each.address).sort();

describe("policies", () => {
	test("come, change and go; what the plan does not mention stays", () => {
		const result = planned(
			change("Policy/a", "a-id", ["delete"], A, null),
			change("Policy/c", undefined, ["create"], null, { effect: "EFFECT_DENY", condition: "x in ['${PrivateKeyTag/new}']" }),
		);
		expect([addresses(result), result.moved, result.blocked]).toEqual([["Policy/b", "Policy/c", "PrivateKeyTag/hot"], [], []]);
		const made = result.resources.find((each) => each.address === "Policy/c");
		expect(referencesIn(made?.attributes ?? {})).toEqual([{ address: "PrivateKeyTag/new" }]);
	});

	test("are replaced once, whichever half comes first, and renamed in place", () => {
		for (const actions of [
			["delete", "create"],
			["create", "delete"],
		] as const) {
			const result = planned(change("Policy/a", "a-id", actions, A, { ...A, condition: "new" }));
			expect(result.resources.filter((each) => each.address === "Policy/a").map((each) => each.attributes)).toEqual([
				{ ...A, condition: "new" },
			]);
		}
		expect(addresses(planned(change("Policy/renamed", "a-id", ["update"], A, A)))).toEqual([
			"Policy/b",
			"Policy/renamed",
			"PrivateKeyTag/hot",
		]);
	});

	test("stay when nothing can carry the change out", () => {
		const result = planned(change("Policy/a", "a-id", ["delete"], A, null, { blocked: { reason: "r", remedy: "m" } }));
		expect([addresses(result), result.blocked]).toEqual([["Policy/a", "Policy/b", "PrivateKeyTag/hot"], ["Policy/a"]]);
	});

	test("that are otherwise than the plan found them are told", () => {
		expect(planned(change("Policy/a", "a-id", ["no-op"], { ...A, condition: "0" }, A)).moved).toEqual(["Policy/a"]);
		expect(planned(change("Policy/x", "x-id", ["delete"], A, null)).moved).toEqual(["Policy/x"]);
		expect(planned(change("Policy/b", undefined, ["create"], null, B)).moved).toEqual(["Policy/b"]);
	});
});

describe("tags on keys", () => {
	const tagsOf = (result: ReturnType<typeof planned>): readonly string[] => result.organization.privateKeys?.[0]?.tagIds ?? [];

	test("go with the tag, and with the membership", () => {
		expect(tagsOf(planned(change("PrivateKeyTag/hot", "hot-id", ["delete"], HOT, null)))).toEqual([]);
		expect(tagsOf(planned(change("PrivateKeyTag/hot", "hot-id", ["update"], HOT, { ...HOT, privateKeys: [] })))).toEqual([]);
	});

	test("keep their identifier under another name, and get one when they are new", () => {
		const renamed = planned(change("PrivateKeyTag/warm", "hot-id", ["update"], HOT, { name: "warm", privateKeys: ["k"] }));
		expect([tagsOf(renamed), renamed.organization.privateKeyTags]).toEqual([["hot-id"], [{ id: "hot-id", name: "warm" }]]);
		const made = planned(change("PrivateKeyTag/cold", undefined, ["create"], null, { name: "cold", privateKeys: ["k"] }));
		expect(tagsOf(made)).toHaveLength(2);
	});
});
