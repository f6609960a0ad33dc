// Every verb with its options and its help. What a verb does is loaded only when it is called, so that `--help` costs
// nothing but this file.
import { Command, CommanderError, Option } from "commander";
import type { Context } from "./context.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { collect, positiveInteger, wholeNumber } from "./option-value.js";
import { policyVerbs } from "./policy-verbs.js";
import { serviceVerbs } from "./service-verbs.js";
import { connection, decisionOptions, inputs, type Run, type RunVerb } from "./verb-options.js";
import { VERSION } from "./version.js";

/** Runs the command line and resolves with the exit code. Never rejects: what was not foreseen is reported as such. */
export async function main(args: readonly string[], context: Context): Promise<ExitCode> {
	let exitCode: ExitCode = EXIT.success;
	const run =
		(load: () => Promise<Run>) =>
		async (...given: unknown[]): Promise<void> => {
			const command = given.pop() as Command;
			const options = given.pop();
			const { reportProblem } = await import("./problem.js");
			try {
				const verb = (await load()) as unknown as (context: Context, options: unknown, ...args: unknown[]) => Promise<ExitCode>;
				exitCode = await verb(context, options, ...given);
			} catch (problem) {
				exitCode = await reportProblem(problem, context, command.opts<{ json?: boolean; color?: boolean }>());
			}
		};
	const program = createProgram(run, context);
	try {
		await program.parseAsync([...args], { from: "user" });
	} catch (problem) {
		if (!(problem instanceof CommanderError)) throw problem;
		return problem.exitCode === 0 ? EXIT.success : EXIT.error;
	}
	return exitCode;
}

/** The whole command line as data; completion and the documentation read it too. */
export function createProgram(run: RunVerb, context: Context): Command {
	const program = new Command("quorate")
		.description(
			"Policy as code for wallets and identity: plan, apply and drift for what decides who may sign, export or change.",
		)
		.version(VERSION, "-V, --version", "print the version")
		.showHelpAfterError("(run with --help for the options)")
		.exitOverride()
		.configureOutput({
			writeOut: (text) => context.stdout.write(text),
			writeErr: (text) => context.stderr.write(text),
			getOutHelpWidth: () => Math.min(context.stdout.columns, 110),
			getErrHelpWidth: () => Math.min(context.stderr.columns, 110),
		})
		.helpCommand(true)
		.addHelpText("after", EXIT_CODES);

	const verb = (name: string, summary: string, examples: readonly string[]): Command => {
		const command = program.command(name).description(summary);
		return command.addHelpText("after", `\nExamples:\n${examples.map((example) => `  $ ${example}`).join("\n")}`);
	};

	verb("init", "write quorate.yaml, manifests/ and schema references for editors into this folder", [
		"quorate init",
		"quorate init --organization 0195f0a0-0000-7000-8000-000000000000 --base-url https://api.example.com",
	])
		.option("--organization <id>", "the organisation's identifier")
		.option("--base-url <url>", "the service's address")
		.option("--no-color", "no colour")
		.action(run(async () => (await import("./init.js")).runInit as unknown as Run));

	inputs(
		verb("validate", "check the manifests, offline: schema, references, expressions, the service's limits", [
			"quorate validate",
			"quorate validate --json | jq '.diagnostics[].code'",
			"quorate validate --profile core",
		]),
	)
		.addOption(
			new Option("--profile <profile>", "what the service offers, in place of what the environment says").choices([
				"core",
				"full",
			]),
		)
		.option("--json", "print the diagnostics as JSON")
		.action(run(async () => (await import("./validate.js")).runValidate as unknown as Run));

	outputs(
		guards(
			scope(
				connection(
					inputs(
						verb("plan", "show what apply would do; reads, and cannot write", [
							"quorate plan",
							"quorate plan --out plan.json --markdown plan.md --detailed-exitcode",
							"quorate plan --target 'Policy/Treasury signers'",
						]),
					),
				),
			),
		),
	)
		.option("--out <file>", "save the plan, to be applied with `quorate apply FILE`")
		.option("--detailed-exitcode", "exit with 2 when there are changes")
		.action(run(async () => (await import("./plan.js")).runPlan as unknown as Run));

	outputs(
		guards(
			scope(
				connection(
					inputs(
						verb("apply [plan]", "carry out a plan: the saved one, or one that is made and shown first", [
							"quorate apply",
							"quorate apply plan.json --auto-approve",
						]),
					),
				),
			),
		),
	)
		.option("--auto-approve", "do not ask; needed where there is no terminal")
		.option("--parallelism <n>", "steps under way at once", positiveInteger, 4)
		.option("--abandon", "give up the unsettled steps of an interrupted apply; look at the organisation first")
		.option("--lock-timeout <seconds>", "wait that long for another run to finish", wholeNumber, 0)
		.action(run(async () => (await import("./apply.js")).runApply as unknown as Run));

	outputs(
		scope(
			connection(
				inputs(
					verb("drift", "report what was changed behind git's back, by whom and when; reads, and cannot write", [
						"quorate drift",
						"quorate drift --detailed-exitcode --json-into drift.json",
					]),
				),
			),
		),
	)
		.option("--detailed-exitcode", "exit with 2 when there is drift")
		.option("--no-attribution", "do not ask the activity log who did it")
		.action(run(async () => (await import("./drift.js")).runDrift as unknown as Run));

	scope(
		connection(
			inputs(
				verb("export", "write the live organisation as manifests; planning them again changes nothing", [
					"quorate export --to manifests",
					"quorate export --target 'Policy/*'",
				]),
			),
		),
	)
		.option("--to <folder>", "where to write; files that exist are not overwritten", "manifests")
		.action(run(async () => (await import("./export.js")).runExport as unknown as Run));

	inputs(
		verb("fmt [files...]", "lay out manifests in the canonical way; comments stay", [
			"quorate fmt",
			"quorate fmt --check",
			"quorate fmt manifests/policies.yaml",
		]),
	)
		.option("--check", "change nothing; exit with 3 when a file is not formatted")
		.action(run(async () => (await import("./fmt.js")).runFmt as unknown as Run));

	verb("schema [name]", "print a JSON Schema or the service's OpenAPI document, or list them", [
		"quorate schema",
		"quorate schema policy > policy.schema.json",
		"quorate schema openapi > openapi.json",
	]).action(run(async () => (await import("./schema.js")).runSchema as unknown as Run));

	verb("explain [code]", "explain a diagnostic code, or list them all", ["quorate explain Q5402", "quorate explain"]).action(
		run(async () => (await import("./explain.js")).runExplain as unknown as Run),
	);

	connection(
		inputs(
			verb(
				"call <operation> [parameters]",
				"send one operation of the catalogue, signed; `-` reads the parameters from standard input",
				[
					"quorate call whoami",
					'quorate call update_policy \'{"policyId":"0195f0a0-0000-7000-8000-000000000000","policyNotes":"reviewed"}\'',
				],
			),
		),
	).action(run(async () => (await import("./call.js")).runCall as unknown as Run));

	inputs(verb("unlock <id>", "break the lock another run left behind", ["quorate unlock 3f9c2a"])).action(
		run(async () => (await import("./unlock.js")).runUnlock as unknown as Run),
	);

	decisionOptions(
		connection(
			inputs(
				verb(
					"explain-decision <request>",
					"why a request is allowed, denied or waits: policy by policy; reads, and cannot write",
					[
						"quorate explain-decision payout.yaml",
						"quorate explain-decision payout.yaml --against plan.json --detailed-exitcode",
						"quorate explain-decision 0195f0a0-0000-7000-8000-000000000000 --json",
					],
				),
			),
		),
	)
		.addHelpText("after", EXPLAINING)
		.option("--json", "print the explanation as JSON")
		.option("--detailed-exitcode", "exit with 2 when the plan changes the outcome")
		.action(run(async () => (await import("./explain-decision.js")).runExplainDecision as unknown as Run));

	policyVerbs(program, run);

	serviceVerbs(program, run);

	verb("version", "print the version", ["quorate version", "quorate version --json"])
		.option("--json", "with the versions of what it runs on")
		.action(run(async () => (await import("./print-version.js")).runVersion as unknown as Run));

	verb("completion <shell>", "print a completion script", [
		"quorate completion bash > /etc/bash_completion.d/quorate",
		"source <(quorate completion zsh)",
	]).action(run(async () => (await import("./completion.js")).runCompletion as unknown as Run));
	return program;
}

const EXPLAINING = `
The request is a file of kind \`Request\` (\`quorate schema request\`), \`-\` for standard input, or the identifier of a past
activity. It is put to the policies in force, to those of the manifests (\`--against manifests\`), or to both sides of a saved
plan. What waits is decided as of now, what is over as of its last vote. Only what policies can read of a request is shown.`;

const EXIT_CODES = `
Exit codes:
  0    done, or nothing to do
  1    error: network, service, command line
  2    there are changes or drift (only with --detailed-exitcode)
  3    the manifests, the project file or a request are wrong, or policies fail a check
  4    refused by a guard, or denied by the policies
  5    waits for approvals
  6    the saved plan is stale
  7    partly applied; run apply again to continue
  8    a test failed, what was asked of tests was not reached, or the service contradicts a calibration
  130  interrupted`;

function scope(command: Command): Command {
	return command
		.option("--target <address>", "only this resource and what it refers to; `*` stands for anything; repeatable", collect, [])
		.option("--exclude <address>", "not this resource; repeatable", collect, [])
		.option("--selector <label[=value]>", "only manifests with this label, and this value of it; repeatable", collect, []);
}

function guards(command: Command): Command {
	return command
		.option("--allow-deletes <kind=n>", "let exactly n resources of the kind be deleted; repeatable", collect, [])
		.option("--allow-protected <address>", "let a protected resource be deleted or replaced; repeatable", collect, [])
		.option("--accept-lockout <code>", "accept the lock-out that a check with this code found; repeatable", collect, [])
		.option("--allow-dangling <address>", "let a resource go although expressions still name it; repeatable", collect, [])
		.option("--reason <text>", "why; goes with every one of the above");
}

function outputs(command: Command): Command {
	return command
		.option("--json", "print the document as JSON")
		.option("--json-into <file>", "write the JSON to a file, and text to standard output")
		.option("--markdown <file>", "write Markdown for a pull request to a file");
}
