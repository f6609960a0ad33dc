// What an apply set out to do, what it was about to send, and what came of it, as its journal tells: the memory that a crash
// leaves behind. Reading only; journal-writer.ts writes it.
import { isUtf8 } from "node:buffer";
import { join } from "node:path";
import type { JsonObject } from "../base/json.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { readBytes } from "./durable-file.js";
import {
	JOURNAL_FORMAT_VERSION,
	type JournalBegin,
	type JournalIntent,
	type JournalOutcome,
	type RecordReading,
	readRecord,
} from "./journal-record.js";

export const JOURNAL_FILE = "journal.jsonl";
/** The last journal that came to its end, kept for whoever asks what happened. */
export const PREVIOUS_JOURNAL_FILE = "journal.previous.jsonl";

/** An apply that began and did not end. */
export interface JournalState extends JournalBegin {
	readonly plan: JsonObject;
	/** By step: the body that was, or was about to be, sent last. */
	readonly intents: ReadonlyMap<string, JournalIntent>;
	/** By step: what came of that body. A step in `intents` and not here was sent or not, and nobody knows: send it again. */
	readonly outcomes: ReadonlyMap<string, JournalOutcome>;
	/** The largest `timestampMs` of all bodies; 0 when there is none. */
	readonly lastTimestampMs: number;
	/** The length in bytes of what is whole; a crash may have left the beginning of a line behind it. */
	readonly wholeBytes: number;
}

export interface JournalReading {
	/** Undefined when there is no journal, when the last one ended, or when `diagnostics` says why it cannot be used. */
	readonly state: JournalState | undefined;
	readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads the journal of a state folder and writes nothing. When `organizationId` is given, another organisation's journal is
 * refused. Rejects with `StateFailure`.
 */
export async function openJournal(folder: string, organizationId?: string): Promise<JournalReading> {
	const path = join(folder, JOURNAL_FILE);
	const bytes = await readBytes(path);
	if (bytes === undefined) return { state: undefined, diagnostics: [] };
	const reading = readJournal(path, bytes);
	const other = reading.state?.organizationId;
	if (organizationId !== undefined && other !== undefined && other !== organizationId) {
		return refused(
			"Q6013",
			`the journal \`${path}\` belongs to the organisation \`${other}\`, this environment is \`${organizationId}\``,
			"check the environment's organisation in the project file; two environments must not share a state folder",
		);
	}
	return reading;
}

const REPAIR =
	"keep a copy, then compare its last lines with the service's activities; once it is clear what was done, move the journal away";

function refused(code: Diagnostic["code"], message: string, help: string): JournalReading {
	return { state: undefined, diagnostics: [{ code, severity: "error", message, help }] };
}

function readJournal(path: string, bytes: Buffer): JournalReading {
	let begin: JournalBegin | undefined;
	let ended = false;
	const intents = new Map<string, JournalIntent>();
	const outcomes = new Map<string, JournalOutcome>();
	let lastTimestampMs = 0;
	let wholeBytes = 0;
	// Lines that cannot be read are what a crash left behind, as long as nothing that can be read follows them.
	let broken: { readonly line: number; readonly problem: string } | undefined;
	let line = 0;
	for (let at = 0; at < bytes.length; ) {
		line += 1;
		const end = bytes.indexOf(0x0a, at);
		// A line without its line break is not whole, even when it happens to be JSON: more of it may have been meant to come.
		const reading = end === -1 ? undefined : readLine(bytes.subarray(at, end));
		at = end === -1 ? bytes.length : end + 1;
		if (reading === undefined || !reading.ok) {
			if (reading !== undefined && "version" in reading && begin === undefined) return foreign(path, reading.version ?? "");
			broken ??= { line, problem: reading?.problem ?? "breaks off" };
			continue;
		}
		if (broken !== undefined) return torn(path, broken.line, broken.problem);
		const { record } = reading;
		if ((record.record === "begin") !== (begin === undefined)) return torn(path, line, "is not where it belongs");
		if (record.record === "begin") begin = record;
		else if (record.record === "intend") {
			const { operation, body, fingerprint, timestampMs } = record;
			intents.set(record.step, { operation, body, fingerprint, timestampMs });
			outcomes.delete(record.step);
			lastTimestampMs = Math.max(lastTimestampMs, timestampMs);
		} else if (record.record === "outcome") {
			const { record: _, ...outcome } = record;
			outcomes.set(outcome.step, outcome);
		} else ended = true;
		wholeBytes = at;
	}
	// Without its first line nothing was ever sent: a body is only written behind it.
	if (begin === undefined || ended) return { state: undefined, diagnostics: [] };
	const { plan, planDigest, organizationId, profile, at } = begin;
	return {
		state: { plan, planDigest, organizationId, profile, at, intents, outcomes, lastTimestampMs, wholeBytes },
		diagnostics: [],
	};
}

function readLine(bytes: Buffer): RecordReading {
	return isUtf8(bytes) ? readRecord(bytes.toString("utf8")) : { ok: false, problem: "is not UTF-8" };
}

function torn(path: string, line: number, problem: string): JournalReading {
	return refused("Q6011", `the journal \`${path}\` is damaged in the middle: line ${line} ${problem}`, REPAIR);
}

function foreign(path: string, version: string): JournalReading {
	return refused(
		"Q6012",
		`the journal \`${path}\` has the format version \`${version}\`, expected \`${JOURNAL_FORMAT_VERSION}\``,
		"an apply of another version of quorate was interrupted: finish it with that version",
	);
}
