#!/usr/bin/env node
// The process: arguments, environment, streams, signals, exit code; nothing else.
import { hostname } from "node:os";
import process from "node:process";
import type { Context } from "./commands/context.js";
import { EXIT, type ExitCode } from "./commands/exit-code.js";
import { exitCodeAfterOutput, processStream } from "./commands/process-stream.js";
import { VERSION } from "./commands/version.js";

const interruption = new AbortController();

const stdout = processStream(process.stdout);
const stderr = processStream(process.stderr);

async function readStdin(): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk as Uint8Array));
	return Buffer.concat(chunks);
}

async function ask(question: string): Promise<string | undefined> {
	if (process.stdin.isTTY !== true) return undefined;
	const { createInterface } = await import("node:readline/promises");
	const lines = createInterface({ input: process.stdin, output: process.stderr });
	try {
		return await lines.question(question, { signal: interruption.signal });
	} finally {
		lines.close();
	}
}

const context: Context = {
	cwd: process.cwd(),
	env: (name) => process.env[name],
	stdout,
	stderr,
	readStdin,
	stdin: process.stdin as AsyncIterable<Uint8Array>,
	ask,
	clock: {
		now: () => Date.now(),
		sleep: (milliseconds, signal) =>
			new Promise((resolve, reject) => {
				if (signal?.aborted) {
					reject(signal.reason as Error);
					return;
				}
				const stop = () => {
					clearTimeout(timer);
					reject(signal?.reason as Error);
				};
				const timer = setTimeout(() => {
					signal?.removeEventListener("abort", stop);
					resolve();
				}, milliseconds);
				signal?.addEventListener("abort", stop, { once: true });
			}),
	},
	random: Math.random,
	signal: interruption.signal,
	pid: process.pid,
	host: hostname(),
	program: "quorate",
};

/** The first signal asks for a consistent end; a second one does not wait for it. */
for (const name of ["SIGINT", "SIGTERM"] as const) {
	process.on(name, () => {
		if (interruption.signal.aborted) process.exit(130);
		interruption.abort(new Error(`stopped by ${name}`));
	});
}

async function run(args: readonly string[]): Promise<ExitCode> {
	if (args.length === 1 && (args[0] === "--version" || args[0] === "-V")) {
		stdout.write(`${VERSION}\n`);
		return EXIT.success;
	}
	const { main } = await import("./commands/program.js");
	return main(args, context);
}

process.exitCode = await exitCodeAfterOutput(await run(process.argv.slice(2)), context, { stdout, stderr });
