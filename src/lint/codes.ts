// The codes that linting can give: of its rules, and of what the check of an expression remarks on without refusing it. The
// project file may set their severities, and a manifest may allow them.
import { codes } from "../diagnostics/codes.js";
import { rules } from "./all-rules.js";

const remarks = Object.keys(codes).filter((code) => code.startsWith("Q34"));

/** Codes that a manifest may allow for itself. */
export const allowable: ReadonlySet<string> = new Set([...rules.map((rule) => rule.code), ...remarks]);

const live = new Set<string>(rules.filter((rule) => rule.live === true).map((rule) => rule.code));

/** Whether the rule says more when the live organisation was read. */
export function asksOrganization(code: string): boolean {
	return live.has(code);
}
