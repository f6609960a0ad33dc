// The code table and the tests know each other: no code without a test that provokes it, none that nothing gives.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { type Code, codes, explain, isCode } from "../../../src/diagnostics/codes.js";

function textsBelow(folder: string, matching: RegExp): string {
	return readdirSync(folder, { withFileTypes: true, recursive: true })
		.filter((entry) => entry.isFile() && matching.test(entry.name))
		.map((entry) => `${entry.name}\n${readFileSync(join(entry.parentPath, entry.name), "utf8")}`)
		.join("\n");
}

const all = Object.keys(codes).filter(isCode);

describe("the code table", () => {
	test("is not empty, and a code is four digits behind a Q", () => {
		expect(all.length).toBeGreaterThan(150);
		expect(all.filter((code) => !/^Q\d{4}$/.test(code))).toEqual([]);
	});

	test("says something about every code, in full sentences", () => {
		const bad = all.filter((code: Code) => {
			const { title, explanation } = explain(code);
			return title.length < 5 || /[.!]$/.test(title) || explanation.length < 40 || !/[.!`]$/.test(explanation.trim());
		});
		expect(bad).toEqual([]);
	});

	test("holds no code that nothing gives", () => {
		const source = textsBelow("src", /\.ts$/).replaceAll(/^\tQ\d{4}: \{/gm, "");
		expect(all.filter((code) => !source.includes(code))).toEqual([]);
	});

	test("holds no code without a test", () => {
		const tests = textsBelow("test", /\.(?:test\.ts|story|txt|md)$/);
		expect(all.filter((code) => !tests.includes(code))).toEqual([]);
	});
});
