// A claim on a state folder: who holds it, and until when. One small file per claim, `lock.<generation>.json`.
//
// Two members change while the claim lives (`expires` when it is renewed, `released` at its end), and only its holder changes
// them: in place, through the file it opened, so that not even a late holder can touch the claim that superseded its own.
// Both have a fixed width for that reason.
import type { FileHandle } from "node:fs/promises";
import { isJsonObject } from "../base/json.js";

/** Who asks for the lock. */
export interface LockIdentity {
	/** Unique for every acquisition: letters, digits, `-` and `_`. */
	readonly id: string;
	readonly pid: number;
	/** The machine's name, as people know it. */
	readonly host: string;
	/** What process numbers are unique in: this boot of this machine, or of this container. */
	readonly processSpace: string;
	/** The command as a person would recognise it; without secrets. */
	readonly command: string;
}

export interface LockHolder extends LockIdentity {
	/** Milliseconds since the epoch. */
	readonly started: number;
	readonly expires: number;
	readonly released: boolean;
}

const HOLDING = '"released":false}\n';
const RELEASED = '"released":true }\n';
const TIME_WIDTH = '"2026-01-01T00:00:00.000Z"'.length;

const time = (milliseconds: number): string => JSON.stringify(new Date(milliseconds).toISOString());

/** The claim's text; the two members that change stand at its end. */
export function printClaim(holder: LockHolder): string {
	const { id, pid, host, processSpace, command, started, expires } = holder;
	const head = JSON.stringify({ id, pid, host, process_space: processSpace, command, started: new Date(started).toISOString() });
	return `${head.slice(0, -1)},"expires":${time(expires)},${holder.released ? RELEASED : HOLDING}`;
}

/** Undefined when the text is no claim; a person may have edited it, or it was written by another version. */
export function readClaim(text: string): LockHolder | undefined {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		return undefined;
	}
	if (!isJsonObject(value)) return undefined;
	const { id, pid, host, process_space, command, released } = value;
	if (typeof id !== "string" || typeof pid !== "number" || typeof host !== "string") return undefined;
	if (typeof process_space !== "string" || typeof command !== "string" || typeof released !== "boolean") return undefined;
	const started = Date.parse(String(value["started"]));
	const expires = Date.parse(String(value["expires"]));
	if (Number.isNaN(started) || Number.isNaN(expires)) return undefined;
	return { id, pid, host, processSpace: process_space, command, started, expires, released };
}

/** Rewrites the claim's end in place; `length` is that of its whole text in bytes. */
export async function renewClaim(file: FileHandle, length: number, expires: number): Promise<void> {
	await file.write(time(expires), length - Buffer.byteLength(HOLDING) - 1 - TIME_WIDTH);
}

export async function releaseClaim(file: FileHandle, length: number): Promise<void> {
	await file.write(RELEASED, length - Buffer.byteLength(HOLDING));
}
