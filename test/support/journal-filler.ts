// Writes bodies into a journal as fast as it can, sixteen at once, in a process of its own, until it is killed or the
// disk is full. Says on standard output which steps were acknowledged: `journal.begin` or `intend` had resolved before the line was written.
import { writeSync } from "node:fs";
import { fingerprintOf } from "../../src/base/digest.js";
import { openJournal } from "../../src/state/journal.js";
import { JournalWriter } from "../../src/state/journal-writer.js";
import { StateFailure } from "../../src/state/state-failure.js";

const [folder = ""] = process.argv.slice(2);
const begin = { plan: { steps: [] }, planDigest: "sha256:p", organizationId: "o", profile: "full", at: "2026-01-01T00:00:00Z" };

const { state, diagnostics } = await openJournal(folder);
if (diagnostics.length > 0) throw new Error(diagnostics[0]?.message);
const writer = state === undefined ? await JournalWriter.begin(folder, begin) : await JournalWriter.resume(folder, state);
writeSync(1, "begun\n");
let next = state?.intents.size ?? 0;
await Promise.all(
	Array.from({ length: 16 }, async () => {
		for (;;) {
			const n = next;
			next += 1;
			const body = JSON.stringify({ n, padding: "ü".repeat(n % 700) });
			try {
				await writer.intend(`s${n}`, { operation: "create_policy", body, fingerprint: fingerprintOf(body), timestampMs: 1 + n });
			} catch (failure) {
				writeSync(1, `failed ${failure instanceof StateFailure ? failure.code : String(failure)}\n`);
				return;
			}
			writeSync(1, `s${n}\n`);
			writer.settle({ step: `s${n}`, status: "done", result: { n } });
		}
	}),
);
