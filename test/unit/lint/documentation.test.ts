// The tables of docs/policy-language.md are the program's. UPDATE_GOLDEN=1 writes them.
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { roots } from "../../../src/language/environment/roots.js";
import { slots } from "../../../src/language/slot.js";
import { rules } from "../../../src/lint/all-rules.js";

const PAGE = "docs/policy-language.md";

const cell = (text: string): string => text.replaceAll("|", "\\|");

function rootRows(): string[] {
	const rows = slots.flatMap((slot) =>
		[...roots[slot].values()].flatMap((root) => {
			const members = root.type.kind === "namespace" ? [...root.type.members.values()] : [];
			const named =
				members.length === 0 ? [[root.name, root.about]] : members.map((each) => [`${root.name}.${each.name}`, each.about]);
			return named.map(([name = "", about = ""]) => `| \`${name}\` | ${slot} | ${cell(about)} |`);
		}),
	);
	return ["| root | slot | what it is |", "| --- | --- | --- |", ...rows];
}

function ruleRows(): string[] {
	const rows = rules.map(
		({ code, name, severity, reason, live }) =>
			`| \`${code}\` | ${name}${live === true ? " *" : ""} | ${severity} | ${cell(reason)} |`,
	);
	return ["| code | rule | severity | why |", "| --- | --- | --- | --- |", ...rows];
}

function withTable(page: string, name: string, rows: readonly string[]): string {
	const [start, end] = [`<!-- ${name} -->\n`, `<!-- end of ${name} -->`];
	const from = page.indexOf(start) + start.length;
	const until = page.indexOf(end);
	expect(until).toBeGreaterThanOrEqual(from);
	return `${page.slice(0, from)}${rows.join("\n")}\n${page.slice(until)}`;
}

test("the page about the language has the roots and the rules there are", () => {
	const page = readFileSync(PAGE, "utf8");
	const expected = withTable(withTable(page, "roots", rootRows()), "rules", ruleRows());
	if (process.env["UPDATE_GOLDEN"] === "1") writeFileSync(PAGE, expected);
	else expect(page).toBe(expected);
});
