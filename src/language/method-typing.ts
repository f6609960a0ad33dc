// The types of method calls: the three quantifiers, `contains` and `count`, all of them on lists.
import { closest } from "../diagnostics/suggestion.js";
import { hintForCall } from "./common-mistakes.js";
import { typeMembership } from "./comparison-typing.js";
import { roots } from "./environment/roots.js";
import * as types from "./environment/type.js";
import { describeType, type Type } from "./environment/type.js";
import type { MethodCall, Quantifier } from "./tree.js";
import type { Scope, Typer } from "./typing.js";

/** Types `all`, `any` and `filter`. */
export function typeQuantifier(typer: Typer, node: Quantifier, scope: Scope | undefined): Type {
	const target = typer.typeOf(node.target, scope);
	const element = target.kind === "list" ? target.element : target.kind === "dynamic" ? types.dynamic : types.unknown;
	if (element.kind === "unknown" && target.kind !== "unknown" && target.kind !== "list") notAList(typer, node, target);
	shadowing(typer, node, scope);
	const from = typer.originOf(node.target);
	const origin = from === undefined ? undefined : { field: from.field, steps: from.steps + 1 };
	const inner: Scope = { name: node.variable, type: element, origin, outer: scope };
	typer.expectTruth(node.body, typer.typeOf(node.body, inner), `the condition of \`${node.name}\``);
	if (node.name !== "filter") return types.bool;
	typer.typing.origins[node.id] = from;
	return types.listOf(element);
}

function shadowing(typer: Typer, node: Quantifier, scope: Scope | undefined): void {
	let hidden = roots[typer.slot].has(node.variable) ? "root" : undefined;
	for (let each = scope; each !== undefined; each = each.outer) if (each.name === node.variable) hidden = "variable";
	if (hidden === undefined) return;
	const end = node.variableStart + node.variable.length;
	typer.collector.warning(
		"Q3404",
		node.variableStart,
		end,
		`the variable \`${node.variable}\` hides the ${hidden} of that name`,
		{
			help: "choose another name",
		},
	);
}

function notAList(typer: Typer, node: Quantifier | MethodCall, target: Type): void {
	const end = node.nameStart + node.name.length;
	const part = node.name === "contains" && target.kind === "string";
	typer.collector.error(
		"Q3116",
		node.nameStart,
		end,
		`\`${node.name}\` is a method of lists, but ${typer.quote(node.target)} is of type ${describeType(target)}`,
		{ help: part ? "a part of a string is compared by a slice: `x[0..4] == 'abcd'`" : undefined },
	);
}

/** Types `contains` and `count`, and complains about any other method. */
export function typeMethod(typer: Typer, node: MethodCall, scope: Scope | undefined): Type {
	const target = typer.typeOf(node.target, scope);
	const end = node.nameStart + node.name.length;
	const known = node.name === "count" || node.name === "contains";
	const wanted = node.name === "count" ? 0 : 1;
	if (!known) {
		const near = closest(node.name, ["all", "any", "filter", "contains", "count"]);
		typer.collector.error("Q3104", node.nameStart, end, `there is no method \`${node.name}\``, {
			help: hintForCall(node.name) ?? (near === undefined ? undefined : `did you mean \`${near}\`?`),
			notes: ["the methods are `all`, `any`, `filter`, `contains` and `count`, all on lists"],
		});
		return types.unknown;
	}
	if (node.bare) {
		typer.collector.warning("Q3401", node.nameStart, end, "`count` is a method and takes parentheses", {
			help: "write `count()`",
		});
	}
	if (node.arguments.length !== wanted) {
		const found = node.arguments.length;
		typer.collector.error(
			"Q3105",
			node.nameStart,
			node.end,
			`\`${node.name}\` takes ${wanted === 0 ? "no argument" : "one argument"}, found ${found}`,
			{
				help: node.name === "count" ? "`filter(x, …).count()` counts the elements that satisfy a condition" : undefined,
			},
		);
		return node.name === "count" ? types.int : types.bool;
	}
	if (node.name === "contains") typer.typing.comparisons.push(node);
	const [argument] = node.arguments;
	const type = argument === undefined ? undefined : typer.typeOf(argument, scope);
	if (target.kind !== "list" && target.kind !== "dynamic" && target.kind !== "unknown") notAList(typer, node, target);
	else if (argument !== undefined && type !== undefined) typeMembership(typer, node, argument, type, node.target, target);
	return node.name === "count" ? types.int : types.bool;
}
