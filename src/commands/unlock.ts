// `quorate unlock`: takes the lock from a run that will not give it back. Needs the lock's identifier, so that it cannot be
// aimed at whoever happens to hold it.
import { hasErrors } from "../diagnostics/diagnostic.js";
import { breakLock } from "../state/lock.js";
import type { Context } from "./context.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { type InputOptions, openInputs } from "./inputs.js";
import { lockIdentity } from "./lock-identity.js";
import { Refusal } from "./refusal.js";

export async function runUnlock(context: Context, options: InputOptions, id: string): Promise<ExitCode> {
	const inputs = await openInputs(context, options);
	const diagnostics = await breakLock(inputs.stateFolder, id, await lockIdentity(context, "unlock"), context.clock);
	if (hasErrors(diagnostics)) throw new Refusal(EXIT.error, diagnostics);
	context.stdout.write(`The lock ${id} is broken. Whoever held it stops before its next step.\n`);
	return EXIT.success;
}
