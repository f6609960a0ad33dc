// What the benches of the service run beside themselves: servers, and the storage engine the service has on this platform.
import { spawn } from "node:child_process";
import { once as event } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { MEMORY_HOOK } from "./measure.mjs";

export async function openDatabase(file) {
	try {
		return new (await import("node:sqlite")).DatabaseSync(file);
	} catch {
		return new (await import("libsql")).default(file);
	}
}

/** Starts a server; resolves to what its first line says, how long that took, and a way to end it. */
export async function startServer(args, { memory = false } = {}) {
	const notes = memory ? mkdtempSync(join(tmpdir(), "quorate-bench-")) : undefined;
	const started = performance.now();
	const child = spawn(process.execPath, [...(memory ? ["--import", MEMORY_HOOK] : []), ...args], {
		stdio: ["ignore", "pipe", "ignore"],
		env: { ...process.env, NODE_NO_WARNINGS: "1", ...(notes ? { QUORATE_BENCH_MEMORY: join(notes, "rss") } : {}) },
	});
	const ended = event(child, "exit");
	const [line] = await Promise.race([
		event(createInterface(child.stdout), "line"),
		ended.then(() => Promise.reject(new Error(`${args.join(" ")} ended`))),
	]);
	return {
		...JSON.parse(line),
		milliseconds: performance.now() - started,
		async stop() {
			child.kill("SIGTERM");
			await ended;
			if (!notes) return {};
			const megabytes = Number(readFileSync(join(notes, "rss"), "utf8")) / 1024;
			rmSync(notes, { recursive: true, force: true });
			return { megabytes };
		},
	};
}
