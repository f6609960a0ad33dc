// An apply whose lock is broken while it waits for an answer: it notices at its next renewal and begins nothing any more.
import { mkdirSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { lockHolder } from "../../src/state/lock.js";
import { realClock } from "../support/clocks.js";
import { runCommand } from "../support/command.js";
import { temporaryFolder } from "../support/temporary-folder.js";

/** The lock is renewed three times in its lease of a minute. */
const RENEWAL_MS = 20_000;

test("an apply that lost its lock does nothing more, and says so", async () => {
	const cwd = await temporaryFolder();
	mkdirSync(join(cwd, "manifests"));
	writeFileSync(
		join(cwd, "quorate.yaml"),
		'apiVersion: quorate/v1\nkind: Project\nmanifests: ["manifests/*.yaml"]\nenvironments: { local: { service: embedded } }\n',
	);
	writeFileSync(
		join(cwd, "manifests/p.yaml"),
		"apiVersion: quorate/v1\nkind: Policy\nmetadata: { name: p }\nspec: { effect: EFFECT_DENY, condition: activity.action == 'EXPORT' }\n",
	);
	const folder = join(cwd, ".quorate/local");
	let renew = () => {};
	const renewal = new Promise<void>((resolve) => {
		renew = resolve;
	});
	const applied = await runCommand(["apply", "--no-color"], {
		cwd,
		answers: ["yes"],
		clock: {
			now: () => realClock.now(),
			sleep: (milliseconds, signal) => (milliseconds === RENEWAL_MS ? renewal : realClock.sleep(milliseconds, signal)),
		},
		whileAsked: async () => {
			const holder = await lockHolder(folder);
			expect(holder?.command).toBe("apply in environment local");
			const broken = await runCommand(["unlock", holder?.id ?? ""], { cwd });
			expect([broken.code, broken.stderr]).toEqual([0, expect.any(String)]);
			renew();
			// The renewal asks the folder once: it has long been answered after so many questions one after the other.
			for (let times = 0; times < 200; times += 1) await readdir(folder);
		},
	});
	expect(applied.code).toBe(1);
	expect(applied.stdout).toContain("error Q6024: the lock was lost while applying, so nothing more was begun");
	expect(applied.stdout).toContain("not started: 1");

	const again = await runCommand(["apply"], { cwd, answers: ["yes"] });
	expect([again.code, again.stdout]).toEqual([0, expect.stringContaining("Apply complete! Resources: 1 added")]);
}, 120_000);
