// Standard output and standard error of the process, which may end before the work does: a reader that goes away, a disk
// that is full. Neither stops a command in the middle: what is written afterwards is dropped, and told of at the end.
import type { Context, OutputStream } from "./context.js";
import { EXIT, type ExitCode, firstOf } from "./exit-code.js";

export interface ProcessStream extends OutputStream {
	/** Resolves when everything written has been taken, or dropped; with what went wrong first. */
	settled(): Promise<Error | undefined>;
}

export function processStream(target: NodeJS.WriteStream): ProcessStream {
	let failure: Error | undefined;
	let wake: () => void = () => undefined;
	const fail = (error: Error | null | undefined): void => {
		if (!error) return;
		failure ??= error;
		wake();
	};
	// Without a listener the error would end the process.
	target.on("error", fail);
	const write = (text: string, done: () => void = () => undefined): void => {
		if (failure !== undefined) {
			done();
			return;
		}
		try {
			target.write(text, (error) => {
				fail(error);
				done();
			});
		} catch (error) {
			// Files are written at once, and some versions of the platform throw instead of telling.
			fail(error as Error);
			done();
		}
	};
	return {
		write: (text) => write(text),
		flushed: () =>
			new Promise((resolve) => {
				if (failure !== undefined || !target.writableNeedDrain) {
					resolve();
					return;
				}
				wake = resolve;
				target.once("drain", () => resolve());
			}),
		settled: () => new Promise((resolve) => write("", () => resolve(failure))),
		get closed() {
			return failure !== undefined;
		},
		isTTY: target.isTTY === true,
		columns: target.columns ?? 80,
	};
}

/** The exit code of a command whose own is `exitCode`, when what it wrote may not have arrived. */
export async function exitCodeAfterOutput(
	exitCode: ExitCode,
	context: Context,
	streams: Readonly<Record<"stdout" | "stderr", ProcessStream>>,
): Promise<ExitCode> {
	let lost = false;
	for (const [name, stream] of Object.entries(streams)) {
		const failure = await stream.settled();
		// A reader that went away (`| head`) has what it wanted.
		if (failure === undefined || (failure as NodeJS.ErrnoException).code === "EPIPE") continue;
		lost = true;
		const [{ diagnosticText }, { PLAIN }, { systemReason }] = await Promise.all([
			import("../render/diagnostic-text.js"),
			import("../render/palette.js"),
			import("../base/system-reason.js"),
		]);
		const what = name === "stdout" ? "standard output" : "standard error";
		const message = `${what} could not be written: ${systemReason(failure)}`;
		context.stderr.write(`${diagnosticText({ code: "Q7124", severity: "error", message }, PLAIN)}\n`);
	}
	await streams.stderr.settled();
	return lost ? firstOf([exitCode, EXIT.error]) : exitCode;
}
