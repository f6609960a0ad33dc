// From which web pages passkeys may be used: those that the organisation, or the one it belongs to, has listed as its
// feature; any page while nothing is listed.
import type { OrganizationView } from "../organization.js";

export const WEBAUTHN_ORIGINS = "FEATURE_NAME_WEBAUTHN_ORIGINS";

/** The feature's value is one origin, or several with commas between them; `*` stands for all. */
export function allowsOrigin(organization: OrganizationView, origin: string): boolean {
	for (const each of [organization, organization.parent]) {
		const value = each?.self.features.find((feature) => feature.name === WEBAUTHN_ORIGINS)?.value;
		if (value === null || value === undefined || value.trim() === "") continue;
		const listed = value.split(",").map((entry) => entry.trim().replace(/\/$/, ""));
		return listed.includes("*") || listed.includes(origin);
	}
	return true;
}
