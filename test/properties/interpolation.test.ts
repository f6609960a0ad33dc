// Substitution: what is written comes out again, and every character of the result is traced to where it was written.
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
	beforeInterpolation,
	interpolate,
	interpolateValue,
	type Scope,
	writeSubstitutions,
} from "../../src/manifest/interpolation.js";
import { referencesIn, referenceToken } from "../../src/model/reference.js";

const scope: Scope = {
	variables: { A: "alpha", EMPTY: "", BRACE: "${var.A}" },
	environment: (name) => (name === "QUORATE_VAR_X" ? "env" : undefined),
	allowedEnvironment: [],
};

const literal = fc
	.array(fc.constantFrom("a", " ", "'", "{", "}", "x == ", "\n", "é", "%7D", "$ "), { maxLength: 5 })
	.map((pieces) => pieces.join(""));
const known = fc.constantFrom(
	["${var.A}", "alpha"],
	["${var.EMPTY}", ""],
	["${var.BRACE}", "${var.A}"],
	["${env.QUORATE_VAR_X}", "env"],
	["$${", "${"],
	["$$$${", "$${"],
	["$$${var.A}", "$alpha"],
	["${UserTag/signers}", referenceToken({ address: "UserTag/signers" })],
	["${MfaPolicy/a%2Fb/Pass %7Bkey%7D}", referenceToken({ address: "MfaPolicy/a%2Fb/Pass {key}" })],
	["${ApiKey/ci#publicKey}", referenceToken({ address: "ApiKey/ci", field: "publicKey" })],
	["${Policy/Rule #1}", referenceToken({ address: "Policy/Rule #1" })],
) as fc.Arbitrary<readonly [string, string]>;

describe("interpolate", () => {
	test("puts the values in, and traces every character back", () => {
		fc.assert(
			fc.property(fc.array(fc.tuple(literal, known), { maxLength: 5 }), literal, (pairs, end) => {
				// A `$` right before a substitution would belong to it.
				const before = pairs.map(([text]) => text.replace(/\$+$/, ""));
				const written = pairs.map(([, [source]], index) => before[index] + source).join("") + end;
				const meant = pairs.map(([, [, value]], index) => before[index] + value).join("") + end;
				const result = interpolate(written, scope);
				expect(result.findings).toEqual([]);
				expect(result.text).toBe(meant);
				let last = 0;
				for (let at = 0; at < meant.length; at += 1) {
					const range = beforeInterpolation(result, { start: at, end: at + 1 });
					expect(range.start).toBeGreaterThanOrEqual(last);
					last = range.start;
					const source = written.slice(range.start, range.end);
					expect(source === meant[at] || source.startsWith("$")).toBe(true);
				}
			}),
		);
	});

	test("never throws, and accounts for every character", () => {
		const noise = fc
			.array(fc.constantFrom("$", "{", "}", "var.", "env.", "A", "/", "User", "#", "\n", "%7D", "x", "."), { maxLength: 20 })
			.map((pieces) => pieces.join(""));
		fc.assert(
			fc.property(noise, (text) => {
				const { pieces, findings } = interpolate(text, scope);
				let at = 0;
				for (const piece of pieces) {
					expect(piece.start).toBe(at);
					if (piece.literal) expect(piece.text).toBe(text.slice(piece.start, piece.end));
					at = piece.end;
				}
				expect(at).toBe(text.length);
				for (const { range } of findings) expect(text.slice(range.start, range.end)).toMatch(/^\$\{/);
			}),
			{ numRuns: 2000 },
		);
	});

	test("what is written for a value reads back as it", () => {
		const token = fc
			.tuple(fc.constantFrom("User", "Policy", "ApiKey", "PrivateKeyTag"), fc.stringMatching(/^[a-z{}%7BD25#$ /]{1,12}$/))
			.filter(([, name]) => !/#[a-zA-Z]*$/.test(name))
			.map(([kind, name]) => referenceToken({ address: `${kind}/${name}` }));
		const text = fc
			.array(fc.oneof(token, fc.constantFrom("$", "${", "{", "}", "$$", "a", "${var.A}", "%7D")), { maxLength: 6 })
			.map((pieces) => pieces.join(""));
		fc.assert(
			fc.property(text, (value) => {
				const findings: never[] = [];
				const back = interpolateValue(writeSubstitutions({ list: [value], value }), scope, [], findings);
				expect(findings).toEqual([]);
				expect(back).toEqual({ list: [value], value });
				expect(referencesIn(back)).toEqual(referencesIn({ list: [value], value }));
			}),
			{ numRuns: 2000 },
		);
	});

	test("a value without substitutions is the same object", () => {
		const value = { a: ["x", { b: "$" }], c: 1 };
		expect(interpolateValue(value, scope, [], [])).toBe(value);
	});
});
