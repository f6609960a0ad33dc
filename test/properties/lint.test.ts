// Laws of linting: it takes whatever policies there are, says the same whatever their order, and ends soon on hostile ones.
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { print } from "../../src/language/print.js";
import type { slots } from "../../src/language/slot.js";
import { rules } from "../../src/lint/all-rules.js";
import { lint } from "../../src/lint/lint.js";
import type { Rule, Surroundings } from "../../src/lint/rule.js";
import { type LintPolicy, partOf, policyOf } from "../../src/lint/subject.js";
import type { Organization } from "../../src/model/organization.js";
import { generateExpression } from "../support/expression-generator.js";

const told: readonly Rule[] = rules.map((rule) => ({ ...rule, severity: rule.severity === "off" ? "info" : rule.severity }));

const organization: Organization = {
	users: [
		{ id: "a", name: "alice", tagIds: ["key"], credentials: [] },
		{ id: "b", name: "bob", tagIds: [], email: "b@example.org", credentials: [] },
	],
	userTags: [{ id: "key", name: "signers" }],
	privateKeyTags: [],
	privateKeys: [{ id: "a", name: "hot", tagIds: [], imported: false, exported: false, addresses: [] }],
	wallets: [],
	rootQuorum: { threshold: 1, userIds: ["a"] },
};

function around(policies: readonly LintPolicy[], more: Partial<Surroundings> = {}): Surroundings {
	return { policies, mfaPolicies: [], scopes: [], now: 0, mostPolicies: 100, identifierOf: () => undefined, ...more };
}

/** A random policy; a text may be damaged, so that it is no expression any more. */
const policy = fc.gen().map((draw): Parameters<typeof policyOf>[0] => {
	const text = (slot: (typeof slots)[number]): string | undefined => {
		const which = draw(fc.nat, { max: 5 });
		if (which === 0) return undefined;
		const whole = print(generateExpression(draw, { slot, dynamic: true }));
		return which === 1 ? whole.slice(0, draw(fc.nat, { max: whole.length })) : whole;
	};
	return {
		name: draw(fc.constantFrom, "a", "only passkeys", "exactly two", "__proto__"),
		effect: draw(fc.constantFrom, "EFFECT_ALLOW" as const, "EFFECT_DENY" as const),
		notes: draw(fc.constantFrom, undefined, "both must approve"),
		condition: text("condition"),
		consensus: text("consensus"),
		time: draw(fc.boolean) ? text("time") : undefined,
	};
});
const addressed = fc
	.array(policy, { maxLength: 4 })
	.map((sources) => sources.map((source, index) => ({ ...source, address: `Policy/${index}` })));

describe("linting", () => {
	test("takes any policies, and points into their texts", () => {
		fc.assert(
			fc.property(addressed, fc.boolean(), (sources, live) => {
				const policies = sources.map(policyOf);
				const conditions = sources.flatMap(({ condition, address }) => {
					const part = partOf(condition, "condition");
					return part === undefined ? [] : [{ part, address }];
				});
				const found = lint(
					told,
					around(policies, {
						mfaPolicies: conditions.map(({ part, address }, order) => {
							return { address, name: "m", user: "alice", order, condition: part, steps: [{ any: [] }] };
						}),
						scopes: conditions.map(({ part, address }) => ({ address, name: "s", scope: part })),
						...(live ? { organization, live: [...policies].reverse(), actorId: "b" } : {}),
					}),
				);
				for (const { address, slot, range, message } of found) {
					expect(message).not.toBe("");
					const source = sources.find((each) => each.address === address);
					if (range === undefined || slot === undefined) continue;
					expect(range.start).toBeLessThanOrEqual(range.end);
					expect(range.end).toBeLessThanOrEqual(source?.[slot]?.length ?? 0);
				}
			}),
			{ numRuns: 300 },
		);
	}, 120_000);

	test("says the same whatever the order of the policies", () => {
		fc.assert(
			fc.property(addressed, (sources) => {
				const shown = (given: typeof sources) =>
					lint(told, around(given.map(policyOf))).map(({ rule, address, slot, range }) => [rule, address, slot, range]);
				const once = shown(sources);
				expect(shown(sources)).toEqual(once);
				// What two policies say of each other may name either of them; which rules speak does not change.
				const codes = (findings: typeof once) => [...new Set(findings.map(([rule]) => rule))].sort();
				expect(codes(shown([...sources].reverse()))).toEqual(codes(once));
			}),
			{ numRuns: 100 },
		);
	}, 120_000);
});

describe("hostile policies", () => {
	const many = (count: number, text: (index: number) => string, between: string) =>
		Array.from({ length: count }, (_, index) => text(index)).join(between);
	const id = (index: number): string => `0x${(index + 4096).toString(16).padStart(40, "0")}`;
	const hostile: Readonly<Record<string, Parameters<typeof policyOf>[0]>> = {
		"alternatives of pairs": {
			condition: many(500, (at) => `(eth.tx.to == '${id(at)}' && eth.tx.value <= ${at})`, " || "),
		},
		"pairs of alternatives": {
			condition: many(500, (at) => `(eth.tx.to == '${id(at)}' || eth.tx.value <= ${at})`, " && "),
		},
		"two long lists": {
			condition: `eth.tx.to in [${many(700, (at) => `'${id(at)}'`, ",")}] && eth.tx.from in [${many(700, (at) => `'${id(at)}'`, ",")}]`,
		},
		"every one of many": { consensus: many(500, (at) => `approvers.any(u, u.id == '${id(at)}')`, " && ") },
		"a choice in every one of some": {
			consensus: many(30, (at) => `(approvers.any(u, u.id == '${at}') || approvers.any(u, u.id == '${at + 30}'))`, " && "),
		},
		"half of some": {
			consensus: `approvers.filter(u, ${many(30, (at) => `u.tags.contains('${at}')`, " || ")}).count() >= 15`,
		},
		"not more than half of some": {
			consensus: `approvers.filter(u, ${many(30, (at) => `u.id == '${at}'`, " || ")}).count() <= 15`,
		},
		"counts of many tags": {
			consensus: many(300, (at) => `approvers.filter(u, u.tags.contains('${id(at)}')).count() >= ${at % 7}`, " && "),
		},
		"many schedules": {
			time: many(200, (at) => `CronSpan('${at % 60} ${at % 24} * * ${at % 7}', '8h', 'Europe/Berlin')`, " || "),
		},
		nesting: { condition: `${"!(".repeat(90)}eth.tx.value > 1${")".repeat(90)}` },
	};

	test.each(Object.entries(hostile))(
		"%s",
		(_, source) => {
			const linted = policyOf({ name: "p", effect: "EFFECT_ALLOW", ...source });
			expect(linted.readable).toBe(true);
			expect(Array.isArray(lint(told, around([linted], { organization })))).toBe(true);
		},
		120_000,
	);

	test("a hundred policies of thirty alternatives", () => {
		const policies = Array.from({ length: 100 }, (_, index) =>
			policyOf({
				address: `Policy/${index}`,
				name: `p${index}`,
				effect: index % 5 === 0 ? "EFFECT_DENY" : "EFFECT_ALLOW",
				consensus: `approvers.filter(u, u.tags.contains('a')).count() >= 2 && approvers.any(u, u.id == '${id(index)}')`,
				condition: many(30, (at) => `(eth.tx.to == '${id(index + at)}' && eth.tx.value <= ${at})`, " || "),
			}),
		);
		expect(lint(told, around(policies)).length).toBeGreaterThan(100);
	}, 120_000);
});
