import { describe, expect, test } from "@jest/globals";
import type { SeedSpec } from "../../../../src/service/seed-spec.js";
import { DEFAULT_SERVICE_LIMITS } from "../../../../src/service/service-limits.js";
import { bench } from "../../../support/organization.js";

const [FIRST, SECOND, THIRD] = [
	"00000000-0000-4000-8000-000000000001",
	"00000000-0000-4000-8000-000000000002",
	"00000000-0000-4000-8000-000000000003",
] as const;
const spec: Partial<SeedSpec> = {
	privateKeys: [
		{ name: "one", id: FIRST, curve: "CURVE_SECP256K1" },
		{ name: "two", id: SECOND, curve: "CURVE_ED25519" },
	],
};

async function world(limits = DEFAULT_SERVICE_LIMITS) {
	const made = await bench(spec, { limits });
	const tagsOf = (id: string) =>
		made.ask("list_private_keys", {}).privateKeys.find((each) => each.privateKeyId === id)?.privateKeyTags;
	const create = (privateKeyTagName: string, privateKeyIds: readonly string[] = []) =>
		String(made.run("create_private_key_tag", { privateKeyTagName, privateKeyIds })["privateKeyTagId"]);
	return { ...made, tagsOf, create };
}

describe("private key tags", () => {
	test("are listed without their members; the keys know them", async () => {
		const { create, ask, tagsOf } = await world();
		const tagId = create("hot", [FIRST, FIRST]);
		expect(ask("list_private_key_tags", {}).privateKeyTags).toMatchObject([
			{ tagId, tagName: "hot", tagType: "TAG_TYPE_PRIVATE_KEY" },
		]);
		expect([tagsOf(FIRST), tagsOf(SECOND)]).toEqual([[tagId], []]);
	});

	test("are renamed and change members in one step", async () => {
		const { create, run, ask, tagsOf } = await world();
		const privateKeyTagId = create("hot", [FIRST]);
		run("update_private_key_tag", {
			privateKeyTagId,
			newPrivateKeyTagName: "cold",
			addPrivateKeyIds: [SECOND],
			removePrivateKeyIds: [FIRST],
		});
		expect(ask("list_private_key_tags", {}).privateKeyTags[0]?.tagName).toBe("cold");
		expect([tagsOf(FIRST), tagsOf(SECOND)]).toEqual([[], [privateKeyTagId]]);
		run("update_private_key_tag", { privateKeyTagId, addPrivateKeyIds: [SECOND], removePrivateKeyIds: [FIRST] });
		expect([tagsOf(FIRST), tagsOf(SECOND)]).toEqual([[], [privateKeyTagId]]);
	});

	test("an update is refused as a whole", async () => {
		const { create, refusal, tagsOf } = await world();
		const privateKeyTagId = create("hot");
		create("cold");
		const update = (fields: object) =>
			refusal("update_private_key_tag", { privateKeyTagId, addPrivateKeyIds: [FIRST], removePrivateKeyIds: [], ...fields });
		expect(update({ newPrivateKeyTagName: "cold" }).message).toBe("tag label must be unique");
		expect(update({ removePrivateKeyIds: [FIRST] }).message).toContain("both added and removed");
		expect(update({ addPrivateKeyIds: [FIRST, THIRD] }).httpStatus).toBe(404);
		expect(update({ privateKeyTagId: THIRD }).httpStatus).toBe(404);
		expect(tagsOf(FIRST)).toEqual([]);
	});

	test("names are unique, keys must exist", async () => {
		const { create, refusal } = await world();
		create("hot");
		expect(refusal("create_private_key_tag", { privateKeyTagName: "hot", privateKeyIds: [] }).message).toBe(
			"tag label must be unique",
		);
		expect(refusal("create_private_key_tag", { privateKeyTagName: "x", privateKeyIds: [THIRD] }).httpStatus).toBe(404);
		expect(refusal("create_private_key_tag", { privateKeyTagName: "", privateKeyIds: [] }).httpStatus).toBe(400);
	});

	test("deleting takes them off their keys and says which", async () => {
		const { create, run, refusal, ask, tagsOf } = await world();
		const hot = create("hot", [FIRST, SECOND]);
		const cold = create("cold", [SECOND]);
		expect(refusal("delete_private_key_tags", { privateKeyTagIds: [hot, THIRD] }).httpStatus).toBe(404);
		expect(run("delete_private_key_tags", { privateKeyTagIds: [hot, hot] })).toEqual({
			privateKeyTagIds: [hot],
			privateKeyIds: [FIRST, SECOND],
		});
		expect([tagsOf(FIRST), tagsOf(SECOND)]).toEqual([[], [cold]]);
		expect(ask("list_private_key_tags", {}).privateKeyTags).toHaveLength(1);
		expect(refusal("delete_private_key_tags", { privateKeyTagIds: [] }).httpStatus).toBe(400);
	});

	test("user tags and key tags share one limit", async () => {
		const made = await bench({ userTags: [{ name: "signers" }] }, { limits: { ...DEFAULT_SERVICE_LIMITS, tags: 2 } });
		made.run("create_private_key_tag", { privateKeyTagName: "hot", privateKeyIds: [] });
		expect(made.refusal("create_private_key_tag", { privateKeyTagName: "cold", privateKeyIds: [] }).httpStatus).toBe(429);
		expect(made.ask("list_user_tags", {}).userTags).toMatchObject([{ tagName: "signers", tagType: "TAG_TYPE_USER" }]);
	});
});
