// How much one expression may cost: bounds that keep hostile input from costing time, stack or memory.

export interface Limits {
	/** Longest text that is read, in UTF-16 units. */
	readonly length: number;
	/** Deepest nesting of the tree; everything that recurses over a tree relies on it. */
	readonly depth: number;
	/** Findings after which a check stops collecting. */
	readonly findings: number;
	/** Work one evaluation may do: elements visited by quantifiers and memberships, times the size of what is done with each. */
	readonly steps: number;
}

/** Our choice: room for an allowlist of five thousand addresses and for ten thousand list elements under a dense predicate. */
export const defaultLimits: Limits = { length: 262_144, depth: 200, findings: 50, steps: 1_000_000 };
