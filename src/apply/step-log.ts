// What apply needs of the journal: a place to write a body down before it is sent, and what came of it afterwards.
import type { PreparedActivity } from "../api/port.js";
import type { JournalOutcome } from "../state/journal-record.js";

export interface StepLog {
	/** Resolves once the body is on disk; nothing is sent before. */
	intend(step: string, prepared: PreparedActivity): Promise<void>;
	/** Notes what came of it. */
	settle(outcome: JournalOutcome): void;
}
