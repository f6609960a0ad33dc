// What is left to tell once what was allowed is taken away, and what the allowances themselves deserve to be told.
import type { Finding, Severity } from "../diagnostics/diagnostic.js";
import { type Allowance, type Allowances, isExpired } from "./allowance.js";
import type { RuleSettings } from "./lint.js";

/** Something found about a resource, by a rule or by the check of an expression. */
export interface Judged {
	readonly code: string;
	readonly address: string;
}

export interface Allowed<F> {
	readonly finding: F;
	readonly allowance: Allowance;
}

export interface Judgement<F> {
	readonly told: readonly F[];
	readonly allowed: readonly Allowed<F>[];
	/** About the comments: ranges count in the text of the manifest with that address. */
	readonly about: readonly (Finding & { readonly address: string })[];
}

export interface Grounds {
	/** The comments of each manifest, by address. */
	readonly allowances: ReadonlyMap<string, Allowances>;
	/** Severities other than a rule's own. */
	readonly settings: RuleSettings;
	/** Milliseconds since the epoch. */
	readonly now: number;
	/** Whether all was seen that could give a finding with this code: of others no allowance is called useless. */
	readonly complete: (code: string) => boolean;
}

/** Takes away what is allowed, in the order given. */
export function judge<F extends Judged>(findings: readonly F[], grounds: Grounds): Judgement<F> {
	const { allowances, settings, now, complete } = grounds;
	const told: F[] = [];
	const allowed: Allowed<F>[] = [];
	const used = new Set<Allowance>();
	for (const finding of findings) {
		const own = allowances.get(finding.address)?.allowances.filter(({ code }) => code === finding.code) ?? [];
		for (const allowance of own) used.add(allowance);
		const holding = own.find((allowance) => !isExpired(allowance, now));
		if (holding === undefined) told.push(finding);
		else allowed.push({ finding, allowance: holding });
	}
	const about = [...allowances].flatMap(([address, { allowances: own, findings: wrong }]) => [
		...wrong.flatMap((finding) => withSeverity(finding, settings, address)),
		...own.flatMap((allowance) => {
			const finding = used.has(allowance)
				? expired(allowance, now)
				: complete(allowance.code) && settings[allowance.code] !== "off"
					? useless(allowance)
					: undefined;
			return finding === undefined ? [] : withSeverity(finding, settings, address);
		}),
	]);
	return { told, allowed, about };
}

function expired(allowance: Allowance, now: number): Finding | undefined {
	if (!isExpired(allowance, now)) return undefined;
	const { code, until, reason, range } = allowance;
	return {
		code: "Q3690",
		severity: "warning",
		message: `\`${code}\` was allowed until ${until}`,
		notes: [`the reason was: ${reason}`],
		help: "mend what it found, or renew the day",
		range,
	};
}

function useless({ code, range }: Allowance): Finding {
	return {
		code: "Q3692",
		severity: "warning",
		message: `\`${code}\` is allowed, and nothing here has it`,
		help: "remove the comment",
		range,
	};
}

function withSeverity(finding: Finding, settings: RuleSettings, address: string): (Finding & { readonly address: string })[] {
	const setting: Severity | "off" = settings[finding.code] ?? finding.severity;
	return setting === "off" ? [] : [{ ...finding, severity: setting, address }];
}
