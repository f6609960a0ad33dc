// Roots that a request has by its type and that could not be bound, so that an expression which reads one of them cannot be
// evaluated as the service would.
import type { Bindings } from "../language/bindings.js";
import { contexts } from "../language/contexts.js";
import type { Expression } from "../language/tree.js";
import { walk } from "../language/tree.js";

/** Whatever groups roots, as in `eth.tx`. */
const GROUPS: ReadonlySet<string> = new Set(["eth", "solana", "tron", "bitcoin", "tempo"]);

/** The roots an expression reads: `activity`, `eth.tx`, `private_key`. Names that are no roots are among them. */
export function rootsRead(expression: Expression): ReadonlySet<string> {
	const found = new Set<string>();
	walk(expression, (node) => {
		if (node.kind === "field" && node.target.kind === "name" && GROUPS.has(node.target.name)) {
			found.add(`${node.target.name}.${node.name}`);
			return false;
		}
		if (node.kind === "name") found.add(node.name);
		return undefined;
	});
	return found;
}

/** The roots that are bound, in the same spelling. */
export function boundRoots(bindings: Bindings): ReadonlySet<string> {
	return new Set(
		Object.entries(bindings).flatMap(([name, value]) =>
			GROUPS.has(name) && typeof value === "object" ? Object.keys(value).map((member) => `${name}.${member}`) : [name],
		),
	);
}

/** Roots that are not bound: those the language documents for such a request, and those of which nobody has said. */
export interface OpenRoots {
	readonly documented: ReadonlySet<string>;
	readonly undocumented: ReadonlySet<string>;
}

/** What the language says an activity of this type can have and these bindings do not hold. */
export function openRoots(type: string, bindings: Bindings): OpenRoots {
	const bound = boundRoots(bindings);
	const activity = bindings["activity"];
	const params = typeof activity === "object" && "params" in activity ? activity["params"] : undefined;
	const given = (typeof params === "object" ? params : {}) as Readonly<Record<string, unknown>>;
	const fitting = contexts.filter(
		(context) =>
			context.activity.type === type &&
			[...context.fixed].every(([name, value]) => given[name] === value) &&
			// A request signs with a wallet or with a private key: what is bound says which.
			!(bound.has("private_key") && context.roots.has("wallet")) &&
			!(bound.has("wallet") && context.roots.has("private_key")),
	);
	const open = (roots: Iterable<string>): string[] => [...roots].filter((root) => !bound.has(root));
	const documented = new Set(fitting.flatMap((context) => open(context.certain)));
	return {
		documented,
		undocumented: new Set(fitting.flatMap((context) => open(context.roots)).filter((root) => !documented.has(root))),
	};
}
