// `quorate service start`: the embedded service on loopback until it is interrupted. Its first line on standard output
// says where it is, so that a script can read it and go on.
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Profile } from "../api/operation.js";
import { hasErrors } from "../diagnostics/diagnostic.js";
import { diagnosticsText } from "../render/diagnostic-text.js";
import type { Seed } from "../service/seed.js";
import type { Context } from "./context.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { openLog } from "./log.js";
import { paletteFor } from "./output.js";
import { Refusal } from "./refusal.js";

export interface ServiceStartOptions {
	readonly data?: string;
	readonly port?: number;
	readonly seed?: string;
	readonly profile: Profile;
	readonly logLevel?: string;
}

export async function runServiceStart(context: Context, options: ServiceStartOptions): Promise<ExitCode> {
	const [{ startService }, log] = await Promise.all([import("../service/start.js"), openLog(context, options.logLevel)]);
	const seed = options.seed === undefined ? undefined : await readSeedFile(context, options.seed);
	const service = await startService({
		dataDir: options.data === undefined ? undefined : resolve(context.cwd, options.data),
		...(options.port === undefined ? {} : { port: options.port }),
		profile: options.profile,
		...(seed === undefined ? {} : { seed }),
		clock: context.clock,
		processId: context.pid,
		log: ({ level, message, ...rest }) => log?.[level](rest, message),
	});
	const { baseUrl, authProxyUrl, organizationId, credentialsFile } = service;
	context.stdout.write(
		`${JSON.stringify({ baseUrl, authProxyUrl, organizationId, credentialsFile: credentialsFile ?? null })}\n`,
	);
	context.stderr.write(
		"For development and tests only: keys are kept on this machine, and anybody on it can reach the service.\n",
	);
	if (credentialsFile === undefined) {
		context.stderr.write(
			"Everything is in memory and gone when this ends; give --data to keep it and to get a credentials file.\n",
		);
	}
	await new Promise<void>((stop) => {
		if (context.signal.aborted) stop();
		context.signal.addEventListener("abort", () => stop(), { once: true });
	});
	await service.close();
	return EXIT.success;
}

/** The seed in a file; refuses with all its problems at once. */
export async function readSeedFile(context: Context, path: string): Promise<Seed> {
	const { readSeed } = await import("../service/seed.js");
	let text: string;
	try {
		text = await readFile(resolve(context.cwd, path), "utf8");
	} catch (cause) {
		throw new Refusal(EXIT.invalid, [
			{
				code: "Q7107",
				severity: "error",
				message: `the seed \`${path}\` cannot be read (${(cause as NodeJS.ErrnoException).code ?? "unknown error"})`,
				help: "check the path and its permissions",
			},
		]);
	}
	const { seed, diagnostics } = readSeed(text, path);
	if (seed === undefined || hasErrors(diagnostics)) throw new Refusal(EXIT.invalid, diagnostics);
	if (diagnostics.length > 0) context.stderr.write(diagnosticsText(diagnostics, paletteFor(context.stderr, context, undefined)));
	return seed;
}
