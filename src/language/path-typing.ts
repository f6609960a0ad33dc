// The types of names and paths: roots, variables, fields, indexes and slices.
import { closest } from "../diagnostics/suggestion.js";
import { hintForCall, hintForField, hintForName } from "./common-mistakes.js";
import type { Origin } from "./environment/field.js";
import { roots, slotOfRoot } from "./environment/roots.js";
import * as types from "./environment/type.js";
import { describeType, type Type } from "./environment/type.js";
import { listWords } from "./quoted-list.js";
import type { Expression, FieldAccess, Index, Name, Slice } from "./tree.js";
import type { Scope, Typer } from "./typing.js";

/** Types a name: a variable of a quantifier around it, or a root of the slot. */
export function typeName(typer: Typer, node: Name, scope: Scope | undefined): Type {
	for (let each = scope; each !== undefined; each = each.outer) {
		if (each.name !== node.name) continue;
		typer.typing.origins[node.id] = each.origin;
		return each.type;
	}
	const root = roots[typer.slot].get(node.name);
	if (root !== undefined) {
		typer.typing.origins[node.id] = root.origin;
		return root.type;
	}
	unknownName(typer, node, scope);
	return types.unknown;
}

function unknownName(typer: Typer, node: Name, scope: Scope | undefined): void {
	const home = slotOfRoot(node.name);
	if (home !== undefined) {
		typer.collector.error(
			"Q3102",
			node.start,
			node.end,
			`\`${node.name}\` exists in \`${home}\` only, and this is a \`${typer.slot}\``,
			{
				help:
					home === "consensus"
						? "ask who approves in the policy's `consensus`"
						: home === "time"
							? "ask for the time in the policy's `time`"
							: "ask about the activity in the policy's `condition`",
			},
		);
		return;
	}
	const known = [...roots[typer.slot].keys()];
	for (let each = scope; each !== undefined; each = each.outer) known.push(each.name);
	const near = closest(node.name, known);
	const constant = /^[A-Z][A-Z0-9_]+$/.test(node.name) ? `a text stands in single quotes: \`'${node.name}'\`` : undefined;
	const help = constant ?? hintForName(node.name) ?? (near === undefined ? undefined : `did you mean \`${near}\`?`);
	typer.collector.error(
		"Q3101",
		node.start,
		node.end,
		`\`${node.name}\` is not a root of a \`${typer.slot}\` and not a variable`,
		{
			help: help ?? `a \`${typer.slot}\` begins with ${listWords([...roots[typer.slot].keys()])}; a text stands in single quotes`,
		},
	);
}

/** Types `target.field`. */
export function typeField(typer: Typer, node: FieldAccess, scope: Scope | undefined): Type {
	const target = typer.typeOf(node.target, scope);
	switch (target.kind) {
		case "struct":
		case "namespace": {
			const fields = target.kind === "struct" ? target.struct.fields : target.members;
			const field = fields.get(node.name);
			if (field === undefined) {
				unknownField(typer, node, target.kind === "struct" ? target.struct.name : `\`${target.name}\``, [...fields.keys()]);
				return types.unknown;
			}
			if (field.prefer !== undefined) {
				const message = `\`${node.name}\` is a doubtful spelling of \`${field.prefer}\``;
				typer.collector.warning("Q3406", node.nameStart, node.end, message, { help: `write \`${field.prefer}\`` });
			}
			typer.typing.origins[node.id] = field.origin;
			return field.type;
		}
		case "map":
		case "dynamic":
			typer.collector.error(
				"Q3108",
				node.nameStart - 1,
				node.end,
				`${typer.quote(node.target)} is a ${target.kind === "map" ? "map" : "dynamic value"}, which has no fields`,
				{ help: `write \`['${node.name}']\` in place of \`.${node.name}\`` },
			);
			return types.unknown;
		case "unknown":
			return types.unknown;
		default: {
			const hint = target.kind === "list" ? hintForCall(node.name) : undefined;
			typer.collector.error(
				"Q3103",
				node.nameStart,
				node.end,
				`${typer.quote(node.target)} is of type ${describeType(target)}, which has no field \`${node.name}\``,
				{
					help:
						hint ??
						(target.kind === "list"
							? `\`any(x, x.${node.name} …)\` asks it of each element, \`[0]\` takes the first`
							: undefined),
				},
			);
			return types.unknown;
		}
	}
}

function unknownField(typer: Typer, node: FieldAccess, owner: string, known: readonly string[]): void {
	const near = closest(node.name, known);
	const hint = hintForField(owner, node.name) ?? (near === undefined ? undefined : `did you mean \`${near}\`?`);
	typer.collector.error("Q3103", node.nameStart, node.end, `${typer.quote(node.target)} has no field \`${node.name}\``, {
		help: hint,
		notes: known.length > 20 && near !== undefined ? [] : [`the fields of ${owner} are ${listWords(known)}`],
	});
}

/** Types `target[position]` and `target['key']`. */
export function typeIndex(typer: Typer, node: Index, scope: Scope | undefined): Type {
	const target = typer.typeOf(node.target, scope);
	const index = typer.typeOf(node.index, scope);
	const origin = typer.originOf(node.target);
	if (origin !== undefined) typer.typing.origins[node.id] = { field: origin.field, steps: origin.steps + 1 };
	switch (target.kind) {
		case "list":
		case "string":
			expectPosition(typer, node.index, index, target);
			return target.kind === "list" ? target.element : types.string;
		case "map":
			if (index.kind !== "string" && index.kind !== "dynamic" && index.kind !== "unknown") {
				typer.collector.error(
					"Q3112",
					node.index.start,
					node.index.end,
					`${typer.quote(node.target)} is read by a string, found ${typer.quote(node.index)} of type ${describeType(index)}`,
					{ help: "write the key in single quotes" },
				);
			}
			return target.value;
		case "dynamic":
			return dynamicIndex(typer, node, index, origin);
		case "unknown":
			return types.unknown;
		default:
			typer.collector.error(
				"Q3112",
				node.start,
				node.end,
				`${typer.quote(node.target)} is of type ${describeType(target)}, which cannot be indexed`,
				{ help: target.kind === "struct" && node.index.kind === "string" ? `write \`.${node.index.value}\`` : undefined },
			);
			return types.unknown;
	}
}

function dynamicIndex(typer: Typer, node: Index, index: Type, origin: Origin | undefined): Type {
	if (index.kind === "string" && origin?.field.name === "contract_call_args") typer.typing.namedMembers.push(node);
	if (index.kind !== "string" && index.kind !== "dynamic" && index.kind !== "unknown" && !types.isInteger(index)) {
		typer.collector.error(
			"Q3112",
			node.index.start,
			node.index.end,
			`${typer.quote(node.target)} is read by a string or an integer, found ${typer.quote(node.index)} of type ${describeType(index)}`,
		);
	}
	return types.dynamic;
}

function expectPosition(typer: Typer, node: Expression, type: Type, target: Type): void {
	if (type.kind === "int" || type.kind === "number" || type.kind === "unknown") return;
	typer.collector.error(
		"Q3112",
		node.start,
		node.end,
		`a position in a ${describeType(target)} is an int, found ${typer.quote(node)} of type ${describeType(type)}`,
		{ help: node.kind === "string" && /^\d+$/.test(node.value) ? `write \`${node.value}\` without quotes` : undefined },
	);
}

/** Types `target[from..to]`. */
export function typeSlice(typer: Typer, node: Slice, scope: Scope | undefined): Type {
	const target = typer.typeOf(node.target, scope);
	const from = typer.typeOf(node.from, scope);
	const to = typer.typeOf(node.to, scope);
	typer.typing.origins[node.id] = typer.originOf(node.target);
	typer.typing.slices.push(node);
	if (target.kind === "unknown") return types.unknown;
	if (target.kind !== "list" && target.kind !== "string" && target.kind !== "dynamic") {
		typer.collector.error(
			"Q3112",
			node.start,
			node.end,
			`${typer.quote(node.target)} is of type ${describeType(target)}; only lists and strings can be sliced`,
		);
		return types.unknown;
	}
	expectPosition(typer, node.from, from, target);
	expectPosition(typer, node.to, to, target);
	return target;
}
