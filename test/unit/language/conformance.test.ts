// Real policies with a verdict each, where a collection of them is at hand: in the file that QUORATE_POLICY_CORPUS names, or
// beside the checkout. The collection is no part of the project; without it there is nothing to check here.
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "@jest/globals";
import type { Finding } from "../../../src/diagnostics/diagnostic.js";
import { checkExpression, sameExpression } from "../../../src/language/expression.js";
import { format } from "../../../src/language/format.js";
import { slots } from "../../../src/language/slot.js";

interface Entry {
	readonly name: string;
	readonly verdict: string;
	readonly condition?: string;
	readonly consensus?: string;
	readonly time?: string;
	readonly normalized?: { readonly condition?: string; readonly consensus?: string };
}

const file = process.env.QUORATE_POLICY_CORPUS ?? resolve("..", "shared", "reference", "policy-corpus.json");
const entries: readonly Entry[] = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as readonly Entry[]) : [];

function findingsOf(entry: Pick<Entry, "condition" | "consensus" | "time">): readonly Finding[] {
	return slots.flatMap((slot) => {
		const text = entry[slot];
		return text === undefined ? [] : checkExpression(text, slot);
	});
}

/** The verdict that our findings amount to. What is wrong only beside other policies is not a matter of one expression. */
function verdictOf(findings: readonly Finding[]): string {
	const first = findings.filter((finding) => finding.severity === "error").map((finding) => finding.code.slice(0, 3));
	if (first.includes("Q30")) return "parse-error";
	if (first.includes("Q31")) return "type-error";
	if (first.includes("Q32")) return "always-errors";
	return first.length > 0 ? "never-matches" : "accepted";
}

const accepted = new Set(["ok", "ok-hazard", "documented-antipattern"]);

if (entries.length === 0) {
	test("no collection of policies was found to read", () => {
		expect(existsSync(file) && entries.length > 0).toBe(false);
	});
} else {
	describe("real policies", () => {
		test("get their verdicts, every one", () => {
			const wrong = entries.flatMap((entry) => {
				const ours = verdictOf(findingsOf(entry));
				const wanted = accepted.has(entry.verdict) ? "accepted" : entry.verdict;
				return ours === wanted ? [] : [`${entry.name}: ${ours} instead of ${wanted}`];
			});
			expect(wrong).toEqual([]);
		});

		test("that are right raise no alarm at all", () => {
			const alarmed = entries.filter((entry) => entry.verdict === "ok" && findingsOf(entry).length > 0);
			expect(alarmed.map((entry) => entry.name)).toEqual([]);
		});

		test("are right once they are corrected", () => {
			const corrected = entries.flatMap((entry) => (entry.normalized === undefined ? [] : [entry.normalized]));
			expect(corrected.flatMap(findingsOf).filter((finding) => finding.severity === "error")).toEqual([]);
		});

		test("are the same expressions after formatting", () => {
			for (const entry of entries) {
				for (const slot of slots) {
					const text = entry[slot];
					if (text === undefined) continue;
					const once = format(text);
					expect(format(once)).toBe(once);
					expect(sameExpression(once, text.replaceAll(/\.count(?!\()/g, ".count()"))).toBe(true);
				}
			}
		});
	});
}
