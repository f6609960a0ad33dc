// What the lock has to tell a person: who holds it, since when, until when, and the command that breaks it.
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { LockHolder } from "./lock-claim.js";

export function lockHeld(holder: LockHolder, now: number, waitedMs: number): Diagnostic {
	const waited = waitedMs > 0 ? ` (waited ${Math.round(waitedMs / 1000)} s)` : "";
	return {
		code: "Q6020",
		severity: "error",
		message: `the state is locked by ${nameOf(holder)}, since ${at(holder.started)}${waited}`,
		notes: [
			`unless it is renewed, the lock runs out at ${at(holder.expires)}, in ${Math.max(0, Math.ceil((holder.expires - now) / 1000))} s`,
		],
		help: `wait for it to finish, or, if you are sure that it does not run any more, run \`quorate unlock ${holder.id}\``,
	};
}

export function lockTakenOver(holder: LockHolder, now: number, dead: boolean): Diagnostic {
	const why = dead ? "which does not run any more" : `whose lock ran out ${Math.round((now - holder.expires) / 1000)} s ago`;
	return {
		code: "Q6021",
		severity: "warning",
		message: `took over the lock of ${nameOf(holder)}, ${why}`,
		help: "it was stopped before its end; if it was applying, its journal is continued",
	};
}

export function lockUnreadable(path: string): Diagnostic {
	return {
		code: "Q6022",
		severity: "error",
		message: `the lock file \`${path}\` cannot be read: it is no claim of this version of quorate`,
		help: "make sure that no quorate runs on this state, then remove the file",
	};
}

export function lockNotFound(id: string, holder: LockHolder | undefined): Diagnostic {
	const held =
		holder === undefined || holder.released ? "it is free" : `it is held by ${nameOf(holder)} with the id \`${holder.id}\``;
	return {
		code: "Q6023",
		severity: "error",
		message: `no lock with the id \`${id}\` holds the state: ${held}`,
		help: "the id stands in the message that refused the lock; it changes with every holder",
	};
}

const at = (milliseconds: number): string => new Date(milliseconds).toISOString().replace(/\.\d+Z$/, "Z");

const nameOf = (holder: LockHolder): string => `\`${holder.command}\` (process ${holder.pid} on \`${holder.host}\`)`;
