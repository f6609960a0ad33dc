// A command run in this process, with a context of its own: streams that are kept, a terminal or none, answers to questions.
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "../../src/base/clock.js";
import type { Context } from "../../src/commands/context.js";
import { main } from "../../src/commands/program.js";

export interface CommandOptions {
	readonly cwd: string;
	readonly env?: Readonly<Record<string, string>>;
	/** Answers to the questions it asks, in order; given, there is a terminal. */
	readonly answers?: readonly string[];
	/** What happens while a question is open. */
	readonly whileAsked?: () => Promise<void>;
	readonly clock?: Clock;
	readonly stdin?: string;
	readonly signal?: AbortSignal;
	readonly columns?: number;
}

export interface CommandResult {
	readonly code: number;
	readonly stdout: string;
	readonly stderr: string;
	readonly asked: readonly string[];
}

export async function runCommand(args: readonly string[], options: CommandOptions): Promise<CommandResult> {
	const asked: string[] = [];
	const isTTY = options.answers !== undefined;
	const written = { stdout: "", stderr: "" };
	const stream = (name: "stdout" | "stderr") => ({
		write: (text: string) => {
			written[name] += text;
		},
		flushed: async () => undefined,
		closed: false,
		isTTY,
		columns: options.columns ?? 100,
	});
	const answers = [...(options.answers ?? [])];
	const context: Context = {
		cwd: options.cwd,
		env: (name) => options.env?.[name],
		stdout: stream("stdout"),
		stderr: stream("stderr"),
		stdin: Readable.from([Buffer.from(options.stdin ?? "")]),
		readStdin: async () => Buffer.from(options.stdin ?? ""),
		ask: async (question) => {
			asked.push(question);
			await options.whileAsked?.();
			return answers.shift();
		},
		clock: options.clock ?? {
			now: () => Date.now(),
			sleep: (milliseconds, signal) => sleep(milliseconds, undefined, signal === undefined ? {} : { signal }),
		},
		random: () => 0.5,
		signal: options.signal ?? new AbortController().signal,
		pid: process.pid,
		host: "test-host",
		program: "quorate",
	};
	const code = await main(args, context);
	return { code, ...written, asked };
}
