// Values while an expression is evaluated, and the operations on them that more than one kind of node needs.
import { type Binding, notUsed } from "./bindings.js";
import type { Type } from "./environment/type.js";

/** Stands for an entry that a map does not have, where that is not an error: it equals nothing. */
export const nothing: unique symbol = Symbol("nothing");

export type Value = string | bigint | boolean | typeof nothing | readonly Binding[] | { readonly [name: string]: Binding };

const smallest = -(1n << 127n);
const largestSigned = (1n << 127n) - 1n;
const largestUnsigned = (1n << 256n) - 1n;

export function fitsSigned(value: bigint): boolean {
	return value >= smallest && value <= largestSigned;
}

/** A binding as a value of a type; undefined when it is none. */
export type Reader = (binding: Binding) => Value | undefined;

function readText(binding: Binding): Value | undefined {
	return typeof binding === "string" ? binding : undefined;
}

function readFlag(binding: Binding): Value | undefined {
	return typeof binding === "boolean" ? binding : undefined;
}

function readInteger(binding: Binding): bigint | undefined {
	if (typeof binding === "bigint") return binding;
	return typeof binding === "number" && Number.isSafeInteger(binding) ? BigInt(binding) : undefined;
}

function readSigned(binding: Binding): Value | undefined {
	const value = readInteger(binding);
	return value !== undefined && fitsSigned(value) ? value : undefined;
}

function readUnsigned(binding: Binding): Value | undefined {
	const value = readInteger(binding);
	return value !== undefined && value >= 0n && value <= largestUnsigned ? value : undefined;
}

function readList(binding: Binding): Value | undefined {
	return Array.isArray(binding) ? (binding as readonly Binding[]) : undefined;
}

function readRecord(binding: Binding): Value | undefined {
	if (typeof binding !== "object" || Array.isArray(binding)) return undefined;
	return binding as { readonly [name: string]: Binding };
}

function readDynamic(binding: Binding): Value | undefined {
	if (typeof binding === "number") return readInteger(binding);
	return binding === notUsed ? undefined : (binding as Value);
}

/** How bindings of a type are read. Nothing is converted. */
export function readerOf(type: Type): Reader {
	switch (type.kind) {
		case "string":
			return readText;
		case "bool":
			return readFlag;
		case "int":
			return readSigned;
		case "uint":
			return readUnsigned;
		case "timestamp":
			return readInteger;
		case "list":
			return readList;
		case "map":
		case "struct":
		case "namespace":
			return readRecord;
		default:
			return readDynamic;
	}
}

/** What a type's field reads as when it has no value and that is no error. */
export function defaultOf(type: Type): Value {
	switch (type.kind) {
		case "int":
		case "uint":
			return 0n;
		case "bool":
			return false;
		case "list":
			return [];
		case "map":
		case "struct":
			return {};
		default:
			return "";
	}
}

const evmAddress = /^0[xX][0-9a-fA-F]{40}$/;

export function isEvmAddress(text: string): boolean {
	return text.length === 42 && evmAddress.test(text);
}

/**
 * The characters `from` to `to` (exclusive) of a text, counted in code points; undefined when there are fewer. Looks at no
 * more of the text than it needs.
 */
export function sliceText(text: string, from: number, to: number): string | undefined {
	if (to > text.length) return undefined;
	for (let index = 0; index < to; index += 1) {
		if ((text.charCodeAt(index) & 0xf800) === 0xd800) {
			const points = [...text];
			return to > points.length ? undefined : points.slice(from, to).join("");
		}
	}
	return text.slice(from, to);
}

/** The name of a value's type, for messages. */
export function describeValueType(value: Value): string {
	if (typeof value === "string") return "a string";
	if (typeof value === "bigint") return "an integer";
	if (typeof value === "boolean") return "a truth value";
	if (value === nothing) return "nothing";
	return Array.isArray(value) ? "a list" : "a map";
}
