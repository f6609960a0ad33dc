// From decisions to steps: exact parameters, dependencies, batches, and one deterministic order.
//
// Why this shape: a deed (one use of a recipe for one resource) is the unit that depends on other deeds; a step (one
// activity) is the unit that is sent and approved. Deeds are ordered first and gathered into steps afterwards, so that
// batching can never invent an order the deeds do not have.
import type { ActivityName } from "../api/operations.js";
import { activityRow } from "../api/operations.js";
import { compareText } from "../base/canonical-json.js";
import { topologicalOrder } from "../base/graph.js";
import type { JsonObject, JsonValue } from "../base/json.js";
import type { Kind, Recipe, RecipeInput } from "../kinds/kind.js";
import type { Address } from "../model/address.js";
import { identifiersIn, isIdentifier } from "../model/identifier.js";
import type { Step } from "../model/plan.js";
import { referencesIn, referenceToken, toPlaceholders } from "../model/reference.js";
import type { Deed } from "./decision.js";

/** A decided change, with what is needed to make steps of it. */
export interface Decided {
	readonly address: Address;
	readonly kind: Kind;
	/** The live identifier; undefined for what does not exist yet. */
	readonly id: string | undefined;
	readonly deeds: readonly Deed[];
	readonly replacement: boolean;
	/** Names the live resource has now, and will have: a unique name must be free before it is taken. */
	readonly liveName: string | undefined;
	readonly desiredName: string | undefined;
	readonly parent: string | undefined;
}

interface Task {
	readonly key: string;
	readonly decided: Decided;
	readonly deed: Deed;
	readonly input: RecipeInput;
	readonly sway: "restricts" | "grants" | undefined;
	/** Comes before. */
	readonly after: Set<string>;
}

export type Steps =
	| { readonly ok: true; readonly steps: readonly Step[]; readonly stepsOf: ReadonlyMap<Address, readonly string[]> }
	| { readonly ok: false; readonly cycle: readonly Address[] };

export function makeSteps(changes: readonly Decided[], kindOrder: readonly Kind[]): Steps {
	const tasks = changes.flatMap(tasksOf);
	const byKey = new Map(tasks.map((task) => [task.key, task]));
	addReferences(tasks, byKey);
	addRemovals(tasks);
	addNames(tasks);
	const ordered = topologicalOrder(new Map(tasks.map((task) => [task.key, task.after])));
	if (!ordered.ok) {
		return { ok: false, cycle: [...new Set(ordered.cycle.map((key) => byKey.get(key)?.decided.address ?? key))] };
	}
	addSways(tasks, ordered.level);
	return gather(tasks, kindOrder);
}

function tasksOf(decided: Decided): Task[] {
	const tasks: Task[] = [];
	for (const [index, deed] of decided.deeds.entries()) {
		const fresh = deed.effect === "update" && decided.deeds.slice(0, index).some((each) => each.effect === "create");
		const id =
			deed.effect === "create"
				? ""
				: fresh || decided.id === undefined
					? referenceToken({ address: decided.address })
					: decided.id;
		const simple = !decided.replacement && decided.kind.sways !== undefined;
		const sway = !simple
			? undefined
			: deed.effect === "create"
				? decided.kind.sways?.(undefined, deed.after)
				: deed.effect === "delete"
					? decided.kind.sways?.(deed.before, undefined)
					: undefined;
		tasks.push({
			key: `${decided.address} ${index}`,
			decided,
			deed,
			input: { id, before: deed.before, after: deed.after, changed: deed.changed },
			sway,
			after: new Set(index > 0 ? [`${decided.address} ${index - 1}`] : []),
		});
	}
	return tasks;
}

/** A parameter that needs an identifier waits for the deed that makes it. */
function addReferences(tasks: readonly Task[], byKey: ReadonlyMap<string, Task>): void {
	const makers = new Map<Address, Task>();
	for (const task of tasks) if (task.deed.effect === "create") makers.set(task.decided.address, task);
	for (const task of tasks) {
		if (task.deed.effect === "delete" || task.deed.effect === "deactivate") continue;
		for (const reference of referencesIn(task.deed.after)) {
			const maker = makers.get(reference.address);
			if (maker !== undefined && maker !== task) task.after.add(maker.key);
		}
	}
	// In a replacement that deletes first, the resource is missing until it is made again: delete as late as possible.
	for (const task of tasks) {
		const [first, second] = task.decided.deeds;
		if (task.deed !== first || first?.effect !== "delete" || second?.effect !== "create") continue;
		for (const key of byKey.get(`${task.decided.address} 1`)?.after ?? []) if (key !== task.key) task.after.add(key);
	}
}

/** Whatever still points at a resource is changed or removed before the resource is. */
function addRemovals(tasks: readonly Task[]): void {
	const removals = new Map<string, Task>();
	for (const task of tasks) {
		const { decided, deed } = task;
		if (!decided.replacement && deed.effect === "delete" && isIdentifier(decided.id ?? "")) removals.set(decided.id ?? "", task);
	}
	if (removals.size === 0) return;
	for (const task of tasks) {
		if (task.deed.effect === "create") continue;
		for (const identifier of identifiersIn(JSON.stringify(task.deed.before))) {
			const removal = removals.get(identifier);
			if (removal !== undefined && task.decided !== removal.decided) removal.after.add(task.key);
		}
	}
}

/** A name that must be unique is given up by one resource before another takes it. */
function addNames(tasks: readonly Task[]): void {
	const nameKey = (decided: Decided, name: string) => `${decided.kind.name} ${decided.parent ?? ""} ${name}`;
	const releases = new Map<string, Task>();
	for (const task of tasks) {
		const { decided, deed } = task;
		if (!decided.kind.uniqueNames || decided.liveName === undefined) continue;
		if (deed.effect === "delete" || (deed.effect === "update" && deed.changed.has("name"))) {
			releases.set(nameKey(decided, decided.liveName), task);
		}
	}
	for (const task of tasks) {
		const { decided, deed } = task;
		if (!decided.kind.uniqueNames || decided.desiredName === undefined) continue;
		if (deed.effect !== "create" && !(deed.effect === "update" && deed.changed.has("name"))) continue;
		const release = releases.get(nameKey(decided, decided.desiredName));
		if (release !== undefined && release !== task) task.after.add(release.key);
	}
}

/**
 * Restrict first, grant last: a change that can give access waits for those that only take it away, so that no state in
 * between allows what neither the old nor the new configuration allows. Left out where it would contradict a real need.
 */
function addSways(tasks: readonly Task[], level: ReadonlyMap<string, number>): void {
	const granting = tasks.filter((task) => task.sway === "grants");
	const restricting = tasks.filter((task) => task.sway === "restricts");
	for (const grant of granting) {
		for (const restriction of restricting) {
			if (grant.decided.kind === restriction.decided.kind && (level.get(restriction.key) ?? 0) <= (level.get(grant.key) ?? 0)) {
				grant.after.add(restriction.key);
			}
		}
	}
}

interface Group {
	readonly recipe: Recipe;
	readonly effect: Deed["effect"];
	readonly tasks: readonly Task[];
}

/** Several deeds with one operation become one activity where the service takes lists: fewer approvals. */
function gather(tasks: readonly Task[], kindOrder: readonly Kind[]): Steps {
	const order = topologicalOrder(new Map(tasks.map((task) => [task.key, task.after])));
	if (!order.ok) return { ok: false, cycle: [...new Set(order.cycle.map((key) => key.slice(0, key.lastIndexOf(" "))))] };
	const coarse = arrange(
		group(tasks, () => ""),
		kindOrder,
	);
	if (coarse !== undefined) return coarse;
	const fine = arrange(
		group(tasks, (task) => String(order.level.get(task.key))),
		kindOrder,
	);
	return fine ?? { ok: false, cycle: tasks.map((task) => task.decided.address) };
}

function group(tasks: readonly Task[], level: (task: Task) => string): Group[] {
	const batches = new Map<string, Task[]>();
	const single: Group[] = [];
	for (const task of tasks) {
		const batch = task.deed.recipes.find((recipe) => recipe.batch !== undefined);
		if (batch === undefined) {
			single.push({ recipe: task.deed.recipes[0], effect: task.deed.effect, tasks: [task] });
			continue;
		}
		const key = `${batch.operation} ${task.deed.effect} ${task.sway ?? ""} ${task.decided.replacement} ${level(task)}`;
		const gathered = batches.get(key);
		if (gathered) gathered.push(task);
		else batches.set(key, [task]);
	}
	const groups = [...single];
	for (const gathered of batches.values()) {
		const batch = gathered[0]?.deed.recipes.find((recipe) => recipe.batch !== undefined);
		const limit = batch?.batch?.limit ?? 1;
		gathered.sort((a, b) => compareText(a.decided.address, b.decided.address));
		for (let at = 0; at < gathered.length; at += limit) {
			const chunk = gathered.slice(at, at + limit);
			const [first] = chunk;
			if (first === undefined || batch === undefined) continue;
			groups.push({ recipe: chunk.length === 1 ? first.deed.recipes[0] : batch, effect: first.deed.effect, tasks: chunk });
		}
	}
	return groups;
}

/** Orders the groups and writes them down as steps; undefined when gathering made them depend on each other in a circle. */
function arrange(groups: readonly Group[], kindOrder: readonly Kind[]): Steps | undefined {
	const kindIndex = new Map(kindOrder.map((kind, index) => [kind.name, index]));
	const keyOf = new Map<string, string>();
	const byKey = new Map<string, Group>();
	for (const each of groups) {
		const [first] = each.tasks;
		if (first === undefined) continue;
		const rank = String(kindIndex.get(first.decided.kind.name) ?? 0).padStart(2, "0");
		const key = `${rank} ${each.effect} ${first.key}`;
		byKey.set(key, each);
		for (const task of each.tasks) keyOf.set(task.key, key);
	}
	const dependencies = new Map<string, Set<string>>();
	for (const [key, each] of byKey) {
		const before = new Set(each.tasks.flatMap((task) => [...task.after].map((other) => keyOf.get(other) ?? "")));
		if (before.has(key)) return undefined;
		dependencies.set(key, before);
	}
	const ordered = topologicalOrder(dependencies);
	if (!ordered.ok) return undefined;
	const idOf = new Map(ordered.order.map((key, index) => [key, `s${index + 1}`]));
	const stepsOf = new Map<Address, string[]>();
	const steps = ordered.order.flatMap((key): Step[] => {
		const each = byKey.get(key);
		if (each === undefined) return [];
		const id = idOf.get(key) ?? "";
		for (const task of each.tasks) {
			const list = stepsOf.get(task.decided.address);
			if (list) list.push(id);
			else stepsOf.set(task.decided.address, [id]);
		}
		return [
			writeStep(
				each,
				id,
				[...(dependencies.get(key) ?? [])].map((other) => idOf.get(other) ?? ""),
			),
		];
	});
	return { ok: true, steps, stepsOf };
}

function writeStep({ recipe, effect, tasks }: Group, id: string, dependsOn: readonly string[]): Step {
	const operation: ActivityName = recipe.operation;
	const [first] = tasks;
	const parameters: JsonObject =
		recipe.batch !== undefined && tasks.length > 1
			? { [recipe.batch.list]: tasks.map((task) => recipe.batch?.item(task.input) ?? null) }
			: first === undefined
				? {}
				: recipe.parameters(first.input);
	const produces: Record<Address, string> = {};
	if (effect === "create" && recipe.identifier !== undefined) {
		for (const [index, task] of tasks.entries()) produces[task.decided.address] = recipe.identifier.replace("*", String(index));
	}
	const number = (step: string) => Number(step.slice(1));
	return {
		id,
		operation,
		type: activityRow(operation).type,
		effect,
		addresses: tasks.map((task) => task.decided.address),
		parameters: toPlaceholders(parameters) as JsonObject & JsonValue,
		depends_on: [...dependsOn].sort((a, b) => number(a) - number(b)),
		produces,
	};
}
