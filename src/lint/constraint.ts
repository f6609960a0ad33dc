// What one conjunct says about one path, in a form that can be joined with another and compared: a set of texts, a range of
// integers, a truth value.

export type Constraint =
	/** Among `allowed`, when given, and not among `excluded`. */
	| { readonly kind: "text"; readonly allowed?: ReadonlySet<string>; readonly excluded: ReadonlySet<string> }
	/** From `low` to `high`, both inclusive, absent where unbounded; and not among `excluded`. */
	| { readonly kind: "integer"; readonly low?: bigint; readonly high?: bigint; readonly excluded: ReadonlySet<bigint> }
	| { readonly kind: "truth"; readonly value: boolean };

const noTexts: ReadonlySet<string> = new Set();
const noIntegers: ReadonlySet<bigint> = new Set();

export function amongTexts(values: Iterable<string>): Constraint {
	return { kind: "text", allowed: new Set(values), excluded: noTexts };
}

export function noneOfTexts(values: Iterable<string>): Constraint {
	return { kind: "text", excluded: new Set(values) };
}

export function range(low: bigint | undefined, high: bigint | undefined): Constraint {
	return {
		kind: "integer",
		...(low === undefined ? {} : { low }),
		...(high === undefined ? {} : { high }),
		excluded: noIntegers,
	};
}

export function noneOfIntegers(values: Iterable<bigint>): Constraint {
	return { kind: "integer", excluded: new Set(values) };
}

/** Both at once; undefined when no value satisfies both. Constraints of different kinds about one path are never joined. */
export function join(a: Constraint, b: Constraint): Constraint | undefined {
	if (a.kind === "text" && b.kind === "text") {
		const excluded = new Set([...a.excluded, ...b.excluded]);
		const allowed = a.allowed === undefined ? b.allowed : new Set([...a.allowed].filter((each) => b.allowed?.has(each) ?? true));
		if (allowed === undefined) return { kind: "text", excluded };
		const left = new Set([...allowed].filter((each) => !excluded.has(each)));
		return left.size === 0 ? undefined : { kind: "text", allowed: left, excluded: noTexts };
	}
	if (a.kind === "integer" && b.kind === "integer") {
		const low = largest(a.low, b.low);
		const high = smallest(a.high, b.high);
		const excluded = new Set([...a.excluded, ...b.excluded]);
		if (low !== undefined && high !== undefined) {
			if (low > high) return undefined;
			// A short range may be excluded as a whole.
			if (high - low < 100n) {
				let value = low;
				while (value <= high && excluded.has(value)) value += 1n;
				if (value > high) return undefined;
			}
		}
		return {
			kind: "integer",
			...(low === undefined ? {} : { low }),
			...(high === undefined ? {} : { high }),
			excluded,
		};
	}
	if (a.kind === "truth" && b.kind === "truth") return a.value === b.value ? a : undefined;
	return a;
}

/** Whether every value that satisfies `a` satisfies `b`. */
export function implies(a: Constraint, b: Constraint): boolean {
	if (a.kind === "text" && b.kind === "text") {
		if (a.allowed !== undefined) return [...a.allowed].every((each) => holdsText(b, each));
		return b.allowed === undefined && [...b.excluded].every((each) => a.excluded.has(each));
	}
	if (a.kind === "integer" && b.kind === "integer") {
		if (b.low !== undefined && (a.low === undefined || a.low < b.low)) return false;
		if (b.high !== undefined && (a.high === undefined || a.high > b.high)) return false;
		return [...b.excluded].every(
			(each) => a.excluded.has(each) || (a.low !== undefined && each < a.low) || (a.high !== undefined && each > a.high),
		);
	}
	return a.kind === "truth" && b.kind === "truth" && a.value === b.value;
}

function holdsText(constraint: Constraint & { kind: "text" }, value: string): boolean {
	return (constraint.allowed?.has(value) ?? true) && !constraint.excluded.has(value);
}

function largest(a: bigint | undefined, b: bigint | undefined): bigint | undefined {
	if (a === undefined || b === undefined) return a ?? b;
	return a > b ? a : b;
}

function smallest(a: bigint | undefined, b: bigint | undefined): bigint | undefined {
	if (a === undefined || b === undefined) return a ?? b;
	return a < b ? a : b;
}
