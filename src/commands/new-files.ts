// Writing files that must not be there yet: all of them or none, and never over something else.
import { access, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Context } from "./context.js";
import { EXIT } from "./exit-code.js";
import { writeWhole } from "./output.js";
import { Refusal } from "./refusal.js";

export interface NewFile {
	/** Relative to the folder. */
	readonly path: string;
	readonly text: string;
}

/** Refuses before the first file is written when any of them exists. */
export async function writeNewFiles(context: Context, folder: string, files: readonly NewFile[]): Promise<void> {
	const present: string[] = [];
	for (const { path } of files) {
		const there = await access(join(folder, path)).then(
			() => true,
			() => false,
		);
		if (there) present.push(path);
	}
	if (present.length > 0) {
		throw new Refusal(EXIT.error, [
			{
				code: "Q7116",
				severity: "error",
				message: `${named(present)} ${present.length === 1 ? "is" : "are"} already there; nothing was written`,
				help: "choose another folder, or move what is there away",
			},
		]);
	}
	for (const { path, text } of files) {
		await mkdir(dirname(join(folder, path)), { recursive: true });
		await writeWhole(context, join(folder, path), text);
	}
}

/** The first few by name, the rest as a number. */
function named(paths: readonly string[]): string {
	const shown = paths.slice(0, 3).map((path) => `\`${path}\``);
	const more = paths.length - shown.length;
	return more === 0 ? shown.join(", ") : `${shown.join(", ")} and ${more} more`;
}
