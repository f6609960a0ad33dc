// Which mutants are tried on which suites: as many as asked, the same change in each, stopped when told, long lists or not.
import { describe, expect, test } from "@jest/globals";
import type { Organization } from "../../../src/model/organization.js";
import { referenceToken } from "../../../src/model/reference.js";
import type { PolicyResource } from "../../../src/request/policy-set.js";
import { type MutationOptions, tryMutants } from "../../../src/suites/mutation-run.js";
import type { Expectation, Suite } from "../../../src/suites/suite.js";
import { type PreparedSuite, prepareSuite } from "../../../src/suites/test-run.js";

const organization: Organization = {
	users: [{ id: "u", name: "bob", tagIds: ["t"], credentials: [] }],
	privateKeys: [],
	wallets: [],
	rootQuorum: { threshold: 1, userIds: [] },
};
const nowhere = { file: "suite.yaml", start: { line: 1, column: 1, offset: 0 }, end: { line: 1, column: 1, offset: 0 } };

function suiteOf(
	resources: readonly PolicyResource[],
	expected: Expectation,
	identifiers: Record<string, string> = {},
): PreparedSuite {
	const request = { type: "ACTIVITY_TYPE_CREATE_WALLET", parameters: {}, votes: [{ userId: "u" }], at: 0, given: {} };
	const suite: Suite = {
		name: "s",
		file: "suite.yaml",
		organization,
		identifiers: new Map(Object.entries(identifiers)),
		tests: [{ name: "t", span: nowhere, request, expected }],
	};
	return prepareSuite(suite, resources, () => true);
}

const options = (most = 5000): MutationOptions => ({ most, progress: async () => undefined });
const allow = (condition: string): PolicyResource => ({
	address: "Policy/p",
	kind: "Policy",
	name: "p",
	attributes: { effect: "EFFECT_ALLOW", condition },
});
const listOf = (count: number): string =>
	Array.from({ length: count }, (_, at) => `'0x${at.toString(16).padStart(40, "0")}'`).join(", ");

describe("trying mutants", () => {
	test("a long list in an MFA policy is parsed once and not once for each of its mutants", async () => {
		const condition = `activity.action == 'CREATE' && !(eth.tx.to in [${listOf(200)}])`;
		const factor: PolicyResource = {
			address: "MfaPolicy/bob/p",
			kind: "MfaPolicy",
			name: "p",
			parent: "bob",
			attributes: { userId: "u", order: 0, condition },
		};
		const suite = suiteOf([factor], { outcome: "deny", mfa: "none" });
		const { tried, leftOut, survivors } = await tryMutants([suite], options());
		// Taken away; the operator, two operands, `==`, the negation, the membership, and each address.
		expect([tried, leftOut]).toEqual([1 + 6 + 200, 0]);
		// The transaction has no `eth.tx`: only without it the condition can hold.
		expect(survivors).toHaveLength(tried - 1);
	}, 60_000);

	test("no more are made than are tried; what is left out is counted", async () => {
		const suite = suiteOf([allow(`eth.tx.to in [${listOf(600)}]`), { ...allow("true"), address: "Policy/q", name: "q" }], {
			outcome: "allow",
		});
		const heard: string[] = [];
		const progress: MutationOptions["progress"] = async (what, done, of) => void heard.push(`${what} ${done} of ${of}`);
		const { tried, leftOut } = await tryMutants([suite], { most: 3, progress });
		expect(heard).toEqual(["found 1 of 3", "found 2 of 3", "found 3 of 3", "tried 1 of 3", "tried 2 of 3", "tried 3 of 3"]);
		// Of the list: its negation and 600 addresses; of `true`: taken away, effect, `false`.
		expect([tried, leftOut]).toEqual([3, 601 + 3]);
	});

	test("finding them is stopped as trying them is", async () => {
		const suite = suiteOf([allow(`eth.tx.to in [${listOf(20)}]`)], { outcome: "deny" });
		const stopped = tryMutants([suite], {
			most: 100,
			progress: async (what) => {
				throw new Error(`stopped while ${what}`);
			},
		});
		await expect(stopped).rejects.toThrow("stopped while found");
	});

	test("a change is the same one in every suite, though names that differ in one may be the same in another", async () => {
		const tag = (name: string): string => `u.tags.contains('${referenceToken({ address: `UserTag/${name}` })}')`;
		const consensus = `approvers.any(u, ${tag("a")} || ${tag("b")} || u.tags.contains('t'))`;
		const resources = [{ ...allow("true"), attributes: { effect: "EFFECT_ALLOW", consensus } }];
		const first = suiteOf(resources, { outcome: "allow" }, { "UserTag/a": "x", "UserTag/b": "y" });
		const same = suiteOf(resources, { outcome: "allow" }, { "UserTag/a": "x", "UserTag/b": "x" });
		const alone = await tryMutants([first], options());
		expect(alone.survivors.length).toBeGreaterThan(0);
		// The other suite tells nothing new, and so it kills nothing new.
		expect((await tryMutants([first, same], options())).survivors).toEqual(alone.survivors);
	});
});
