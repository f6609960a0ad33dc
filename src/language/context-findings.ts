// What is wrong with a condition as a whole: it always ends in an error, or no activity ever makes it true. Also literals
// that can never be equal, of which a lost branch is a warning and a lost expression an error.
import type { Code } from "../diagnostics/codes.js";
import type { Collector } from "./collector.js";
import type { Restriction } from "./context-facts.js";
import { allContexts, both, type ContextSet, isEmpty, membersOf } from "./context-set.js";
import type { Context } from "./contexts.js";
import { payloadRoots, targetRoots } from "./environment/roots.js";
import { isPlaceholder, type NeverEqual, neverEqual } from "./literal-values.js";
import { type Assumptions, type Need, needsOf, Outlook } from "./possibility.js";
import type { Slot } from "./slot.js";
import { type Expression, walk } from "./tree.js";
import type { Typing } from "./typing.js";

const none: ReadonlySet<never> = new Set<never>();

/** Reports what the values and the contexts rule out. The expression is well-typed. */
export function findImpossible(
	expression: Expression,
	text: string,
	typing: Typing,
	slot: Slot,
	collector: Collector,
	isOpaque: ((literal: string) => boolean) | undefined,
): void {
	const opaque = (literal: string): boolean => isPlaceholder(literal) || isOpaque?.(literal) === true;
	const excluded = excludedLiterals(text, typing, opaque);
	invertedSlices(typing, collector);
	namedMembers(text, typing, collector);
	const certain = excluded.filter((each) => each.certain);
	const never: ReadonlySet<number> = certain.length === 0 ? none : new Set(certain.map((each) => each.literal.id));
	const unpublished: ReadonlySet<string> =
		excluded.length === certain.length ? none : new Set(excluded.flatMap((each) => (each.certain ? [] : each.literal.value)));
	const assumptions: Assumptions = { opaque: (literal) => unpublished.has(literal) || opaque(literal), never };
	const outlook = new Outlook(typing, assumptions);
	const canBeTrue = !isEmpty(outlook.when(expression, true));
	for (const each of excluded) {
		const severity = canBeTrue || !each.certain ? "warning" : "error";
		const help = collector.full ? undefined : each.help?.();
		collector.add(each.code, severity, each.literal.start, each.literal.end, each.message, { help });
	}
	if (canBeTrue || slot !== "condition" || certain.length > 0) return;
	const needs = needsOf(expression, typing);
	if (isEmpty(outlook.there(expression))) {
		alwaysAnError(needs, collector);
		return;
	}
	// First as if every root were there, then as if every parameter were, too: what is asked for says what is missing.
	for (const assumed of ["roots", "everything"] as const) {
		const asked = new Outlook(typing, { ...assumptions, assumed }).when(expression, true);
		if (isEmpty(asked)) continue;
		missingWhereAsked(needs, asked, collector);
		return;
	}
	if (!asksAboutActivity(expression, typing)) return;
	collector.warning(
		"Q3305",
		expression.start,
		expression.end,
		"no activity satisfies all of this: the expression is never true",
		{
			help: "compare the type, kind, resource and action it asks for; one of them excludes another",
		},
	);
}

/** Comparisons of a path with a literal it never equals. */
function excludedLiterals(text: string, typing: Typing, opaque: (literal: string) => boolean): readonly NeverEqual[] {
	const found: NeverEqual[] = [];
	for (const node of typing.comparisons) {
		const isMethod = node.kind === "method";
		const element = isMethod ? node.arguments[0] : node.left;
		const list = isMethod ? node.target : node.right;
		if (element === undefined) continue;
		if (!isMethod && node.operator !== "in" && node.operator !== "==" && node.operator !== "!=") continue;
		if (list.kind === "list") {
			for (const each of list.elements) compareLiteral(element, each, text, typing, opaque, found);
		} else compareLiteral(element, list, text, typing, opaque, found);
		compareLiteral(list, element, text, typing, opaque, found);
	}
	return found;
}

function compareLiteral(
	path: Expression,
	literal: Expression,
	text: string,
	typing: Typing,
	opaque: (literal: string) => boolean,
	found: NeverEqual[],
): void {
	if (literal.kind !== "string" || path.kind === "string" || path.kind === "list") return;
	const reason = neverEqual(path, typing.origins[path.id], literal, text);
	if (reason !== undefined && !opaque(literal.value)) found.push(reason);
}

function invertedSlices(typing: Typing, collector: Collector): void {
	for (const { from, to } of typing.slices) {
		if (from.kind !== "integer" || to.kind !== "integer" || from.value <= to.value) continue;
		const message = `the slice ends at ${to.value}, before it begins at ${from.value}: reading it is always an error`;
		collector.error("Q3206", from.start, to.end, message, { help: `write \`[${to.value}..${from.value}]\`` });
	}
}

/** The service accepts these, and then every evaluation ends in an error: tuples are lists. */
function namedMembers(text: string, typing: Typing, collector: Collector): void {
	for (const { target, index } of typing.namedMembers) {
		const name = text.slice(target.start, target.end).replace(/\s+/g, " ");
		const message = `\`${name}\` is an argument of a contract call: the members of a tuple are read by position, not by name`;
		collector.error("Q3109", index.start, index.end, message, {
			help: "write the member's position in the function's interface, counted from 0: `[0]`",
		});
	}
}

function alwaysAnError(needs: readonly Need[], collector: Collector): void {
	for (const [index, second] of needs.entries()) {
		const first = needs.slice(0, index).find((each) => isEmpty(both(each.restriction.where, second.restriction.where)));
		if (first !== undefined) {
			conflict(first, second, collector);
			return;
		}
	}
	// No two exclude each other, but all together do.
	let together = allContexts;
	for (const { node, restriction } of needs) {
		together = both(together, restriction.where);
		if (!isEmpty(together)) continue;
		const message = `\`${restriction.name}\` is never there together with everything that is read before it`;
		collector.error("Q3203", node.start, node.end, message, { help: "write one policy for each of them" });
		return;
	}
}

function conflict({ restriction: first }: Need, { restriction: second, node }: Need, collector: Collector): void {
	const message = `\`${second.name}\` and \`${first.name}\` are never there together: the expression always ends in an error`;
	collector.error(conflictCode(first, second), node.start, node.end, message, {
		help: "write one policy for each of them",
		notes: ["both sides of `&&` and `||` are always evaluated, and an error on one side is an error of the whole"],
	});
}

function conflictCode(first: Restriction, second: Restriction): Code {
	const among = (names: readonly string[]): boolean => names.includes(first.name) && names.includes(second.name);
	if (among(targetRoots)) return "Q3201";
	if (among(payloadRoots)) return "Q3202";
	return first.kind === "parameter" || second.kind === "parameter" ? "Q3204" : "Q3203";
}

function missingWhereAsked(needs: readonly Need[], asked: ContextSet, collector: Collector): void {
	const missing = needs.find((need) => isEmpty(both(need.restriction.where, asked))) ?? needs[needs.length - 1];
	if (missing === undefined) return;
	const { node, restriction } = missing;
	const kinds = labelsOf(membersOf(asked), restriction);
	const named =
		kinds.length > 3
			? "the activities that the expression asks for"
			: `${kinds.map((kind) => `\`${kind}\``).join(", ")}, which the expression asks for`;
	const homes = kindsOf(
		membersOf(restriction.where).filter(({ certain }) => restriction.kind !== "root" || isAmong(certain, restriction.name)),
	);
	collector.error(
		restriction.kind === "parameter" ? "Q3204" : "Q3203",
		node.start,
		node.end,
		`\`${restriction.name}\` is not there in ${named}: where that matches, the expression ends in an error`,
		{ help: homes.length <= 8 ? `it is there in ${homes.map((kind) => `\`${kind}\``).join(", ")}` : undefined },
	);
}

function isAmong(names: ReadonlySet<string>, name: string): boolean {
	return names.has(name);
}

function kindsOf(contexts: readonly Context[]): readonly string[] {
	return [...new Set(contexts.map(({ activity }) => activity.kind ?? activity.type))];
}

/** The kinds of contexts; with what sets them apart where other contexts of the kind do have what is missing. */
function labelsOf(contexts: readonly Context[], { where }: Restriction): readonly string[] {
	const partly = new Set(kindsOf(membersOf(where)));
	const labels = contexts.map(({ activity, fixed }) => {
		const kind = activity.kind ?? activity.type;
		const [value] = fixed.values();
		return partly.has(kind) && value !== undefined ? `${kind} of ${value}` : kind;
	});
	return [...new Set(labels)];
}

function asksAboutActivity(expression: Expression, typing: Typing): boolean {
	let asks = false;
	walk(expression, (node) => {
		if (node.kind === "field" && typing.origins[node.id]?.field.owner.startsWith("Activity") === true) asks = true;
		return undefined;
	});
	return asks;
}
