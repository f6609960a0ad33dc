import { describe, expect, test } from "@jest/globals";
import type { Diagnostic } from "../../../src/diagnostics/diagnostic.js";
import { LineIndex } from "../../../src/diagnostics/span.js";
import { countText, diagnosticsText, diagnosticText } from "../../../src/render/diagnostic-text.js";
import { COLOURED, PLAIN } from "../../../src/render/palette.js";

function at(text: string, found: string, extra: Partial<Diagnostic> = {}): Diagnostic {
	const start = text.indexOf(found);
	const span = new LineIndex(text).span("a.yaml", { start, end: start + found.length });
	return { code: "Q2006", severity: "error", message: "unknown field `efect`", span, ...extra };
}

/** The characters of the source line that the carets stand under. */
function underlined(text: string): string {
	const lines = text.split("\n");
	const caret = lines.findIndex((line) => /^\s*\|\s+\^+$/.test(line));
	const mark = lines[caret] ?? "";
	return (lines[caret - 1] ?? "").slice(mark.indexOf("^"), mark.lastIndexOf("^") + 1);
}

describe("diagnosticText", () => {
	test("shows place, line, caret, notes and help", () => {
		const diagnostic = at("kind: Policy\nspec:\n  efect: x\n", "efect", {
			notes: ["seen before"],
			help: "did you mean `effect`?",
		});
		expect(diagnosticText(diagnostic, PLAIN)).toBe(
			[
				"error Q2006: unknown field `efect`",
				" --> a.yaml:3:3",
				"  |",
				"3 |   efect: x",
				"  |   ^^^^^",
				"  = note: seen before",
				"  = help: did you mean `effect`?",
			].join("\n"),
		);
	});

	test("does without a place", () => {
		expect(diagnosticText({ code: "Q2001", severity: "warning", message: "nothing", help: "write" }, PLAIN)).toBe(
			"warning Q2001: nothing\n  = help: write",
		);
	});

	test("puts the caret under the text whatever stands before it", () => {
		expect(underlined(diagnosticText(at("a:\tb: efect\n", "efect"), PLAIN))).toBe("efect");
		const wide = diagnosticText(at("名前: efect\n", "efect"), PLAIN).split("\n");
		// Two characters of two columns each: the caret stands four columns further than the characters count.
		expect((wide[4] ?? "").indexOf("^")).toBe((wide[3] ?? "").indexOf("efect") + 2);
		expect(underlined(diagnosticText(at("a\u202eb: efect\n", "efect"), PLAIN))).toBe("efect");
	});

	test("shows a window of a long line", () => {
		const text = diagnosticText(at(`${"x".repeat(500)} efect ${"y".repeat(500)}\n`, "efect"), PLAIN);
		expect(underlined(text)).toBe("efect");
		expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThan(140);
	});

	test("marks a stretch of several lines to the end of its first", () => {
		expect(underlined(diagnosticText(at("a: |\n  one\n  two\n", "one\n  two"), PLAIN))).toBe("one");
	});

	test("prints nothing that could steer a terminal", () => {
		const evil = at("efect: \u001b[2J\n", "efect", { message: "name `\u001b]0;x\u0007`\nmore", help: "\u202e" });
		// biome-ignore lint/suspicious/noControlCharactersInRegex: their absence is the point
		expect(diagnosticText(evil, PLAIN)).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
		expect(diagnosticText(evil, PLAIN).split("\n")).toHaveLength(6);
	});

	test("colours by the palette only", () => {
		const diagnostic = at("efect: x\n", "efect");
		const coloured = diagnosticText(diagnostic, COLOURED);
		expect(coloured).toContain("\u001b[");
		// biome-ignore lint/suspicious/noControlCharactersInRegex: escapes are what is taken away
		expect(coloured.replace(/\u001b\[[0-9;]*m/g, "")).toBe(diagnosticText(diagnostic, PLAIN));
	});
});

describe("diagnosticsText", () => {
	test("counts at the end", () => {
		const diagnostics = [
			at("efect", "efect"),
			at("efect", "efect", { severity: "warning" }),
			at("efect", "efect", { severity: "warning" }),
		];
		expect(diagnosticsText(diagnostics, PLAIN).endsWith("\n\n1 error, 2 warnings\n")).toBe(true);
		expect(diagnosticsText([], PLAIN)).toBe("");
		expect(countText([])).toBe("no problems");
	});
});
