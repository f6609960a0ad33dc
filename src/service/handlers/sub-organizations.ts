// Sub-organisations: founding them, finding them again, and deleting them from within.

import type { OrganizationEntity } from "../entity.js";
import {
	checkFounding,
	type FoundingMaterial,
	found as foundSubOrganization,
	prepareFounding,
} from "../identity/sub-organization.js";
import { matchingSubOrganizations, verifiedSubOrganizations } from "../identity/sub-organization-filter.js";
import type { OrganizationView } from "../organization.js";
import { invalid } from "../refusal.js";
import { type ActivityHandler, type QueryHandler, waiting } from "./handler.js";
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

/** What was never exported is lost with it, and has to be meant to be. */
export const deleteSubOrganization: ActivityHandler<"delete_sub_organization"> = ({ organization }, parameters) => {
	if (organization.self.parentId === null) throw invalid("only a sub-organization can be deleted, by itself");
	if (parameters.deleteWithoutExport !== true) {
		const wallet = [...organization.wallets.all()].find((each) => !each.exported);
		if (wallet) throw kept("wallet", wallet.id);
		const key = [...organization.privateKeys.all()].find((each) => !each.exported);
		if (key) throw kept("private key", key.id);
	}
	return { changes: [], dissolved: true, result: { subOrganizationUuid: organization.id } };
};

function kept(what: string, id: string) {
	return invalid(`${what} ${id} has not been exported; set \`deleteWithoutExport\` to delete the sub-organization all the same`);
}

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
