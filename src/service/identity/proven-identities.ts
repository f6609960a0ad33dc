// OIDC tokens that come with new OAuth providers: verified all together before anything is made of them.

import type { AttestationSources } from "./attested-stamp.js";
import { type OidcIdentity, verifyOidcToken } from "./oidc-token.js";

interface WithToken {
	readonly oidcToken?: string | null | undefined;
}

/** What each token says, by the token. */
export type ProvenIdentities = ReadonlyMap<string, OidcIdentity>;

/** Rejects with a `Refusal` (400) when one of them does not hold. */
export async function proveIdentities(
	providers: Iterable<WithToken>,
	sources: AttestationSources,
	now: number,
): Promise<ProvenIdentities> {
	const proven = new Map<string, OidcIdentity>();
	for (const { oidcToken } of providers) {
		if (typeof oidcToken !== "string" || proven.has(oidcToken)) continue;
		proven.set(oidcToken, await verifyOidcToken(oidcToken, { ...sources, now }));
	}
	return proven;
}
