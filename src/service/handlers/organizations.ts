// The organisation as a whole: everything in it at once, and how it is governed.
import type { OrganizationView } from "../organization.js";
import type { QueryHandler } from "./handler.js";
import { privateKeyRecord, walletRecord } from "./keys-and-wallets.js";
import { policyRecord } from "./policies.js";
import { tagRecord } from "./private-key-tags.js";
import { userRecord } from "./users.js";

export const getOrganizationConfigs: QueryHandler<"get_organization_configs"> = ({ organization }) => ({
	configs: { features: featureRecords(organization), quorum: quorumRecord(organization) },
});

/** Everything at once; what there is none of here, such as invitations, is an empty list. */
export const getOrganization: QueryHandler<"get_organization"> = ({ organization }) => ({
	organizationData: {
		organizationId: organization.id,
		name: organization.self.name,
		users: [...organization.users.all()].map((each) => userRecord(organization, each)),
		policies: [...organization.policies.all()].map(policyRecord),
		privateKeys: [...organization.privateKeys.all()].map(privateKeyRecord),
		invitations: [],
		tags: [
			...[...organization.userTags.all()].map((each) => tagRecord(each, "TAG_TYPE_USER")),
			...[...organization.privateKeyTags.all()].map((each) => tagRecord(each, "TAG_TYPE_PRIVATE_KEY")),
		],
		rootQuorum: quorumRecord(organization),
		features: featureRecords(organization),
		wallets: [...organization.wallets.all()].map(walletRecord),
		smartContractInterfaceReferences: [],
	},
});

function featureRecords({ self }: OrganizationView) {
	return self.features.map(({ name, value }) => ({ name, ...(value === null ? {} : { value }) }));
}

function quorumRecord({ self }: OrganizationView) {
	return { threshold: self.rootQuorum.threshold, userIds: [...self.rootQuorum.userIds] };
}
