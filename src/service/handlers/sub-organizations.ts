// Sub-organisations: founding them, and finding them again.

import type { OrganizationEntity } from "../entity.js";
import {
	checkFounding,
	type FoundingMaterial,
	found as foundSubOrganization,
	prepareFounding,
} from "../identity/sub-organization.js";
import { matchingSubOrganizations, verifiedSubOrganizations } from "../identity/sub-organization-filter.js";
import type { OrganizationView } from "../organization.js";
import { type QueryHandler, waiting } from "./handler.js";
import { readPage } from "./page.js";

export const createSubOrganization = waiting<"create_sub_organization", FoundingMaterial>({
	check: checkFounding,
	prepare: prepareFounding,
	execute(context, parameters, material) {
		const { founded, rootUserIds, wallet, used } = foundSubOrganization(context, parameters, material);
		return {
			changes: [],
			founded: [founded],
			...(used ? { elsewhere: [used] } : {}),
			result: {
				subOrganizationId: founded.self.id,
				...(wallet ? { wallet: { walletId: wallet.walletId, addresses: [...wallet.addresses] } } : {}),
				rootUserIds: [...rootUserIds],
			},
		};
	},
});

export const listSuborgs: QueryHandler<"list_suborgs"> = ({ organization }, parameters) => ({
	organizationIds: idsOf(
		readPage(
			organization,
			"sub-organization",
			selvesOf(matchingSubOrganizations(organization, parameters)),
			parameters.paginationOptions,
		),
	),
});

export const listVerifiedSuborgs: QueryHandler<"list_verified_suborgs"> = ({ organization }, parameters) => ({
	organizationIds: idsOf(
		readPage(
			organization,
			"sub-organization",
			selvesOf(verifiedSubOrganizations(organization, parameters)),
			parameters.paginationOptions,
		),
	),
});

function selvesOf(organizations: readonly OrganizationView[]): readonly OrganizationEntity[] {
	return organizations.map((each) => each.self);
}

function idsOf(organizations: readonly { readonly id: string }[]): string[] {
	return organizations.map((each) => each.id);
}
