// Guards: what a plan is refused for although every request in it is well-formed. On by default; each has an override of
// its own name, which needs a reason. The numbers are in the message.

import { isIdentifier } from "../model/identifier.js";
import type { Check } from "../model/plan.js";
import { includesAction } from "../model/plan.js";
import type { Consideration } from "./consideration.js";
import type { PlanInput } from "./input.js";

/** Deletions per kind that a single run may make because a manifest is missing. */
export const DELETION_LIMIT = 2;

type Guard = (considered: readonly Consideration[], input: PlanInput) => readonly Check[];

const moves = (each: Consideration): boolean => each.decision.actions[0] !== "no-op" && each.blocked === undefined;
const removes = (each: Consideration): boolean => moves(each) && includesAction(each.decision.actions, "delete");

/** A failed check, or the same check overridden with the run's reason. */
function verdict(check: Omit<Check, "status" | "reason">, overridden: boolean, reason: string | undefined): Check {
	return overridden ? { ...check, status: "overridden", reason: reason ?? "" } : { ...check, status: "fail" };
}

/** `lifecycle.protect`: remembered in the inventory, so that removing the block or the whole manifest does not lift it. */
const protection: Guard = (considered, input) =>
	considered
		.filter((each) => removes(each) && (each.match.desired?.protect || each.match.recorded?.protect))
		.map((each) => {
			const { address } = each.match;
			const verb = includesAction(each.decision.actions, "create") ? "replaced" : "deleted";
			const remembered = each.match.desired?.protect ? "" : " (the inventory remembers it)";
			return verdict(
				{
					code: "Q5401",
					message: `\`${address}\` is protected${remembered} and would be ${verb}`,
					addresses: [address],
					help: `apply \`lifecycle: { protect: false }\` first, or give --allow-protected '${address}' with --reason`,
				},
				input.overrides.protected.has(address),
				input.overrides.reason,
			);
		});

/** Deletions that nobody wrote down: the accident is a folder that was not there, not a `state: absent`. */
const massDeletion: Guard = (considered, input) => {
	const checks: Check[] = [];
	for (const kind of input.kinds) {
		const gone = considered.filter((each) => each.match.kind === kind && each.reason === "not_in_manifests" && removes(each));
		if (gone.length === 0) continue;
		const live = input.readings.get(kind.name)?.live.filter((each) => !each.retired).length ?? 0;
		const empties = gone.length === live;
		if (gone.length <= DELETION_LIMIT && !empties) continue;
		const allowed = input.overrides.deletes[kind.name];
		const why = empties ? "that is all of them" : `at most ${DELETION_LIMIT} are deleted at once`;
		const wrongCount = allowed !== undefined && allowed !== gone.length ? ` (--allow-deletes said ${allowed})` : "";
		checks.push(
			verdict(
				{
					code: "Q5402",
					message: `${gone.length} of ${live} live ${kind.name} resources have no manifest and would be deleted; ${why}${wrongCount}`,
					addresses: gone.map((each) => each.match.address),
					help: `if that is meant, give --allow-deletes ${kind.name}=${gone.length} with --reason`,
				},
				allowed === gone.length,
				input.overrides.reason,
			),
		);
	}
	return checks;
};

/** What would shut out whoever applies the plan, or whoever would have to undo it. */
const lockOut: Guard = (considered, input) =>
	considered.flatMap((each) => {
		const { match, after } = each;
		if (after === undefined || !moves(each)) return [];
		const name = match.desired?.name ?? "";
		return (match.kind.lockOuts?.(name, after, input) ?? []).map((danger) =>
			verdict(
				{
					code: danger.code,
					message: `\`${match.address}\` ${danger.message}`,
					addresses: [match.address],
					help: `${danger.help}, or give --accept-lockout ${danger.code} with --reason`,
				},
				input.overrides.lockouts.has(danger.code),
				input.overrides.reason,
			),
		);
	});

/** A policy that still names an identifier that is going away silently stops matching; a DENY then stops protecting. */
const danglingReference: Guard = (considered, input) => {
	const goes = considered.filter((each) => removes(each) && isIdentifier(each.match.live?.id ?? ""));
	if (goes.length === 0) return [];
	const stays = considered
		.filter((each) => each.match.live !== undefined && !removes(each))
		.map((each) => ({ address: each.match.address, text: JSON.stringify((moves(each) ? each.after : each.before) ?? {}) }));
	return goes.flatMap((each): Check[] => {
		const id = each.match.live?.id ?? "";
		const { address } = each.match;
		const referrers = stays.filter((other) => other.text.includes(id)).map((other) => other.address);
		if (referrers.length === 0) return [];
		const named = referrers.map((other) => `\`${other}\``).join(", ");
		return [
			verdict(
				{
					code: "Q5406",
					message: `\`${address}\` goes away while ${named} still name${referrers.length === 1 ? "s" : ""} its identifier`,
					addresses: [address, ...referrers],
					help: `change what refers to it in the same plan, or give --allow-dangling '${address}' with --reason`,
				},
				input.overrides.dangling.has(address),
				input.overrides.reason,
			),
		];
	});
};

/** In the order a reader should hear of them. */
export const guards: readonly Guard[] = [protection, massDeletion, lockOut, danglingReference];
