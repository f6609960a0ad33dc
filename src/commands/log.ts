// The log: JSON lines on standard error, off unless asked for. Nothing secret is ever given to it.
import type { Logger } from "pino";
import type { Context } from "./context.js";

/** A logger at that level; undefined without one, and then pino is not even loaded. */
export async function openLog(context: Context, level: string | undefined): Promise<Logger | undefined> {
	if (level === undefined) return undefined;
	const { default: pino } = await import("pino");
	return pino(
		{ level, base: { pid: context.pid }, timestamp: () => `,"time":"${new Date(context.clock.now()).toISOString()}"` },
		{ write: (line: string) => context.stderr.write(line) },
	);
}
