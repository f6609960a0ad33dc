// Paths as closures: how roots, fields, elements and parts are read from bindings, and what is said when they are not there.
// Errors whose text is known beforehand are made once.
import { type Binding, notUsed } from "./bindings.js";
import type { Compiler, Outcome, Step } from "./compile.js";
import type { Field } from "./environment/field.js";
import type { Type } from "./environment/type.js";
import { EvaluationError } from "./evaluation-error.js";
import type { Expression, FieldAccess, Index, Slice } from "./tree.js";
import { defaultOf, describeValueType, nothing, readerOf, sliceText, type Value } from "./value.js";

/** Reads a root or a variable. */
export function compileName(compiler: Compiler, node: Expression, name: string): Step {
	const place = compiler.placeOf(name);
	if (place >= 0) return (evaluation) => evaluation.locals[place] as Value;
	const missing = compiler.error("MissingKeyword", node, `\`${name}\` is not there in this request`);
	const misfit = compiler.error("WrongType", node, `\`${name}\` is bound to something else than its type`);
	const read = readerOf(compiler.typeOf(node));
	return ({ bindings }) => {
		const binding = bindings[name];
		return binding === undefined ? missing : (read(binding) ?? misfit);
	};
}

/** Reads a field; one that is not there is an error or the default its row names. */
export function compileField(compiler: Compiler, node: FieldAccess): Step {
	const field = compiler.typing.origins[node.id]?.field as Field;
	const { name } = node;
	const target = compiler.step(node.target);
	const isRoot = compiler.typeOf(node.target).kind === "namespace";
	const path = compiler.quote(node);
	const missing = isRoot
		? compiler.error("MissingKeyword", node, `${path} is not there in this request`)
		: compiler.error("MissingField", node, `${path} is not there in this activity`);
	const unset = compiler.error("FieldNotUsed", node, `${path} was not set by the caller`);
	const withDefault =
		field.absent === "default" ||
		(field.absent === "default-if-configured" && compiler.decisions.namesWithoutInterface === "empty");
	const absent: Outcome = withDefault ? defaultOf(field.type) : missing;
	const whenUnset: Outcome = withDefault ? absent : unset;
	const read = readerOf(field.type);
	const misfit = misfitOf(compiler, node, field.type, path);
	return (evaluation) => {
		const record = target(evaluation);
		if (record instanceof EvaluationError) {
			// A namespace none of whose roots is there.
			return isRoot && record.kind === "MissingKeyword" ? missing : record;
		}
		const binding = (record as { readonly [name: string]: Binding })[name];
		if (binding === undefined) return absent;
		if (binding === notUsed) return whenUnset;
		return read(binding) ?? misfit(binding);
	};
}

/** What to say about a binding that is no value of the type it should have. */
export function misfitOf(compiler: Compiler, node: Expression, type: Type, path: string): (binding: Binding) => EvaluationError {
	return (binding) => {
		const integer = typeof binding === "bigint" || typeof binding === "number";
		if (integer && (type.kind === "int" || type.kind === "uint")) {
			return compiler.error("Overflow", node, `${path} is ${binding}, which does not fit ${type.kind}`);
		}
		return compiler.error("WrongType", node, `${path} is bound to something else than its type`);
	};
}

/** Reads an element of a list, a character of a text, an entry of a map. */
export function compileIndex(compiler: Compiler, node: Index): Step {
	const target = compiler.step(node.target);
	const index = compiler.step(node.index);
	const type = compiler.typeOf(node.target);
	const element = readerOf(compiler.typeOf(node));
	const path = compiler.quote(node.target);
	const misfit = misfitOf(compiler, node, compiler.typeOf(node), compiler.quote(node));
	const noKey = (key: string): Outcome =>
		compiler.decisions.missingKey === "unequal" ? nothing : compiler.error("MissingKey", node, `${path} has no \`${key}\``);
	const entry = (record: object, key: string): Outcome => {
		const binding = Object.hasOwn(record, key) ? (record as { readonly [name: string]: Binding })[key] : undefined;
		if (binding === undefined || binding === notUsed) return noKey(key);
		return element(binding) ?? misfit(binding);
	};
	const at = (list: string | readonly Binding[], position: bigint): Outcome => {
		const place = position >= 0n && position <= 0xffff_ffffn ? Number(position) : -1;
		if (typeof list === "string") {
			const text = place < 0 ? undefined : sliceText(list, place, place + 1);
			return text ?? compiler.error("OutOfRange", node, `${path} has no character ${position}`);
		}
		const binding = place < 0 ? undefined : list[place];
		if (binding === undefined) {
			return compiler.error("OutOfRange", node, `${path} has ${list.length} elements, there is no element ${position}`);
		}
		return element(binding) ?? misfit(binding);
	};
	return (evaluation) => {
		const value = target(evaluation);
		const position = index(evaluation);
		if (value instanceof EvaluationError) return value;
		if (position instanceof EvaluationError) return position;
		if (typeof position === "bigint" && (typeof value === "string" || Array.isArray(value))) return at(value, position);
		if (typeof position === "string" && typeof value === "object" && !Array.isArray(value)) return entry(value, position);
		if (value === nothing || position === nothing) return nothing;
		const wanted = typeof position === "string" ? "a map" : "a list";
		const kind = type.kind === "map" ? "MissingKey" : "WrongType";
		return compiler.error(
			kind,
			node,
			`${path} is ${describeValueType(value)}, ${wanted} is needed for ${compiler.quote(node.index)}`,
		);
	};
}

/** Reads a part of a list or a text. */
export function compileSlice(compiler: Compiler, node: Slice): Step {
	const target = compiler.step(node.target);
	const from = compiler.step(node.from);
	const to = compiler.step(node.to);
	const path = compiler.quote(node.target);
	return (evaluation) => {
		const value = target(evaluation);
		const first = from(evaluation);
		const last = to(evaluation);
		if (value instanceof EvaluationError) return value;
		if (first instanceof EvaluationError) return first;
		if (last instanceof EvaluationError) return last;
		if (typeof value !== "string" && !Array.isArray(value)) {
			return compiler.error("WrongType", node, `${path} is ${describeValueType(value)}, which has no slices`);
		}
		if (typeof first !== "bigint" || typeof last !== "bigint" || first < 0n || first > last || last > 0xffff_ffffn) {
			return compiler.error("OutOfRange", node, `\`[${String(first)}..${String(last)}]\` is no slice`);
		}
		if (typeof value === "string") {
			const text = sliceText(value, Number(first), Number(last));
			return text ?? compiler.error("OutOfRange", node, `${path} is shorter than ${last} characters`);
		}
		if (last > BigInt(value.length)) {
			return compiler.error("OutOfRange", node, `${path} has ${value.length} elements, there is no slice up to ${last}`);
		}
		return value.slice(Number(first), Number(last));
	};
}
