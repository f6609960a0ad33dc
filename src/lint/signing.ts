// What branches say about signing: with which key, which payloads are left open, which activities are reached.
import { type ContextSet, membersOf } from "../language/context-set.js";
import type { Context } from "../language/contexts.js";
import { payloadRoots } from "../language/environment/roots.js";
import type { Branch, Literal } from "./branches.js";
import type { LintPolicy } from "./subject.js";

/** Paths that say with which key something is signed or which key is exported. */
const keyPath =
	/^(wallet|wallet_account|wallets|private_key|secret)\b|^(eth\.tx|tempo\.tx)\.from$|^activity\.params\.(sign_with|wallet_account|wallet_id)$|^tron\.tx\.contract\[[^\]]*\]\.owner_address$|^solana\.tx\.(spl_)?transfers\[[^\]]*\]\.(from|owner)$|^solana\.tx\.account_keys\b/;

export function readsKey({ reads }: Literal): boolean {
	for (const path of reads) if (keyPath.test(path)) return true;
	return false;
}

/** Whether something on the branch says with which key. */
export function namesKey(branch: Branch): boolean {
	return branch.literals.some(readsKey);
}

/** Whether a literal reads a path that begins so. */
export function readsBelow({ reads }: Literal, ...beginnings: readonly string[]): boolean {
	for (const path of reads) {
		for (const beginning of beginnings) {
			if (path === beginning || path.startsWith(`${beginning}.`) || path.startsWith(`${beginning}[`)) return true;
		}
	}
	return false;
}

export function mentions(branch: Branch, ...beginnings: readonly string[]): boolean {
	return branch.literals.some((literal) => readsBelow(literal, ...beginnings));
}

/** Whether a literal reads what is signed. */
export function readsPayload(literal: Literal): boolean {
	return readsBelow(literal, ...payloadRoots);
}

export function signs({ activity }: Context): boolean {
	return activity.action === "SIGN";
}

/** A raw payload of which policies see nothing: any digest, that of a transaction included. */
export function isOpaque({ activity, roots }: Context): boolean {
	const raw = activity.kind === "SIGN_RAW_PAYLOAD" || activity.kind === "SIGN_RAW_PAYLOADS";
	return raw && !payloadRoots.some((root) => roots.has(root));
}

export function anyOf(set: ContextSet, test: (context: Context) => boolean): boolean {
	return membersOf(set).some(test);
}

/** The kinds of activities in a set, those without one by their type; in the order of the catalogue. */
export function kindsIn(set: ContextSet, test: (context: Context) => boolean = () => true): readonly string[] {
	return [
		...new Set(
			membersOf(set)
				.filter(test)
				.map(({ activity }) => activity.kind ?? activity.type),
		),
	];
}

/** The branches of an ALLOW on which a key can be taken out. */
export function exportingBranches(policy: LintPolicy): readonly Branch[] {
	if (policy.effect !== "EFFECT_ALLOW") return [];
	const exports = ({ activity }: Context): boolean => activity.action === "EXPORT" && activity.resource !== "SECRET";
	return policy.branches.possible.filter((branch) => anyOf(policy.contextsOf(branch), exports));
}

/** The branches of an ALLOW on which something can be signed. */
export function signingBranches(policy: LintPolicy): readonly Branch[] {
	if (policy.effect !== "EFFECT_ALLOW") return [];
	return policy.branches.possible.filter((branch) => anyOf(policy.contextsOf(branch), signs));
}

/** A list for a sentence: the first few, then how many more. */
export function listed(names: readonly string[], most = 4): string {
	const shown = names.slice(0, most).map((name) => `\`${name}\``);
	const more = names.length - shown.length;
	if (more > 0) return `${shown.join(", ")} and ${more} more`;
	const last = shown.pop();
	return last === undefined ? "" : shown.length === 0 ? last : `${shown.join(", ")} and ${last}`;
}

/** Where the branches are, for a finding about some of them: the literals they have alone, or the whole condition. */
export function placeOf(
	policy: LintPolicy,
	branches: readonly Branch[],
): { readonly start: number; readonly end: number } | undefined {
	const { condition } = policy;
	if (condition === undefined) return undefined;
	const all = policy.branches.possible.length + policy.branches.impossible.length;
	const [first] = branches;
	const whole = { start: condition.checked.expression.start, end: condition.checked.expression.end };
	if (first === undefined || all === 1 || branches.length === all) return whole;
	const others = new Set(
		policy.branches.possible
			.filter((each) => !branches.includes(each))
			.flatMap((each) => each.literals.map(({ node }) => node.id)),
	);
	const own = first.literals.filter(({ node }) => !others.has(node.id));
	if (own.length === 0) return whole;
	return {
		start: Math.min(...own.map(({ node }) => node.start)),
		end: Math.max(...own.map(({ node }) => node.end)),
	};
}
