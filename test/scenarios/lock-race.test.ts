// Many processes that want the same lock: never two at once, whoever is killed, and always somebody.
import { readdir } from "node:fs/promises";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { bundleProgram, type ChildProgram, startProgram } from "../support/child-program.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const RACERS = 16;
let bundle = "";
const racers: ChildProgram[] = [];

beforeAll(async () => {
	bundle = await bundleProgram("lock-racer");
});

/** Runs a test and ends its racers before the folder goes. */
async function withRacers(work: () => Promise<void>): Promise<void> {
	try {
		await work();
	} finally {
		await Promise.all(racers.splice(0).map((each) => each.kill()));
	}
}

function start(folder: string, mode: string, index: number): ChildProgram {
	const racer = startProgram(bundle, folder, `racer ${index}`, mode);
	racers.push(racer);
	return racer;
}

describe("a lock under contention", () => {
	test(
		"whose lease has run out is taken over by exactly one, round after round",
		() =>
			withRacers(async () => {
				const folder = await temporaryFolder();
				const all = Array.from({ length: RACERS }, (_, index) => start(folder, "rounds", index));
				const winners: number[] = [];
				for (let round = 1; round <= 60; round += 1) {
					for (const each of all) each.tell(`${round} ${round * 10_000}`);
					const answers = await Promise.all(all.map((each) => each.nextLine()));
					winners.push(answers.filter((answer) => answer === "won").length);
				}
				expect(winners).toEqual(Array(60).fill(1));
				expect((await readdir(folder)).filter((name) => name.startsWith("lock."))).toHaveLength(2);
			}),
		60_000,
	);

	test(
		"is never held by two, while holders are killed at any moment",
		() =>
			withRacers(async () => {
				const folder = await temporaryFolder();
				const violations: string[] = [];
				let held = 0;
				const watch = (racer: ChildProgram): ChildProgram => {
					racer.lines.on("line", (line) => {
						if (line === "held") held += 1;
						else violations.push(line);
					});
					return racer;
				};
				const all = Array.from({ length: 8 }, (_, index) => watch(start(folder, "loop", index)));
				for (let kills = 1; kills <= 25; kills += 1) {
					// Between two kills the survivors have made progress: a killed holder's lock does not stay behind.
					const before = held;
					while (held < before + 4)
						await new Promise((resolve) => all[(kills + 1) % 8]?.lines.once("line", resolve) ?? setImmediate(resolve));
					await all[kills % 8]?.kill();
					all[kills % 8] = watch(start(folder, "loop", 100 + kills));
				}
				expect(violations).toEqual([]);
				expect(held).toBeGreaterThan(90);
			}),
		120_000,
	);
});
