// The verbs about policies: `quorate policy …`, with their options and their help.
import { type Command, Option } from "commander";
import { slots } from "../language/slot.js";
import { percentage, positiveInteger } from "./option-value.js";
import { connection, decisionOptions, inputs, type Run, type RunVerb } from "./verb-options.js";

const JSON_LINES_CHECK = `
With --jsonl every line is a JSON object, and is answered with one, in the same order:
  {"slot": "condition", "text": "eth.tx.value < 10"}
  {"ok": true, "type": "bool", "diagnostics": []}
  A diagnostic has code, severity, message and range ({"start", "end"}: UTF-16 offsets into the text), sometimes notes
  and help. An "id" (text or number) is given back. A line that cannot be read is answered with an "error".
  The exit code is 0 once every line is answered, whatever the answers are: "ok" says it of each.`;

const JSON_LINES_EVAL = `
With --jsonl every line is a JSON object, and is answered with one, in the same order:
  {"slot": "condition", "text": "eth.tx.value < 10", "bindings": {"eth": {"tx": {"value": "5"}}}}
  {"value": true}  or  {"error": {"kind": "MissingKeyword", "message": "...", "range": {"start": 0, "end": 6}}}
  Integers are numbers or texts of digits, and always texts beyond 2^53; where no type says so, {"$int": "123"}.
  Timestamps are texts such as "2030-01-31T00:00:00Z". {"$notUsed": true} is a value that the caller did not set.
  The expression may be of any type. An "id" (text or number) is given back.
  The exit code is 0 once every line is answered, whatever the answers are.`;

const ALLOWANCES = `
\`lint.rules\` in quorate.yaml sets a rule's severity, or switches it off. In one manifest a finding is allowed by a comment
with the rule, the last day and the reason; what is over, or allows nothing, is told:
  # quorate: allow Q3540 until 2030-12-31: agreed with security
\`quorate explain CODE\` explains a rule.`;

const CALIBRATION = `
Evaluates the policies again on every vote that was given on the newest activities, and compares each outcome with the one
the service recorded. What the record does not hold (a policy or a user that was changed since) is counted, not guessed.
Exits with 8 when an outcome differs.`;

const TESTS = `
Suites are the files that \`tests:\` in quorate.yaml finds, tests/**/*.yaml when it does not say; docs/policy-tests.md has an
example. A test that says nothing else expects to be denied. The exit code is 8 when a test fails.`;

const REQUEST_EVAL = `
A request is a file of kind \`Request\` (\`quorate schema request\`), or the identifier of a past activity. The answer is one
line each; the exit code is 0 when all may go ahead, 5 when one waits for approvals, 4 when one is denied,
1 when what one carries cannot be read and a policy that reads it could decide otherwise. A second factor is
told and does not count. Why, \`quorate explain-decision\` says.
`;

/** What expressions with values of their own have no use for: the manifests, the service, and a form of the answer. */
const NOT_OF_EXPRESSIONS: string[] = [
	"against",
	"organization",
	"project",
	"environment",
	"var",
	"keyFile",
	"requestsPerSecond",
	"concurrency",
	"timeout",
	"json",
];

export function policyVerbs(program: Command, run: RunVerb): void {
	const policy = program.command("policy").description("check, lint, test, evaluate and calibrate policies");
	const verb = (name: string, summary: string, examples: readonly string[], more = ""): Command =>
		policy
			.command(name)
			.description(summary)
			.addHelpText(
				"after",
				`${more === "" ? "" : `${more}\n`}\nExamples:\n${examples.map((example) => `  $ ${example}`).join("\n")}`,
			);
	const slot = (): Option => new Option("--slot <slot>", "what the expressions are for").choices([...slots]).default("condition");

	verb(
		"check [files...]",
		"check loose expressions, one in each file; `-` is standard input",
		[
			"echo \"activity.kind == 'SIGN_TRANSACTION'\" | quorate policy check -",
			"quorate policy check --slot consensus approvers.expr",
			"quorate policy check --jsonl - < expressions.jsonl > answers.jsonl",
		],
		JSON_LINES_CHECK,
	)
		.addOption(slot())
		.option("--jsonl", "read a JSON object from each line, and answer each with one")
		.option("--json", "print the result as JSON")
		.option("--no-color", "no colour")
		.action(run(async () => (await import("./policy-check.js")).runPolicyCheck as unknown as Run));

	connection(
		inputs(
			verb(
				"lint",
				"find policies that the service accepts and that are seldom meant",
				[
					"quorate policy lint",
					"quorate policy lint --fail-on warning --json | jq '.diagnostics[].code'",
					"quorate policy lint --live --environment production",
				],
				ALLOWANCES,
			),
		),
	)
		.option(
			"--live",
			"compare with the organisation as well: its people, tags, keys and present policies; reads, and cannot write",
		)
		.addOption(
			new Option("--fail-on <severity>", "exit with 3 when something that severe is found")
				.choices(["error", "warning", "info"])
				.default("error"),
		)
		.option("--json", "print the findings as JSON")
		.action(run(async () => (await import("./policy-lint.js")).runPolicyLint as unknown as Run));

	inputs(
		verb(
			"test [suites...]",
			"run the suites of policy tests against the manifests, offline",
			[
				"quorate policy test",
				"quorate policy test tests/payouts.yaml --filter 'over the limit'",
				"quorate policy test --coverage --min-coverage 90 --junit junit.xml",
				"quorate policy test --mutate",
				"quorate policy test --watch",
			],
			TESTS,
		),
	)
		.option("--filter <text>", "only tests whose `suite: test` contains the text")
		.option("--coverage", "tell which operands of && and || were never true or never false")
		.option("--min-coverage <percent>", "fail when fewer branches are taken; implies --coverage", percentage)
		.option("--mutate", "change the policies one thing at a time, and tell which changes no test notices")
		.option("--min-kills <percent>", "fail when fewer mutants are noticed; implies --mutate", percentage)
		.option("--most-mutants <n>", "try no more mutants than that", positiveInteger, 5000)
		.option("--junit <file>", "write the results as JUnit XML, too")
		.addOption(new Option("--watch", "run again whenever a file changes").conflicts("json"))
		.option("--json", "print the report as JSON")
		.action(run(async () => (await import("./policy-test.js")).runPolicyTest as unknown as Run));

	decisionOptions(
		connection(
			inputs(
				verb(
					"eval [requests...]",
					"whether requests may go ahead, and who says so; or what expressions give on given values",
					[
						"quorate policy eval payout.yaml",
						"quorate policy eval payout.yaml --against manifests --organization seed.yaml",
						"quorate policy eval --jsonl - < questions.jsonl",
					],
					REQUEST_EVAL + JSON_LINES_EVAL,
				),
			),
		),
	)
		.addOption(new Option("--slot <slot>", "what the expressions of --jsonl are for; condition when absent").choices([...slots]))
		.addOption(new Option("--jsonl", "read a JSON object from each line, and answer each with one").conflicts(NOT_OF_EXPRESSIONS))
		.option("--json", "print the answers as JSON")
		.action(run(async () => (await import("./policy-eval.js")).runPolicyEval as unknown as Run));

	connection(
		inputs(
			verb(
				"calibrate",
				"compare our evaluation of past requests with the service's own; reads, and cannot write",
				["quorate policy calibrate", "quorate policy calibrate --limit 5000 --json > calibration.json"],
				CALIBRATION,
			),
		),
	)
		.option("--limit <n>", "activities to look at, the newest first", positiveInteger, 500)
		.option("--json", "print the report as JSON")
		.action(run(async () => (await import("./policy-calibrate.js")).runPolicyCalibrate as unknown as Run));
}
