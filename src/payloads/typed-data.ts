// EIP-712 typed data as signing requests carry it: JSON text in, types and values in one canonical form out. Policies read
// that form and the digest is made from it, so what was allowed is what is signed.

export interface TypedField {
	readonly name: string;
	readonly type: string;
}
export type TypedStructs = ReadonlyMap<string, readonly TypedField[]>;

/**
 * Integers are bigints, addresses and bytes lower-case hexadecimal with `0x`; structs hold exactly the fields of their
 * type. Undefined stands for a struct that is left out.
 */
export type TypedValue = string | bigint | boolean | readonly TypedValue[] | { readonly [field: string]: TypedValue | undefined };
export type TypedRecord = Readonly<Record<string, TypedValue | undefined>>;

export interface TypedData {
	readonly structs: TypedStructs;
	readonly primaryType: string;
	readonly domain: TypedRecord;
	readonly message: TypedRecord;
}

/** The text is no typed data; the message says why. */
export class TypedDataError extends Error {
	override readonly name = "TypedDataError";
}

export const DOMAIN = "EIP712Domain";

/** The fields a domain may have, in the order in which they are hashed when the payload does not describe them. */
const DOMAIN_FIELDS: readonly TypedField[] = [
	{ name: "name", type: "string" },
	{ name: "version", type: "string" },
	{ name: "chainId", type: "uint256" },
	{ name: "verifyingContract", type: "address" },
	{ name: "salt", type: "bytes32" },
];

const MOST_STRUCTS = 256;
const DEEPEST = 64;

/** Throws `TypedDataError`. */
export function readTypedData(text: string): TypedData {
	const { types, primaryType, domain, message } = record(parse(text), "the payload");
	const given = record(domain, "`domain`");
	const structs = readStructs(types, given);
	if (typeof primaryType !== "string" || !structs.has(primaryType)) {
		throw new TypedDataError("`primaryType` must name one of `types`");
	}
	const reader = new ValueReader(structs);
	return {
		structs,
		primaryType,
		domain: reader.struct(DOMAIN, given, "domain", 0),
		message: reader.struct(primaryType, record(message, "`message`"), "message", 0),
	};
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		throw new TypedDataError("the payload is not JSON");
	}
}

function readStructs(types: unknown, domain: Readonly<Record<string, unknown>>): TypedStructs {
	const entries = Object.entries(record(types, "`types`"));
	if (entries.length > MOST_STRUCTS) throw new TypedDataError(`\`types\` has more than ${MOST_STRUCTS} members`);
	const structs = new Map<string, readonly TypedField[]>();
	for (const [name, fields] of entries) {
		if (!Array.isArray(fields)) throw new TypedDataError(`\`types.${name}\` must be a list of fields`);
		structs.set(
			name,
			fields.map((field) => readField(field, name)),
		);
	}
	if (!structs.has(DOMAIN)) {
		structs.set(
			DOMAIN,
			DOMAIN_FIELDS.filter(({ name }) => domain[name] !== undefined && domain[name] !== null),
		);
	}
	return structs;
}

function readField(field: unknown, struct: string): TypedField {
	const { name, type } = record(field, `a field of \`types.${struct}\``);
	if (typeof name !== "string" || typeof type !== "string") {
		throw new TypedDataError(`every field of \`types.${struct}\` must have a \`name\` and a \`type\``);
	}
	return { name, type };
}

/** A type without its last pair of brackets, and how many elements those ask for; undefined when it is no array. */
export function elementOf(type: string): { readonly element: string; readonly length: number | undefined } | undefined {
	const match = /^(.*)\[(\d*)\]$/.exec(type);
	if (!match) return undefined;
	return { element: match[1] ?? "", length: match[2] === "" ? undefined : Number(match[2]) };
}

/** Brings the values of a payload into the canonical form, led by their types. */
class ValueReader {
	readonly #structs: TypedStructs;

	constructor(structs: TypedStructs) {
		this.#structs = structs;
	}

	struct(type: string, value: Readonly<Record<string, unknown>>, path: string, depth: number): TypedRecord {
		if (depth > DEEPEST) throw new TypedDataError(`\`${path}\` is nested too deeply`);
		// No prototype, so that a field may be called anything.
		const fields = Object.create(null) as Record<string, TypedValue | undefined>;
		for (const { name, type: fieldType } of this.#structs.get(type) ?? []) {
			fields[name] = this.#value(fieldType, Object.hasOwn(value, name) ? value[name] : undefined, `${path}.${name}`, depth + 1);
		}
		return fields;
	}

	#value(type: string, value: unknown, path: string, depth: number): TypedValue | undefined {
		const array = elementOf(type);
		if (array) return this.#list(array, value, path, depth);
		if (this.#structs.has(type)) {
			// A struct may be left out, which is how a recursive type ends.
			if (value === undefined || value === null) return undefined;
			return this.struct(type, record(value, `\`${path}\``), path, depth);
		}
		if (value === undefined || value === null) throw new TypedDataError(`\`${path}\` is missing`);
		return scalar(type, value, path);
	}

	#list(array: NonNullable<ReturnType<typeof elementOf>>, value: unknown, path: string, depth: number): TypedValue {
		if (depth > DEEPEST) throw new TypedDataError(`\`${path}\` is nested too deeply`);
		if (!Array.isArray(value)) throw new TypedDataError(`\`${path}\` must be a list`);
		if (array.length !== undefined && value.length !== array.length) {
			throw new TypedDataError(`\`${path}\` must have ${array.length} elements, has ${value.length}`);
		}
		return value.map((each, index) => {
			const element = this.#value(array.element, each, `${path}[${index}]`, depth + 1);
			if (element === undefined) throw new TypedDataError(`\`${path}[${index}]\` is missing`);
			return element;
		});
	}
}

function scalar(type: string, value: unknown, path: string): TypedValue {
	if (type === "string") {
		if (typeof value === "string") return value;
	} else if (type === "bool") {
		if (typeof value === "boolean") return value;
	} else if (type === "address") {
		if (typeof value === "string" && /^0x[0-9a-fA-F]{40}$/.test(value)) return value.toLowerCase();
	} else if (type === "bytes") {
		if (typeof value === "string" && /^0x(?:[0-9a-fA-F]{2})*$/.test(value)) return value.toLowerCase();
	} else if (/^bytes(?:[1-9]|[12]\d|3[0-2])$/.test(type)) {
		const digits = 2 * Number(type.slice(5));
		if (typeof value === "string" && /^0x[0-9a-fA-F]*$/.test(value) && value.length === digits + 2) return value.toLowerCase();
	} else {
		return integer(type, value, path);
	}
	throw new TypedDataError(`\`${path}\` is no ${type}`);
}

function integer(type: string, value: unknown, path: string): bigint {
	const match = /^(u?)int(\d{0,3})$/.exec(type);
	const bits = match?.[2] === "" ? 256 : Number(match?.[2]);
	if (!match || bits < 8 || bits > 256 || bits % 8 !== 0) throw new TypedDataError(`\`${path}\` is of unknown type \`${type}\``);
	const number = readInteger(value);
	const unsigned = match[1] === "u";
	const [least, most] = unsigned ? [0n, (1n << BigInt(bits)) - 1n] : [-(1n << BigInt(bits - 1)), (1n << BigInt(bits - 1)) - 1n];
	if (number === undefined || number < least || number > most) throw new TypedDataError(`\`${path}\` is no ${type}`);
	return number;
}

/** A number JSON carries without loss, or text: decimal or hexadecimal. */
function readInteger(value: unknown): bigint | undefined {
	if (typeof value === "number") return Number.isSafeInteger(value) ? BigInt(value) : undefined;
	if (typeof value !== "string" || value.length > 80 || !/^(?:-?\d+|0x[0-9a-fA-F]+)$/.test(value)) return undefined;
	return BigInt(value);
}

function record(value: unknown, what: string): Readonly<Record<string, unknown>> {
	if (typeof value !== "object" || value === null || Array.isArray(value)) throw new TypedDataError(`${what} must be an object`);
	return value as Readonly<Record<string, unknown>>;
}
