// What nobody foresaw, as an answer: a 500 that says no more than a number, under which the log says everything.
import { newId } from "./identifier.js";
import { Refusal } from "./refusal.js";
import type { ServiceSetting } from "./service-setting.js";

/** Logs an error with its stack and refuses with the number it has there. */
export function internalError(error: unknown, log: ServiceSetting["log"]): Refusal {
	const id = newId();
	log({
		level: "error",
		message: "internal error",
		id,
		cause: error instanceof Error ? (error.stack ?? error.message) : String(error),
	});
	return new Refusal("Internal", `internal server error (${id})`, "INTERNAL");
}
