// Tokens that may be used once: remembered by identifier, in the organisation that issued them, until they expire anyway.
import { type Change, put, remove } from "../entity.js";
import type { OrganizationView } from "../organization.js";
import { invalid } from "../refusal.js";

interface Token {
	readonly id: string;
	readonly organizationId: string;
	/** Milliseconds since the epoch. */
	readonly expiresAt: number;
}

/** How many that have expired are forgotten when one more is remembered. */
const FORGOTTEN_AT_ONCE = 10;

/** What using a token changes, and where. `organization`: the one that issued it, or a sub-organisation of it. Throws a `Refusal` (400) when it was used before. */
export function useToken(
	organization: OrganizationView,
	{ id, organizationId, expiresAt }: Token,
	now: number,
): { readonly organizationId: string; readonly changes: readonly Change[] } {
	const issuer = organization.id === organizationId ? organization : organization.parent;
	if (issuer?.usedTokens.get(id)) throw invalid("verification token has already been used");
	const forgotten: Change[] = [];
	for (const used of issuer?.usedTokens.all() ?? []) {
		if (used.expiresAt > now || forgotten.length === FORGOTTEN_AT_ONCE) break;
		forgotten.push(remove("usedToken", used.id));
	}
	return { organizationId, changes: [...forgotten, put("usedToken", { id, expiresAt, createdAt: now, updatedAt: now })] };
}
