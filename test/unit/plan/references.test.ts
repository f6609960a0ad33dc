// References that lead nowhere, to too much, or to what cannot be asked; and names that a project ignores.
import { describe, expect, test } from "@jest/globals";
import type { LookupEntry } from "../../../src/kinds/lookups.js";
import type { Situation } from "../../support/planning.js";
import { desire, identifier, live, planInput, planOf } from "../../support/planning.js";

const policy = (consensus: string) => [desire("Policy", "p", { effect: "EFFECT_ALLOW", consensus })];
const problems = (situation: Situation) =>
	planOf(situation).diagnostics.map((each) => `${each.code} ${each.summary} / ${each.help ?? ""}`);

describe("a reference", () => {
	test("to a live thing that is not there", () => {
		expect(
			problems({ desired: policy("approvers.any(u, u.id == '${User/alise}')"), lookups: { "User/alice": identifier(1) } }),
		).toEqual(["Q5105 `Policy/p` refers to `User/alise`, which the organisation does not have / did you mean `User/alice`?"]);
	});

	test("to one of several of that name, and to the one meant", () => {
		const input = planInput({});
		const entries = ["alice", "bob"].map((user, index) => ({
			lookup: "ApiKey" as const,
			address: `ApiKey/${user}/ci`,
			shortAddress: "ApiKey/ci",
			id: identifier(index + 1),
			fields: { publicKey: `02${index}` },
		}));
		const lookups = {
			...input.lookups,
			byAddress: new Map<string, readonly LookupEntry[]>([
				["ApiKey/ci", entries],
				...entries.map((entry): [string, LookupEntry[]] => [entry.address, [entry]]),
			]),
		};
		expect(problems({ desired: policy("credentials.any(c, c.id == '${ApiKey/ci}')"), input: { lookups } })).toEqual([
			`Q5106 \`Policy/p\` refers to \`ApiKey/ci\`, which could be any of ApiKey/alice/ci (${identifier(1)}), ApiKey/bob/ci (${identifier(2)}) / use the longer form that names one, or put the identifier under \`identifiers:\` in the project file`,
		]);
		const plan = planOf({ desired: policy("credentials.any(c, c.id == '${ApiKey/bob/ci}')"), input: { lookups } });
		expect(plan.steps[0]?.parameters["consensus"]).toBe(`credentials.any(c, c.id == '${identifier(2)}')`);
		const key = planOf({
			desired: policy("credentials.any(c, c.public_key == '${ApiKey/bob/ci#publicKey}')"),
			input: { lookups },
		});
		expect(key.steps[0]?.parameters["consensus"]).toBe("credentials.any(c, c.public_key == '021')");
	});

	test("to what the profile cannot look up blocks what holds it, unless its identifier is given", () => {
		const input = planInput({});
		const unasked = {
			...input.lookups,
			entries: new Map(),
			byAddress: new Map(),
			unreadable: new Map([["User" as const, "the profile `core` offers no list_users"]]),
		};
		const desired = policy("approvers.any(u, u.id == '${User/alice}')");
		const plan = planOf({ desired, input: { lookups: unasked } });
		expect(plan.resource_changes[0]?.blocked).toEqual({
			reason: "it refers to `User/alice`, which cannot be looked up: the profile `core` offers no list_users",
			remedy: "put its identifier under `identifiers:` of the environment, as `User/alice: <identifier>`",
		});
		const given = planOf({ desired, input: { lookups: { ...unasked, given: { "User/alice": identifier(7) } } } });
		expect(given.steps[0]?.parameters["consensus"]).toContain(identifier(7));
	});

	test("to a managed resource that only lives is followed when the project says it exists", () => {
		const desired = [
			desire("Policy", "p", { effect: "EFFECT_ALLOW", condition: "private_key.tags.contains('${PrivateKeyTag/hot}')" }),
		];
		const tags = [live("PrivateKeyTag", identifier(3), "hot", { privateKeys: [] })];
		expect(problems({ desired, live: tags })).toEqual([
			"Q5104 `Policy/p` refers to `PrivateKeyTag/hot`, which does not exist / declare it in a manifest, or correct the name",
		]);
		const plan = planOf({ desired, live: tags, input: { external: new Set(["PrivateKeyTag/hot"]) } });
		expect(plan.steps[0]?.parameters["condition"]).toBe(`private_key.tags.contains('${identifier(3)}')`);
	});

	test("to a kind that could not be read blocks what holds it, and nothing else", () => {
		const desired = [
			desire("Policy", "p", { effect: "EFFECT_ALLOW", condition: "private_key.tags.contains('${PrivateKeyTag/hot}')" }),
			desire("Policy", "q", { effect: "EFFECT_ALLOW", condition: "true" }),
			desire("PrivateKeyTag", "hot", { privateKeys: [] }),
		];
		const plan = planOf({ desired, unknown: { PrivateKeyTag: "list_private_key_tags: denied" } });
		expect(plan.steps.map((step) => step.addresses)).toEqual([["Policy/q"]]);
		expect(plan.resource_changes.find((each) => each.address === "Policy/p")?.blocked?.reason).toBe(
			"it refers to `PrivateKeyTag/hot`, and PrivateKeyTag resources could not be read",
		);
	});
});

describe("what the project ignores", () => {
	test("is not there, and may not be declared", () => {
		const input = planInput({ exclusive: ["Policy"] });
		const settings = {
			...input.settings,
			Policy: { manage: "exclusive" as const, ignores: (name: string) => name.startsWith("breakglass") },
		};
		const lives = [live("Policy", identifier(1), "breakglass-1", { effect: "EFFECT_ALLOW" })];
		const ignored = planOf({ live: lives, input: { settings } });
		expect(ignored.steps).toEqual([]);
		expect(ignored.kinds.Policy).toMatchObject({ ignored: 1 });
		const declared = [desire("Policy", "breakglass-1", { effect: "EFFECT_DENY" })];
		expect(problems({ desired: declared, live: lives, input: { settings } })).toEqual([
			"Q5103 `Policy/breakglass-1` is declared, and ignored by `kinds.Policy.ignore` in the project file / remove the manifest, or narrow the pattern",
		]);
	});
});
