// Doing something again whenever one of its files changes, until interrupted. Folders are watched and not files, since
// editors replace files; a change to a file that does not matter changes nothing.
import { watch } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { sha256Hex } from "../base/digest.js";
import type { Context } from "./context.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { reportProblem } from "./problem.js";

/** Milliseconds without another change before something is done: editors write a file in several steps. */
const QUIET_MS = 40;

export interface Watched {
	/** Absolute paths of what the result depends on. */
	readonly files: readonly string[];
}

/** Runs `once`, and again after each change. Problems of a run are told, and end nothing; a signal ends it, or a closed output. */
export async function watchFiles(
	context: Context,
	options: { readonly color: boolean },
	once: () => Promise<Watched>,
): Promise<ExitCode> {
	let files: readonly string[] = [];
	let seen = "";
	for (;;) {
		// Watching begins before reading, so that nothing falls between the two.
		const changes = new Changes(foldersOf(files, context.cwd));
		try {
			try {
				const watched = await once();
				changes.also(foldersOf(watched.files, context.cwd));
				files = watched.files;
			} catch (problem) {
				if (context.signal.aborted) return EXIT.interrupted;
				await reportProblem(problem, context, { color: options.color });
			}
			seen = await contentOf(files);
			if (context.stdout.closed) return EXIT.success;
			context.stderr.write("Waiting for changes; Ctrl-C ends.\n");
			for (;;) {
				if (!(await changes.next(context))) return EXIT.success;
				// Without a run that succeeded it is not known which files matter.
				const now = await contentOf(files);
				if (files.length === 0 || now !== seen) break;
			}
		} finally {
			changes.close();
		}
	}
}

const foldersOf = (files: readonly string[], cwd: string): readonly string[] =>
	files.length === 0 ? [cwd] : [...new Set(files.map((file) => dirname(file)))];

/** A digest of the files as they are; a file that is gone counts too. */
async function contentOf(files: readonly string[]): Promise<string> {
	const texts = await Promise.all(files.map((file) => readFile(file).then(sha256Hex, () => "gone")));
	return sha256Hex(texts.join(" "));
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
			if (this.#watchers.has(folder)) continue;
			const watcher = watch(folder, () => {
				this.#changed = true;
				this.#wake();
			});
			// A folder that is removed is no reason to end: its files count as gone.
			watcher.on("error", () => undefined);
			this.#watchers.set(folder, watcher);
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
