// Whether a consensus that is true stays true whatever further votes come in: then the smallest sets of votes that satisfy it
// can be found by taking votes away, and need no search by trial.
import { consensusMayFail } from "./missing-values.js";
import { type Expression, walk } from "./tree.js";

const votes: ReadonlySet<string> = new Set(["approvers", "credentials"]);

/**
 * True for `any` and lower bounds of counts over the votes, joined by `&&` and `||`; false where that cannot be told, and where
 * a vote can make the whole an error: it is then not true any more.
 */
export function growsWithVotes(consensus: Expression): boolean {
	return !consensusMayFail(consensus) && isLowerBound(consensus);
}

function isLowerBound(node: Expression): boolean {
	switch (node.kind) {
		case "boolean":
			return true;
		case "and":
		case "or":
			return node.operands.every(isLowerBound);
		case "quantifier":
			return node.name === "any" && isVotes(node.target) && !mentionsVotes(node.body);
		case "comparison": {
			const { left, right, operator } = node;
			if (right.kind === "integer") return isCount(left) && (operator === ">=" || operator === ">");
			return left.kind === "integer" && isCount(right) && (operator === "<=" || operator === "<");
		}
		default:
			return false;
	}
}

function isCount(node: Expression): boolean {
	return node.kind === "method" && node.name === "count" && isVotes(node.target);
}

/** The votes themselves, or those of them that satisfy something about each alone. */
function isVotes(node: Expression): boolean {
	if (node.kind === "name") return votes.has(node.name);
	return node.kind === "quantifier" && node.name === "filter" && isVotes(node.target) && !mentionsVotes(node.body);
}

function mentionsVotes(node: Expression): boolean {
	let found = false;
	walk(node, (part) => {
		found ||= part.kind === "name" && votes.has(part.name);
		return undefined;
	});
	return found;
}
