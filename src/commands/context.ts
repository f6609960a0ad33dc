// Everything a command may know of the world outside, in one hand: streams, environment, folder, clock, randomness,
// interruption. Nothing below this folder reaches for any of it.
import type { Clock, Random } from "../base/clock.js";

export interface OutputStream {
	write(text: string): void;
	/** Resolves when the reader has taken enough of what was written for more to be welcome. */
	flushed(): Promise<void>;
	/** Whether nothing that is written arrives any more: its reader went away, or its disk is full. */
	readonly closed: boolean;
	readonly isTTY: boolean;
	readonly columns: number;
}

export interface Context {
	/** The folder the command was started in. */
	readonly cwd: string;
	env(name: string): string | undefined;
	readonly stdout: OutputStream;
	readonly stderr: OutputStream;
	/** Reads all of standard input. */
	readStdin(): Promise<Buffer>;
	/** Standard input, piece by piece. */
	readonly stdin: AsyncIterable<Uint8Array>;
	/** Asks on the terminal and resolves with the line typed; undefined when there is no terminal to ask on. */
	ask(question: string): Promise<string | undefined>;
	readonly clock: Clock;
	readonly random: Random;
	/** Aborted by the first SIGINT or SIGTERM. */
	readonly signal: AbortSignal;
	readonly pid: number;
	readonly host: string;
	/** The program as it was called, for the commands we suggest. */
	readonly program: string;
}

/** Whether a machine rather than a person reads along: no questions, no moving progress. */
export function isUnattended(context: Context): boolean {
	const ci = context.env("CI");
	return (ci !== undefined && ci !== "" && ci !== "false") || !context.stderr.isTTY;
}
