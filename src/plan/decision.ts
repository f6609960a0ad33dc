// What is to be done about one resource: which of a kind's recipes make live equal to desired with the operations the
// profile offers; and when none do, why not.
import type { OperationName } from "../api/operations.js";
import type { JsonObject } from "../base/json.js";
import type { Kind, Recipe } from "../kinds/kind.js";
import type { Actions, Blocked } from "../model/plan.js";
import { differences } from "./fields.js";

type Offers = (operation: OperationName) => boolean;

/** One use of a recipe. */
export interface Deed {
	readonly effect: "create" | "update" | "delete" | "deactivate";
	/** In order of preference; the first serves for one resource, a batch recipe for several. */
	readonly recipes: readonly [Recipe, ...Recipe[]];
	/** What the resource looks like before this deed. */
	readonly before: JsonObject;
	readonly after: JsonObject;
	readonly changed: ReadonlySet<string>;
}

export interface Decision {
	readonly actions: Actions;
	/** In the order they have to happen. */
	readonly deeds: readonly Deed[];
	/** The attributes that force a replacement. */
	readonly replaces: readonly string[];
	readonly blocked?: Blocked;
}

const NOTHING: Decision = { actions: ["no-op"], deeds: [], replaces: [] };

function usable(recipes: readonly Recipe[], offers: Offers): readonly [Recipe, ...Recipe[]] | undefined {
	const [first, ...rest] = recipes.filter((recipe) => offers(recipe.operation));
	return first === undefined ? undefined : [first, ...rest];
}

const names = (recipes: readonly Recipe[]): string =>
	[...new Set(recipes.map((recipe) => `\`${recipe.operation}\``))].join(" or ");

export function decideCreate(kind: Kind, after: JsonObject, offers: Offers): Decision {
	const recipes = usable(kind.create, offers);
	if (recipes === undefined) {
		return {
			actions: ["create"],
			deeds: [],
			replaces: [],
			blocked: {
				reason: `creating it needs ${names(kind.create)}, which the profile does not offer`,
				remedy: "use a service with profile `full`, or create it by hand",
			},
		};
	}
	const born = bornAs(kind, recipes[0], after);
	const create: Deed = { effect: "create", recipes, before: {}, after: born, changed: new Set(Object.keys(after)) };
	const { changed } = differences(born, after, kind.itemKeys);
	if (changed.size === 0) return { actions: ["create"], deeds: [create], replaces: [] };
	const follow = updates(kind, born, after, changed, offers);
	if (follow === undefined) {
		return {
			actions: ["create"],
			deeds: [],
			replaces: [],
			blocked: {
				reason: `it cannot be created with this ${[...changed].join(", ")}, and setting that afterwards needs ${names(kind.update)}, which the profile does not offer`,
				remedy: "use a service with profile `full`",
			},
		};
	}
	return { actions: ["create"], deeds: [create, ...follow], replaces: [] };
}

/** What a resource is right after its creation: the attributes the operation cannot set have their defaults. */
function bornAs(kind: Kind, recipe: Recipe, after: JsonObject): JsonObject {
	return Object.fromEntries(
		Object.entries({ ...kind.createDefaults, ...after }).flatMap(([name, value]) => {
			if (recipe.writes.includes(name)) return [[name, value]];
			const born = kind.createDefaults[name];
			return born === undefined ? [] : [[name, born]];
		}),
	);
}

/** The fewest updates that set everything that changed, or undefined when some of it cannot be set. */
function updates(
	kind: Kind,
	before: JsonObject,
	after: JsonObject,
	changed: ReadonlySet<string>,
	offers: Offers,
): Deed[] | undefined {
	const deeds: Deed[] = [];
	const left = new Set(changed);
	for (const recipe of kind.update.filter((each) => offers(each.operation))) {
		const covered = new Set([...left].filter((attribute) => recipe.writes.includes(attribute)));
		if (covered.size === 0) continue;
		for (const attribute of covered) left.delete(attribute);
		deeds.push({ effect: "update", recipes: [recipe], before, after, changed: covered });
	}
	return left.size === 0 ? deeds : undefined;
}

export function decideDelete(kind: Kind, before: JsonObject, offers: Offers): Decision {
	const deed = removal(kind, before, offers);
	if (deed !== undefined) return { actions: ["delete"], deeds: [deed], replaces: [] };
	return {
		actions: ["delete"],
		deeds: [],
		replaces: [],
		blocked: {
			reason: `removing it needs ${names(kind.remove)}, which the profile does not offer`,
			remedy: "use a service with profile `full`, or remove it by hand",
		},
	};
}

function removal(kind: Kind, before: JsonObject, offers: Offers): Deed | undefined {
	const recipes = usable(kind.remove, offers);
	if (recipes === undefined) return undefined;
	const effect = recipes[0].deactivates ? "deactivate" : "delete";
	return { effect, recipes: [recipes[0]], before, after: {}, changed: new Set() };
}

/**
 * In place when the offered updates cover what changed, else by replacement, else not at all. `mustReplace` is set when
 * the identifier will change anyway.
 */
export function decideUpdate(
	kind: Kind,
	before: JsonObject,
	after: JsonObject,
	changed: ReadonlySet<string>,
	offers: Offers,
): Decision {
	if (changed.size === 0) return NOTHING;
	const inPlace = updates(kind, before, after, changed, offers);
	if (inPlace !== undefined) return { actions: ["update"], deeds: inPlace, replaces: [] };
	const settable = new Set(kind.update.filter((recipe) => offers(recipe.operation)).flatMap((recipe) => recipe.writes));
	const replaces = [...changed].filter((attribute) => !settable.has(attribute)).sort();
	const create = decideCreate(kind, after, offers);
	const remove = removal(kind, before, offers);
	if (create.blocked !== undefined || remove === undefined) {
		return {
			actions: ["update"],
			deeds: [],
			replaces,
			blocked: {
				reason: `changing ${replaces.map((name) => `\`${name}\``).join(", ")} needs ${
					kind.update.length > 0 ? `${names(kind.update)}, or ` : ""
				}${names(kind.create)} with ${names(kind.remove)}, which the profile does not offer`,
				remedy: "use a service with profile `full`, or make the change by hand",
			},
		};
	}
	return kind.uniqueNames && remove.effect === "delete"
		? { actions: ["delete", "create"], deeds: [remove, ...create.deeds], replaces }
		: { actions: ["create", "delete"], deeds: [...create.deeds, remove], replaces };
}
