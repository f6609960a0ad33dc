// Starts and kills the embedded service in processes of its own. The service is bundled once per test file.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { Secret } from "../../src/base/secret.js";
import type { Credentials, ServiceOptions } from "../../src/service/start.js";

const SUPPORT = dirname(fileURLToPath(import.meta.url));
const REQUIRE = "import{createRequire as testRequire}from'node:module';const require=testRequire(import.meta.url);";

/** Bundles the service; resolves to the file to run. Inside node_modules, so that the packages left out are found. */
export async function bundleService(name: string): Promise<string> {
	const outfile = join(SUPPORT, "../../node_modules/.cache/quorate-test", `service-${name}.mjs`);
	await build({
		entryPoints: [join(SUPPORT, "service-main.ts")],
		outfile,
		bundle: true,
		format: "esm",
		platform: "node",
		target: "node20",
		// As the program itself is built: what fastify would load for schemas and tests is left out.
		external: ["libsql", "@fastify/ajv-compiler", "@fastify/fast-json-stringify-compiler", "light-my-request"],
		banner: { js: REQUIRE },
		logLevel: "warning",
	});
	return outfile;
}

export type ProcessOptions = Omit<ServiceOptions, "clock" | "log" | "seed"> & { readonly seed?: string };

export interface ServiceProcess {
	readonly baseUrl: string;
	readonly organizationId: string;
	readonly credentials: Credentials;
	readonly pid: number;
	/** What it has written to standard error so far. */
	errors(): string;
	/** Ends it at once, as a power cut would, and waits until it is gone. */
	kill(): Promise<void>;
	/** Asks it to end. */
	stop(): Promise<void>;
}

const alive = new Set<() => Promise<void>>();

/** Ends whatever was started here and still runs, also what a test that ran out of time was still waiting for. */
export async function killAll(): Promise<void> {
	await Promise.all([...alive].map((kill) => kill()));
}

/**
 * Resolves when the service listens; rejects with what it wrote to standard error when it ends before that. `fileBlocks`: no
 * file may grow beyond so many blocks of 512 bytes, which is how a disk that is full feels.
 */
export async function startProcess(
	bundle: string,
	options: ProcessOptions,
	{ fileBlocks }: { readonly fileBlocks?: number } = {},
): Promise<ServiceProcess> {
	const command = [process.execPath, bundle, JSON.stringify(options)] as const;
	const stdio = ["ignore", "pipe", "pipe"] as const;
	const child =
		fileBlocks === undefined
			? spawn(command[0], command.slice(1), { stdio: [...stdio] })
			: spawn("/bin/sh", ["-c", `ulimit -f ${fileBlocks} && exec "$@"`, "sh", ...command], { stdio: [...stdio] });
	let errors = "";
	child.stderr.on("data", (chunk: Buffer) => {
		errors += chunk.toString();
	});
	const gone = once(child, "exit");
	const kill = (): Promise<void> => end(child, "SIGKILL", gone);
	alive.add(kill);
	void gone.then(() => alive.delete(kill));
	const first = await Promise.race([once(createInterface(child.stdout), "line"), gone.then(() => undefined)]);
	if (first === undefined) throw new Error(errors.trim());
	const { baseUrl, organizationId, credentialsFile } = JSON.parse(String(first[0])) as Record<string, string>;
	if (baseUrl === undefined || organizationId === undefined || credentialsFile === undefined || child.pid === undefined) {
		throw new Error(`unexpected first line: ${String(first[0])}`);
	}
	return {
		baseUrl,
		organizationId,
		credentials: readCredentials(credentialsFile),
		pid: child.pid,
		errors: () => errors,
		kill,
		stop: () => end(child, "SIGTERM", gone),
	};
}

export function readCredentials(file: string): Credentials {
	const {
		organizationId = "",
		apiPublicKey = "",
		apiPrivateKey = "",
	} = JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
	return { organizationId, apiPublicKey, apiPrivateKey: new Secret(apiPrivateKey) };
}

async function end(child: ChildProcess, signal: NodeJS.Signals, gone: Promise<unknown>): Promise<void> {
	child.kill(signal);
	await gone;
}
