// The verbs about the embedded service: `quorate service …`, with their options and their help.
import { type Command, Option } from "commander";
import { port, positiveInteger } from "./option-value.js";
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
		.option("--port <n>", "port to listen on; any free one when absent", port)
		.option("--auth-proxy-port <n>", "the login proxy's port; any free one when absent", port)
		.option("--seed <file>", "the organisation to begin with, when the folder is new")
		.addOption(new Option("--profile <profile>", "which operations it offers").choices(["core", "full"]).default("full"))
		.option("--fault <list>", "misbehave to order, see below")
		.option("--rate-limit <n>", "requests a second from one address; more are refused with 429", positiveInteger)
		.option("--allow-loopback-webhooks", "let webhooks go to http and to this machine or a private network")
		.addOption(
			new Option("--timestamps <form>", "how an activity's own times are written: as the interface says, or as objects")
				.choices(["string", "object"])
				.default("string"),
		)
		.addOption(
			new Option("--log-level <level>", "log as JSON lines to standard error").choices(["debug", "info", "warn", "error"]),
		)
		.action(run(async () => (await import("./service-start.js")).runServiceStart as unknown as Run));

	running(
		verb("inspect", "show the organisation of a running service, and what happened last", [
			"quorate service inspect --data .quorate/service",
			"quorate service inspect --url http://127.0.0.1:8787 --json | jq '.organization.policies[].name'",
		]),
	)
		.addOption(new Option("--url <address>", "its address, in place of --data").conflicts("data"))
		.option("--organization <id>", "a sub-organisation, in place of the one it began with")
		.option("--activities <n>", "how many of the latest activities, at most 200", positiveInteger, 10)
		.action(run(async () => (await import("./service-inspect.js")).runServiceInspect as unknown as Run));

	running(
		verb("deliveries", "show what was sent to webhook endpoints and what came of it, newest first", [
			"quorate service deliveries --data .quorate/service --state failed",
			"quorate service deliveries --data .quorate/service --retry 12",
		]),
	)
		.addOption(new Option("--url <address>", "its address, in place of --data").conflicts("data"))
		.addOption(new Option("--state <state>", "only these").choices(["pending", "delivered", "failed", "dropped"]))
		.option("--limit <n>", "how many, at most 200", positiveInteger, 20)
		.option("--before <number>", "only older ones than this", positiveInteger)
		.addOption(
			new Option("--retry <number>", "send this one again, under the same event identifier")
				.argParser(positiveInteger)
				.conflicts(["state", "before", "url"]),
		)
		.action(run(async () => (await import("./service-deliveries.js")).runServiceDeliveries as unknown as Run));

	const vote = (name: "approve" | "reject", summary: string): Command =>
		running(
			verb(
				`${name} <activity>`,
				summary,
				[
					`quorate service ${name} 0195f0a0-0000-7000-8000-000000000000 --as bob --data .quorate/service`,
					`quorate service ${name} sha256:9f2c... --as bob@example.com --data .quorate/service --json`,
				],
				VOTES,
			),
		).requiredOption("--as <user>", "whose vote it is: a user's name, email or identifier");
	vote("approve", "approve an activity as one of the seeded users").action(
		run(async () => (await import("./service-vote.js")).runServiceApprove as unknown as Run),
	);
	vote("reject", "reject an activity as one of the seeded users").action(
		run(async () => (await import("./service-vote.js")).runServiceReject as unknown as Run),
	);
}

const VOTES = `
The service makes the vote with the API key it made for that user when it was seeded, so it is signed and judged like any
other. It takes the owner of the service's folder: the call is proven by a token that stands there. Exits with 5 when the
activity still waits for others.`;

/** What every verb takes that reaches a running service. */
function running(command: Command): Command {
	return command
		.option("--data <folder>", "the folder the service was started with")
		.option("--json", "print the document as JSON")
		.option("--no-color", "no colour");
}
