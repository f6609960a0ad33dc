// Whether one policy holds wherever another one does: the same activities and values, and the same people. Errs on one side:
// what is called covered is covered.
import { both, isEmpty, without } from "../language/context-set.js";
import type { Branch } from "./branches.js";
import { whoeverSatisfies } from "./consensus-facts.js";
import { implies } from "./constraint.js";
import type { LintPolicy, Part } from "./subject.js";

/** Whether the condition of `wide` is true wherever that of `narrow` is. */
export function coversCondition(wide: Part | undefined, narrow: Part | undefined): boolean {
	if (wide === undefined) return true;
	if (!wide.branches.complete || narrow?.branches.complete === false) return false;
	const branches = narrow?.branches.possible ?? [];
	if (narrow === undefined) return wide.branches.possible.some((branch) => branch.literals.length === 0);
	if (branches.length === 0) return false;
	return branches.every((branch) => wide.branches.possible.some((each) => coversBranch(wide, each, narrow, branch)));
}

function coversBranch(wide: Part, general: Branch, narrow: Part, special: Branch): boolean {
	const where = narrow.contextsOf(special);
	if (isEmpty(where)) return false;
	// Where it cannot even be evaluated it is not true.
	if (!isEmpty(without(where, both(where, wideThere(wide))))) return false;
	for (const literal of general.literals) {
		const known = special.constraints.get(literal.path);
		if (known !== undefined && implies(known, literal.constraint)) continue;
		// What an activity is follows from what is read of it, too.
		const aboutActivity = [...literal.reads].every((path) => path === "activity" || path.startsWith("activity."));
		const possible = { literals: [literal], constraints: new Map() };
		if (!aboutActivity || !isEmpty(without(where, wide.contextsOf(possible)))) return false;
		if (!isEmpty(both(where, wide.contextsOf({ ...possible, literals: [{ ...literal, negated: !literal.negated }] }))))
			return false;
	}
	return true;
}

function wideThere(wide: Part): ReturnType<Part["canBeTrue"]> {
	return wide.contextsOf({ literals: [], constraints: new Map() });
}

/** Whether everything that `narrow` says, `wide` says too, for the same people. Policies that hold at certain times only do not count as wide. */
export function covers(wide: LintPolicy, narrow: LintPolicy): boolean {
	if (wide.time !== undefined && wide.time.text !== narrow.time?.text) return false;
	return coversCondition(wide.condition, narrow.condition) && whoeverSatisfies(narrow.needs, wide.needs);
}
