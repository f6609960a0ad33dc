// Files named on the command line, `-` being standard input.
import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import { systemReason } from "../base/system-reason.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { decode, readSourceFile, type SourceFile } from "../manifest/source-file.js";
import type { Context } from "./context.js";
import { EXIT } from "./exit-code.js";
import { Refusal } from "./refusal.js";

/** How standard input is called in messages. */
export const STANDARD_INPUT = "<stdin>";

/** The names given, or standard input when there are none and something is piped in. */
export function namesOrStdin(names: readonly string[]): readonly string[] {
	return names.length === 0 ? ["-"] : names;
}

/** The text of a named file; without one, the diagnostics say why. */
export async function readNamedFile(
	context: Context,
	name: string,
): Promise<{ readonly file?: SourceFile; readonly diagnostics: readonly Diagnostic[] }> {
	if (name !== "-") return readSourceFile(context.cwd, name);
	return decode(STANDARD_INPUT, await context.readStdin());
}

/** The bytes of a named file, piece by piece. Rejects with a refusal when it cannot be read. */
export async function* streamNamedFile(context: Context, name: string): AsyncIterable<Uint8Array> {
	if (name === "-") {
		yield* context.stdin;
		return;
	}
	try {
		for await (const chunk of createReadStream(resolve(context.cwd, name))) yield chunk as Uint8Array;
	} catch (failure) {
		throw new Refusal(EXIT.error, [
			{
				code: "Q7119",
				severity: "error",
				message: `\`${name}\` cannot be read: ${systemReason(failure)}`,
				help: "check that the file exists and that you may read it",
			},
		]);
	}
}
