// What may be compared with what. Nothing is converted, so the message shows both sides with their types and the spelling
// that would work.
import { comparable, describeType, isInteger, type Struct, type Type } from "./environment/type.js";
import type { Comparison, Expression } from "./tree.js";
import type { Typer } from "./typing.js";

const digits = /^[0-9]+$/;

/** Types `==`, `!=`, `<`, `<=`, `>` and `>=`. */
export function typeComparison(typer: Typer, node: Comparison, left: Type, right: Type): void {
	if (left.kind === "unknown" || right.kind === "unknown") return;
	for (const [side, type] of [
		[node.left, left],
		[node.right, right],
	] as const) {
		if (isWhole(type)) {
			wholeCompared(typer, side, type);
			return;
		}
	}
	if (node.operator === "==" || node.operator === "!=") {
		if (!comparable(left, right)) mismatch(typer, node, node.left, left, node.right, right);
		else quotedNumber(typer, node.left, left, node.right, right);
		return;
	}
	if (left.kind === "timestamp" && right.kind === "timestamp") return;
	const unordered = [left, right].find((type) => !isInteger(type) && type.kind !== "dynamic");
	if (unordered === undefined) {
		if (!comparable(left, right)) mismatch(typer, node, node.left, left, node.right, right);
		return;
	}
	if (!comparable(left, right)) {
		mismatch(typer, node, node.left, left, node.right, right);
		return;
	}
	typer.collector.error(
		"Q3107",
		node.start,
		node.end,
		`\`${node.operator}\` compares integers and timestamps, found ${typer.quote(node.left)} of type ${describeType(left)} and ${typer.quote(node.right)} of type ${describeType(right)}`,
		{ help: quotedDigits(node.left) ?? quotedDigits(node.right) },
	);
}

/** Types `element in list` and `list.contains(element)`. */
export function typeMembership(
	typer: Typer,
	node: Expression,
	element: Expression,
	type: Type,
	list: Expression,
	listType: Type,
): void {
	if (type.kind === "unknown" || listType.kind === "unknown") return;
	if (isWhole(type)) {
		wholeCompared(typer, element, type);
		return;
	}
	if (listType.kind !== "list" && listType.kind !== "dynamic") {
		typer.collector.error(
			"Q3113",
			list.start,
			list.end,
			`\`in\` needs a list, but ${typer.quote(list)} is of type ${describeType(listType)}`,
			{
				help:
					listType.kind === "string"
						? "a part of a string is compared by a slice: `x[0..4] == 'abcd'`; one value is compared by `==`"
						: undefined,
			},
		);
		return;
	}
	// The elements of a list of different types have been complained about.
	if (listType.kind === "dynamic" || listType.element.kind === "unknown") return;
	if (list.kind === "list") {
		for (const each of list.elements) {
			const eachType = typer.typing.types[each.id];
			if (eachType === undefined || comparable(type, eachType)) continue;
			mismatch(typer, each, element, type, each, eachType);
			return;
		}
	} else if (!comparable(type, listType.element)) {
		typer.collector.error(
			"Q3113",
			node.start,
			node.end,
			`${typer.quote(element)} is of type ${describeType(type)} and can never be in ${typer.quote(list)}, a ${describeType(listType)}`,
			{ help: element.kind === "integer" ? `write \`'${element.value}'\` in quotes` : quotedDigits(element) },
		);
		return;
	}
	unreliableMembership(typer, node, element, type, list);
}

/** Reports disagree on `in` over unsigned integers and over values inside EIP-712 messages. */
function unreliableMembership(typer: Typer, node: Expression, element: Expression, type: Type, list: Expression): void {
	const field = typer.originOf(element)?.field;
	const inMessage = type.kind === "dynamic" && field?.owner === "Eip712TypedData";
	const unsigned = type.kind === "uint" && element.kind !== "integer";
	if (!inMessage && !unsigned) return;
	const subject = typer.text.slice(element.start, element.end);
	const expanded =
		list.kind === "list" && list.elements.length > 0 && list.elements.length <= 5
			? list.elements.map((each) => `${subject} == ${typer.text.slice(each.start, each.end)}`).join(" || ")
			: undefined;
	typer.collector.warning(
		"Q3402",
		node.start,
		node.end,
		`\`in\` may not work for ${typer.quote(element)}, ${unsigned ? "an unsigned integer" : "a value inside an EIP-712 message"}`,
		{ help: expanded === undefined ? "write comparisons joined by `||`" : `write \`(${expanded})\`` },
	);
}

function isWhole(type: Type): boolean {
	return type.kind === "list" || type.kind === "map" || type.kind === "struct" || type.kind === "namespace";
}

function wholeCompared(typer: Typer, node: Expression, type: Type): void {
	if (type.kind === "namespace") {
		typer.namespaceUsed(node, type);
		return;
	}
	const help =
		type.kind === "list"
			? "use `any`, `all`, `contains` or `count()`"
			: type.kind === "struct"
				? fieldsOf(type.struct)
				: "read one entry of it: `['key']`";
	typer.collector.error(
		"Q3121",
		node.start,
		node.end,
		`${typer.quote(node)} is of type ${describeType(type)}, which cannot be compared as a whole`,
		{ help },
	);
}

function fieldsOf(struct: Struct): string {
	const names = [...struct.fields.keys()].map((name) => `\`.${name}\``);
	return `compare a field of it: ${names.length > 8 ? `${names.slice(0, 6).join(", ")} …` : names.join(", ")}`;
}

function mismatch(typer: Typer, node: Expression, left: Expression, leftType: Type, right: Expression, rightType: Type): void {
	if (isInteger(leftType) && isInteger(rightType)) {
		const literal = left.kind === "integer" ? left : right.kind === "integer" ? right : undefined;
		if (literal === undefined) {
			typer.collector.error(
				"Q3106",
				node.start,
				node.end,
				`${typer.quote(left)} is of type ${describeType(leftType)} and ${typer.quote(right)} of type ${describeType(rightType)}; signed and unsigned integers are not compared with each other`,
			);
			return;
		}
		typer.collector.error(
			"Q3117",
			literal.start,
			literal.end,
			`the literal does not fit an int, the type of ${typer.quote(literal === left ? right : left)}: the largest is 2^127 - 1`,
		);
		return;
	}
	typer.collector.error(
		"Q3106",
		node.start,
		node.end,
		`${typer.quote(left)} is of type ${describeType(leftType)} and ${typer.quote(right)} of type ${describeType(rightType)}; they are never compared`,
		{ help: spelling(left, rightType) ?? spelling(right, leftType) },
	);
}

/** How a literal would have to be written to have the type of the other side. */
function spelling(literal: Expression, type: Type): string | undefined {
	if (isInteger(type)) return quotedDigits(literal);
	if (type.kind === "string") {
		if (literal.kind === "integer") return `write \`'${literal.value}'\` in quotes`;
		if (literal.kind === "boolean") return `write \`'${literal.value}'\` in quotes`;
	}
	if (type.kind === "bool" && literal.kind === "string" && /^(true|false)$/.test(literal.value)) {
		return `write \`${literal.value}\` without quotes`;
	}
	if (type.kind === "timestamp" && literal.kind === "string") return `write \`Timestamp('${literal.value}')\``;
	return undefined;
}

function quotedDigits(node: Expression): string | undefined {
	return node.kind === "string" && digits.test(node.value) ? `write \`${node.value}\` without quotes` : undefined;
}

/** A quoted number against a value whose type is known only at evaluation: silently unequal when that is an integer. */
function quotedNumber(typer: Typer, left: Expression, leftType: Type, right: Expression, rightType: Type): void {
	const literal = leftType.kind === "dynamic" ? right : rightType.kind === "dynamic" ? left : undefined;
	if (literal?.kind !== "string" || !digits.test(literal.value)) return;
	const other = literal === right ? left : right;
	typer.collector.warning(
		"Q3407",
		literal.start,
		literal.end,
		`if ${typer.quote(other)} is an integer, it is never equal to the string \`'${literal.value}'\``,
		{ help: `write \`${literal.value}\` without quotes, unless the value is a string` },
	);
}
