// Order of things that depend on each other: deterministic topological order, levels, and the cycle when there is one.
import { compareText } from "./canonical-json.js";

/** For each node, the nodes that must come before it. Nodes that are only mentioned as dependencies are ignored. */
export type Dependencies = ReadonlyMap<string, ReadonlySet<string>>;

export type Ordered =
	| { readonly ok: true; readonly order: readonly string[]; readonly level: ReadonlyMap<string, number> }
	| { readonly ok: false; readonly cycle: readonly string[] };

/**
 * Kahn's algorithm, level by level and sorted inside a level, so that the order depends on the graph alone.
 * `level` is the length of the longest chain of dependencies below a node.
 */
export function topologicalOrder(dependencies: Dependencies): Ordered {
	const waiting = new Map<string, number>();
	const dependants = new Map<string, string[]>();
	for (const [node, before] of dependencies) {
		let count = 0;
		for (const dependency of before) {
			if (!dependencies.has(dependency)) continue;
			count += 1;
			const list = dependants.get(dependency);
			if (list) list.push(node);
			else dependants.set(dependency, [node]);
		}
		waiting.set(node, count);
	}
	const order: string[] = [];
	const level = new Map<string, number>();
	let ready = [...waiting].filter(([, count]) => count === 0).map(([node]) => node);
	for (let depth = 0; ready.length > 0; depth += 1) {
		ready.sort(compareText);
		const next: string[] = [];
		for (const node of ready) {
			order.push(node);
			level.set(node, depth);
			for (const dependant of dependants.get(node) ?? []) {
				const left = (waiting.get(dependant) ?? 0) - 1;
				waiting.set(dependant, left);
				if (left === 0) next.push(dependant);
			}
		}
		ready = next;
	}
	if (order.length === dependencies.size) return { ok: true, order, level };
	return { ok: false, cycle: findCycle(dependencies, level) };
}

/** One cycle among the nodes that were never reached, starting at its smallest member; the first is repeated at the end. */
function findCycle(dependencies: Dependencies, reached: ReadonlyMap<string, number>): string[] {
	const stuck = [...dependencies.keys()].filter((node) => !reached.has(node)).sort(compareText);
	const path: string[] = [];
	let node = stuck[0];
	while (node !== undefined && !path.includes(node)) {
		path.push(node);
		node = [...(dependencies.get(node) ?? [])]
			.filter((next) => dependencies.has(next) && !reached.has(next))
			.sort(compareText)[0];
	}
	const cycle = path.slice(path.indexOf(node ?? ""));
	const smallest = cycle.reduce((best, each, index) => (compareText(each, cycle[best] ?? each) < 0 ? index : best), 0);
	const rotated = [...cycle.slice(smallest), ...cycle.slice(0, smallest)];
	const first = rotated[0];
	return first === undefined ? [] : [...rotated, first];
}
