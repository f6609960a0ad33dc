// What an apply that was interrupted left behind: its steps on the way are settled first, and the inventory learns of them.

import type { ActivityPort } from "../api/port.js";
import { concludeSettled } from "../apply/execute.js";
import { updateInventory } from "../apply/inventory-update.js";
import { recover } from "../apply/recover.js";
import type { Plan } from "../model/plan.js";
import { saveInventory } from "../state/inventory.js";
import type { JournalOutcome } from "../state/journal-record.js";
import { JournalWriter } from "../state/journal-writer.js";
import type { Context } from "./context.js";
import { EXIT } from "./exit-code.js";
import { type Remembered, readState } from "./planning.js";
import { Refusal } from "./refusal.js";

export interface Earlier {
	/** Inventory and journal after settling. */
	readonly remembered: Remembered;
	/** The journal of the interrupted plan, still open, when that very plan is to be continued. */
	readonly continued: { readonly writer: JournalWriter; readonly settled: ReadonlyMap<string, JournalOutcome> } | undefined;
}

/**
 * Settles what is left of an interrupted apply. `planDigest` is that of the saved plan to be applied now, if there is one:
 * when it is the interrupted one, its journal stays open to be continued. Refuses while the outcome of a step is not known.
 */
export async function settleEarlier(
	context: Context,
	folder: string,
	port: ActivityPort,
	remembered: Remembered,
	planDigest: string | undefined,
): Promise<Earlier> {
	const { journal } = remembered;
	if (journal === undefined) return { remembered, continued: undefined };
	const plan = journal.plan as unknown as Plan;
	const onTheWay = [...journal.intents.keys()].filter((step) => !journal.outcomes.has(step)).length;
	const waiting = [...journal.outcomes.values()].filter((outcome) => outcome.status === "pending").length;
	context.stderr.write(
		`An apply begun ${journal.at} did not end: ${onTheWay} of its steps were on their way, ${waiting} wait for approval. Settling them first.\n`,
	);
	const writer = await JournalWriter.resume(folder, journal);
	const recovery = await recover(
		{ steps: plan.steps, intents: journal.intents, outcomes: journal.outcomes },
		port,
		writer,
		context.clock,
		context.signal,
	);
	for (const found of recovery.found) {
		const step = plan.steps.find((each) => each.id === found.step);
		context.stderr.write(`  ${found.status} ${found.step} ${step?.operation ?? ""} ${step?.addresses[0] ?? ""}\n`);
	}
	const { outcomes, identifiers } = concludeSettled(plan.steps, recovery.settled);
	const saved = await saveInventory(folder, {
		organizationId: port.organizationId,
		basedOn: remembered.inventory?.serial ?? 0,
		resources: updateInventory(remembered.inventory?.resources ?? [], plan, outcomes, identifiers),
	});
	if (saved.diagnostics.length > 0) {
		await writer.close();
		throw new Refusal(EXIT.error, saved.diagnostics);
	}
	if (recovery.unknown.length > 0) {
		await writer.close();
		throw new Refusal(
			EXIT.partial,
			recovery.unknown.map(({ step, reason }) => ({
				code: "Q6202",
				severity: "error",
				message: `it is not known whether ${step.id} (${step.operation} \`${step.addresses[0] ?? ""}\`) was carried out: ${reason}`,
				help: `run apply again when the service answers; if it never will, look at the organisation yourself and give the step up with \`${context.program} apply --abandon\``,
			})),
		);
	}
	if (planDigest !== undefined && planDigest === journal.planDigest) {
		return { remembered: { inventory: saved.inventory, journal: undefined }, continued: { writer, settled: recovery.settled } };
	}
	const stillWaiting = [...recovery.settled.values()].filter((outcome) => outcome.status === "pending");
	if (stillWaiting.length > 0 && !port.offers("list_activities")) {
		// Nobody else remembers these activities: the journal must not be closed over them.
		await writer.close();
		throw new Refusal(
			EXIT.pending,
			stillWaiting.map((outcome) => ({
				code: "Q6203",
				severity: "error",
				message: `step ${outcome.step} of the interrupted apply still waits: it needs ${outcome.needs ?? "approval"}`,
				notes: [`activity ${outcome.activity?.id ?? "?"}, fingerprint ${outcome.activity?.fingerprint ?? "?"}`],
				help: "have it approved or rejected, then run apply again",
			})),
		);
	}
	await writer.end();
	return { remembered: await readState(folder, port.organizationId), continued: undefined };
}
