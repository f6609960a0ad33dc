// Who we are to whoever finds the state locked, and whether the process that locked it still runs.
import { randomUUID } from "node:crypto";
import { readFile, readlink } from "node:fs/promises";
import type { LockIdentity } from "../state/lock-claim.js";
import type { Context } from "./context.js";

/** A new identity for one acquisition. `command` is shown to others: the verb and what it works on, no secrets. */
export async function lockIdentity(context: Pick<Context, "pid" | "host">, command: string): Promise<LockIdentity> {
	return { id: randomUUID(), pid: context.pid, host: context.host, processSpace: await processSpace(context.host), command };
}

/**
 * What process numbers are unique in. Two containers may share a host name and a folder and still count their processes
 * apart, so on Linux this is the boot and the process namespace; elsewhere the machine.
 */
async function processSpace(host: string): Promise<string> {
	try {
		const [boot, namespace] = await Promise.all([
			readFile("/proc/sys/kernel/random/boot_id", "utf8"),
			readlink("/proc/self/ns/pid"),
		]);
		return `${boot.trim()} ${namespace}`;
	} catch {
		return host;
	}
}

/** Whether a process of our own process space runs; one that belongs to somebody else does. */
export function isProcessAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (cause) {
		return (cause as NodeJS.ErrnoException).code === "EPERM";
	}
}
