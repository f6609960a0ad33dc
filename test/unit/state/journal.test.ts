import { appendFile, readdir, readFile, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { fingerprintOf } from "../../../src/base/digest.js";
import { openJournal } from "../../../src/state/journal.js";
import type { JournalBegin, JournalIntent } from "../../../src/state/journal-record.js";
import { abandonJournal, JournalWriter } from "../../../src/state/journal-writer.js";
import { StateFailure } from "../../../src/state/state-failure.js";
import { temporaryFolder } from "../../support/temporary-folder.js";

const begin: JournalBegin = {
	plan: { format_version: "1.0", steps: [{ id: "s1", note: "ü" }] },
	planDigest: "sha256:p",
	organizationId: "o",
	profile: "full",
	at: "2026-01-01T00:00:00.000Z",
};
const intent = (n: number): JournalIntent => {
	const body = JSON.stringify({ n, text: "übung\n\u2028" });
	return { operation: "create_policy", body, fingerprint: fingerprintOf(body), timestampMs: 1000 + n };
};
const activity = { id: "a", status: "ACTIVITY_STATUS_COMPLETED", fingerprint: "sha256:f" };
const fileOf = (folder: string): string => join(folder, "journal.jsonl");

async function interrupted(steps: number): Promise<string> {
	const folder = await temporaryFolder();
	const writer = await JournalWriter.begin(folder, begin);
	for (let n = 1; n <= steps; n += 1) await writer.intend(`s${n}`, intent(n));
	await writer.close();
	return folder;
}

describe("a journal", () => {
	test("that never was, or that ended, leaves nothing to do", async () => {
		const folder = join(await temporaryFolder(), "state");
		expect(await openJournal(folder)).toEqual({ state: undefined, diagnostics: [] });
		const writer = await JournalWriter.begin(folder, begin);
		await writer.intend("s1", intent(1));
		await writer.end();
		expect(await openJournal(folder)).toEqual({ state: undefined, diagnostics: [] });
		expect(await readdir(folder)).toEqual(["journal.previous.jsonl"]);
	});

	test("tells the plan, the bodies without an outcome, and the outcomes", async () => {
		const folder = await temporaryFolder();
		const writer = await JournalWriter.begin(folder, begin);
		await Promise.all([1, 2, 3].map((n) => writer.intend(`s${n}`, intent(n))));
		writer.settle({ step: "s1", status: "done", activity, result: { policyId: "p" } });
		writer.settle({ step: "s3", status: "pending", activity, needs: "bob" });
		await writer.close();
		const { state, diagnostics } = await openJournal(folder, "o");
		expect(diagnostics).toEqual([]);
		expect(state).toMatchObject({ ...begin, lastTimestampMs: 1003 });
		expect([...(state?.intents ?? [])]).toEqual([1, 2, 3].map((n) => [`s${n}`, intent(n)]));
		expect([...(state?.outcomes.values() ?? [])]).toEqual([
			{ step: "s1", status: "done", activity, result: { policyId: "p" } },
			{ step: "s3", status: "pending", activity, needs: "bob" },
		]);
	});

	test("a body written anew for a step takes the place of the one before, and of its outcome", async () => {
		const folder = await temporaryFolder();
		const writer = await JournalWriter.begin(folder, begin);
		await writer.intend("s1", intent(1));
		writer.settle({ step: "s1", status: "failed", reason: "no" });
		await writer.intend("s1", intent(2));
		await writer.close();
		const { state } = await openJournal(folder);
		expect(state?.intents.get("s1")).toEqual(intent(2));
		expect(state?.outcomes.size).toBe(0);
	});

	test("is continued where it broke off", async () => {
		const folder = await interrupted(1);
		await appendFile(fileOf(folder), '{"record":"intend","step":"s2","bo');
		const { state } = await openJournal(folder);
		if (state === undefined) throw new Error("no state");
		const writer = await JournalWriter.resume(folder, state);
		await writer.intend("s3", intent(3));
		await writer.close();
		expect([...((await openJournal(folder)).state?.intents.keys() ?? [])]).toEqual(["s1", "s3"]);
	});

	test("is not begun over an unfinished one", async () => {
		const folder = await interrupted(1);
		const before = await readFile(fileOf(folder));
		await expect(JournalWriter.begin(folder, begin)).rejects.toThrow(StateFailure);
		expect(await readFile(fileOf(folder))).toEqual(before);
		await abandonJournal(folder);
		await (await JournalWriter.begin(folder, begin)).close();
		expect(await readFile(join(folder, "journal.previous.jsonl"))).toEqual(before);
	});

	test("that ended, whose owner stopped before moving it, is moved by the next", async () => {
		const folder = await interrupted(1);
		await appendFile(fileOf(folder), '{"record":"end"}\n');
		expect((await openJournal(folder)).state).toBeUndefined();
		await (await JournalWriter.begin(folder, begin)).close();
		expect((await readdir(folder)).sort()).toEqual(["journal.jsonl", "journal.previous.jsonl"]);
		expect((await openJournal(folder)).state?.intents.size).toBe(0);
	});

	test("is ours alone", async () => {
		const folder = await interrupted(1);
		expect((await stat(fileOf(folder))).mode & 0o777).toBe(0o600);
	});

	test("takes nothing after it was closed, and closing twice is no harm", async () => {
		const writer = await JournalWriter.begin(await temporaryFolder(), begin);
		await writer.close();
		await writer.close();
		await expect(writer.intend("s1", intent(1))).rejects.toThrow("the journal is closed");
	});

	test("lines that come in together share a flush, and keep their order", async () => {
		const folder = await temporaryFolder();
		const writer = await JournalWriter.begin(folder, begin);
		const order: number[] = [];
		await Promise.all(Array.from({ length: 100 }, (_, n) => writer.intend(`s${n}`, intent(n)).then(() => order.push(n))));
		await writer.close();
		expect(order).toEqual(Array.from({ length: 100 }, (_, n) => n));
		expect([...((await openJournal(folder)).state?.intents.keys() ?? [])]).toEqual(order.map((n) => `s${n}`));
	});
});

describe("a damaged journal", () => {
	test("cut anywhere, it tells exactly the lines that are whole", async () => {
		const folder = await interrupted(4);
		const whole = await readFile(fileOf(folder));
		const ends = [...whole.entries()].flatMap(([at, byte]) => (byte === 0x0a ? [at + 1] : []));
		await fc.assert(
			fc.asyncProperty(fc.integer({ min: 0, max: whole.length }), async (length) => {
				await writeFile(fileOf(folder), whole);
				await truncate(fileOf(folder), length);
				const { state, diagnostics } = await openJournal(folder);
				expect(diagnostics).toEqual([]);
				const lines = ends.filter((end) => end <= length).length;
				expect(state?.intents.size ?? -1).toBe(lines - 1);
				if (state !== undefined) expect(state.wholeBytes).toBe(ends[lines - 1]);
			}),
			{ numRuns: 150 },
		);
	});

	test("with rubbish at its end, as a power cut may leave it, tells what stands before", async () => {
		const folder = await interrupted(2);
		await appendFile(fileOf(folder), Buffer.concat([Buffer.alloc(300), Buffer.from("\n\xff\xfe\n\0")]));
		const { state, diagnostics } = await openJournal(folder);
		expect(diagnostics).toEqual([]);
		expect(state?.intents.size).toBe(2);
	});

	test.each([
		["a line that is no JSON", (lines: string[]) => lines.splice(1, 1, "{"), "line 2 is not valid JSON"],
		["bytes that are no text", (lines: string[]) => lines.splice(1, 1, "\udc00"), "line 2 is not valid JSON"],
		["its first line gone", (lines: string[]) => lines.splice(0, 1), "line 1 is not where it belongs"],
		["its first line twice", (lines: string[]) => lines.splice(1, 0, lines[0] ?? ""), "line 2 is not where it belongs"],
		["a record nobody knows", (lines: string[]) => lines.splice(1, 1, '{"record":"note"}'), "line 2 is no record of a journal"],
		[
			"a body that was altered",
			(lines: string[]) => lines.splice(1, 1, (lines[1] ?? "").replace("übung", "andere")),
			"line 2 has a body that does not match its fingerprint",
		],
		[
			"an outcome of no kind",
			(lines: string[]) => lines.splice(1, 1, '{"record":"outcome","step":"s1","status":"x"}'),
			"line 2 has no known `status`",
		],
	])("with %s is an error, and nothing is sent from it", async (_, damage, why) => {
		const folder = await interrupted(3);
		const lines = (await readFile(fileOf(folder), "utf8")).trimEnd().split("\n");
		damage(lines);
		await writeFile(fileOf(folder), `${lines.join("\n")}\n`);
		const { state, diagnostics } = await openJournal(folder);
		expect(state).toBeUndefined();
		expect(diagnostics).toMatchObject([{ code: "Q6011", severity: "error" }]);
		expect(diagnostics[0]?.message).toContain(why);
		await expect(JournalWriter.begin(folder, begin)).rejects.toThrow(StateFailure);
	});

	test("of another version is refused", async () => {
		const folder = await interrupted(1);
		await writeFile(
			fileOf(folder),
			(await readFile(fileOf(folder), "utf8")).replace('"format_version":"1.0"', '"format_version":"2.0"'),
		);
		expect((await openJournal(folder)).diagnostics).toMatchObject([{ code: "Q6012" }]);
	});

	test("of another organisation is refused", async () => {
		expect((await openJournal(await interrupted(1), "other")).diagnostics).toMatchObject([{ code: "Q6013" }]);
	});
});
