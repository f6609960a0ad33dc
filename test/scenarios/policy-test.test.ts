// `quorate policy test` as its user meets it: what it prints, how it ends, and what it says of every slip.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, describe, expect, test } from "@jest/globals";
import { SaxesParser } from "saxes";
import type { JsonObject } from "../../src/base/json.js";
import { openSchemas, packagedSchemas } from "../../src/manifest/schemas.js";
import type { TestReport } from "../../src/model/test-report.js";
import { startCli } from "../support/cli-process.js";
import { runCommand } from "../support/command.js";
import { expectGolden } from "../support/golden.js";
import type { Folder } from "../support/manifest-project.js";
import { PASSING, payout, policyProject, suiteYaml } from "../support/policy-tests.js";

let folder: Folder | undefined;
afterEach(() => folder?.remove());

function project(files?: Readonly<Record<string, string>>): Folder {
	folder = policyProject(files);
	return folder;
}

const policyTest = (root: string, ...args: readonly string[]) => runCommand(["policy", "test", ...args], { cwd: root });

const FAILING = suiteYaml(
	"Who may",
	...payout("one signer alone", "by: bob", "expect: allow"),
	...payout("who pays out", "allowed: [[bob, carol], [bob, mallory]]", "waiting: [bob]"),
	...payout("waits", "by: bob", "expect: needs-consensus", "waitsFor: [mallory]"),
	...payout("decided", "by: bob", "approvals: [carol]", "expect: allow", "decidedBy: [No exports]"),
	"- name: exports",
	"  activity: EXPORT_PRIVATE_KEY",
	"  params: { privateKeyId: hot }",
	"  allowed: [mallory]",
	"- name: fails to evaluate",
	"  activity: CREATE_USERS",
	"  by: bob",
	"  expect: error",
);

describe("policy test", () => {
	test("passes, and says so", async () => {
		const { root } = project();
		const { code, stdout, stderr } = await policyTest(root);
		expect([code, stderr]).toEqual([0, ""]);
		expect(stdout).toBe(
			"Payouts tests/payouts.yaml\n  ok    two signers pay out\n  ok    others do not\n\n2 tests in 1 suite: 2 passed, 0 failed.\n",
		);
	});

	test("a pipe is refused and not waited for", async () => {
		const { root } = project();
		execFileSync("mkfifo", [join(root, "pipe.yaml")]);
		const { code, stderr } = await policyTest(root, "pipe.yaml");
		expect([code, stderr]).toEqual([3, expect.stringContaining("error Q1004: `pipe.yaml` is a pipe, socket or device")]);
	});

	test("tells of each failure why", async () => {
		const { root } = project({ "tests/who.yaml": FAILING });
		const { code, stdout, stderr } = await policyTest(root);
		expect([code, stderr]).toEqual([8, ""]);
		expectGolden("policy-test/failing.txt", stdout);
	});

	test("whoever may approve as the root quorum is among those a request waits for", async () => {
		const suite = suiteYaml(
			"Roots",
			...payout("all", "by: bob", "expect: needs-consensus", "waitsFor: [carol, mallory]"),
			...payout("not all", "by: bob", "expect: needs-consensus", "waitsFor: [carol]"),
		).replace("    privateKeys:", "    rootQuorum: { threshold: 1, users: [mallory] }\n    privateKeys:");
		const { root } = project({ "tests/roots.yaml": suite });
		const { code, stdout } = await policyTest(root);
		expect(code).toBe(8);
		expect(stdout).toContain("  ok    all\n");
		expect(stdout).toContain("expected to wait for `carol`, waits for `carol`, `mallory` (of the root quorum 1 of `mallory`)\n");
	});

	test("tells branches and mutants, with their places in the manifests", async () => {
		const { root } = project();
		const { code, stdout, stderr } = await policyTest(root, "--coverage", "--mutate");
		expect([code, stderr]).toEqual([0, ""]);
		expectGolden("policy-test/branches-and-mutants.txt", stdout);
	});

	test("fails below what was asked for, and tries no mutant when a test fails", async () => {
		const { root } = project();
		const low = await policyTest(root, "--min-coverage", "100", "--min-kills", "100");
		expect(low.code).toBe(8);
		expect(low.stderr).toMatch(/error Q3755: branches taken: \d+ %, asked for are 100 %/);
		expect(low.stderr).toMatch(/error Q3755: mutants killed: \d+ %, asked for are 100 %/);
		const told = await policyTest(root, "--json", "--min-coverage", "100", "--min-kills", "10");
		const report = JSON.parse(told.stdout) as TestReport & JsonObject;
		expect([told.code, report.goals]).toEqual([
			8,
			[
				{ measure: "branches", wanted: 100, reached: expect.any(Number), met: false },
				{ measure: "mutants", wanted: 10, reached: expect.any(Number), met: true },
			],
		]);
		const validate = await openSchemas(packagedSchemas()).validator("policy-test-report.schema.json");
		expect(validate(report)).toEqual([]);
		const enough = await policyTest(root, "--min-coverage", "10", "--min-kills", "10");
		expect(enough.code).toBe(0);
		writeFileSync(join(root, "tests/payouts.yaml"), FAILING);
		const failing = await policyTest(root, "--mutate");
		expect([failing.code, failing.stdout.includes("Mutants")]).toEqual([8, false]);
		expect(failing.stderr).toContain("warning Q3754: no mutant was tried: a test fails without any");
	});

	test("tries no more mutants than asked, and says how many it left out", async () => {
		const { root } = project();
		const { stdout } = await policyTest(root, "--mutate", "--most-mutants", "3");
		expect(stdout).toMatch(/\n {2}up to \d+ more were not tried\n/);
		expect(stdout).toMatch(/Mutants killed: \d of 3 /);
	});

	test("--filter chooses, and refuses to choose nothing", async () => {
		const { root } = project();
		const chosen = await policyTest(root, "--filter", "OTHERS");
		expect(chosen.stdout).toContain("1 test in 1 suite: 1 passed, 0 failed, 1 skipped.");
		const nothing = await policyTest(root, "--filter", "nobody");
		expect(nothing.code).toBe(3);
		expect(nothing.stderr).toContain("error Q3752: no test's name contains `nobody`");
	});

	test("--json is the whole report, and the same twice", async () => {
		const { root } = project({ "tests/who.yaml": FAILING });
		const first = await policyTest(root, "--json", "--coverage");
		const second = await policyTest(root, "--json", "--coverage");
		expect([first.code, first.stderr]).toEqual([8, ""]);
		expect(second.stdout).toBe(first.stdout);
		const report = JSON.parse(first.stdout) as TestReport;
		const validate = await openSchemas(packagedSchemas()).validator("policy-test-report.schema.json");
		expect(validate(report as unknown as JsonObject)).toEqual([]);
		expect(report.summary).toEqual({ suites: 1, tests: 12, passed: 6, failed: 6, skipped: 0 });
		const [alone] = report.suites[0]?.tests ?? [];
		expect(alone).toMatchObject({
			name: "one signer alone",
			passed: false,
			expected: "allow",
			actual: "needs-consensus",
			place: { file: "tests/who.yaml", line: 13, column: 13 },
			decided_by: ["Payouts"],
		});
	});

	test("--junit writes well-formed XML that counts as the report does", async () => {
		const odd = suiteYaml('"<&> \\"quoted\\" \\u0007"', ...payout("'a < b & \"c\" ]]>'", "by: bob", "expect: allow"));
		const { root } = project({ "tests/who.yaml": FAILING, "tests/odd.yaml": odd });
		const { code } = await policyTest(root, "--junit", "junit.xml");
		expect(code).toBe(8);
		const seen: { name: string; attributes: Record<string, string> }[] = [];
		const parser = new SaxesParser();
		parser.on("opentag", ({ name, attributes }) => seen.push({ name, attributes: attributes as Record<string, string> }));
		parser.on("error", (error) => {
			throw error;
		});
		parser.write(readFileSync(join(root, "junit.xml"), "utf8")).close();
		const named = (name: string) => seen.filter((each) => each.name === name);
		expect(named("testsuites").map((each) => each.attributes)).toEqual([
			{ name: "quorate policy test", tests: "13", failures: "7", errors: "0" },
		]);
		expect([named("testsuite").length, named("testcase").length, named("failure").length]).toEqual([2, 13, 7]);
		expect(named("testcase")[0]?.attributes["name"]).toBe('a < b & "c" ]]>');
	});

	test("--junit leaves no earlier result where nothing could be tested", async () => {
		const { root } = project({ "tests/who.yaml": suiteYaml("S", ...payout("t", "by: bobb", "allowed: [bob]")) });
		writeFileSync(join(root, "junit.xml"), "<testsuites/>");
		const { code, stderr } = await policyTest(root, "--junit", "junit.xml");
		expect([code, stderr]).toEqual([3, expect.stringContaining("2 errors")]);
		const seen: { name: string; attributes: unknown }[] = [];
		const parser = new SaxesParser();
		parser.on("opentag", ({ name, attributes }) => seen.push({ name, attributes }));
		parser.write(readFileSync(join(root, "junit.xml"), "utf8")).close();
		expect(seen[0]?.attributes).toEqual({ name: "quorate policy test", tests: "2", failures: "0", errors: "2" });
		expect(seen.filter(({ name }) => name === "error").map(({ attributes }) => attributes)).toContainEqual({
			message: "there is no user `bobb`",
			type: "Q3701",
		});
		const unwritable = await policyTest(root, "--junit", "no/such/folder/junit.xml");
		expect([unwritable.code, unwritable.stderr]).toEqual([3, expect.stringMatching(/Q3701[\s\S]*Q7101/)]);
	});

	test("warns of what the suite's organisation lacks", async () => {
		const { root } = project({
			"tests/payouts.yaml": PASSING.replace("userTags: [{ name: signers }]", "userTags: [{ name: staff }]").replaceAll(
				"[signers]",
				"[staff]",
			),
		});
		const { stderr } = await policyTest(root);
		expect(stderr).toContain(
			"warning Q3753: `Policy/Payouts` refers to `${UserTag/signers}`, which the organisation of `Payouts` does not have",
		);
	});

	test("long runs say how far they are", async () => {
		const { root } = project();
		let now = 0;
		const clock = {
			now: () => {
				now += 20_000;
				return now;
			},
			sleep: async () => undefined,
		};
		const { stderr } = await runCommand(["policy", "test", "--mutate"], { cwd: root, clock });
		expect(stderr).toMatch(/^mutants found: 20 of \d+\nmutants tried: 20 of \d+\n$/);
	});

	test("an interrupted run ends as one", async () => {
		const { root } = project();
		const stopped = AbortSignal.abort(new Error("SIGINT"));
		const { code } = await runCommand(["policy", "test"], { cwd: root, signal: stopped });
		expect(code).toBe(130);
	});
});

describe("what is wrong with a suite", () => {
	const suite = (text: string) => project({ "tests/who.yaml": text });

	test.each<[string, string, string[]]>([
		[
			"an unknown key, with a suggestion",
			suiteYaml("S", ...payout("t", "by: bob", "expct: allow")),
			["Q2006", "unknown field `expct` in `spec.tests[0]`", "tests/who.yaml:18:7", "did you mean `expect`?"],
		],
		[
			"an outcome that is none",
			suiteYaml("S", ...payout("t", "by: bob", "expect: allowed")),
			["Q2009", "`spec.tests[0].expect` is `allowed`", "tests/who.yaml:18:15", "did you mean `allow`?"],
		],
		[
			"an unknown parameter",
			suiteYaml("S", ...payout("t", "by: bob")).replace("signWith", "signwith"),
			[
				"Q3707",
				"`ACTIVITY_TYPE_SIGN_TRANSACTION_V2` has no parameter `signwith`",
				"tests/who.yaml:15:17",
				"did you mean `signWith`?",
			],
		],
		[
			"an unknown field of a transaction",
			suiteYaml("S", ...payout("t", "by: bob")).replace("chain_id", "chainid"),
			["Q3703", "`eth.tx` has no field `chainid`", "tests/who.yaml:16:44", "did you mean `chain_id`?"],
		],
		[
			"an unknown user",
			suiteYaml("S", ...payout("t", "by: bobb")),
			["Q3701", "there is no user `bobb`", "tests/who.yaml:17:11", "did you mean `bob`?"],
		],
		[
			"an unknown user in a list",
			suiteYaml("S", ...payout("t", "allowed: [[bob, carole]]")),
			["Q3701", "there is no user `carole`", "tests/who.yaml:17:23", "did you mean `carol`?"],
		],
		[
			"an unknown user it would wait for",
			suiteYaml("S", ...payout("t", "by: bob", "waitsFor: [carl]")),
			["Q3701", "there is no user `carl`", "tests/who.yaml:18:18", "did you mean `carol`?"],
		],
		[
			"an unknown policy",
			suiteYaml("S", ...payout("t", "by: bob", "decidedBy: Payout")),
			["Q3751", "there is no policy `Payout`", "tests/who.yaml:18:18", "did you mean `Payouts`?"],
		],
		[
			"an unknown MFA policy",
			suiteYaml("S", ...payout("t", "by: bob", "mfa: Passkey")),
			["Q3751", "there is no MFA policy `Passkey`", "tests/who.yaml:18:12", "there is `none`"],
		],
		[
			"a key of the other sort of test",
			suiteYaml("S", ...payout("t", "expect: allow")),
			["Q3750", "`expect` needs `by`", "tests/who.yaml:17:7", "say who asks"],
		],
		[
			"lists beside a single asker",
			suiteYaml("S", ...payout("t", "by: bob", "allowed: [bob]")),
			["Q3750", "`allowed` and `by` exclude each other", "tests/who.yaml:18:7", "with `by` the outcome is `expect`"],
		],
		[
			"who decided what nobody is allowed",
			suiteYaml("S", ...payout("t", "waiting: [bob, carol]", "decidedBy: Payouts")),
			["Q3750", "`decidedBy` needs `by` or `allowed`", "tests/who.yaml:18:7", "those pass who are `allowed`"],
		],
		[
			"a test that nobody asks",
			suiteYaml("S", "- name: nobody's", "  activity: CREATE_WALLET").replace(/ {4}users:\n(?: {6}.*\n)+/, "    users: []\n"),
			["Q3752", "`nobody's` is asked by nobody", "tests/who.yaml:10:13", "describe its users"],
		],
		[
			"an unknown key that something is sent from",
			suiteYaml("S", "- name: t", "  activity: ETH_SEND_TRANSACTION", "  by: bob", "  params: { from: hott }"),
			["Q3701", "there is no private key or account `hott`", "tests/who.yaml:16:23", "did you mean `hot`?"],
		],
		[
			"a name twice",
			suiteYaml("S", ...payout("t", "by: bob"), ...payout("t", "by: carol")),
			["Q3705", "`t` is the name of an earlier test", "tests/who.yaml:18:13", "give each a name of its own"],
		],
		[
			"a clock that is none",
			suiteYaml("S", ...payout("t", "by: bob")).replace("spec:\n", "spec:\n  clock: 2026-01-01T00:00:00+01:00\n"),
			["Q3703", "is no time: its offset is `+01:00`, expected `Z`", "tests/who.yaml:5:10", "2025-12-31T23:00:00Z"],
		],
		[
			"another kind",
			"apiVersion: quorate/v1\nkind: PolicyTests\n",
			["Q2004", "is of kind `PolicyTests`, expected `PolicyTest`", "tests/who.yaml:2:7", "did you mean `PolicyTest`?"],
		],
		["nothing at all", "# later\n", ["Q1001", "is empty", "tests/who.yaml:1:1", "write `PolicyTest` into it"]],
		[
			"an organisation that is not there",
			suiteYaml("S", ...payout("t", "by: bob")).replace(
				/ {2}organization:\n(?: {4}.*\n)+?(?= {2}tests)/,
				"  organization: ../seed.yaml\n",
			),
			["Q1003", "seed.yaml", "tests/who.yaml:5:17", ""],
		],
	])("%s", async (_what, text, [code = "", message = "", place = "", help = ""]) => {
		const { root } = suite(text);
		const result = await policyTest(root);
		expect([result.code, result.stdout]).toEqual([3, ""]);
		expect(result.stderr).toContain(`error ${code}: `);
		for (const part of [message, place, help]) expect(result.stderr).toContain(part);
		expect(result.stderr).toContain("1 error");
	});

	test("no suite is found", async () => {
		const { root } = project({});
		const { code, stderr } = await policyTest(root);
		expect(code).toBe(3);
		expect(stderr).toContain("error Q3752: `tests/**/*.yaml` finds no suite");
		writeFileSync(join(root, "quorate.yaml"), `${readFileSync(join(root, "quorate.yaml"), "utf8")}tests: [checks/*.yaml]\n`);
		const patterns = await policyTest(root);
		expect(patterns.code).toBe(3);
		expect(patterns.stderr).toContain("error Q1002: the pattern `checks/*.yaml` matches no file: there is no folder `checks`");
		expect(patterns.stderr).toContain("quorate.yaml:6:9");
		const named = await policyTest(root, "missing.yaml");
		expect(named.code).toBe(3);
		expect(named.stderr).toContain("error Q1003");
	});

	test("a suite among the manifests", async () => {
		const { root } = project({ "manifests/suite.yaml": PASSING });
		const { code, stderr } = await policyTest(root);
		expect(code).toBe(3);
		expect(stderr).toContain("error Q2004: unknown kind `PolicyTest`");
		expect(stderr).toContain("take its file out of `manifests:` with a pattern that starts with `!`");
	});

	test("wrong options are refused", async () => {
		const { root } = project();
		const percent = await policyTest(root, "--min-coverage", "101");
		expect([percent.code, percent.stderr]).toEqual([1, expect.stringContaining("expected a whole number from 0 to 100")]);
		const both = await policyTest(root, "--watch", "--json");
		expect([both.code, both.stderr]).toEqual([1, expect.stringContaining("cannot be used with option '--json'")]);
		const unwritable = await policyTest(root, "--junit", "no/such/folder/junit.xml");
		expect([unwritable.code, unwritable.stderr]).toEqual([1, expect.stringContaining("Q7101")]);
	});
});

describe("an organisation of its own file", () => {
	test("may be the seed of an embedded service; what is wrong with it is told in its place", async () => {
		const seed = `apiVersion: quorate/v1
kind: Organization
metadata: { name: Small }
spec:
  rootQuorum: { threshold: 1, users: [root] }
  userTags: [{ name: signers }]
  users:
    - { name: root }
    - { name: bob, tags: [signers] }
    - { name: carol, tags: [signers] }
  privateKeys: [{ name: hot, curve: CURVE_SECP256K1 }]
`;
		const text = suiteYaml("S", ...payout("t", "allowed: [root, [bob, carol]]", "waiting: [bob, carol]")).replace(
			/ {2}organization:\n(?: {4}.*\n)+?(?= {2}tests)/,
			"  organization: ../seed.yaml\n",
		);
		const { root } = project({ "tests/who.yaml": text, "seed.yaml": seed });
		expect((await policyTest(root)).code).toBe(0);
		writeFileSync(
			join(root, "seed.yaml"),
			seed.replace("tags: [signers] }\n    - { name: carol", "tags: [singers] }\n    - { name: carol"),
		);
		const wrong = await policyTest(root);
		expect(wrong.code).toBe(3);
		expect(wrong.stderr).toMatch(/error Q3701: there is no user tag `singers`\n +--> seed\.yaml:9:27\n/);
	});
});

describe("--watch", () => {
	test("runs again when a file that matters changes, and ends with a signal", async () => {
		const { root } = project();
		const { child, finished } = startCli(["policy", "test", "--watch"], root);
		if (child.stdout === null || child.stderr === null) throw new Error("the streams are piped");
		const results = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
		const remarks = createInterface({ input: child.stderr })[Symbol.asyncIterator]();
		const until = async (lines: typeof results, what: RegExp): Promise<string> => {
			for (;;) {
				const { value, done } = await lines.next();
				if (done === true) throw new Error(`it ended before ${what}`);
				if (what.test(value)) return value;
			}
		};
		try {
			const first = await Promise.all([until(results, /passed/), until(remarks, /^Waiting/)]);
			expect(first[0]).toBe("2 tests in 1 suite: 2 passed, 0 failed.");
			const failed = Promise.all([until(results, /passed/), until(remarks, /^Waiting/)]);
			writeFileSync(join(root, "tests/payouts.yaml"), PASSING.replace("expect: allow", "expect: deny"));
			expect((await failed)[0]).toBe("2 tests in 1 suite: 1 passed, 1 failed.");
			const refused = Promise.all([until(remarks, /^error/), until(remarks, /^Waiting/)]);
			writeFileSync(join(root, "tests/payouts.yaml"), "kind: [");
			expect((await refused)[0]).toMatch(/^error Q1/);
			const again = until(results, /passed/);
			writeFileSync(join(root, "tests/payouts.yaml"), PASSING);
			expect(await again).toBe("2 tests in 1 suite: 2 passed, 0 failed.");
			await until(remarks, /^Waiting/);
			const more = until(results, /passed/);
			writeFileSync(join(root, "tests/more.yaml"), PASSING.replace("name: Payouts", "name: More"));
			expect(await more).toMatch(/^[24] tests in [12] suites?: /);
		} finally {
			child.kill("SIGINT");
		}
		expect((await finished).code).toBe(0);
	}, 120_000);
});

test("--watch that begins with a refusal goes on when the suite is mended", async () => {
	const { root } = project({ "tests/payouts.yaml": "kind: [" });
	const { child, finished } = startCli(["policy", "test", "--watch"], root);
	if (child.stdout === null || child.stderr === null) throw new Error("the streams are piped");
	try {
		for await (const line of createInterface({ input: child.stderr })) if (line.startsWith("Waiting")) break;
		writeFileSync(join(root, "tests/payouts.yaml"), PASSING);
		for await (const line of createInterface({ input: child.stdout })) if (line.includes("2 passed, 0 failed")) break;
	} finally {
		child.kill("SIGINT");
	}
	await finished;
}, 120_000);

describe("the treasury example", () => {
	test("passes, takes every branch and kills every mutant", async () => {
		const { code, stdout } = await runCommand(
			["policy", "test", "--json", "--coverage", "--mutate", "--environment", "local", "--no-cache"],
			{ cwd: "examples/treasury" },
		);
		expect(code).toBe(0);
		const report = JSON.parse(stdout) as TestReport & JsonObject;
		expect(report.summary).toMatchObject({ suites: 2, failed: 0 });
		expect(report.coverage?.covered).toBe(report.coverage?.total);
		expect(report.mutation?.mutants).toBeGreaterThan(50);
		expect(report.mutation?.survivors).toEqual([]);
		const validate = await openSchemas(packagedSchemas()).validator("policy-test-report.schema.json");
		expect(validate(report)).toEqual([]);
	}, 60_000);
});
