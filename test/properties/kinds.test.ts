// Laws that hold for every kind, present and future: they are written over the list of kinds, not over their names.
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { AUTHENTICATION_TYPES } from "../../src/api/records.js";
import { canonicalJson } from "../../src/base/canonical-json.js";
import type { JsonObject } from "../../src/base/json.js";
import { kinds } from "../../src/kinds/all.js";
import type { KindName } from "../../src/model/address.js";
import { differences } from "../../src/plan/fields.js";

const text = fc.string({ maxLength: 12, unit: fc.constantFrom("a", "B", " ", "'", "\n", "é", "0", "=") });
const name = fc.string({ minLength: 1, maxLength: 8, unit: fc.constantFrom("a", "b", "Z", "9", "-") });
const ipv4 = fc
	.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255), fc.integer({ min: 20, max: 32 }))
	.map(([a, b, c, d, p]) => `${a}.${b}.${c}.${d}/${p}`);
const ipv6 = fc
	.tuple(fc.nat(0xffff), fc.nat(0xffff), fc.integer({ min: 48, max: 128 }))
	.map(([a, b, p]) => `2001:DB8:${a.toString(16)}:0:0:0:0:${b.toString(16)}/${p}`);
const json = fc.jsonValue({ maxDepth: 2 }).filter((value) => value !== null && typeof value !== "string");

/** Specs as authors write them: members left out, empty, in any order, repeated. */
const specs: Readonly<Record<KindName, fc.Arbitrary<JsonObject>>> = {
	Policy: fc.record(
		{ effect: fc.constantFrom("EFFECT_ALLOW", "EFFECT_DENY"), condition: text, consensus: text, time: text, notes: text },
		{ requiredKeys: ["effect"] },
	),
	MfaPolicy: fc.record(
		{
			user: name,
			condition: text,
			order: fc.nat(9),
			steps: fc.array(
				fc.record({
					any: fc.array(
						fc.record(
							{ type: fc.constantFrom(...AUTHENTICATION_TYPES), id: fc.constantFrom("x", "y", "") },
							{ requiredKeys: ["type"] },
						),
						{
							maxLength: 3,
						},
					),
				}),
				{ maxLength: 3 },
			),
			notes: text,
		},
		{ requiredKeys: ["user", "condition", "order", "steps"] },
	),
	PrivateKeyTag: fc.record({ privateKeys: fc.array(name, { maxLength: 4 }) }),
	WebhookEndpoint: fc.record(
		{
			url: fc.constantFrom("https://a.example.com", "https://a.example.com/", "HTTPS://A.example.com:443/x"),
			active: fc.boolean(),
			subscriptions: fc.array(
				fc.record(
					{ eventType: fc.constantFrom("ACTIVITY_UPDATES", "B"), filters: json as fc.Arbitrary<never>, active: fc.boolean() },
					{ requiredKeys: ["eventType"] },
				),
				{ maxLength: 3 },
			),
		},
		{ requiredKeys: ["url"] },
	),
	IpAllowlist: fc.record(
		{
			apiKey: name,
			onEvaluationError: fc.constantFrom("ALLOW", "DENY"),
			rules: fc.array(fc.record({ cidr: fc.oneof(ipv4, ipv6), label: text }, { requiredKeys: ["cidr"] }), { maxLength: 4 }),
		},
		{ requiredKeys: ["rules"] },
	),
};

describe.each(kinds.map((kind) => [kind.name, kind] as const))("%s", (kindName, kind) => {
	const attributes = fc.tuple(name, specs[kindName]).map(([given, spec]) => kind.fromSpec(given, spec));

	test("normalising twice is normalising once", () => {
		fc.assert(
			fc.property(attributes, (value) => {
				const once = kind.normalise(value);
				expect(kind.normalise(once)).toEqual(once);
			}),
		);
	});

	test("the order in which an author wrote members of sets and of objects changes nothing", () => {
		fc.assert(
			fc.property(attributes, (value) => {
				const turned = Object.fromEntries(
					Object.entries(value)
						.reverse()
						.map(([key, item]) => [key, Array.isArray(item) && key !== "steps" && key !== "rules" ? [...item].reverse() : item]),
				);
				expect(canonicalJson(kind.normalise(turned))).toBe(canonicalJson(kind.normalise(value)));
			}),
		);
	});

	test("what is exported reads back as the same resource", () => {
		fc.assert(
			fc.property(attributes, (value) => {
				const live = kind.normalise(value);
				const about = { name: String(value["name"] ?? "organization"), parent: "u" };
				const again = kind.normalise(kind.fromSpec(about.name, kind.toSpec(live, about)));
				const withoutRelation = ({ userId: _, publicKey: __, enabled: ___, ...rest }: JsonObject) => rest;
				expect(withoutRelation(again)).toEqual(withoutRelation(live));
			}),
		);
	});

	test("a resource does not differ from itself, and differs in what was changed", () => {
		fc.assert(
			fc.property(attributes, attributes, (a, b) => {
				const left = kind.normalise(a);
				const right = kind.normalise(b);
				expect(differences(left, left, kind.itemKeys).fields).toEqual([]);
				const found = differences(left, right, kind.itemKeys);
				expect(found.fields.length > 0).toBe(canonicalJson(left) !== canonicalJson(right));
				for (const attribute of found.changed) {
					expect(canonicalJson({ v: left[attribute] ?? null })).not.toBe(canonicalJson({ v: right[attribute] ?? null }));
				}
			}),
		);
	});

	test("every recipe fills in what its operation requires", async () => {
		const { operations } = await import("../../src/api/operations.js");
		fc.assert(
			fc.property(attributes, attributes, (a, b) => {
				const before = kind.normalise(a);
				const after = kind.normalise({ ...b, ...(kindName === "Policy" ? { condition: "true" } : {}) });
				const changed = new Set(Object.keys({ ...before, ...after }));
				for (const recipe of [...kind.create, ...kind.update, ...kind.remove]) {
					const parameters = recipe.parameters({ id: "id", before, after, changed });
					const fields = operations[recipe.operation].parameters as Readonly<Record<string, { readonly required: boolean }>>;
					for (const given of Object.keys(parameters)) expect(Object.keys(fields)).toContain(given);
					if (kindName === "MfaPolicy" && after["condition"] === undefined) continue;
					for (const [field, { required }] of Object.entries(fields)) {
						if (required)
							expect([recipe.operation, field, parameters[field] !== undefined]).toEqual([recipe.operation, field, true]);
					}
				}
			}),
			{ numRuns: 30 },
		);
	});
});
