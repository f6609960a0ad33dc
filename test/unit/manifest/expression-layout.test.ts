// What `fmt` makes of the expressions in a manifest: even spacing, the author's lines, and never another meaning.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { isJsonObject, type JsonValue } from "../../../src/base/json.js";
import { expressionLanguage } from "../../../src/commands/inputs.js";
import { sameExpression } from "../../../src/language/expression.js";
import { print } from "../../../src/language/print.js";
import { formatManifest } from "../../../src/manifest/format.js";
import { readYamlDocument } from "../../../src/manifest/yaml-document.js";
import { runCommand } from "../../support/command.js";
import { generateExpression } from "../../support/expression-generator.js";
import { manifestFolder, policyYaml } from "../../support/manifest-project.js";

const formatted = (...spec: readonly string[]): string[] =>
	formatManifest(policyYaml("A", "effect: EFFECT_DENY", ...spec), "a.yaml", expressionLanguage)
		.text.split("\n")
		.slice(6, -1)
		.map((line) => line.slice(2));

function conditionOf(text: string): JsonValue | undefined {
	const { value } = readYamlDocument(text);
	const spec = isJsonObject(value) ? value["spec"] : undefined;
	return isJsonObject(spec) ? spec["condition"] : undefined;
}

describe("expressions in a manifest", () => {
	test.each([
		["on one line get even spacing", ["condition: a&&b  ==  'x  y'"], ["condition: a && b == 'x  y'"]],
		["in quotes, too", ["condition: \"a&&'x: y'==b\""], ["condition: \"a && 'x: y' == b\""]],
		[
			"in a literal block keep their lines",
			["condition: |", "  a   == 'x'", "     &&b.count==2", "", "  && (c||", "   d)"],
			["condition: |", "  a == 'x'", "    && b.count() == 2", "    && (c ||", "      d)"],
		],
		["with a stripped block", ["condition: |-", "  a&&b"], ["condition: |-", "  a && b"]],
		["that are folded stay as they are", ["condition: >-", "  a&&b", "  &&c"], ["condition: >-", "  a&&b", "  &&c"]],
		["with an error stay as they are", ["condition: a&&"], ["condition: a&&"]],
		["with a variable in place of a number stay as they are", ["condition: a<=${var.limit}"], ["condition: a<=${var.limit}"]],
		["keep references", ["condition: u.id=='${User/alice}'"], ["condition: u.id == '${User/alice}'"]],
		["in every slot", ["consensus: a&&b", "time: c||d"], ["consensus: a && b", "time: c || d"]],
		["nowhere else", ["notes: a&&b"], ["notes: a&&b"]],
	])("%s", (_, given, expected) => {
		expect(formatted(...given)).toEqual(expected);
		expect(formatted(...expected)).toEqual(expected);
	});

	test("mean the same afterwards, and need no second pass", () => {
		fc.assert(
			fc.property(fc.gen(), fc.boolean(), (draw, block) => {
				const text = print(generateExpression(draw, { slot: "condition", dynamic: true })).replaceAll(
					" && ",
					block ? "\n  &&" : "&&",
				);
				const spec = block
					? ["condition: |", ...text.split("\n").map((line) => `  ${line}`)]
					: [`condition: ${JSON.stringify(text)}`];
				const manifest = policyYaml("A", "effect: EFFECT_DENY", ...spec);
				const once = formatManifest(manifest, "a.yaml", expressionLanguage);
				expect(once.diagnostics).toEqual([]);
				expect(sameExpression(String(conditionOf(once.text)), String(conditionOf(manifest)))).toBe(true);
				expect(formatManifest(once.text, "a.yaml", expressionLanguage).changed).toBe(false);
			}),
		);
	});

	test("are laid out by `quorate fmt`, and told by its `--check`", async () => {
		const folder = manifestFolder({ "a.yaml": policyYaml("A", "effect: EFFECT_DENY", "condition: a==1&&b") });
		try {
			const checked = await runCommand(["fmt", "--check", "a.yaml"], { cwd: folder.root });
			expect([checked.code, checked.stderr]).toEqual([3, expect.stringContaining("error Q7121: `a.yaml` is not formatted")]);
			expect(await runCommand(["fmt", "a.yaml"], { cwd: folder.root })).toMatchObject({ code: 0, stdout: "a.yaml\n" });
			expect(readFileSync(join(folder.root, "a.yaml"), "utf8")).toContain("  condition: a == 1 && b\n");
		} finally {
			folder.remove();
		}
	});
});
