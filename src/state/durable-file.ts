// Files that are whole or not there: written beside their place, flushed, and moved into it. Ours alone to read.

import { isUtf8 } from "node:buffer";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { errnoOf, stateFailure } from "./state-failure.js";

export const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** Makes the folder, and those above it that are missing; what exists keeps its mode. Rejects with `StateFailure`. */
export async function ensureFolder(path: string): Promise<void> {
	try {
		const first = await mkdir(path, { recursive: true, mode: FOLDER_MODE });
		if (first !== undefined) await syncFolder(dirname(first));
	} catch (cause) {
		throw stateFailure(path, "make the state folder", cause);
	}
}

/** The file's bytes; undefined when there is none. Rejects with `StateFailure`. */
export async function readBytes(path: string): Promise<Buffer | undefined> {
	try {
		return await readFile(path);
	} catch (cause) {
		if (errnoOf(cause) === "ENOENT") return undefined;
		throw stateFailure(path, "read the file", cause);
	}
}

/** The file's text; undefined when there is none, null when its bytes are no UTF-8. Rejects with `StateFailure`. */
export async function readText(path: string): Promise<string | undefined | null> {
	const bytes = await readBytes(path);
	if (bytes === undefined) return undefined;
	return isUtf8(bytes) ? bytes.toString("utf8") : null;
}

/**
 * Replaces a file: after a crash at any instant the old or the new text is there, whole. The caller holds the lock, so that
 * nobody else writes beside it. The text may come in pieces. Rejects with `StateFailure`.
 */
export async function replaceFile(path: string, pieces: Iterable<string>): Promise<void> {
	const draft = `${path}.new`;
	try {
		const file = await open(draft, "w", FILE_MODE);
		try {
			// A draft that a crash left behind keeps its mode when it is opened again.
			await file.chmod(FILE_MODE);
			for (const piece of pieces) await file.appendFile(piece);
			await file.sync();
		} finally {
			await file.close();
		}
		await rename(draft, path);
		await syncFolder(dirname(path));
	} catch (cause) {
		await rm(draft, { force: true }).catch(() => {});
		throw stateFailure(path, "write the file", cause);
	}
}

/** Makes what was renamed, linked or removed in a folder survive a crash of the machine. */
export async function syncFolder(path: string): Promise<void> {
	const folder = await open(path, "r").catch((cause: unknown) => {
		// Windows does not open folders; renames are durable there as far as the file system makes them.
		if (["EISDIR", "EPERM", "EACCES"].includes(errnoOf(cause))) return undefined;
		throw cause;
	});
	if (folder === undefined) return;
	try {
		await folder.sync();
	} catch (cause) {
		if (!["EINVAL", "EPERM", "ENOTSUP"].includes(errnoOf(cause))) throw cause;
	} finally {
		await folder.close();
	}
}
