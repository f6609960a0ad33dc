// The verbs about the embedded service: `quorate service …`, with their options and their help.
import { type Command, Option } from "commander";
import { positiveInteger, wholeNumber } from "./option-value.js";
import type { Run, RunVerb } from "./verb-options.js";

const START = `
One-time passwords are written to the log and, with --data, to its outbox; by mail too when QUORATE_SMTP_URL names a server
(smtp://host:port), from QUORATE_SMTP_FROM.

Faults are a list of NAME=VALUE, for testing clients:
  latency=200ms           wait before each answer (ms or s)
  rate429=0.1             refuse a tenth of the requests with 429, before anything is done
  rate503=0.1             the same with 503
  drop-after-commit=0.1   carry a tenth out, then cut the connection without an answer
  truncate=0.1            break a tenth of the answers off in the middle
  html=0.1                carry a tenth out and answer with a gateway's web page
  seed=7                  scatter the faults; which requests are struck follows from the number
  Without a seed they are evenly spaced: a rate of 0.1 strikes every tenth request. Neither ever depends on chance.`;

export function serviceVerbs(program: Command, run: RunVerb): void {
	const service = program.command("service").description("the embedded implementation of the service, for development and tests");
	const verb = (name: string, summary: string, examples: readonly string[], more = ""): Command =>
		service
			.command(name)
			.description(summary)
			.addHelpText(
				"after",
				`${more === "" ? "" : `${more}\n`}\nExamples:\n${examples.map((example) => `  $ ${example}`).join("\n")}`,
			);

	verb(
		"start",
		"start it on loopback; the first line on standard output says where, as JSON",
		[
			"quorate service start --data .quorate/service --seed seed.yaml",
			"quorate service start --profile core --port 8787",
			"quorate service start --data data --fault latency=50ms,drop-after-commit=0.1",
		],
		START,
	)
		.option("--data <folder>", "where it keeps everything; in memory when absent")
		.option("--host <address>", "address to listen on; anything but loopback opens it to the network", "127.0.0.1")
		.option("--port <n>", "port to listen on; any free one when absent", wholeNumber)
		.option("--auth-proxy-port <n>", "the login proxy's port; any free one when absent", wholeNumber)
		.option("--seed <file>", "the organisation to begin with, when the folder is new")
		.addOption(new Option("--profile <profile>", "which operations it offers").choices(["core", "full"]).default("full"))
		.option("--fault <list>", "misbehave to order, see below")
		.option("--rate-limit <n>", "requests a second from one address; more are refused with 429", positiveInteger)
		.option("--allow-loopback-webhooks", "let webhooks go to http and to this machine or a private network")
		.addOption(
			new Option("--log-level <level>", "log as JSON lines to standard error").choices(["debug", "info", "warn", "error"]),
		)
		.action(run(async () => (await import("./service-start.js")).runServiceStart as unknown as Run));
}
