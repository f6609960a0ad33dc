// The page about explaining decisions: its commands are run, and what it shows is what they print.
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, jest, test } from "@jest/globals";
import { runCli } from "../support/cli-process.js";
import { temporaryFolder } from "../support/temporary-folder.js";

jest.setTimeout(120_000);

const PAGE = "docs/explain-decision.md";
const CONSOLE = /^```console\n([\s\S]*?)^```\n/gm;

test("what docs/explain-decision.md shows is what is printed", async () => {
	const folder = join(await temporaryFolder(), "treasury");
	cpSync("examples/treasury", folder, { recursive: true, filter: (path) => !path.includes(".quorate") });
	const page = readFileSync(PAGE, "utf8");
	const request = /^```yaml\n([\s\S]*?)^```\n/m.exec(page)?.[1];
	expect(request).toBe(readFileSync("examples/treasury/requests/payout.yaml", "utf8"));
	let told = page;
	for (const [block, text = ""] of page.matchAll(CONSOLE)) {
		const commands = text.split("\n").filter((line) => line.startsWith("$ quorate "));
		expect(commands.length).toBeGreaterThan(0);
		let shown = "";
		for (const command of commands) {
			const [words = "", into] = command.slice("$ quorate ".length).split(" > ");
			const { stdout, stderr } = await runCli(words.split(" "), folder, { NO_COLOR: "1" });
			expect(stderr).toBe("");
			shown += `${command}\n${into === undefined ? stdout : ""}`;
		}
		told = told.replace(block, () => `\`\`\`console\n${shown}\`\`\`\n`);
	}
	if (process.env.UPDATE_GOLDEN === "1") writeFileSync(PAGE, told);
	expect(told).toBe(readFileSync(PAGE, "utf8"));
});
