// Laws of policy tests: mutants are never the original, branches only grow, and no suite, however wrong, is too much.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { JsonObject } from "../../src/base/json.js";
import { parse } from "../../src/language/parser.js";
import { print } from "../../src/language/print.js";
import { sameTree } from "../../src/language/same-tree.js";
import { type Slot, slots } from "../../src/language/slot.js";
import { openSchemas, packagedSchemas } from "../../src/manifest/schemas.js";
import { referenceToken } from "../../src/model/reference.js";
import type { OrganizationText } from "../../src/request/organization-text.js";
import type { PolicyResource } from "../../src/request/policy-set.js";
import { decideRequest } from "../../src/request/request-decision.js";
import { BranchCoverage } from "../../src/suites/branch-coverage.js";
import { Mutations } from "../../src/suites/mutants.js";
import { tryMutants } from "../../src/suites/mutation-run.js";
import { coverageReport } from "../../src/suites/suite-report.js";
import { readSuite } from "../../src/suites/suite-text.js";
import { prepareSuite, runSuite } from "../../src/suites/test-run.js";
import { runCommand } from "../support/command.js";
import { generateExpression } from "../support/expression-generator.js";
import { PASSING, policyProject } from "../support/policy-tests.js";

describe("mutants", () => {
	const mutantsIn = (text: string, slot: Slot) => [...new Mutations().of(text, slot).mutants()];
	test.each(slots)(
		"of any %s differ from it and from each other, and are well-formed",
		(slot) => {
			fc.assert(
				fc.property(fc.gen(), (draw) => {
					const text = print(generateExpression(draw, { slot, dynamic: false }));
					const original = parse(text).expression;
					const mutants = mutantsIn(text, slot).map((each) => ({ ...each, parsed: parse(each.text) }));
					for (const [index, { parsed, range }] of mutants.entries()) {
						expect(parsed.findings.filter((each) => each.severity === "error")).toEqual([]);
						expect(sameTree(parsed.expression, original)).toBe(false);
						expect(mutants.slice(0, index).some((other) => sameTree(other.parsed.expression, parsed.expression))).toBe(false);
						expect(range.start).toBeGreaterThanOrEqual(0);
						expect(range.end).toBeLessThanOrEqual(text.length);
					}
					expect(mutantsIn(text, slot)).toEqual(mutants.map(({ parsed: _, ...each }) => each));
				}),
				{ numRuns: 80 },
			);
		},
		60_000,
	);
});

const policies: readonly PolicyResource[] = [
	{
		address: "Policy/payouts",
		kind: "Policy",
		name: "payouts",
		attributes: {
			effect: "EFFECT_ALLOW",
			consensus: `approvers.filter(u, u.tags.contains('${referenceToken({ address: "UserTag/signers" })}')).count() >= 2`,
			condition: "activity.kind == 'SIGN_TRANSACTION' && (eth.tx.value <= 100 || wallet.label == 'ops')",
		},
	},
	{
		address: "Policy/no exports",
		kind: "Policy",
		name: "no exports",
		attributes: { effect: "EFFECT_DENY", condition: "activity.action == 'EXPORT'" },
	},
	{
		address: "MfaPolicy/bob/always",
		kind: "MfaPolicy",
		name: "always",
		parent: "bob",
		attributes: { userId: referenceToken({ address: "User/bob" }), condition: "activity.action == 'SIGN'", order: 0 },
	},
];

const person = fc.constantFrom("bob", "carol", "mallory", "nobody");
const groups = fc.array(fc.oneof(person, fc.array(person, { minLength: 1, maxLength: 3 })), { maxLength: 3 });
const amount = fc.oneof(fc.constantFrom(0, 100, 101, "100", "1e3", -1, 1.5, null), fc.bigInt().map(String));
const transaction = fc.oneof(
	fc.constantFrom("small", "none such"),
	fc.record({ "eth.tx": fc.record({ value: amount, to: fc.string() }, { requiredKeys: [] }) }),
	fc.record({ "solana.tx": fc.record({ transfers: fc.jsonValue({ maxDepth: 2 }) }) }),
	fc.record({ raw: fc.oneof(fc.constant("0x02c0"), fc.string({ minLength: 1 })) }),
);
const parameters = fc.oneof(
	fc.constantFrom(
		{ signWith: "hot" },
		{ signWith: "ops" },
		{ privateKeyId: "hot" },
		{ userId: "bob" },
		{ userIds: ["${User/bob}", "x"] },
	),
	fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }),
);
const activity = fc.oneof(
	fc.constantFrom(
		"SIGN_TRANSACTION",
		"SIGN_RAW_PAYLOAD",
		"EXPORT_PRIVATE_KEY",
		"CREATE_API_KEYS",
		"ACTIVITY_TYPE_UPDATE_ROOT_QUORUM",
	),
	fc.string({ minLength: 1 }),
);
const anyTest = fc.record(
	{
		name: fc.string({ minLength: 1 }),
		activity,
		by: person,
		with: fc.constantFrom("default", "laptop", "nothing"),
		approvals: fc.array(fc.oneof(person, fc.record({ user: person, with: fc.constant("default") })), { maxLength: 2 }),
		at: fc.constantFrom("2030-01-01T00:00:00Z", "yesterday"),
		params: parameters,
		transaction,
		expect: fc.constantFrom("allow", "deny", "deny-explicit", "deny-implicit", "needs-consensus", "error"),
		decidedBy: fc.constantFrom("payouts", "no exports", "root quorum", "none such"),
		waitsFor: fc.array(person, { maxLength: 2 }),
		mfa: fc.constantFrom("none", "always", "never"),
		allowed: groups,
		waiting: groups,
	},
	{ requiredKeys: ["name", "activity"] },
);
/** Tests with nothing wrong about them, whatever they expect. */
const member = fc.constantFrom("bob", "carol", "mallory");
const asked = {
	name: fc.uuid(),
	activity: fc.constantFrom("SIGN_TRANSACTION", "SIGN_RAW_PAYLOADS", "SIGN_RAW_PAYLOAD", "EARN_DEPOSIT"),
	params: fc.constantFrom({ signWith: "hot" }, { signWith: "ops" }),
	transaction: fc.oneof(
		fc.constant("small"),
		fc.bigInt({ min: 0n, max: 200n }).map((value) => ({ "eth.tx": { value: String(value) } })),
	),
};
const soundTest = fc.oneof(
	fc.record(
		{
			...asked,
			by: fc.constant("bob"),
			approvals: fc.subarray(["carol", "mallory"]),
			expect: fc.constantFrom("allow", "deny", "needs-consensus", "error"),
			decidedBy: fc.constantFrom("payouts", ["payouts"], "root quorum"),
			mfa: fc.constantFrom("none", "always"),
		},
		{ requiredKeys: ["name", "activity", "params", "by"] },
	),
	fc.record(
		{ ...asked, allowed: fc.uniqueArray(member), waiting: fc.array(fc.uniqueArray(member, { minLength: 2 }), { maxLength: 2 }) },
		{ requiredKeys: ["name", "activity", "params"] },
	),
);
const anySuite = fc.record({
	organization: fc.record({
		rootQuorum: fc.constantFrom({ threshold: 1, users: ["mallory"] }, { threshold: 2, users: ["bob", "mallory"] }),
		userTags: fc.constant([{ name: "signers" }]),
		users: fc.constant([
			{ name: "bob", tags: ["signers"] },
			{ name: "carol", tags: ["signers"] },
			{ name: "mallory", apiKeys: [] },
		]),
		privateKeys: fc.constant([{ name: "hot", curve: "CURVE_SECP256K1" }]),
		wallets: fc.constant([{ name: "ops", accounts: [{ path: "m/44'/60'/0'/0/0" }] }]),
	}),
	transactions: fc.constant([{ name: "small", "eth.tx": { value: 1 } }]),
	tests: fc.oneof(fc.array(soundTest, { minLength: 1, maxLength: 4 }), fc.array(anyTest, { minLength: 1, maxLength: 4 })),
});

const nowhere = { file: "suite.yaml", start: { line: 1, column: 1, offset: 0 }, end: { line: 1, column: 1, offset: 0 } };
const span = (path: readonly (string | number)[]) => ({ ...nowhere, start: { ...nowhere.start, offset: path.join("/").length } });

/** A suite of this spec, when nothing is wrong with it. */
function prepared(spec: object, filter: (name: string) => boolean = () => true) {
	const value = { apiVersion: "quorate/v1", kind: "PolicyTest", metadata: { name: "any" }, spec } as unknown as JsonObject;
	const source = { text: (spec as { organization: OrganizationText }).organization, span };
	const { suite, diagnostics } = readSuite({ file: "suite.yaml", value, span }, source, policies);
	expect(suite === undefined).toBe(diagnostics.length > 0);
	return suite === undefined ? undefined : prepareSuite(suite, policies, (test) => filter(test.name));
}

describe("any suite", () => {
	test("is run, or told what is wrong with it; a test passes exactly when nothing differs", async () => {
		const validate = await openSchemas(packagedSchemas()).validator("policy-test.schema.json");
		let ran = 0;
		await fc.assert(
			fc.asyncProperty(anySuite, async (spec) => {
				const value = { apiVersion: "quorate/v1", kind: "PolicyTest", metadata: { name: "any" }, spec };
				// What the schema refuses is never read.
				if (validate(value as unknown as JsonObject).length > 0) return;
				const suite = prepared(spec);
				if (suite === undefined) return;
				ran += 1;
				const { tests } = runSuite(suite, () => undefined);
				for (const each of tests) expect(each.passed).toBe(each.differences.length === 0);
				expect(runSuite(suite, () => undefined).tests).toEqual(tests);
				if (tests.every((each) => each.passed)) {
					const { tried, survivors } = await tryMutants([suite], { most: 100, progress: async () => undefined });
					expect(survivors.length).toBeLessThanOrEqual(tried);
				}
			}),
			{ numRuns: 300 },
		);
		expect(ran).toBeGreaterThan(50);
	}, 120_000);

	test("more tests never take fewer branches, and none take none", () => {
		const covered = (suites: readonly NonNullable<ReturnType<typeof prepared>>[]): number => {
			const coverage = new BranchCoverage();
			for (const { set, tests } of suites) {
				const tell = coverage.watch(set);
				for (const each of tests) tell(each.prepared, decideRequest(each.prepared, set));
			}
			return coverageReport(coverage.branches, suites, () => undefined).covered;
		};
		fc.assert(
			fc.property(anySuite, fc.nat(), (spec, seed) => {
				const all = prepared(spec);
				const some = prepared(spec, (name) => (name.length + seed) % 2 === 0);
				const none = prepared(spec, () => false);
				if (all === undefined || some === undefined || none === undefined) return;
				expect(covered([none])).toBe(0);
				expect(covered([some])).toBeLessThanOrEqual(covered([all]));
				expect(covered([some, all])).toBe(covered([all]));
			}),
			{ numRuns: 300 },
		);
	}, 60_000);

	test("a damaged file is told about, never a defect of the program", async () => {
		const folder = policyProject();
		try {
			await fc.assert(
				fc.asyncProperty(fc.nat(PASSING.length), fc.nat(30), fc.string({ maxLength: 5 }), async (from, cut, noise) => {
					writeFileSync(join(folder.root, "tests/payouts.yaml"), PASSING.slice(0, from) + noise + PASSING.slice(from + cut));
					const { code, stderr } = await runCommand(["policy", "test", "--coverage"], { cwd: folder.root });
					expect([0, 3, 8]).toContain(code);
					if (code === 3) expect(stderr).toMatch(/error Q\d{4}: /);
					expect(stderr).not.toContain("Q7102");
				}),
				{ numRuns: 25 },
			);
		} finally {
			folder.remove();
		}
	}, 120_000);
});
