// What an expression is evaluated on: plain nested data, one member per root. A root or field that is left out is not there.

/** Marks a field that the activity has but the caller did not set: reading it is the error `FieldNotUsed`. */
export const notUsed: unique symbol = Symbol("not used");

/**
 * A value. Integers are bigints; a number that is a safe integer is taken for one. Timestamps are bigints, nanoseconds since
 * the epoch. Texts are strings, lists arrays; structs and maps are plain objects, whose own members count.
 */
export type Binding =
	| string
	| bigint
	| number
	| boolean
	| typeof notUsed
	| readonly Binding[]
	| { readonly [name: string]: Binding };

/** Roots by their first name: `{ activity: {…}, eth: { tx: {…} }, wallet: {…} }`. */
export interface Bindings {
	readonly [root: string]: Binding;
}
