// Comments that allow a finding: what is one, what is wrong with it, and what becomes of the findings.
import { describe, expect, test } from "@jest/globals";
import { type Allowances, readAllowances } from "../../../src/lint/allowance.js";
import { judge } from "../../../src/lint/judgement.js";
import type { RuleSettings } from "../../../src/lint/lint.js";
import { commentsIn } from "../../../src/manifest/comments.js";

const known = new Set(["Q3540", "Q3515", "Q3557"]);
const read = (...lines: readonly string[]): Allowances => readAllowances(commentsIn(lines.join("\n")), known);
const wrong = (line: string): string[] =>
	read(line).findings.map(({ severity, code, message, help }) => `${severity} ${code}: ${message}; ${help}`);

describe("a comment that allows a finding", () => {
	test("names one rule or several, the last day, and a reason", () => {
		expect(read("kind: Policy # quorate: allow Q3540 until 2030-12-31: agreed with security")).toEqual({
			allowances: [{ code: "Q3540", until: "2030-12-31", reason: "agreed with security", range: { start: 13, end: 74 } }],
			findings: [],
		});
		const { allowances, findings } = read("#quorate:  allow Q3540 , Q3515 until 2030-12-31 : see ADR 7: it says why  ");
		expect(allowances.map(({ code, reason }) => [code, reason])).toEqual([
			["Q3540", "see ADR 7: it says why"],
			["Q3515", "see ADR 7: it says why"],
		]);
		expect(findings).toEqual([]);
	});

	test("is a comment, and no text that looks like one", () => {
		const text = [
			"spec:",
			"  notes: |",
			"    # quorate: allow Q3540 until 2030-12-31: in a text",
			"  condition: 'a # quorate: allow Q3540 until 2030-12-31: quoted'",
			"  # nothing of ours: quorate is only mentioned",
		];
		expect(read(...text)).toEqual({ allowances: [], findings: [] });
	});

	test.each([
		[
			"# quorate: allow",
			"error Q3691: this comment allows nothing: expected `allow`, a rule, `until` a day, and a reason; write `# quorate: allow Q3540 until 2030-12-31: agreed with security`",
		],
		[
			"# quorate: ignore Q3540",
			"error Q3691: this comment allows nothing: expected `allow`, a rule, `until` a day, and a reason; write `# quorate: allow Q3540 until 2030-12-31: agreed with security`",
		],
		[
			"# quorate allow Q3540 until 2030-12-31: agreed",
			"error Q3691: this comment allows nothing: expected `allow`, a rule, `until` a day, and a reason; write `# quorate: allow Q3540 until 2030-12-31: agreed with security`",
		],
		[
			"# quorate: allow Q3540: for ever",
			"error Q3691: this comment allows nothing: expected `allow`, a rule, `until` a day, and a reason; write `# quorate: allow Q3540 until 2030-12-31: agreed with security`",
		],
		[
			"# quorate: allow Q3540 until 2030-02-30: agreed",
			"error Q3691: `2030-02-30` is no day, expected one such as 2030-12-31; write `# quorate: allow Q3540 until 2030-12-31: agreed with security`",
		],
		[
			"# quorate: allow Q3540 until tomorrow: agreed",
			"error Q3691: `tomorrow` is no day, expected one such as 2030-12-31; write `# quorate: allow Q3540 until 2030-12-31: agreed with security`",
		],
		[
			"# quorate: allow Q3540 until 2030-12-31",
			"error Q3691: `Q3540` is allowed without a reason; say why after a colon, as in `# quorate: allow Q3540 until 2030-12-31: agreed with security`",
		],
		[
			"# quorate: allow Q3540 until 2030-12-31:   ",
			"error Q3691: `Q3540` is allowed without a reason; say why after a colon, as in `# quorate: allow Q3540 until 2030-12-31: agreed with security`",
		],
		[
			"# quorate: allow Q3541 until 2030-12-31: agreed",
			"error Q3691: `Q3541` is no rule that can be allowed; did you mean `Q3540`?",
		],
		[
			"# quorate: allow everything until 2030-12-31: agreed",
			"error Q3691: `everything` is no rule that can be allowed; `quorate explain` lists all codes",
		],
	])("is refused: %s", (line, message) => {
		expect(wrong(line)).toEqual([message]);
		expect(read(line).allowances).toEqual([]);
	});
});

describe("findings under allowances", () => {
	const finding = (code: string, address = "Policy/a") => ({ code, address });
	const judged = (
		line: string,
		{
			day = "2030-06-01T12:00:00Z",
			found = [finding("Q3540")],
			complete = () => true,
			settings = {},
		}: {
			day?: string;
			found?: readonly { code: string; address: string }[];
			complete?: (code: string) => boolean;
			settings?: RuleSettings;
		} = {},
	) => {
		const allowances = new Map([["Policy/a", read(line)]]);
		const { told, allowed, about } = judge(found, { allowances, settings, now: Date.parse(day), complete });
		return {
			told: told.map(({ code, address }) => `${code} ${address}`),
			allowed: allowed.map(({ allowance }) => allowance.reason),
			about: about.map(({ code, severity, message, notes = [] }) => [`${severity} ${code}: ${message}`, ...notes].join("; ")),
		};
	};
	const LINE = "# quorate: allow Q3540 until 2030-06-01: agreed";

	test("are allowed until the last day is over", () => {
		expect(judged(LINE, { day: "2030-06-01T23:59:59Z" })).toEqual({ told: [], allowed: ["agreed"], about: [] });
		expect(judged(LINE, { day: "2030-06-02T00:00:00Z" })).toEqual({
			told: ["Q3540 Policy/a"],
			allowed: [],
			about: ["warning Q3690: `Q3540` was allowed until 2030-06-01; the reason was: agreed"],
		});
	});

	test("are told where another manifest or another rule is meant", () => {
		const found = [finding("Q3540", "Policy/b"), finding("Q3515")];
		expect(judged(LINE, { found })).toEqual({
			told: ["Q3540 Policy/b", "Q3515 Policy/a"],
			allowed: [],
			about: ["warning Q3692: `Q3540` is allowed, and nothing here has it"],
		});
	});

	test("an allowance is useless only where everything was looked at", () => {
		expect(judged(LINE, { found: [], complete: (code) => code !== "Q3540" }).about).toEqual([]);
		expect(judged(LINE, { found: [], settings: { Q3540: "off" } }).about).toEqual([]);
		expect(judged(LINE, { found: [] }).about).toEqual(["warning Q3692: `Q3540` is allowed, and nothing here has it"]);
	});

	test("one that is over and useless is only called useless", () => {
		expect(judged(LINE, { found: [], day: "2031-01-01T00:00:00Z" }).about).toEqual([
			"warning Q3692: `Q3540` is allowed, and nothing here has it",
		]);
	});

	test("the project may set the severities of these, too", () => {
		expect(judged(LINE, { found: [], settings: { Q3692: "off" } }).about).toEqual([]);
		expect(judged(LINE, { found: [], settings: { Q3692: "error" } }).about).toEqual([
			"error Q3692: `Q3540` is allowed, and nothing here has it",
		]);
	});

	test("of two allowances for one finding the one that holds counts", () => {
		const two = "# quorate: allow Q3540 until 2029-01-01: old\n# quorate: allow Q3540 until 2031-01-01: new";
		expect(judged(two)).toEqual({
			told: [],
			allowed: ["new"],
			about: ["warning Q3690: `Q3540` was allowed until 2029-01-01; the reason was: old"],
		});
	});
});
