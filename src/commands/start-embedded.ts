// Starting the embedded service, for a command of its own or for the length of another: what its data directory does not
// allow is refused in our words. A command waits a while for another that has the directory.
import type { Code } from "../diagnostics/codes.js";
import { DataDirectoryError, type RunningService, type ServiceOptions, startService } from "../service/start.js";
import type { Context } from "./context.js";
import { EXIT } from "./exit-code.js";
import { Refusal } from "./refusal.js";

/** How long a command waits for another that has the directory: long enough for most plans, short enough for a person. */
const PATIENCE_MS = 10_000;
const POLL_MS = 100;

/** Who may have the directory: a service that was started to stay, or any command of an environment. */
type Use = "service" | "environment";

const CODES: Readonly<Record<DataDirectoryError["code"], readonly [Code, Readonly<Record<Use, string>>]>> = {
	DATA_DIRECTORY_IN_USE: [
		"Q4154",
		{
			service: "use the service that runs there, end it, or give another directory with `--data`",
			environment: "run the command again when that process has ended, or give the environment a `data` directory of its own",
		},
	],
	DATA_DIRECTORY_UNUSABLE: [
		"Q4155",
		{
			service: "check the directory's permissions and the space on its disk, or give another with `--data`",
			environment: "check the directory's permissions and the space on its disk, or name another as the environment's `data`",
		},
	],
	DATA_DIRECTORY_TOO_NEW: [
		"Q4156",
		{
			service: "run a version of quorate at least as new as the one that wrote it, or give another directory",
			environment: "run a version of quorate at least as new as the one that wrote it, or name another directory as `data`",
		},
	],
};

/** Starts it; a directory that cannot be had is a refusal, everything else is thrown as it comes. */
export async function startEmbedded(options: ServiceOptions, use: Use): Promise<RunningService> {
	try {
		return await startService(options);
	} catch (problem) {
		if (!(problem instanceof DataDirectoryError)) throw problem;
		const [code, help] = CODES[problem.code];
		throw new Refusal(EXIT.error, [{ code, severity: "error", message: problem.message, help: help[use] }]);
	}
}

/** Starts it for the length of a command, as soon as no other has the directory; refuses when that takes too long. */
export async function startWhenFree(context: Context, options: ServiceOptions): Promise<RunningService> {
	for (let waited = 0; ; waited += POLL_MS) {
		try {
			return await startEmbedded(options, "environment");
		} catch (problem) {
			if (!(problem instanceof Refusal) || problem.diagnostics[0]?.code !== "Q4154" || waited >= PATIENCE_MS) throw problem;
			if (waited === 0) {
				const { message } = problem.diagnostics[0];
				context.stderr.write(`Waiting up to ${PATIENCE_MS / 1000} seconds: ${message}\n`);
			}
		}
		await context.clock.sleep(POLL_MS, context.signal);
	}
}
