// A plan for a terminal or a log: symbols first, changed fields only, nothing told by colour alone.
import type { PlanDraft } from "../model/plan.js";
import type { Palette } from "./palette.js";
import type { ChangeView, DriftView, FieldView } from "./plan-view.js";
import { viewPlan } from "./plan-view.js";
import { oneLine } from "./printable.js";
import { shorten } from "./token-diff.js";

export function planText(plan: PlanDraft, palette: Palette): string {
	const view = viewPlan(plan);
	const lines: string[] = [];
	for (const reading of view.readings) lines.push(palette.warning(`Note: ${reading}`));
	if (view.readings.length > 0) lines.push("");
	const changing = new Set(view.changes.map((change) => change.address));
	const unexplained = view.drift.filter((drift) => !changing.has(drift.address));
	if (unexplained.length > 0) {
		lines.push("Changed outside of quorate, and nothing to do about it:", "");
		for (const drift of unexplained) lines.push(...driftLines(drift, palette), "");
	}
	if (view.changes.length > 0) {
		lines.push("quorate will perform the following changes:", "");
		for (const change of view.changes) lines.push(...changeLines(change, palette), "");
	}
	if (view.unmanaged.length > 0) {
		lines.push("Without a manifest, left alone:", ...view.unmanaged.map((address) => `    ${palette.faint(address)}`), "");
	}
	for (const text of view.pending) lines.push(`  # ${text}`);
	if (view.pending.length > 0) lines.push("");
	lines.push(...checkLines(plan, palette));
	for (const problem of view.problems) {
		const paint = problem.severity === "error" ? palette.error : palette.warning;
		lines.push(`${paint(`${problem.severity} ${problem.code}`)}: ${oneLine(problem.summary)}`);
		if (problem.help !== undefined) lines.push(`    help: ${oneLine(problem.help)}`);
	}
	if (view.problems.length > 0) lines.push("");
	lines.push(palette.strong(view.summary));
	if (view.details !== undefined) lines.push(view.details);
	return `${lines.join("\n")}\n`;
}

/** What a guard said, refusals first. */
export function checkLines(plan: PlanDraft, palette: Palette): string[] {
	const lines: string[] = [];
	for (const check of plan.checks) {
		if (check.status === "pass") continue;
		const overridden = check.status === "overridden";
		const word = overridden ? palette.warning("allowed") : palette.error("refused");
		lines.push(`${word} ${check.code}: ${oneLine(check.message)}`);
		if (overridden) lines.push(`    reason: ${oneLine(check.reason ?? "")}`);
		else if (check.help !== undefined) lines.push(`    help: ${oneLine(check.help)}`);
	}
	if (lines.length > 0) lines.push("");
	return lines;
}

function symbolPaint(symbol: string, palette: Palette): (text: string) => string {
	if (symbol === "+") return palette.add;
	if (symbol === "-") return palette.remove;
	return symbol === "!" ? palette.error : palette.change;
}

function changeLines(change: ChangeView, palette: Palette): string[] {
	const paint = symbolPaint(change.symbol, palette);
	return [
		`${change.symbol.padStart(3)} ${palette.strong(change.address)} ${change.headline}`.replace(
			change.symbol,
			paint(change.symbol),
		),
		...change.notes.map((note) => palette.faint(`      # ${note}`)),
		...fieldLines(change.fields, palette),
		...legendLines(change.legend, palette),
	];
}

export function driftLines(drift: DriftView, palette: Palette): string[] {
	return [
		`  ${palette.change("~")} ${palette.strong(drift.address)} ${drift.headline}`,
		...(drift.by === undefined ? [] : [palette.faint(`      # by ${drift.by}`)]),
		...(drift.source === undefined ? [] : [palette.faint(`      # ${drift.source}`)]),
		...fieldLines(drift.fields, palette),
		...legendLines(drift.legend, palette),
	];
}

function legendLines(legend: readonly (readonly [string, string])[], palette: Palette): string[] {
	return legend.map(([name, identifier]) => palette.faint(`        ${name} = ${identifier}`));
}

function fieldLines(fields: readonly FieldView[], palette: Palette): string[] {
	const width = Math.min(28, Math.max(0, ...fields.map((field) => field.path.length)));
	return fields.flatMap((field) => oneField(field, width, palette));
}

function oneField(field: FieldView, width: number, palette: Palette): string[] {
	const paint = symbolPaint(field.symbol, palette);
	const head = `      ${paint(field.symbol)} ${`${field.path}:`.padEnd(width + 1)} `;
	const remarks = field.remarks.length === 0 ? "" : ` ${palette.warning(field.remarks.join(" "))}`;
	if (field.pieces !== undefined) {
		const text = shorten(field.pieces)
			.map((piece) =>
				piece.kind === "same"
					? piece.text
					: piece.kind === "removed"
						? palette.remove(`[-${piece.text}-]`)
						: palette.add(`{+${piece.text}+}`),
			)
			.join("");
		return indent(`${head}${text}${remarks}`);
	}
	if (field.symbol === "~")
		return indent(`${head}${palette.remove(quote(field.before))} -> ${palette.add(quote(field.after))}${remarks}`);
	return indent(`${head}${quote(field.symbol === "+" ? field.after : field.before)}${remarks}`);
}

const quote = (text: string | undefined): string => (text === undefined || text === "" ? '""' : text);

/** Further lines of a text stand below its first. */
function indent(text: string): string[] {
	const [first = "", ...rest] = text.split("\n");
	return [first, ...rest.map((line) => `          ${line}`)];
}
