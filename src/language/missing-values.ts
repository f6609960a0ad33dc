// Which parts of a consensus may have no value: not everybody has an email, and what is looked up by position may not be
// there. One vote without it makes the whole an evaluation error, however many others satisfy it.
import type { Approver, Credential } from "./electorate.js";
import { type Expression, walk } from "./tree.js";

type OptionalField<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T];

/** Fields of users and credentials that some of them do not have. */
const optional: Readonly<Record<OptionalField<Approver> | OptionalField<Credential>, true>> = {
	email: true,
	alias: true,
	credential_id: true,
};

/** Whether votes can make a well-typed consensus an evaluation error; errs towards true. */
export function consensusMayFail(consensus: Expression): boolean {
	let found = false;
	walk(consensus, (node) => {
		found ||= node.kind === "index" || node.kind === "slice" || (node.kind === "field" && Object.hasOwn(optional, node.name));
		return !found;
	});
	return found;
}
