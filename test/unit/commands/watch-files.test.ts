// When a watched run is run again: after changes to what it read, whether it succeeded, and to nothing else.
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { Context } from "../../../src/commands/context.js";
import { Reads } from "../../../src/commands/reads.js";
import { Refusal } from "../../../src/commands/refusal.js";
import { watchFiles } from "../../../src/commands/watch-files.js";
import { type Folder, manifestFolder } from "../../support/manifest-project.js";

let folder: Folder;
beforeEach(() => {
	folder = manifestFolder({ "tests/a.yaml": "1" });
});
afterEach(() => folder.remove());

const at = (name: string): string => join(folder.root, name);

/** Watches `once`; `waiting` is called each time it waits, with how many runs there were, and the last of them ends it. */
async function watched(
	once: (reads: Reads, run: number) => void,
	...waiting: readonly (() => void)[]
): Promise<[number, number, string]> {
	const end = new AbortController();
	let runs = 0;
	let waits = 0;
	let told = "";
	const context = {
		cwd: folder.root,
		env: () => undefined,
		signal: end.signal,
		clock: { now: () => 0, sleep: async () => undefined },
		stderr: {
			isTTY: false,
			columns: 80,
			write(text: string) {
				if (!text.startsWith("Waiting")) {
					told += text;
					return;
				}
				const next = waiting[waits];
				waits += 1;
				if (next === undefined) end.abort();
				else next();
			},
		},
	} as unknown as Context;
	const code = await watchFiles(context, { color: false }, async (reads) => {
		runs += 1;
		once(reads, runs);
	});
	return [code, runs, told];
}

describe("a watched run", () => {
	test("is run again when a file was changed while it ran", async () => {
		const edited = (reads: Reads, run: number): void => {
			reads.file(at("tests/a.yaml"));
			if (run === 1) writeFileSync(at("tests/a.yaml"), "2");
		};
		expect(await watched(edited, () => undefined)).toEqual([0, 2, ""]);
	}, 60_000);

	test("that failed from the beginning is run again when a file it read is mended", async () => {
		const failing = (reads: Reads, run: number): void => {
			reads.file(at("tests/a.yaml"));
			if (run === 1) throw new Refusal(3, [{ code: "Q1001", severity: "error", message: "it is wrong" }]);
		};
		const [code, runs, told] = await watched(failing, () => writeFileSync(at("tests/a.yaml"), "2"));
		expect([code, runs, told]).toEqual([0, 2, expect.stringContaining("error Q1001: it is wrong")]);
	}, 60_000);

	test("survives that its folder goes, and notices that it comes back", async () => {
		const reading = (reads: Reads): void => reads.file(at("tests/a.yaml"));
		const gone = (): void => rmSync(at("tests"), { recursive: true });
		const back = (): void => {
			mkdirSync(at("new"));
			writeFileSync(at("new/a.yaml"), "3");
			renameSync(at("new"), at("tests"));
		};
		expect(await watched(reading, gone, back)).toEqual([0, 3, ""]);
	}, 60_000);

	test("is run again when a manifest appears in a folder it looked into", async () => {
		const looking = (reads: Reads): void => reads.folder(at("tests"));
		expect(await watched(looking, () => writeFileSync(at("tests/b.yaml"), ""))).toEqual([0, 2, ""]);
	}, 60_000);
});

describe("what was read", () => {
	test("is not changed by output beside it", () => {
		const reads = new Reads();
		reads.file(at("tests/a.yaml"));
		writeFileSync(at("tests/out.txt"), "1");
		writeFileSync(at("tests/junit.xml"), "1");
		expect(reads.unchanged()).toBe(true);
		writeFileSync(at("tests/a.yaml"), "2");
		expect(reads.unchanged()).toBe(false);
		expect(new Reads(reads).unchanged()).toBe(true);
	});

	test("earlier counts until it is read again", () => {
		const first = new Reads();
		first.file(at("tests/a.yaml"));
		const second = new Reads(first);
		writeFileSync(at("tests/a.yaml"), "2");
		expect(second.unchanged()).toBe(true);
		second.keepEarlier();
		expect([second.unchanged(), second.folders]).toEqual([false, [at("tests")]]);
	});
});
