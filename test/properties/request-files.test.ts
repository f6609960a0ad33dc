// Request files that somebody got wrong in any way: refused with a place, or decided, and never a defect of ours.
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, jest, test } from "@jest/globals";
import fc from "fast-check";
import { runCommand } from "../support/command.js";
import { temporaryFolder } from "../support/temporary-folder.js";

jest.setTimeout(180_000);

const payout = readFileSync("examples/treasury/requests/payout.yaml", "utf8");

/** A piece of the text replaced, taken out or doubled; or a value of another sort. */
const mutated = fc
	.tuple(
		fc.nat(payout.length),
		fc.nat(30),
		fc.oneof(
			fc.constantFrom(
				"",
				"null",
				"[]",
				"{}",
				"0",
				"-1",
				"1e400",
				"'",
				'"',
				": ",
				"- ",
				"\n",
				"\t",
				"${User/carol}",
				"${",
				"bob",
				"0x",
			),
			fc.string({ maxLength: 12, unit: "grapheme" }),
			fc.constant(payout.slice(60, 160)),
		),
	)
	.map(([at, length, text]) => payout.slice(0, at) + text + payout.slice(at + length));

test("a mutated request is refused or decided", async () => {
	const cwd = join(await temporaryFolder(), "treasury");
	cpSync("examples/treasury", cwd, { recursive: true, filter: (path) => !path.includes(".quorate") });
	const args = ["policy", "eval", "-", "--organization", "seed.yaml", "--json"];
	await fc.assert(
		fc.asyncProperty(mutated, async (stdin) => {
			const { code, stdout } = await runCommand(args, { cwd, stdin });
			expect([0, 1, 3, 4, 5]).toContain(code);
			const answer = JSON.parse(stdout);
			// 1 says that the outcome rests on what could not be read, and nothing else.
			if (code !== 3) expect(answer[0].uncertain === true).toBe(code === 1);
			if (code !== 3) {
				expect(answer).toMatchObject([
					{ request: "<stdin>", outcome: expect.stringMatching(/^(?:allow|deny-explicit|deny-implicit|needs-consensus)$/) },
				]);
				return;
			}
			expect(answer.errored).toBe(true);
			for (const each of answer.diagnostics) expect(each).toMatchObject({ code: expect.stringMatching(/^Q(?!7102)\d{4}$/) });
			const errors = answer.diagnostics.filter((each: { severity: string }) => each.severity === "error");
			for (const each of errors) expect(each.span?.file).toBe("<stdin>");
		}),
		{ numRuns: 150 },
	);
});
