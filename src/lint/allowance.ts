// A finding that is allowed in one manifest, by a comment in it that names the rule, the last day, and the reason:
//
//     # quorate: allow Q3540 until 2030-12-31: agreed with security
//
// A comment, and no field, because it says nothing about the resource and must never reach the service; with a day and a
// reason, because one that holds for ever is one that nobody reads again.
import type { Finding } from "../diagnostics/diagnostic.js";
import type { TextRange } from "../diagnostics/span.js";
import { didYouMean } from "../diagnostics/suggestion.js";

export interface Allowance {
	readonly code: string;
	/** The last day it holds, as written: `2030-12-31`. */
	readonly until: string;
	readonly reason: string;
	/** Where the comment stands in the manifest's text. */
	readonly range: TextRange;
}

export interface Allowances {
	readonly allowances: readonly Allowance[];
	/** What is wrong with comments that are meant to be one; ranges count in the manifest's text. */
	readonly findings: readonly Finding[];
}

const MEANT = /^\s*quorate\s*(?::|\ballow\b)/i;
const FORM = /^\s*quorate:\s*allow\s+(?<codes>[^\s,]+(?:\s*,\s*[^\s,]+)*)\s+until\s+(?<until>[^\s:]+)\s*(?::(?<reason>.*))?$/;
const EXAMPLE = "`# quorate: allow Q3540 until 2030-12-31: agreed with security`";

/** Whether a text can hold one at all: most manifests hold none, and need no second reading. */
export function mayAllow(text: string): boolean {
	return /#\s*quorate/i.test(text);
}

/** Reads the comments of one manifest. `known` are the codes that can be allowed. */
export function readAllowances(
	comments: readonly { readonly text: string; readonly range: TextRange }[],
	known: ReadonlySet<string>,
): Allowances {
	const allowances: Allowance[] = [];
	const findings: Finding[] = [];
	for (const { text, range } of comments) {
		if (!MEANT.test(text)) continue;
		const refuse = (message: string, help: string): void => {
			findings.push({ code: "Q3691", severity: "error", message, help, range });
		};
		const { codes = "", until = "", ...rest } = FORM.exec(text)?.groups ?? {};
		const reason = rest["reason"]?.trim() ?? "";
		if (codes === "") {
			refuse("this comment allows nothing: expected `allow`, a rule, `until` a day, and a reason", `write ${EXAMPLE}`);
		} else if (!isDay(until)) {
			refuse(`\`${until}\` is no day, expected one such as 2030-12-31`, `write ${EXAMPLE}`);
		} else if (reason === "") {
			refuse(`\`${codes}\` is allowed without a reason`, `say why after a colon, as in ${EXAMPLE}`);
		} else {
			for (const code of codes.split(/\s*,\s*/)) {
				if (known.has(code)) allowances.push({ code, until, reason, range });
				else
					refuse(
						`\`${code}\` is no rule that can be allowed`,
						didYouMean(code, [...known]) ?? "`quorate explain` lists all codes",
					);
			}
		}
	}
	return { allowances, findings };
}

/** Whether it does not hold any more: its last day is over, everywhere in UTC. */
export function isExpired({ until }: Allowance, now: number): boolean {
	return now >= Date.parse(`${until}T00:00:00Z`) + 24 * 60 * 60 * 1000;
}

function isDay(text: string): boolean {
	if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
	const at = Date.parse(`${text}T00:00:00Z`);
	return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}
