// Measuring whole processes: by wall clock, the peak of their memory, several runs of each in turn, the median.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const CLI = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
/** For `--import`: notes the peak memory of a process at its end. */
export const MEMORY_HOOK = pathToFileURL(fileURLToPath(new URL("peak-memory.mjs", import.meta.url))).href;
const notes = mkdtempSync(join(tmpdir(), "quorate-bench-"));
process.on("exit", () => rmSync(notes, { recursive: true, force: true }));

export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Runs one process; throws when it does not end as expected. */
export function once({ args, cwd, env = {}, expected = 0, before }, memory = false) {
	before?.();
	const note = join(notes, "rss");
	const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("QUORATE") && name !== "CI"));
	const extra = memory ? { QUORATE_BENCH_MEMORY: note } : {};
	const start = process.hrtime.bigint();
	const result = spawnSync(process.execPath, [...(memory ? ["--import", MEMORY_HOOK] : []), ...args], {
		cwd,
		env: { ...clean, NODE_NO_WARNINGS: "1", ...extra, ...env },
		encoding: "utf8",
		maxBuffer: 1 << 30,
	});
	const milliseconds = Number(process.hrtime.bigint() - start) / 1e6;
	if (result.status !== expected)
		throw new Error(`${args.join(" ")} ended with ${result.status}: ${result.stderr.slice(0, 2000)}`);
	return { milliseconds, megabytes: memory ? Number(readFileSync(note, "utf8")) / 1024 : undefined, stdout: result.stdout };
}

/** The median time of each command, taking turns so that a machine that slows down slows all of them down. */
export function compare(commands, runs) {
	const times = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
	for (let run = -1; run < runs; run += 1) {
		for (const [name, command] of Object.entries(commands)) {
			const { milliseconds } = once(command);
			if (run >= 0) times[name].push(milliseconds);
		}
	}
	return Object.fromEntries(Object.entries(times).map(([name, values]) => [name, median(values)]));
}

const rows = [];

/** One line of the report. `target` is the largest ratio that is good enough. */
export function report(name, value, floor, target, unit = "ms") {
	const ratio = floor === undefined ? undefined : value / floor;
	const verdict =
		target === undefined || ratio === undefined ? "" : ratio <= target ? `ok (<= ${target})` : `MISSED (<= ${target})`;
	rows.push({ name, value, floor, ratio, verdict });
	const cell = (text, width) => String(text).padStart(width);
	const number = (each) => (each === undefined ? "" : `${each >= 100 ? each.toFixed(0) : each.toFixed(1)} ${unit}`);
	console.log(
		`${name.padEnd(58)}${cell(number(value), 12)}${cell(number(floor), 12)}${cell(ratio === undefined ? "" : ratio.toFixed(2), 8)}  ${verdict}`,
	);
}

export function heading(text) {
	console.log(`\n${text.padEnd(58)}${"ours".padStart(12)}${"floor".padStart(12)}${"ratio".padStart(8)}`);
}

export const missed = () => rows.filter((row) => row.verdict.startsWith("MISSED"));
