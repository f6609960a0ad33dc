// The types of the language. Structs carry their fields, so that a type says all that can be done with a value of it.
import type { Field } from "./field.js";

/** A named record; its fields are looked up in a map, so that no name of JavaScript's own is taken for one. */
export interface Struct {
	readonly name: string;
	readonly fields: ReadonlyMap<string, Field>;
}

export type Type =
	| { readonly kind: "bool" }
	/** Signed, 128 bits. */
	| { readonly kind: "int" }
	/** Unsigned, 256 bits. */
	| { readonly kind: "uint" }
	/** An integer literal that fits both. */
	| { readonly kind: "number" }
	| { readonly kind: "string" }
	| { readonly kind: "timestamp" }
	/** A string, an integer, a truth value, a list or a map; which, is known at evaluation only. */
	| { readonly kind: "dynamic" }
	| { readonly kind: "list"; readonly element: Type }
	/** Texts to values; read with `['key']`. */
	| { readonly kind: "map"; readonly value: Type }
	| { readonly kind: "struct"; readonly struct: Struct }
	/** The first part of a two-part root, such as `eth`; no value itself. */
	| { readonly kind: "namespace"; readonly name: string; readonly members: ReadonlyMap<string, Field> }
	/** Of an expression that was complained about: fits everywhere. */
	| { readonly kind: "unknown" };

export const bool: Type = { kind: "bool" };
export const int: Type = { kind: "int" };
export const uint: Type = { kind: "uint" };
export const number: Type = { kind: "number" };
export const string: Type = { kind: "string" };
export const timestamp: Type = { kind: "timestamp" };
export const dynamic: Type = { kind: "dynamic" };
export const unknown: Type = { kind: "unknown" };

export function listOf(element: Type): Type {
	return { kind: "list", element };
}

export function mapOf(value: Type): Type {
	return { kind: "map", value };
}

export function structType(struct: Struct): Type {
	return { kind: "struct", struct };
}

/** A type as messages and documentation write it: `list<User>`. */
export function describeType(type: Type): string {
	switch (type.kind) {
		case "list":
			return `list<${describeType(type.element)}>`;
		case "map":
			return `map<string, ${describeType(type.value)}>`;
		case "struct":
			return type.struct.name;
		case "number":
			return "int";
		case "dynamic":
			return "dynamic value";
		default:
			return type.kind;
	}
}

export function isInteger(type: Type): boolean {
	return type.kind === "int" || type.kind === "uint" || type.kind === "number";
}

/** Whether values of the two types can be compared with `==`. */
export function comparable(a: Type, b: Type): boolean {
	if (a.kind === "unknown" || b.kind === "unknown") return true;
	if (a.kind === "dynamic" || b.kind === "dynamic") return isScalar(a) && isScalar(b);
	if (a.kind === "number") return isInteger(b);
	if (b.kind === "number") return isInteger(a);
	return a.kind === b.kind && isScalar(a);
}

function isScalar(type: Type): boolean {
	switch (type.kind) {
		case "list":
		case "map":
		case "struct":
		case "namespace":
			return false;
		default:
			return true;
	}
}
