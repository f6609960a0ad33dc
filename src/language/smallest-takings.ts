// The smallest ways to take from groups so that something is satisfied. A taking says how many of each group are taken; one
// is smallest when it satisfies and nothing can be left out of it. Two searches find the same ones: by size, for what more
// votes may spoil, and by leaving out, for what more votes never spoil, which asks about as often as it finds.

/** How many are taken of each group. */
export type Taking = readonly number[];

export interface Search {
	/** How many there are to take of each group. */
	readonly most: Taking;
	readonly satisfies: (taking: Taking) => boolean;
	/** Told of each smallest taking when it is found; false ends the search. */
	readonly found: (taking: Taking) => boolean;
	/** How many takings may be asked about. */
	readonly budget: number;
}

/** Asks about all takings, smaller ones first. Returns whether the search came to its end. */
export function searchBySize({ most, satisfies, found, budget }: Search): boolean {
	const known: Taking[] = [];
	const all = most.reduce((sum, each) => sum + each, 0);
	let spent = 0;
	for (let size = 1; size <= all; size += 1) {
		for (const taking of takingsOf(most, size)) {
			spent += 1;
			if (spent >= budget) return false;
			if (known.some((each) => isWithin(each, taking)) || !satisfies(taking)) continue;
			known.push(taking);
			if (!found(taking)) return false;
		}
	}
	return true;
}

/**
 * Starts from everything and leaves out what can be left out; whatever else is smallest takes less of some group that this
 * taking needs, so the search goes on below each of those. Returns whether it came to its end.
 */
export function searchByLeavingOut({ most, satisfies, found, budget }: Search): boolean {
	let spent = 0;
	const asks = (taking: Taking): boolean => {
		spent += 1;
		return satisfies(taking);
	};
	const known: Taking[] = [];
	const bounds: Taking[] = [most];
	const seen = new Set<string>();
	for (let at = 0; at < bounds.length; at += 1) {
		const bound = bounds[at] ?? [];
		let smallest = known.find((each) => isWithin(each, bound));
		if (smallest === undefined) {
			if (spent >= budget) return false;
			if (!asks(bound)) continue;
			smallest = leaveOut(bound, asks);
			known.push(smallest);
			if (!found(smallest)) return false;
		}
		for (const [index, count] of smallest.entries()) {
			if (count === 0) continue;
			const below = bound.with(index, count - 1);
			const key = below.join();
			if (seen.has(key)) continue;
			// As many as may be asked about may be waiting, too.
			if (seen.size >= budget) return false;
			seen.add(key);
			bounds.push(below);
		}
	}
	return true;
}

/** The least of each group in turn that still satisfies together with the rest. */
function leaveOut(bound: Taking, satisfies: (taking: Taking) => boolean): Taking {
	let taking = bound;
	for (let index = bound.length - 1; index >= 0; index -= 1) {
		let low = 0;
		let high = taking[index] ?? 0;
		while (low < high) {
			const middle = (low + high) >> 1;
			if (satisfies(taking.with(index, middle))) high = middle;
			else low = middle + 1;
		}
		taking = taking.with(index, high);
	}
	return taking;
}

export function isWithin(small: Taking, large: Taking): boolean {
	return small.every((count, index) => count <= (large[index] ?? 0));
}

/** Fewer before more, then more of the earlier groups first: the order in which ways are told. */
export function compareTakings(a: Taking, b: Taking): number {
	const sum = (taking: Taking): number => taking.reduce((total, each) => total + each, 0);
	const fewer = sum(a) - sum(b);
	if (fewer !== 0) return fewer;
	for (const [index, count] of a.entries()) if (count !== b[index]) return (b[index] ?? 0) - count;
	return 0;
}

/** All ways to take a number from the groups, more of the earlier ones first. */
function takingsOf(most: Taking, size: number): Generator<Taking> {
	// How many can still be taken from a group on: without it, dead ends would cost more than the ways.
	const capacity: number[] = new Array<number>(most.length + 1).fill(0);
	for (let index = most.length - 1; index >= 0; index -= 1) capacity[index] = (capacity[index + 1] ?? 0) + (most[index] ?? 0);
	const taken: number[] = [];
	function* from(index: number, left: number): Generator<Taking> {
		if (left > (capacity[index] ?? 0)) return;
		if (index === most.length) {
			yield [...taken];
			return;
		}
		for (let count = Math.min(most[index] ?? 0, left); count >= 0; count -= 1) {
			taken[index] = count;
			yield* from(index + 1, left - count);
		}
	}
	return from(0, size);
}
