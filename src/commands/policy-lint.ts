// `quorate policy lint`: policies that the service accepts and that are seldom meant, in the manifests of the project.
import type { JsonObject } from "../base/json.js";
import { isCode } from "../diagnostics/codes.js";
import type { Diagnostic, Severity } from "../diagnostics/diagnostic.js";
import { sortDiagnostics } from "../diagnostics/diagnostic.js";
import { rules } from "../lint/all-rules.js";
import { type Allowances, mayAllow, readAllowances } from "../lint/allowance.js";
import { allowable, asksOrganization } from "../lint/codes.js";
import { type Allowed, judge } from "../lint/judgement.js";
import { lint } from "../lint/lint.js";
import type { Surroundings } from "../lint/rule.js";
import type { LintFinding } from "../lint/subject.js";
import type { Loaded } from "../manifest/load.js";
import { printReferences } from "../model/reference.js";
import { countText, diagnosticsText } from "../render/diagnostic-text.js";
import type { ConnectionOptions } from "./connection.js";
import type { Context } from "./context.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { type Inputs, openInputs, readValidManifests } from "./inputs.js";
import type { readLiveSurroundings } from "./lint-organization.js";
import { mfaPoliciesAmong, policiesAmong } from "./lint-subjects.js";
import { jsonText, paletteFor } from "./output.js";

export interface PolicyLintOptions extends ConnectionOptions {
	readonly failOn: Severity;
	readonly live?: boolean;
	readonly json?: boolean;
}

export async function runPolicyLint(context: Context, options: PolicyLintOptions): Promise<ExitCode> {
	const inputs = await openInputs(context, options);
	const loaded = await readValidManifests(context, options, inputs);
	const live = options.live === true ? await readLive(context, options, inputs, loaded) : undefined;
	const around: Surroundings = {
		policies: policiesAmong(loaded.desired),
		mfaPolicies: mfaPoliciesAmong(loaded.desired),
		scopes: [],
		now: context.clock.now(),
		mostPolicies: inputs.environment.limits.policies,
		identifierOf: (reference) => inputs.environment.identifiers[reference],
		...live?.around,
	};
	const { diagnostics, allowed } = lintManifests(inputs, loaded, around, live?.diagnostics ?? []);
	const exitCode = diagnostics.some((each) => RANK[each.severity] >= RANK[options.failOn]) ? EXIT.invalid : EXIT.success;
	const counts = { policies: around.policies.length, mfaPolicies: around.mfaPolicies.length };
	if (options.json) {
		context.stdout.write(
			jsonText({
				passed: exitCode === EXIT.success,
				fail_on: options.failOn,
				live: options.live ?? false,
				policies: counts.policies,
				mfa_policies: counts.mfaPolicies,
				diagnostics,
				allowed: allowed.map(({ finding, allowance: { until, reason } }) => ({ ...finding, until, reason })),
			}),
		);
		return exitCode;
	}
	context.stderr.write(diagnosticsText(diagnostics, paletteFor(context.stderr, context, options.color)));
	const paint = paletteFor(context.stdout, context, options.color);
	const subjects = [numbered(counts.policies, "policy", "policies"), numbered(counts.mfaPolicies, "MFA policy", "MFA policies")];
	const found = `${countText(diagnostics)}${allowed.length === 0 ? "" : `, ${allowed.length} allowed`}`;
	context.stdout.write(
		`${paint.strong(exitCode === EXIT.success ? "Passed." : "Failed.")} ${subjects.join(" and ")}: ${found}.\n`,
	);
	return exitCode;
}

const RANK: Readonly<Record<Severity, number>> = { info: 0, warning: 1, error: 2 };

const numbered = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** The service is reached only where it is asked for. */
async function readLive(...about: Parameters<typeof readLiveSurroundings>): ReturnType<typeof readLiveSurroundings> {
	return (await import("./lint-organization.js")).readLiveSurroundings(...about);
}

interface Linted {
	readonly diagnostics: readonly Diagnostic[];
	readonly allowed: readonly Allowed<Placed>[];
}

type Placed = Diagnostic & { readonly address: string };

function lintManifests(inputs: Inputs, loaded: Loaded, around: Surroundings, unread: readonly Diagnostic[]): Linted {
	const settings = inputs.project.lintRules;
	const found = lint(rules, around, settings).map((finding) => placed(finding, loaded));
	const others: Diagnostic[] = [...inputs.diagnostics, ...unread];
	for (const each of loaded.diagnostics) {
		// What the check of an expression remarks on is a finding like any other.
		if (!allowable.has(each.code) || each.address === undefined) others.push(each);
		else if (settings[each.code] !== "off")
			found.push({ ...each, address: each.address, severity: (settings[each.code] as Severity | undefined) ?? each.severity });
	}
	const judgement = judge(found, {
		allowances: allowancesIn(loaded),
		settings,
		now: around.now,
		// What was not read whole could have given any of these.
		complete: (code) => !asksOrganization(code) || (around.organization !== undefined && unread.length === 0),
	});
	const about = judgement.about.map(({ range, ...finding }): Diagnostic => {
		const span = range === undefined ? undefined : loaded.written(finding.address)?.span(range);
		return span === undefined ? finding : { ...finding, span };
	});
	return { diagnostics: sortDiagnostics([...others, ...judgement.told, ...about]), allowed: judgement.allowed };
}

/** A finding with its place in the manifest: in the expression, or at the resource's name. */
function placed(finding: LintFinding, loaded: Loaded): Placed {
	const { rule, severity, message, slot, range, ...rest } = printReferences(
		finding as unknown as JsonObject,
	) as unknown as LintFinding;
	if (!isCode(rule)) throw new Error(`the rule ${rule} has no row in the code table`);
	const span = loaded.locate(rest.address, slot === undefined ? ["metadata", "name"] : ["spec", slot], range);
	return { code: rule, severity, message, ...rest, ...(span === undefined ? {} : { span }) };
}

function allowancesIn(loaded: Loaded): ReadonlyMap<string, Allowances> {
	const found = new Map<string, Allowances>();
	for (const { address } of loaded.desired) {
		const manifest = loaded.written(address);
		if (manifest !== undefined && mayAllow(manifest.text)) found.set(address, readAllowances(manifest.comments(), allowable));
	}
	return found;
}
