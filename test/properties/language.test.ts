// Laws of the language, on random expressions, random bindings and random damage.
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { check } from "../../src/language/check.js";
import { compile } from "../../src/language/compile.js";
import { contexts } from "../../src/language/contexts.js";
import { EvaluationError } from "../../src/language/evaluation-error.js";
import { checkExpression, sameExpression } from "../../src/language/expression.js";
import { format } from "../../src/language/format.js";
import { lex } from "../../src/language/lexer.js";
import { prospectsOf } from "../../src/language/may-fail.js";
import { parse } from "../../src/language/parser.js";
import { print } from "../../src/language/print.js";
import { sameTree } from "../../src/language/same-tree.js";
import { type Slot, slots } from "../../src/language/slot.js";
import { explain } from "../../src/language/trace.js";
import { walk } from "../../src/language/tree.js";
import { generateBindings, generateExpression, generateRequest } from "../support/expression-generator.js";
import { evaluateNaively } from "../support/naive-evaluator.js";

/** Pieces that meet in strange ways more often than random characters do. */
const pieces = [
	..."()[]{}.,'\"`<>=!&|+-*/?:#$\\%~^ \n\t\r0123456789aé𝒳\u00a0‘’“”",
	..."&& || == != .. <= >= in true false not and or any all filter contains count ${ {{ }} // /* */ <X> 'a' 0x1f 1.5".split(" "),
	..."activity eth tx wallet approvers solana user.id ['k'] [0..3] .any(x, Timestamp( CronSpan( time.now".split(" "),
];
const soup = fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((parts) => parts.join(""));
const slot: fc.Arbitrary<Slot> = fc.constantFrom(...slots);

function asEvaluated(outcome: boolean | EvaluationError): boolean | "error" {
	return outcome instanceof EvaluationError ? "error" : outcome;
}

describe("lexing", () => {
	test("is total, and the tokens tile the text", () => {
		fc.assert(
			fc.property(fc.oneof(soup, fc.string({ unit: "binary" })), (text) => {
				const { kinds, starts } = lex(text);
				expect(kinds.length).toBe(starts.length);
				expect(starts[starts.length - 1]).toBe(text.length);
				expect(starts[0]).toBe(0);
				for (let index = 1; index < starts.length - 1; index += 1) {
					expect(starts[index]).toBeGreaterThan(starts[index - 1] ?? -1);
				}
				expect(
					starts
						.slice(0, -1)
						.map((start, index) => text.slice(start, starts[index + 1]))
						.join(""),
				).toBe(text);
			}),
		);
	});
});

describe("reading and printing", () => {
	test("a printed tree reads as the tree", () => {
		fc.assert(
			fc.property(fc.gen(), slot, (draw, each) => {
				const tree = generateExpression(draw, { slot: each, dynamic: true });
				const read = parse(print(tree));
				expect(read.findings).toEqual([]);
				expect(sameTree(read.expression, tree)).toBe(true);
				expect(print(read.expression)).toBe(print(tree));
			}),
		);
	});

	test("formatting keeps the expression and is done after one pass", () => {
		fc.assert(
			fc.property(fc.gen(), slot, fc.integer({ min: 20, max: 120 }), (draw, each, width) => {
				const text = print(generateExpression(draw, { slot: each, dynamic: true }));
				const once = format(text, { width });
				expect(sameExpression(once, text)).toBe(true);
				expect(format(once, { width })).toBe(once);
			}),
		);
	});

	test("every node stands where its text says, inside its parent", () => {
		fc.assert(
			fc.property(fc.gen(), slot, (draw, each) => {
				const text = print(generateExpression(draw, { slot: each, dynamic: true }));
				const { expression, nodes } = parse(text);
				const ids = new Set<number>();
				walk(expression, (node) => {
					ids.add(node.id);
					expect(node.start).toBeLessThan(node.end);
					expect(sameTree(parse(text.slice(node.start, node.end)).expression, node)).toBe(true);
					return true;
				});
				expect(ids.size).toBe(nodes);
			}),
			{ numRuns: 40 },
		);
	});
});

describe("damage", () => {
	test("a mutated text neither crashes nor hangs, and findings stay inside it", () => {
		fc.assert(
			fc.property(fc.gen(), slot, soup, fc.nat(), fc.nat(20), (draw, each, noise, at, cut) => {
				const text = print(generateExpression(draw, { slot: each, dynamic: true }));
				const from = at % (text.length + 1);
				const mutated = text.slice(0, from) + noise + text.slice(from + cut);
				const findings = checkExpression(mutated, each);
				for (const { range, message } of findings) {
					expect(range?.start).toBeGreaterThanOrEqual(0);
					expect(range?.end).toBeLessThanOrEqual(mutated.length);
					expect(range?.start).toBeLessThanOrEqual(range?.end ?? -1);
					expect(message).toMatch(/^[^A-Z]|^`/);
					expect(message).not.toMatch(/\.$/);
				}
				format(mutated);
				expect(sameExpression(mutated, mutated)).toBe(true);
			}),
			{ numRuns: 300 },
		);
	});

	test("soup gives findings in the order of the text", () => {
		fc.assert(
			fc.property(soup, slot, (text, each) => {
				const starts = checkExpression(text, each).map((finding) => finding.range?.start ?? -1);
				expect(starts).toEqual([...starts].sort((a, b) => a - b));
			}),
			{ numRuns: 300 },
		);
	});
});

describe("evaluation", () => {
	test("what is well-typed never meets a wrong type", () => {
		fc.assert(
			fc.property(fc.gen(), fc.constantFrom<Slot>("condition", "consensus"), (draw, each) => {
				const text = print(generateExpression(draw, { slot: each, dynamic: false }));
				const checked = check(text, each, { depth: "types" });
				expect(checked.findings.filter((finding) => finding.severity === "error")).toEqual([]);
				const outcome = compile(checked).evaluate(generateBindings(draw, each));
				if (outcome instanceof EvaluationError) expect(["WrongType", "Invalid", "Overflow"]).not.toContain(outcome.kind);
				else expect(typeof outcome).toBe("boolean");
			}),
			{ numRuns: 400 },
		);
	});

	test("agrees with an evaluator that was written apart", () => {
		fc.assert(
			fc.property(fc.gen(), fc.constantFrom<Slot>("condition", "consensus"), (draw, each) => {
				const text = print(generateExpression(draw, { slot: each, dynamic: true }));
				const checked = check(text, each, { depth: "types" });
				expect(checked.findings.filter((finding) => finding.severity === "error")).toEqual([]);
				const bindings = generateBindings(draw, each);
				const ours = compile(checked).evaluate(bindings);
				const naive = evaluateNaively(checked.expression, each, bindings);
				expect(asEvaluated(ours)).toEqual(typeof naive === "boolean" ? naive : "error");
			}),
			{ numRuns: 1500 },
		);
	});

	test("what a request makes true is never called impossible", () => {
		let truths = 0;
		fc.assert(
			fc.property(fc.gen(), fc.nat(contexts.length - 1), (draw, index) => {
				const context = contexts[index];
				if (context === undefined) throw new Error("no such context");
				const text = print(generateExpression(draw, { slot: "condition", dynamic: true }));
				const checked = check(text, "condition");
				if (compile(checked).evaluate(generateRequest(draw, context)) !== true) return;
				truths += 1;
				expect(checked.findings.filter((finding) => finding.severity === "error")).toEqual([]);
				expect(prospectsOf(checked).canBeTrue).toContain(context);
			}),
			{ numRuns: 2000 },
		);
		expect(truths).toBeGreaterThan(100);
	});

	test("an explanation tells the same outcome, and its reasons stand in the text", () => {
		fc.assert(
			fc.property(fc.gen(), fc.constantFrom<Slot>("condition", "consensus"), (draw, each) => {
				const text = print(generateExpression(draw, { slot: each, dynamic: true }));
				const checked = check(text, each, { depth: "types" });
				expect(checked.findings.filter((finding) => finding.severity === "error")).toEqual([]);
				const bindings = generateBindings(draw, each);
				const explained = explain(checked, bindings);
				expect(asEvaluated(explained.outcome)).toEqual(asEvaluated(compile(checked).evaluate(bindings)));
				expect(explained.reasons.length).toBeGreaterThan(0);
				for (const { range } of explained.reasons) expect(range.end).toBeLessThanOrEqual(text.length);
			}),
		);
	});
});
