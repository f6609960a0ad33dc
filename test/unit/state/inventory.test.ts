import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import type { Recorded } from "../../../src/model/resource.js";
import { loadInventory, saveInventory } from "../../../src/state/inventory.js";
import { StateFailure } from "../../../src/state/state-failure.js";
import { temporaryFolder } from "../../support/temporary-folder.js";

const recorded = (name: string, more: Partial<Recorded> = {}): Recorded => ({
	address: `Policy/${name}`,
	kind: "Policy",
	id: `id of ${name}`,
	name,
	attributes: { effect: "EFFECT_ALLOW", notes: "ü\n\u2028" },
	protect: false,
	...more,
});
const update = (resources: Recorded[], basedOn = 0, organizationId = "o") => ({ organizationId, basedOn, resources });

describe("an inventory", () => {
	test("that is not there is no error and no inventory", async () => {
		expect(await loadInventory(join(await temporaryFolder(), "none"), "o")).toEqual({ inventory: undefined, diagnostics: [] });
	});

	test("comes back as it was saved, sorted, one serial on", async () => {
		const folder = join(await temporaryFolder(), "state", "prod");
		const resources = [recorded("b", { parent: "p", activityId: "a" }), recorded("a", { protect: true })];
		expect((await saveInventory(folder, update(resources))).diagnostics).toEqual([]);
		const { inventory } = await loadInventory(folder, "o");
		expect(inventory).toEqual({
			format_version: "1.0",
			organization_id: "o",
			serial: 1,
			resources: [resources[1], resources[0]],
		});
		await saveInventory(folder, update([], 1));
		expect((await loadInventory(folder, "o")).inventory).toMatchObject({ serial: 2, resources: [] });
	});

	test("has the same bytes whatever order its resources and members came in", async () => {
		const [one, two] = [await temporaryFolder(), await temporaryFolder()];
		await saveInventory(one, update([recorded("a"), recorded("b")]));
		const shuffled = Object.fromEntries(Object.entries(recorded("a")).reverse()) as unknown as Recorded;
		await saveInventory(two, update([recorded("b"), shuffled]));
		expect(await readFile(join(one, "inventory.json"), "utf8")).toBe(await readFile(join(two, "inventory.json"), "utf8"));
	});

	test("is ours alone, also where an old draft lay about", async () => {
		const folder = join(await temporaryFolder(), "state");
		await saveInventory(folder, update([]));
		await writeFile(join(folder, "inventory.json.new"), "a draft", { mode: 0o644 });
		await saveInventory(folder, update([], 1));
		expect((await stat(join(folder, "inventory.json"))).mode & 0o777).toBe(0o600);
		expect((await stat(folder)).mode & 0o777).toBe(0o700);
	});

	test("is not overwritten when it has moved", async () => {
		const folder = await temporaryFolder();
		await saveInventory(folder, update([recorded("a")]));
		for (const basedOn of [0, 2]) {
			const { inventory, diagnostics } = await saveInventory(folder, update([], basedOn));
			expect(inventory).toBeUndefined();
			expect(diagnostics).toMatchObject([{ code: "Q6004", severity: "error" }]);
			expect(diagnostics[0]?.message).toContain(`its serial is 1, expected ${basedOn}`);
		}
		expect((await loadInventory(folder, "o")).inventory?.resources).toHaveLength(1);
	});

	test("of another organisation is neither read nor overwritten", async () => {
		const folder = await temporaryFolder();
		await saveInventory(folder, update([recorded("a")]));
		expect((await loadInventory(folder, "other")).diagnostics).toMatchObject([{ code: "Q6003" }]);
		expect((await saveInventory(folder, update([], 0, "other"))).diagnostics).toMatchObject([{ code: "Q6003" }]);
		expect((await loadInventory(folder, "o")).inventory?.resources).toHaveLength(1);
	});

	const document = (more: object): string =>
		JSON.stringify({ format_version: "1.0", organization_id: "o", serial: 1, resources: [], ...more });
	test.each([
		["an empty file", "", "Q6001", "it is empty"],
		["half a file", document({}).slice(0, -3), "Q6001", "it is not valid JSON"],
		["merge markers", `<<<<<<< HEAD\n${document({})}`, "Q6001", "it is not valid JSON"],
		["a list", "[]", "Q6001", "it is not a JSON object"],
		["bytes", Buffer.from([0xff, 0xfe]), "Q6001", "it is not UTF-8"],
		["no version", document({ format_version: undefined }), "Q6001", "`format_version` is missing"],
		["a later version", document({ format_version: "2.0" }), "Q6002", "has the format version `2.0`"],
		["no organisation", document({ organization_id: 1 }), "Q6001", "`organization_id` is missing"],
		["a serial of zero", document({ serial: 0 }), "Q6001", "`serial` is not a positive whole number"],
		["no resources", document({ resources: {} }), "Q6001", "`resources` is not a list"],
		[
			"a resource without a name",
			document({ resources: [{ ...recorded("a"), name: undefined }] }),
			"Q6001",
			"`resources[0]` has no text `name`",
		],
		["an unknown kind", document({ resources: [recorded("a", { kind: "User" as never })] }), "Q6001", "unknown kind `User`"],
		["an address twice", document({ resources: [recorded("a"), recorded("a")] }), "Q6001", "repeats the address `Policy/a`"],
		["no protection", document({ resources: [{ ...recorded("a"), protect: "no" }] }), "Q6001", "has no `protect`"],
	])("that holds %s is an error, is not taken for empty and is not overwritten", async (_, content, code, why) => {
		const folder = await temporaryFolder();
		const path = join(folder, "inventory.json");
		await writeFile(path, content);
		const { inventory, diagnostics } = await loadInventory(folder, "o");
		expect(inventory).toBeUndefined();
		expect(diagnostics).toMatchObject([{ code, severity: "error" }]);
		expect(diagnostics[0]?.message).toContain(why);
		expect(diagnostics[0]?.help).toBeTruthy();
		expect((await saveInventory(folder, update([]))).diagnostics).toMatchObject([{ code }]);
		expect(await readFile(path)).toEqual(Buffer.from(content));
	});

	test("of a later minor version is read", async () => {
		const folder = await temporaryFolder();
		await writeFile(join(folder, "inventory.json"), document({ format_version: "1.7", novelty: true, serial: 4 }));
		expect((await loadInventory(folder, "o")).inventory?.serial).toBe(4);
	});

	test("that would hold an address twice is a fault of ours", async () => {
		await expect(saveInventory(await temporaryFolder(), update([recorded("a"), recorded("a")]))).rejects.toThrow("twice");
	});

	test("in a place that cannot be written is a StateFailure, and leaves no draft", async () => {
		const folder = await temporaryFolder();
		await writeFile(join(folder, "file"), "");
		const failure = await saveInventory(join(folder, "file", "state"), update([])).catch((reason: unknown) => reason);
		expect(failure).toBeInstanceOf(StateFailure);
		expect(failure).toMatchObject({ code: "gone" });
	});
});
