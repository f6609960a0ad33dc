// `quorate service start`: the embedded service on loopback until it is interrupted. Its first line on standard output
// says where it is, so that a script can read it and go on.

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Profile } from "../api/operation.js";
import { systemReason } from "../base/system-reason.js";
import { hasErrors } from "../diagnostics/diagnostic.js";
import { diagnosticsText } from "../render/diagnostic-text.js";
import type { Faults } from "../service/faults.js";
import type { Seed } from "../service/seed.js";
import type { RunningService, ServiceOptions } from "../service/start.js";
import type { TimestampForm } from "../service/timestamp.js";
import type { Context } from "./context.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { openLog } from "./log.js";
import { paletteFor } from "./output.js";
import { Refusal } from "./refusal.js";

/** Addresses that nothing but this machine can reach. */
const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|::1|localhost)$/;

export interface ServiceStartOptions {
	readonly data?: string;
	readonly host: string;
	readonly port?: number;
	readonly authProxyPort?: number;
	readonly seed?: string;
	readonly profile: Profile;
	readonly fault?: string;
	readonly rateLimit?: number;
	readonly allowLoopbackWebhooks?: boolean;
	readonly timestamps?: TimestampForm;
	readonly logLevel?: string;
}

export async function runServiceStart(context: Context, options: ServiceStartOptions): Promise<ExitCode> {
	const log = await openLog(context, options.logLevel);
	const faults = options.fault === undefined ? undefined : await faultsOf(options.fault);
	const seed = options.seed === undefined ? undefined : await readSeedFile(context, options.seed);
	const service = await start({
		dataDir: options.data === undefined ? undefined : resolve(context.cwd, options.data),
		host: options.host,
		...(options.port === undefined ? {} : { port: options.port }),
		...(options.authProxyPort === undefined ? {} : { authProxyPort: options.authProxyPort }),
		profile: options.profile,
		...(seed === undefined ? {} : { seed }),
		...(faults === undefined ? {} : { faults }),
		...(options.rateLimit === undefined ? {} : { rateLimit: options.rateLimit }),
		...(options.timestamps === undefined ? {} : { timestampForm: options.timestamps }),
		...mailOf(context),
		allowLoopbackWebhooks: options.allowLoopbackWebhooks ?? false,
		clock: context.clock,
		processId: context.pid,
		log: ({ level, message, ...rest }) => log?.[level](rest, message),
	});
	const { baseUrl, authProxyUrl, organizationId, credentialsFile } = service;
	context.stdout.write(
		`${JSON.stringify({ baseUrl, authProxyUrl, organizationId, credentialsFile: credentialsFile ?? null })}\n`,
	);
	context.stderr.write(
		`For development and tests only: keys are kept on this machine, and anybody on it can reach the service. Look at it: ${baseUrl}/\n`,
	);
	if (!LOOPBACK.test(options.host)) {
		context.stderr.write(
			`Listening on ${options.host}: whoever reaches this machine over the network reaches the service. It is not made for that.\n`,
		);
	}
	if (credentialsFile === undefined) {
		context.stderr.write(
			"Everything is in memory and gone when this ends; give --data to keep it and to get a credentials file and an outbox.\n",
		);
	}
	await new Promise<void>((stop) => {
		if (context.signal.aborted) stop();
		context.signal.addEventListener("abort", () => stop(), { once: true });
	});
	await service.close();
	return EXIT.success;
}

/** Where one-time passwords go by mail. The URL may hold a password, so no option takes it. */
function mailOf(context: Context): Pick<ServiceOptions, "mail"> {
	const url = context.env("QUORATE_SMTP_URL");
	if (url === undefined || url === "") return {};
	if (!URL.canParse(url) || !["smtp:", "smtps:"].includes(new URL(url).protocol)) {
		const message = "`QUORATE_SMTP_URL` is not the URL of a mail server";
		const help = "write smtp://host:port or smtps://user:password@host:port";
		throw new Refusal(EXIT.error, [{ code: "Q4153", severity: "error", message, help }]);
	}
	return { mail: { url, from: context.env("QUORATE_SMTP_FROM") ?? "Quorate <quorate@localhost>" } };
}

async function faultsOf(text: string): Promise<Faults> {
	const { readFaults } = await import("../service/faults.js");
	const { faults, diagnostics } = readFaults(text);
	if (faults === undefined) throw new Refusal(EXIT.error, diagnostics);
	return faults;
}

/** What the system says when an address cannot be listened on, and what helps. */
const UNAVAILABLE: Readonly<Record<string, string>> = {
	EADDRINUSE: "another program listens there; choose another port, or leave the option out to get a free one",
	EACCES: "ports below 1024 need special rights; choose a higher one",
	EADDRNOTAVAIL: "this machine has no such address; leave `--host` out to listen on loopback",
	ENOTFOUND: "write an address of this machine, such as 127.0.0.1",
};

async function start(options: ServiceOptions): Promise<RunningService> {
	const { startEmbedded } = await import("./start-embedded.js");
	try {
		return await startEmbedded(options, "service");
	} catch (problem) {
		const { code = "", message } = problem as NodeJS.ErrnoException;
		const help = UNAVAILABLE[code];
		if (help === undefined) throw problem;
		throw new Refusal(EXIT.error, [{ code: "Q4152", severity: "error", message: `the service cannot listen: ${message}`, help }]);
	}
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
				message: `the seed \`${path}\` cannot be read: ${systemReason(cause)}`,
				help: "check the path and its permissions",
			},
		]);
	}
	const { seed, diagnostics } = readSeed(text, path);
	if (seed === undefined || hasErrors(diagnostics)) throw new Refusal(EXIT.invalid, diagnostics);
	if (diagnostics.length > 0) context.stderr.write(diagnosticsText(diagnostics, paletteFor(context.stderr, context, undefined)));
	return seed;
}
