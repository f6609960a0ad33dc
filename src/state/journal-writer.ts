// Writes the journal. A body counts as written down when it is on the disk, not when it is in the kernel: `intend` resolves
// after an fdatasync. Many steps run at once, so one flush carries every line that came in while the one before was under
// way. Outcomes need no flush of their own, because losing one only means that the same bytes are sent again.
import { appendFileSync } from "node:fs";
import { type FileHandle, open, rename } from "node:fs/promises";
import { join } from "node:path";
import { ensureFolder, FILE_MODE, syncFolder } from "./durable-file.js";
import { JOURNAL_FILE, type JournalState, openJournal, PREVIOUS_JOURNAL_FILE } from "./journal.js";
import {
	type JournalBegin,
	type JournalIntent,
	type JournalOutcome,
	type JournalRecord,
	printBegin,
	printRecord,
} from "./journal-record.js";
import { StateFailure, stateFailure } from "./state-failure.js";

interface Waiting {
	resolve(): void;
	reject(failure: StateFailure): void;
}

/** An open journal. Every method rejects with, or throws, `StateFailure`; after the first one nothing is accepted any more. */
export class JournalWriter {
	readonly #folder: string;
	readonly #path: string;
	readonly #file: FileHandle;
	#lines: string[] = [];
	#waiting: Waiting[] = [];
	/** Whether one of the lines must be on the disk before its writer goes on. */
	#durable = false;
	#flushing: Promise<void> | undefined;
	#failure: StateFailure | undefined;
	#closed = false;

	private constructor(folder: string, file: FileHandle) {
		this.#folder = folder;
		this.#path = join(folder, JOURNAL_FILE);
		this.#file = file;
	}

	/** Begins a journal. Refused while another is unfinished. Resolves when its first line is durable. */
	static async begin(folder: string, begin: JournalBegin): Promise<JournalWriter> {
		const path = join(folder, JOURNAL_FILE);
		await ensureFolder(folder);
		const { state, diagnostics } = await openJournal(folder);
		if (state !== undefined || diagnostics.length > 0) {
			throw new StateFailure("io", path, `cannot begin a journal while one is unfinished: \`${path}\``);
		}
		try {
			// One that ended, if its owner stopped before moving it away.
			await rename(path, join(folder, PREVIOUS_JOURNAL_FILE)).catch((cause: NodeJS.ErrnoException) => {
				if (cause.code !== "ENOENT") throw cause;
			});
			const file = await open(path, "ax", FILE_MODE);
			const writer = new JournalWriter(folder, file);
			for (const piece of printBegin(begin)) await file.appendFile(piece);
			await file.datasync();
			await syncFolder(folder);
			return writer;
		} catch (cause) {
			throw stateFailure(path, "begin the journal", cause);
		}
	}

	/** Continues an unfinished journal: cuts off the line that a crash left incomplete, and appends. */
	static async resume(folder: string, state: JournalState): Promise<JournalWriter> {
		const path = join(folder, JOURNAL_FILE);
		try {
			const file = await open(path, "r+");
			try {
				await file.truncate(state.wholeBytes);
				await file.datasync();
			} finally {
				await file.close();
			}
			return new JournalWriter(folder, await open(path, "a", FILE_MODE));
		} catch (cause) {
			throw stateFailure(path, "continue the journal", cause);
		}
	}

	/** Resolves once the body is on the disk; nothing may be sent before. */
	intend(step: string, prepared: JournalIntent): Promise<void> {
		const { operation, body, fingerprint, timestampMs } = prepared;
		return this.#write({ record: "intend", step, operation, body, fingerprint, timestampMs }, true);
	}

	/** Notes what came of a step. Does not wait; every later `intend`, and `end` and `close`, make it durable. */
	settle(outcome: JournalOutcome): void {
		this.#write({ record: "outcome", ...outcome }, false).catch(() => {
			// Whoever waits for the next line, or for the end, hears of it.
		});
	}

	/** The apply is over: everything becomes durable, and the journal is moved to its place among the finished. */
	async end(): Promise<void> {
		await this.#write({ record: "end" }, true);
		await this.close();
		try {
			await rename(this.#path, join(this.#folder, PREVIOUS_JOURNAL_FILE));
			await syncFolder(this.#folder);
		} catch (cause) {
			throw stateFailure(this.#path, "move the finished journal away", cause);
		}
	}

	/** Makes everything durable and leaves the journal unfinished, to be continued. */
	async close(): Promise<void> {
		if (this.#closed) return;
		this.#closed = true;
		await this.#flushing;
		const failure = this.#failure;
		this.#failure ??= new StateFailure("io", this.#path, `the journal is closed: \`${this.#path}\``);
		try {
			if (failure === undefined) await this.#file.datasync();
			await this.#file.close();
		} catch (cause) {
			throw failure ?? stateFailure(this.#path, "close the journal", cause);
		}
		if (failure !== undefined) throw failure;
	}

	#write(record: Exclude<JournalRecord, { readonly record: "begin" }>, durable: boolean): Promise<void> {
		if (this.#failure !== undefined) return Promise.reject(this.#failure);
		return new Promise((resolve, reject) => {
			this.#lines.push(printRecord(record));
			this.#waiting.push({ resolve, reject });
			this.#durable ||= durable;
			this.#flushing ??= this.#flush();
		});
	}

	/** Writes and syncs until nothing is left, everybody's lines together. */
	async #flush(): Promise<void> {
		// Steps that begin in the same turn of the event loop share the first flush as well.
		await new Promise<void>((resolve) => {
			setImmediate(resolve);
		});
		while (this.#lines.length > 0) {
			const text = this.#lines.join("");
			const waiting = this.#waiting;
			const durable = this.#durable;
			this.#lines = [];
			this.#waiting = [];
			this.#durable = false;
			try {
				if (this.#failure !== undefined) throw this.#failure;
				// Handing the text to the kernel takes less time than handing the task to a thread would.
				appendFileSync(this.#file.fd, text);
				if (durable) await this.#file.datasync();
				for (const each of waiting) each.resolve();
			} catch (cause) {
				this.#failure = stateFailure(this.#path, "write the journal", cause);
				for (const each of waiting) each.reject(this.#failure);
			}
		}
		this.#flushing = undefined;
	}
}

/**
 * Gives up an unfinished journal: it is moved to where finished ones are kept, and its unsettled steps will never be sent
 * again. Rejects with `StateFailure`.
 */
export async function abandonJournal(folder: string): Promise<void> {
	const path = join(folder, JOURNAL_FILE);
	try {
		await rename(path, join(folder, PREVIOUS_JOURNAL_FILE));
		await syncFolder(folder);
	} catch (cause) {
		throw stateFailure(path, "move the journal away", cause);
	}
}
