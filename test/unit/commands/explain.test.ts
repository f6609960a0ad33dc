// What `quorate explain` says about a code, about a rule, and about what is none.
import { describe, expect, test } from "@jest/globals";
import { codes } from "../../../src/diagnostics/codes.js";
import { rules } from "../../../src/lint/all-rules.js";
import { runCommand } from "../../support/command.js";
import { expectGolden } from "../../support/golden.js";

const explain = (...args: string[]) => runCommand(["explain", ...args], { cwd: process.cwd() });

describe("explain", () => {
	test("a code of the language, rules with and without a policy to show, in either case of the letter", async () => {
		const told = [];
		for (const code of ["q3103", "Q3540", "Q3515", "Q3530", "Q3557", "Q3590", "Q3690"]) {
			const { code: exit, stdout, stderr } = await explain(code);
			expect([exit, stderr]).toEqual([0, ""]);
			told.push(`$ quorate explain ${code}\n${stdout}`);
		}
		expectGolden("explain/codes.txt", told.join("\n"));
	});

	test("every rule, with its name", async () => {
		for (const { code, name } of rules) expect((await explain(code)).stdout).toContain(`: ${name}, `);
	}, 60_000);

	test("lists all codes, one in a line", async () => {
		const { stdout } = await explain();
		expect(stdout.trimEnd().split("\n").length).toBe(Object.keys(codes).length);
	});

	test("refuses what is no code", async () => {
		const { code, stderr } = await explain("Q354O");
		expect([code, stderr]).toEqual([1, expect.stringContaining("error Q7104: `Q354O` is no diagnostic code")]);
	});
});
