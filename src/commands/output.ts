// Where results go: text to standard output in colour or not, documents to files, whole or not at all.
import { randomBytes } from "node:crypto";
import { open, rename, stat, unlink } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { JsonObject } from "../base/json.js";
import { jsonPieces } from "../base/json-pieces.js";
import { systemCode, systemReason } from "../base/system-reason.js";
import { COLOURED, type Palette, PLAIN } from "../render/palette.js";
import type { Context, OutputStream } from "./context.js";
import { EXIT } from "./exit-code.js";
import { Refusal } from "./refusal.js";

/** `--no-color`, then `NO_COLOR`, then `FORCE_COLOR`, then whether it is a terminal. `CI` has no say. */
export function paletteFor(stream: OutputStream, context: Context, colour: boolean | undefined): Palette {
	if (colour === false) return PLAIN;
	if ((context.env("NO_COLOR") ?? "") !== "") return PLAIN;
	const forced = context.env("FORCE_COLOR");
	if (forced !== undefined && forced !== "" && forced !== "0") return COLOURED;
	return stream.isTTY && context.env("TERM") !== "dumb" ? COLOURED : PLAIN;
}

/** Writes a file whole or not at all, from one text or from pieces; refuses with a diagnostic when that cannot be done. */
export async function writeWhole(context: Context, path: string, text: string | Iterable<string>): Promise<void> {
	const target = resolve(context.cwd, path);
	const draft = `${target}.${randomBytes(6).toString("hex")}.tmp`;
	try {
		const file = await open(draft, "wx", 0o644);
		try {
			for (const piece of typeof text === "string" ? [text] : text) await file.appendFile(piece);
			await file.sync();
		} finally {
			await file.close();
		}
		await rename(draft, target);
	} catch (cause) {
		await unlink(draft).catch(() => undefined);
		throw unwritable(path, cause);
	}
}

/**
 * Removes a document of ours, a plan or a report, that an earlier run wrote: it shall not outlive a run that was to replace it.
 * Anything else stays until there is something to replace it with.
 */
export async function withdrawEarlier(context: Context, path: string): Promise<void> {
	const target = resolve(context.cwd, path);
	try {
		if (!(await stat(target)).isFile()) return;
		const file = await open(target);
		try {
			const { buffer, bytesRead } = await file.read(Buffer.alloc(100), 0, 100, 0);
			if (!/^\{\s*"format_version":/.test(buffer.toString("utf8", 0, bytesRead))) return;
		} finally {
			await file.close();
		}
		await unlink(target);
	} catch (cause) {
		if (systemCode(cause) !== "ENOENT") throw unwritable(path, cause);
	}
}

function unwritable(path: string, cause: unknown): Refusal {
	return new Refusal(EXIT.error, [
		{
			code: "Q7101",
			severity: "error",
			message: `\`${path}\` cannot be written: ${systemReason(cause)}`,
			help: systemCode(cause) === "ENOENT" ? `make the folder \`${dirname(path)}\` first` : "check the path and its permissions",
		},
	]);
}

export function jsonText(value: unknown): string {
	return `${JSON.stringify(value, null, 2)}\n`;
}

/** The same for a plan or a report of any size: in pieces, to be written one after the other. */
export function* jsonDocument(value: object): Generator<string, void, undefined> {
	yield* jsonPieces(value as JsonObject, 2);
	yield "\n";
}

/** Prints a plan or a report as JSON. */
export function printDocument(context: Context, value: object): void {
	for (const piece of jsonDocument(value)) context.stdout.write(piece);
}
