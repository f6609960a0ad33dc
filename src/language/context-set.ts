// Sets of contexts as bits, so that an analysis of an expression is a few word operations per node.
import { type Context, contexts } from "./contexts.js";

/** A set of contexts; member `i` is bit `i % 32` of word `i / 32`. Never changed after it was made. */
export type ContextSet = readonly number[];

const words = Math.ceil(contexts.length / 32);

/** The contexts that satisfy a test. */
export function setWhere(test: (context: Context) => boolean): ContextSet {
	const set = new Array<number>(words).fill(0);
	for (const [index, context] of contexts.entries()) {
		if (test(context)) set[index >> 5] = (set[index >> 5] ?? 0) | (1 << (index & 31));
	}
	return set;
}

export const noContexts: ContextSet = setWhere(() => false);
export const allContexts: ContextSet = setWhere(() => true);

export function both(a: ContextSet, b: ContextSet): ContextSet {
	if (a === allContexts || a === b || b === noContexts) return b;
	if (b === allContexts || a === noContexts) return a;
	const set: number[] = [];
	for (let word = 0; word < words; word += 1) set.push((a[word] ?? 0) & (b[word] ?? 0));
	return set;
}

export function either(a: ContextSet, b: ContextSet): ContextSet {
	if (a === noContexts || a === b || b === allContexts) return b;
	if (b === noContexts || a === allContexts) return a;
	if (a === b) return noContexts;
	const set: number[] = [];
	for (let word = 0; word < words; word += 1) set.push((a[word] ?? 0) | (b[word] ?? 0));
	return set;
}

export function without(a: ContextSet, b: ContextSet): ContextSet {
	if (b === noContexts) return a;
	if (a === b) return noContexts;
	const set: number[] = [];
	for (let word = 0; word < words; word += 1) set.push((a[word] ?? 0) & ~(b[word] ?? 0));
	return set;
}

export function isEmpty(set: ContextSet): boolean {
	for (let word = 0; word < words; word += 1) if (set[word] !== 0) return false;
	return true;
}

/** The contexts of a set, in the order of the catalogue. */
export function membersOf(set: ContextSet): readonly Context[] {
	return contexts.filter((_, index) => ((set[index >> 5] ?? 0) & (1 << (index & 31))) !== 0);
}

/** For every value that a function gives of a context, the contexts of which it gives it. */
export function setsBy(values: (context: Context) => Iterable<string>): ReadonlyMap<string, ContextSet> {
	const sets = new Map<string, number[]>();
	for (const [index, context] of contexts.entries()) {
		for (const value of values(context)) {
			let set = sets.get(value);
			if (set === undefined) {
				set = new Array<number>(words).fill(0);
				sets.set(value, set);
			}
			set[index >> 5] = (set[index >> 5] ?? 0) | (1 << (index & 31));
		}
	}
	return sets;
}
