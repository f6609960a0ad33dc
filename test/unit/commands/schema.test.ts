import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { runCommand } from "../../support/command.js";

const run = (...args: string[]) => runCommand(["schema", ...args], { cwd: process.cwd() });
const files = readdirSync("schemas");

test("lists everything there is, by name", async () => {
	const { code, stdout } = await run();
	expect([code, stdout.trim().split("\n")]).toEqual([0, files.map((file) => file.replace(/(\.schema)?\.json$/, "")).sort()]);
});

test.each(files.flatMap((file) => [file, file.replace(/(\.schema)?\.json$/, "")].map((name) => [name, file])))(
	"prints %s",
	async (name, file) => {
		const { code, stdout } = await run(name);
		expect([code, stdout]).toEqual([0, readFileSync(`schemas/${file}`, "utf8")]);
	},
);

test.each([
	["opneapi", "did you mean `openapi`?"],
	["../package", "ip-allowlist, manifest, mfa-policy"],
])("there is no schema %s", async (name, help) => {
	const { code, stdout, stderr } = await run(name);
	expect([code, stdout]).toEqual([1, ""]);
	expect(stderr).toContain(`error Q7105: there is no schema \`${name}\``);
	expect(stderr).toContain(help);
});
