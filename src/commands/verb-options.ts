// Options that several verbs share, and how a verb is hung on what it does.
import { type Command, Option } from "commander";
import type { ExitCode } from "./exit-code.js";
import { assignment, positiveInteger, positiveNumber } from "./option-value.js";

/** What a verb does; it gets the context, its options and its arguments. */
export type Run = (options: never, ...args: never[]) => Promise<ExitCode>;

/** Makes an action of something that is loaded only when the verb is called. */
export type RunVerb = (load: () => Promise<Run>) => (...given: unknown[]) => Promise<void>;

/** What every verb that reads manifests takes. */
export function inputs(command: Command): Command {
	return command
		.option("--project <file>", "the project file", "quorate.yaml")
		.option("--environment <name>", "one of the project file's environments")
		.option("--var <name=value>", "a value for ${var.NAME}; repeatable", assignment, {})
		.option("--no-cache", "do not use or write the parse cache")
		.option("--no-color", "no colour")
		.addOption(
			new Option("--log-level <level>", "log as JSON lines to standard error").choices(["debug", "info", "warn", "error"]),
		);
}

/** What every verb that reaches a service takes besides. */
export function connection(command: Command): Command {
	return command
		.option("--key-file <file>", "the API key to sign with (JSON, or tkcli's form)")
		.option("--requests-per-second <n>", "at most that many requests a second", positiveNumber)
		.option("--concurrency <n>", "requests under way at once", positiveInteger)
		.option("--timeout <seconds>", "for one request", positiveNumber);
}

/** What verbs that put requests to policies take. */
export function decisionOptions(command: Command): Command {
	return command
		.option("--against <what>", "`live`, `manifests`, or the file of a saved plan; live unless people and keys are given")
		.option("--organization <file>", "people and keys from a seed instead of the service, for the manifests");
}
