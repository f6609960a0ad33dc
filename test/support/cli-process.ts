// The built program as a child process: started, awaited, killed, in an environment of its own.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";

export interface Finished {
	readonly code: number | null;
	readonly signal: NodeJS.Signals | null;
	readonly stdout: string;
	readonly stderr: string;
}

export interface CliProcess {
	readonly child: ChildProcess;
	readonly finished: Promise<Finished>;
}

/** Nothing of the developer's own quorate settings, colour or CI reaches the child. */
export function cleanEnvironment(extra: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
	const kept = Object.entries(process.env).filter(
		([name]) => !name.startsWith("QUORATE") && name !== "CI" && name !== "FORCE_COLOR",
	);
	return { ...Object.fromEntries(kept), NODE_NO_WARNINGS: "1", ...extra };
}

export function startCli(args: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}): CliProcess {
	const child = spawn(process.execPath, [resolve("dist/cli.js"), ...args], {
		cwd,
		env: cleanEnvironment(env),
		stdio: ["ignore", "pipe", "pipe"],
	});
	let stdout = "";
	let stderr = "";
	child.stdout?.on("data", (chunk: Buffer) => {
		stdout += chunk.toString("utf8");
	});
	child.stderr?.on("data", (chunk: Buffer) => {
		stderr += chunk.toString("utf8");
	});
	const finished = once(child, "close").then(([code, signal]) => ({ code, signal, stdout, stderr }) as Finished);
	return { child, finished };
}

export function runCli(args: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}): Promise<Finished> {
	return startCli(args, cwd, env).finished;
}

export interface ServiceProcess {
	/** The environment that leads a command to it. */
	readonly env: Readonly<Record<string, string>>;
	readonly baseUrl: string;
	readonly organizationId: string;
	stop(): Promise<void>;
	/** Ends it at once, as a power cut would. */
	kill(): Promise<void>;
}

/** `quorate service start` as somebody else would run it. */
export async function startServiceProcess(folder: string, args: readonly string[]): Promise<ServiceProcess> {
	const child = spawn(
		process.execPath,
		[resolve("dist/cli.js"), "service", "start", "--data", join(folder, "service"), ...args],
		{
			cwd: folder,
			env: cleanEnvironment({}),
			stdio: ["ignore", "pipe", "ignore"],
		},
	);
	const lines = createInterface({ input: child.stdout });
	const [first] = (await once(lines, "line")) as [string];
	const { baseUrl, organizationId, credentialsFile } = JSON.parse(first) as Record<string, string>;
	const end = async (signal: NodeJS.Signals): Promise<void> => {
		const ended = once(child, "exit");
		child.kill(signal);
		await ended;
	};
	return {
		env: {
			QUORATE_BASE_URL: baseUrl ?? "",
			QUORATE_ORGANIZATION_ID: organizationId ?? "",
			QUORATE_KEY_FILE: credentialsFile ?? "",
		},
		baseUrl: baseUrl ?? "",
		organizationId: organizationId ?? "",
		stop: () => end("SIGTERM"),
		kill: () => end("SIGKILL"),
	};
}
