#!/usr/bin/env node
// The process: arguments, environment, streams, signals, exit code; nothing else.
import { hostname } from "node:os";
import process from "node:process";
import type { Context, OutputStream } from "./commands/context.js";
import { VERSION } from "./commands/version.js";

const interruption = new AbortController();

function stream(target: NodeJS.WriteStream): OutputStream {
	return {
		write: (text) => void target.write(text),
		flushed: () =>
			target.writableNeedDrain ? new Promise((resolve) => void target.once("drain", () => resolve())) : Promise.resolve(),
		isTTY: target.isTTY === true,
		columns: target.columns ?? 80,
	};
}

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
	stdout: stream(process.stdout),
	stderr: stream(process.stderr),
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

// A reader that went away (`| head`) is no failure of ours.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
	if (error.code === "EPIPE") process.exit(process.exitCode ?? 0);
	throw error;
});

const args = process.argv.slice(2);
if (args.length === 1 && (args[0] === "--version" || args[0] === "-V")) {
	process.stdout.write(`${VERSION}\n`);
} else {
	const { main } = await import("./commands/program.js");
	process.exitCode = await main(args, context);
}
