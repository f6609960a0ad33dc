// A field of a struct as data: its type, and what is known about its values. The checker, the evaluator, the rules and the
// documentation all read these rows; none of them knows a field by name.
import { bool, dynamic, int, listOf, mapOf, type Struct, string, structType, type Type, uint } from "./type.js";

/** What strings of a field look like; a literal that cannot look like it is never equal. */
export type Shape =
	/** `0x` and 40 hexadecimal digits, or empty where the transaction creates a contract. */
	| "evm-address"
	/** `0x` and hexadecimal digits. */
	| "prefixed-hex"
	/** Hexadecimal digits without `0x`. */
	| "bare-hex";

/** How strings of a field are compared. */
export type LetterCase =
	/** Upper and lower case are the same. */
	| "ignored"
	/** Upper and lower case are the same where both sides are EVM addresses. */
	| "ignored-in-addresses";

/** When a field has no value although its struct is there. */
export type Availability =
	/** Only in variants of the struct: `field` then has one of `values`. */
	| { readonly when: "variant"; readonly field: string; readonly values: readonly string[] }
	/** Only if an interface of the contract or program has been uploaded. */
	| { readonly when: "interface" }
	/** Only if the caller set it. */
	| { readonly when: "given" }
	/** Only for this kind of activity. */
	| { readonly when: "activity"; readonly kind: string };

/** What reading gives where the field has no value: an evaluation error, or the type's default (`''`, `0`, a struct of defaults). */
export type WhenAbsent = "error" | "default" | "default-if-configured";

export interface Traits {
	/** All strings that occur. */
	readonly values?: readonly string[];
	readonly shape?: Shape;
	readonly letterCase?: LetterCase;
	readonly available?: Availability;
	readonly absent?: WhenAbsent;
	/** What integers count: `wei`, `lamports` … */
	readonly unit?: string;
	/** What to write in its place, where another spelling is preferred. */
	readonly prefer?: string;
}

export interface Field extends Traits {
	/** The struct it belongs to, or the slot of a root. */
	readonly owner: string;
	readonly name: string;
	readonly type: Type;
	/** What it holds, in a few words. */
	readonly about: string;
	/** The values as a set, where there are any. */
	readonly valueSet?: ReadonlySet<string>;
	/** The origin of a value that is read from the field itself. */
	readonly origin: Origin;
}

/** Where a value comes from: the last field on its path, and how many elements deep in it (indexes and variables of quantifiers). */
export interface Origin {
	readonly field: Field;
	readonly steps: number;
}

/** A field that does not know its name yet. */
export interface FieldRow extends Traits {
	readonly type: Type;
	readonly about: string;
}

export function struct(name: string, rows: Readonly<Record<string, FieldRow>>): Struct {
	return { name, fields: fieldMap(name, rows) };
}

export function fieldMap(owner: string, rows: Readonly<Record<string, FieldRow>>): ReadonlyMap<string, Field> {
	return new Map(Object.entries(rows).map(([name, row]) => [name, fieldOf(owner, name, row)]));
}

function fieldOf(owner: string, name: string, row: FieldRow): Field {
	const values = row.values === undefined ? {} : { valueSet: new Set(row.values) };
	// The field and its origin name each other.
	const origin = { steps: 0 } as { field: Field; steps: number };
	origin.field = { ...row, ...values, owner, name, origin };
	return origin.field;
}

function row(type: Type, about: string, traits: Traits | undefined): FieldRow {
	return { type, about, ...traits };
}

export function text(about: string, traits?: Traits): FieldRow {
	return row(string, about, traits);
}

/** A signed integer. */
export function whole(about: string, traits?: Traits): FieldRow {
	return row(int, about, traits);
}

/** An unsigned integer. */
export function amount(about: string, traits?: Traits): FieldRow {
	return row(uint, about, traits);
}

export function flag(about: string, traits?: Traits): FieldRow {
	return row(bool, about, traits);
}

export function texts(about: string, traits?: Traits): FieldRow {
	return row(listOf(string), about, traits);
}

export function wholes(about: string, traits?: Traits): FieldRow {
	return row(listOf(int), about, traits);
}

export function flags(about: string, traits?: Traits): FieldRow {
	return row(listOf(bool), about, traits);
}

export function one(of: Struct, about: string, traits?: Traits): FieldRow {
	return row(structType(of), about, traits);
}

export function many(of: Struct, about: string, traits?: Traits): FieldRow {
	return row(listOf(structType(of)), about, traits);
}

/** Texts by name. */
export function textMap(about: string, traits?: Traits): FieldRow {
	return row(mapOf(string), about, traits);
}

/** Values of any type by name. */
export function dynamicMap(about: string, traits?: Traits): FieldRow {
	return row(mapOf(dynamic), about, traits);
}
