// Programs of ours in processes of their own, for tests that race or kill them. Bundled once per test file.
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { createInterface, type Interface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const SUPPORT = dirname(fileURLToPath(import.meta.url));

/** Bundles `test/support/<name>.ts`; resolves to the file to run. */
export async function bundleProgram(name: string): Promise<string> {
	const outfile = join(SUPPORT, "../../node_modules/.cache/quorate-test", `${name}.mjs`);
	await build({
		entryPoints: [join(SUPPORT, `${name}.ts`)],
		outfile,
		bundle: true,
		format: "esm",
		platform: "node",
		target: "node20",
		logLevel: "warning",
	});
	return outfile;
}

export interface ChildProgram {
	readonly pid: number;
	/** Its standard output, line by line. */
	readonly lines: Interface;
	/** Writes a line to its standard input. */
	tell(line: string): void;
	/** Resolves with the next line of its standard output. */
	nextLine(): Promise<string>;
	/** Ends it at once and waits until it is gone. */
	kill(): Promise<void>;
	/** Resolves when it has ended by itself. */
	readonly gone: Promise<unknown>;
}

export function startProgram(bundle: string, ...args: string[]): ChildProgram {
	return startCommand([process.execPath, bundle, ...args]);
}

export function startCommand([program = "", ...args]: readonly string[]): ChildProgram {
	const child: ChildProcessByStdio<Writable, Readable, null> = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });
	child.stdin.on("error", () => {});
	const gone = once(child, "exit");
	const lines = createInterface(child.stdout);
	const read = lines[Symbol.asyncIterator]();
	return {
		pid: child.pid ?? 0,
		lines,
		tell: (line) => void child.stdin.write(`${line}\n`),
		async nextLine() {
			const { value, done } = await read.next();
			if (done === true) throw new Error("the program ended");
			return value as string;
		},
		async kill() {
			child.kill("SIGKILL");
			await gone;
		},
		gone,
	};
}
