// Races for a lock, in a process of its own. Arguments: the folder, our name, and how.
//
// `rounds`: for every line `n now` on standard input tries once to acquire at that time, and answers `won` or `lost`.
// `loop`: acquires and releases again and again, and writes `violation` when somebody else is inside meanwhile.
import { randomUUID } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { acquireLock, type Lock } from "../../src/state/lock.js";
import { realClock } from "./clocks.js";

const [folder = "", name = "", mode = ""] = process.argv.slice(2);
const identity = () => ({ id: randomUUID(), pid: process.pid, host: hostname(), processSpace: "test", command: name });
const isAlive = (pid: number): boolean => {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
};

async function rounds(): Promise<void> {
	let now = 0;
	const won: Lock[] = [];
	const clock = {
		now: () => now,
		// Nobody renews: every round's lock runs out before the next.
		sleep: (_: number, signal?: AbortSignal) =>
			new Promise<void>((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason as Error))),
	};
	for await (const line of createInterface(process.stdin)) {
		now = Number(line.split(" ")[1]);
		const { lock } = await acquireLock(folder, identity(), { clock, isAlive: () => true, leaseMs: 1000 });
		if (lock !== undefined) won.push(lock);
		process.stdout.write(lock === undefined ? "lost\n" : "won\n");
	}
}

async function loop(): Promise<void> {
	const inside = join(folder, "inside");
	const readInside = (): string => {
		try {
			return readFileSync(inside, "utf8");
		} catch {
			return "";
		}
	};
	const stop = new AbortController();
	process.stdin.on("data", () => stop.abort()).on("end", () => stop.abort());
	while (!stop.signal.aborted) {
		const { lock } = await acquireLock(folder, identity(), { clock: realClock, isAlive });
		if (lock === undefined) {
			await sleep(Math.random() * 4);
			continue;
		}
		const other = readInside();
		// Whoever was killed inside could not leave.
		if (other !== "" && isAlive(Number(other))) process.stdout.write(`violation ${other} ${process.pid}\n`);
		writeFileSync(inside, String(process.pid));
		await sleep(Math.random() * 3);
		if (readInside() !== String(process.pid)) process.stdout.write(`violation ${process.pid}\n`);
		rmSync(inside, { force: true });
		await lock.release();
		process.stdout.write("held\n");
	}
	process.stdin.destroy();
}

await (mode === "rounds" ? rounds() : loop());
