// The examples are run as a reader of the README runs them; what they print is golden.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { cleanEnvironment, runCli } from "../support/cli-process.js";
import { expectGolden } from "../support/golden.js";
import { StableNames } from "../support/stable-names.js";
import { stepsInOrder } from "../support/step-order.js";

const examples = readdirSync("examples").filter((name) => existsSync(join("examples", name, "quorate.yaml")));

describe("examples", () => {
	test("there are some", () => {
		expect(examples).toContain("treasury");
	});

	test.each(examples)("%s is valid, and written as `fmt` would write it", async (name) => {
		const folder = join("examples", name);
		const valid = await runCli(["validate", "--environment", "demo"], folder);
		expect([valid.code, valid.stderr]).toEqual([0, ""]);
		const formatted = await runCli(["fmt", "--check"], folder);
		expect([formatted.code, formatted.stdout, formatted.stderr]).toEqual([0, expect.any(String), ""]);
	});

	test.each(examples)("%s has no policy that is seldom meant, but those it gives reasons for", async (name) => {
		const linted = await runCli(["policy", "lint", "--environment", "demo", "--fail-on", "info"], join("examples", name));
		expect([linted.code, linted.stderr]).toEqual([0, ""]);
		expect(linted.stdout).toMatch(/^Passed\. \d+ polic(?:y|ies) and \d+ MFA polic(?:y|ies): no problems/);
	});

	test("the demo tells the whole story", () => {
		const { status, stdout, stderr } = spawnSync(process.execPath, ["examples/treasury/demo.mjs"], {
			env: cleanEnvironment({ NO_COLOR: "1" }),
			encoding: "utf8",
			timeout: 60_000,
		});
		// The service says at every start what it is not for; nothing else is said beside the story.
		expect([status, stderr.trimEnd().split("\n")]).toEqual([0, [expect.stringMatching(/^For development and tests only/)]]);
		const folder = /"credentialsFile":"(.*?)\/service\//.exec(stdout)?.[1];
		expectGolden("examples/treasury.txt", stepsInOrder(setsInOrder(new StableNames(folder).replace(stdout))));
	});
});

/** A set is in the order of its identifiers, which are of chance; nothing else may differ. */
function setsInOrder(text: string): string {
	const sets = /\[(\$\{[^},]*\}(?:, \$\{[^},]*\})+)\]/g;
	return text.replaceAll(sets, (_, items: string) => `[${items.split(", ").sort().join(", ")}]`);
}
