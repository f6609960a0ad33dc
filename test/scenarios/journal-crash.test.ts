// A process that is killed while it writes its journal: whatever it was told is on the disk is there afterwards.
import { beforeAll, expect, test } from "@jest/globals";
import { openJournal } from "../../src/state/journal.js";
import { bundleProgram, startCommand, startProgram } from "../support/child-program.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const KILLS = 40;
let bundle = "";
beforeAll(async () => {
	bundle = await bundleProgram("journal-filler");
});

test("every acknowledged body survives a SIGKILL at any moment, and the next process carries on", async () => {
	const folder = await temporaryFolder();
	const acknowledged = new Set<string>();
	let torn = 0;
	for (let kill = 0; kill < KILLS; kill += 1) {
		const child = startProgram(bundle, folder);
		let lines = 0;
		// Every process is killed a little later than the one before: during its first line, its first flush, deep in its work.
		const enough = new Promise<void>((resolve) => {
			child.lines.on("line", (line) => {
				if (line !== "begun") acknowledged.add(line);
				if (lines >= kill * 3) resolve();
				lines += 1;
			});
		});
		await Promise.race([enough, child.gone]);
		await child.kill();
		await new Promise((resolve) => setImmediate(resolve));
		const { state, diagnostics } = await openJournal(folder);
		expect(diagnostics).toEqual([]);
		const missing = [...acknowledged].filter((step) => !state?.intents.has(step));
		expect(missing).toEqual([]);
		if (state !== undefined) torn += state.outcomes.size < state.intents.size ? 1 : 0;
	}
	expect(acknowledged.size).toBeGreaterThan(KILLS * 10);
	// The kills did hit work that was under way.
	expect(torn).toBeGreaterThan(KILLS / 2);
}, 60_000);

test("a disk that fills up stops the apply before its next step, and loses nothing that was acknowledged", async () => {
	const folder = await temporaryFolder();
	// A file may not grow beyond 64 blocks of 512 bytes: the kernel refuses the write as it would on a full disk.
	const child = startCommand(["sh", "-c", 'ulimit -f 64; exec "$@"', "sh", process.execPath, bundle, folder]);
	const lines: string[] = [];
	child.lines.on("line", (line) => lines.push(line));
	await child.gone;
	await new Promise((resolve) => setImmediate(resolve));
	expect(lines.filter((line) => line.startsWith("failed"))).toEqual(Array(16).fill("failed full"));
	const acknowledged = lines.filter((line) => /^s\d+$/.test(line));
	expect(acknowledged.length).toBeGreaterThan(10);
	const { state, diagnostics } = await openJournal(folder);
	expect(diagnostics).toEqual([]);
	expect(acknowledged.filter((step) => !state?.intents.has(step))).toEqual([]);
});
