// How the catalogue writes down a field: one small value that is a JSON Schema and, to the compiler, a type.
import type { JsonObject, JsonValue } from "../base/json.js";

/** A field's type as JSON Schema (2020-12), and whether a body must carry it. `T` exists for the compiler only. */
export interface Field<T = unknown, Required extends boolean = boolean> {
	readonly schema: JsonObject;
	readonly required: Required;
	readonly type?: T;
}

export type Fields = Readonly<Record<string, Field>>;

export type ValueOf<F> = F extends Field<infer T> ? T : never;

type RequiredKeys<S extends Fields> = { [K in keyof S]: S[K]["required"] extends true ? K : never }[keyof S];
type Simplify<T> = { [K in keyof T]: T[K] };

/** The object type that a set of fields describes. An optional field may also be null: the service reads null as absent. */
export type ObjectOf<S extends Fields> = Simplify<
	{ readonly [K in RequiredKeys<S>]: ValueOf<S[K]> } & {
		readonly [K in Exclude<keyof S, RequiredKeys<S>>]?: ValueOf<S[K]> | null | undefined;
	}
>;

const required = <T>(schema: JsonObject): Field<T, true> => ({ schema, required: true });

export const text = (): Field<string, true> => required({ type: "string" });
export const flag = (): Field<boolean, true> => required({ type: "boolean" });
/** A 32-bit unsigned integer: a JSON number. */
export const uint32 = (): Field<number, true> => required({ type: "integer", minimum: 0, maximum: 4294967295 });
export const integer = (): Field<number, true> => required({ type: "integer" });
/** Anything: read through, never interpreted by type. */
export const anything = (): Field<JsonValue, true> => required({});
export const oneOf = <const V extends readonly string[]>(...values: V): Field<V[number], true> =>
	required({ type: "string", enum: [...values] });
export const list = <T>(item: Field<T>): Field<readonly T[], true> => required({ type: "array", items: item.schema });
export const record = <const S extends Fields>(fields: S): Field<ObjectOf<S>, true> => required(objectSchema(fields));

/** The same field, which a body may leave out or send as null. */
export const optional = <T>(field: Field<T>): Field<T, false> => ({ schema: nullable(field.schema), required: false });

function nullable(schema: JsonObject): JsonObject {
	if (Object.keys(schema).length === 0) return schema;
	const values = schema["enum"];
	if (Array.isArray(values)) return { ...schema, type: ["string", "null"], enum: [...values, null] };
	return typeof schema["type"] === "string" ? { ...schema, type: [schema["type"], "null"] } : schema;
}

/** The closed JSON Schema object of a set of fields: unknown members are refused. */
export function objectSchema(fields: Fields): JsonObject {
	const properties: Record<string, JsonValue> = {};
	const needed: string[] = [];
	for (const [name, field] of Object.entries(fields)) {
		properties[name] = field.schema;
		if (field.required) needed.push(name);
	}
	return { type: "object", additionalProperties: false, properties, ...(needed.length > 0 ? { required: needed } : {}) };
}
