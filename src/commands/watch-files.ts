// Doing something again whenever one of its files changes, until interrupted. Folders are watched and not files, since
// editors replace files; a change to a file that does not matter changes nothing.
import { watch } from "node:fs";
import { dirname } from "node:path";
import { systemCode } from "../base/system-reason.js";
import type { Context } from "./context.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { reportProblem } from "./problem.js";
import { Reads } from "./reads.js";

/** Milliseconds without another change before something is done: editors write a file in several steps. */
const QUIET_MS = 40;

/** Runs `once`, and again after each change to what it read. Problems of a run are told, and end nothing; a signal ends it. */
export async function watchFiles(
	context: Context,
	options: { readonly color: boolean },
	once: (reads: Reads) => Promise<unknown>,
): Promise<ExitCode> {
	let earlier = new Reads();
	for (;;) {
		// Watching begins before reading, and what is read is compared with what it was before: nothing falls between the two.
		const changes = new Changes(earlier.folders);
		const reads = new Reads(earlier);
		try {
			try {
				await once(reads);
			} catch (problem) {
				if (context.signal.aborted) return EXIT.interrupted;
				reads.keepEarlier();
				await reportProblem(problem, context, { color: options.color });
			}
			changes.also(reads.folders);
			context.stderr.write("Waiting for changes; Ctrl-C ends.\n");
			while (reads.unchanged()) if (!(await changes.next(context))) return EXIT.success;
			earlier = reads;
		} finally {
			changes.close();
		}
	}
}

/** Changes in folders, as they come. */
class Changes {
	readonly #watchers = new Map<string, ReturnType<typeof watch>>();
	#changed = false;
	#wake: () => void = () => undefined;

	constructor(folders: readonly string[]) {
		this.also(folders);
	}

	also(folders: readonly string[]): void {
		for (const folder of folders) {
			this.#add(folder);
		}
	}

	/** Watches a folder; one that is not there, in the folder that it would appear in. */
	#add(folder: string): void {
		if (this.#watchers.has(folder)) return;
		try {
			const watcher = watch(folder, () => {
				this.#changed = true;
				this.#wake();
			});
			// A folder that is removed is no reason to end: its files count as gone.
			watcher.on("error", () => undefined);
			this.#watchers.set(folder, watcher);
		} catch (problem) {
			if (systemCode(problem) !== "ENOENT" || dirname(folder) === folder) throw problem;
			this.#add(dirname(folder));
		}
	}

	/** Resolves after the next change and a moment of quiet; with false when the command was interrupted. */
	async next({ signal, clock }: Context): Promise<boolean> {
		while (!this.#changed && !signal.aborted) {
			await new Promise<void>((wake) => {
				this.#wake = wake;
				signal.addEventListener("abort", () => wake(), { once: true });
			});
		}
		while (this.#changed && !signal.aborted) {
			this.#changed = false;
			await clock.sleep(QUIET_MS, signal).catch(() => undefined);
		}
		return !signal.aborted;
	}

	close(): void {
		for (const watcher of this.#watchers.values()) watcher.close();
	}
}
