// Verbs that live on what only some profiles offer say so before they ask anything.
import type { OperationName } from "../api/operations.js";
import type { QueryPort } from "../api/port.js";
import { EXIT } from "./exit-code.js";
import { Refusal } from "./refusal.js";

/** Refuses when the profile lacks any of the operations; `what` is what they would tell. */
export function requireOperations(port: QueryPort, operations: readonly OperationName[], what: string): void {
	const missing = operations.filter((operation) => !port.offers(operation));
	if (missing.length === 0) return;
	throw new Refusal(EXIT.error, [
		{
			code: "Q7201",
			severity: "error",
			message: `the profile \`${port.profile}\` tells nothing about ${what}: it has no ${missing.map((each) => `\`${each}\``).join(" and no ")}`,
			help: "set `profile: full` in the project file, if the service offers it",
		},
	]);
}
