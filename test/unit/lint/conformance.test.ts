// Real policies with the mistakes that a person has tagged in them, where a collection of them is at hand: in the file that
// QUORATE_POLICY_CORPUS names, or beside the checkout. It is no part of the project. QUORATE_LINT_TABLE=1 prints how many of
// the tags each rule finds, and how many of its findings are tagged.
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { checkExpression } from "../../../src/language/expression.js";
import type { Effect } from "../../../src/language/policy.js";
import { slots } from "../../../src/language/slot.js";
import { rules } from "../../../src/lint/all-rules.js";
import { lint } from "../../../src/lint/lint.js";
import type { Surroundings } from "../../../src/lint/rule.js";
import { partOf, policyOf } from "../../../src/lint/subject.js";

interface Entry {
	readonly name: string;
	readonly object: "policy" | "fragment" | "mfa_condition" | "session_scope";
	readonly effect?: Effect;
	readonly condition?: string;
	readonly consensus?: string;
	readonly time?: string;
	readonly lint?: readonly string[];
	readonly set?: string;
	readonly verdict: string;
}

const file = process.env.QUORATE_POLICY_CORPUS ?? resolve("..", "shared", "reference", "policy-corpus.json");
const entries: readonly Entry[] = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as readonly Entry[]) : [];

/** Which codes stand for a tag. */
const codesOf: Readonly<Record<string, readonly string[]>> = {
	S01: ["Q3001"],
	S02: ["Q3005", "Q3573", "Q3303"],
	S04: ["Q3103"],
	S05: ["Q3104", "Q3105", "Q3106", "Q3117"],
	S06: ["Q3106", "Q3407"],
	S08: ["Q3108"],
	S10: ["Q3401"],
	S11: ["Q3301", "Q3408", "Q3304", "Q3569"],
	S14: ["Q3402"],
	E01: ["Q3201"],
	E02: ["Q3202"],
	E03: ["Q3203"],
	E04: ["Q3205", "Q3502"],
	E05: ["Q3304"],
	E06: ["Q3503"],
	E07: ["Q3501", "Q3504"],
	E09: ["Q3506"],
	E10: ["Q3501"],
	E11: ["Q3507"],
	E12: ["Q3508"],
	R01: ["Q3510"],
	R02: ["Q3511"],
	R03: ["Q3512"],
	R04: ["Q3513"],
	R05: ["Q3514"],
	R06: ["Q3515"],
	R07: ["Q3516"],
	R08: ["Q3517"],
	R09: ["Q3518"],
	R10: ["Q3519"],
	R11: ["Q3520"],
	R12: ["Q3521"],
	R13: ["Q3522"],
	R14: ["Q3523"],
	R15: ["Q3524"],
	R16: ["Q3525"],
	R17: ["Q3526"],
	R18: ["Q3527"],
	R19: ["Q3528"],
	R20: ["Q3529"],
	R23: ["Q3532"],
	D01: ["Q3540"],
	D02: ["Q3541"],
	D03: ["Q3542"],
	D04: ["Q3543"],
	C02: ["Q3551"],
	C05: ["Q3553"],
	C06: ["Q3554"],
	C07: ["Q3555"],
	C08: ["Q3556"],
	C10: ["Q3558"],
	V01: ["Q3565", "Q3566"],
	V02: ["Q3566"],
	V03: ["Q3567", "Q3514"],
	A01: ["Q3570"],
	A03: ["Q3572", "Q3303", "Q3573"],
	A04: ["Q3302", "Q3578"],
	A05: ["Q3303", "Q3578"],
	A06: ["Q3302", "Q3577"],
	M04: ["Q3592"],
	M07: ["Q3595"],
	M08: ["Q3596"],
	G01: ["Q3600"],
	G03: ["Q3602", "Q3567"],
	G07: ["Q3603"],
	G08: ["Q3605"],
};

/** What can only be seen beside other policies, beside the live organisation, or by knowing what was meant. */
const beyond = new Set(["C02", "E09", "G07", "R17"]);

function around(some: readonly Entry[]): Surroundings {
	const given = some.map((entry, index) => ({ entry, address: `${entry.object}/${index}` }));
	return {
		policies: given.flatMap(({ entry, address }) =>
			entry.object === "policy" || entry.object === "fragment" ? [policyOf({ ...entry, address })] : [],
		),
		mfaPolicies: given.flatMap(({ entry, address }) => {
			const condition = entry.object === "mfa_condition" ? partOf(entry.condition, "condition") : undefined;
			return condition === undefined ? [] : [{ address, name: entry.name, user: "u", order: 0, condition, steps: [] }];
		}),
		scopes: given.flatMap(({ entry, address }) => {
			const scope = entry.object === "session_scope" ? partOf(entry.condition, "condition") : undefined;
			return scope === undefined ? [] : [{ address, name: entry.name, scope }];
		}),
		now: Date.parse("2026-01-01T00:00:00Z"),
		mostPolicies: 100,
		identifierOf: () => undefined,
	};
}

/** The codes found in one entry, alone and in the set it was written for. */
function codesIn(entry: Entry): ReadonlySet<string> {
	const found = new Set<string>();
	for (const slot of slots) for (const finding of checkExpression(entry[slot] ?? "true", slot)) found.add(finding.code);
	const set = entry.set === undefined ? [entry] : entries.filter((each) => each.set === entry.set);
	const address = `${entry.object}/${set.indexOf(entry)}`;
	for (const finding of lint(rules, around(set))) if (finding.address === address) found.add(finding.rule);
	return found;
}

if (entries.length === 0) {
	test("no collection of policies was found to read", () => {
		expect(existsSync(file) && entries.length > 0).toBe(false);
	});
} else {
	describe("tagged policies", () => {
		const found = new Map(entries.map((entry) => [entry, codesIn(entry)]));

		test("most tags are found", () => {
			const missed: string[] = [];
			let tagged = 0;
			let recalled = 0;
			for (const entry of entries) {
				for (const tag of entry.lint ?? []) {
					if (beyond.has(tag)) continue;
					tagged += 1;
					if (codesOf[tag]?.some((code) => found.get(entry)?.has(code)) === true) recalled += 1;
					else missed.push(`${tag} ${entry.name}`);
				}
			}
			if (process.env["QUORATE_LINT_TABLE"] === "1") process.stdout.write(table(found, missed));
			expect(recalled / tagged).toBeGreaterThan(0.9);
		});

		test("few rules speak about most policies", () => {
			const count = new Map<string, number>();
			for (const codes of found.values()) for (const code of codes) count.set(code, (count.get(code) ?? 0) + 1);
			const loud = [...count].filter(([code, times]) => times > entries.length / 2 && code !== "Q3573").map(([code]) => code);
			expect(loud).toEqual([]);
		});
	});
}

function table(found: ReadonlyMap<Entry, ReadonlySet<string>>, missed: readonly string[]): string {
	const rows = Object.entries(codesOf).map(([tag, codes]) => {
		const tagged = entries.filter((entry) => entry.lint?.includes(tag) === true);
		const hit = tagged.filter((entry) => codes.some((code) => found.get(entry)?.has(code)));
		const told = entries.filter((entry) => codes.some((code) => found.get(entry)?.has(code)));
		const sound = told.filter(
			(entry) => entry.lint?.some((each) => codesOf[each]?.some((code) => codes.includes(code))) === true,
		);
		return `${tag}\t${codes.join(",")}\ttagged ${tagged.length}\trecall ${hit.length}/${tagged.length}\tprecision ${sound.length}/${told.length}`;
	});
	return `${rows.join("\n")}\nmissed:\n${missed.join("\n")}\n`;
}
