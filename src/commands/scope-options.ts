// `--target`, `--exclude`, `--selector` and the guards' overrides, from what stands on the command line to what planning takes.
import picomatch from "picomatch";
import { codes } from "../diagnostics/codes.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { didYouMean } from "../diagnostics/suggestion.js";
import { isKindName, KIND_NAMES, type KindName, splitAddress } from "../model/address.js";
import type { Overrides } from "../plan/overrides.js";
import type { AddressPattern, Scope } from "../plan/scope.js";
import { EXIT } from "./exit-code.js";
import { Refusal } from "./refusal.js";

export interface ScopeOptions {
	readonly target: readonly string[];
	readonly exclude: readonly string[];
	readonly selector: readonly string[];
}

export interface GuardOptions {
	readonly allowDeletes: readonly string[];
	readonly allowProtected: readonly string[];
	readonly acceptLockout: readonly string[];
	readonly allowDangling: readonly string[];
	readonly reason?: string;
}

export function readScope(options: ScopeOptions): Scope {
	const problems: Diagnostic[] = [];
	const targets = options.target.map((text) => pattern(text, "--target", problems));
	const excludes = options.exclude.map((text) => pattern(text, "--exclude", problems));
	const labels: Record<string, string | undefined> = {};
	for (const text of options.selector) {
		const equals = text.indexOf("=");
		labels[equals === -1 ? text : text.slice(0, equals)] = equals === -1 ? undefined : text.slice(equals + 1);
	}
	refuse(problems);
	return {
		given: [
			...options.target.map((text) => `target ${text}`),
			...options.exclude.map((text) => `exclude ${text}`),
			...options.selector.map((text) => `selector ${text}`),
		].sort(),
		targets,
		excludes,
		labels,
	};
}

function pattern(text: string, flag: string, problems: Diagnostic[]): AddressPattern {
	const kind = splitAddress(text)?.kind;
	if (kind === undefined || (!isKindName(kind) && !kind.includes("*"))) {
		problems.push({
			code: "Q7110",
			severity: "error",
			message: `\`${flag} ${text}\` is no address`,
			help:
				didYouMean(kind ?? text, KIND_NAMES) ??
				`write Kind/name, with one of ${KIND_NAMES.join(", ")}; \`*\` stands for anything`,
		});
	}
	const matches = picomatch(text, { bash: true, dot: true, nobrace: true, noextglob: true });
	return { text, matches: (address) => address === text || matches(address) };
}

export function readOverrides(options: GuardOptions): Overrides {
	const problems: Diagnostic[] = [];
	const deletes: Partial<Record<KindName, number>> = {};
	for (const text of options.allowDeletes) {
		const [kind = "", count = ""] = text.split("=");
		if (isKindName(kind) && /^\d+$/.test(count)) deletes[kind] = Number(count);
		else {
			problems.push({
				code: "Q7111",
				severity: "error",
				message: `\`--allow-deletes ${text}\` is not Kind=N`,
				help: didYouMean(kind, KIND_NAMES) ?? "write for example --allow-deletes Policy=3",
			});
		}
	}
	const lockouts = ["Q5403", "Q5404", "Q5405"];
	for (const code of options.acceptLockout) {
		if (lockouts.includes(code)) continue;
		problems.push({
			code: "Q7111",
			severity: "error",
			message: `\`--accept-lockout ${code}\` names no lock-out check`,
			help: Object.hasOwn(codes, code)
				? `there are ${lockouts.join(", ")}`
				: (didYouMean(code, lockouts) ?? `there are ${lockouts.join(", ")}`),
		});
	}
	const given =
		options.allowDeletes.length + options.allowProtected.length + options.acceptLockout.length + options.allowDangling.length > 0;
	const reason = options.reason?.trim();
	if (given && !reason) {
		problems.push({
			code: "Q7112",
			severity: "error",
			message: "a guard is overridden without a reason",
			help: "say why with --reason; it stands in the plan",
		});
	}
	if (!given && reason) {
		problems.push({
			code: "Q7112",
			severity: "error",
			message: "`--reason` is given, and no guard is overridden",
			help: "remove it, or give the override it belongs to",
		});
	}
	refuse(problems);
	return {
		deletes,
		protected: new Set(options.allowProtected),
		lockouts: new Set(options.acceptLockout),
		dangling: new Set(options.allowDangling),
		reason,
	};
}

function refuse(problems: readonly Diagnostic[]): void {
	if (problems.length > 0) throw new Refusal(EXIT.error, problems);
}
