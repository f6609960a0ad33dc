// Organisations within an organisation, one for each end user. Rows of the catalogue.
import { anything, flag, list, optional, text, uint32 } from "./field.js";
import { paginationOptions, rootUserParameters, walletParameters } from "./identity-records.js";
import { activityOperation, queryOperation } from "./operation.js";
import { clientSignature } from "./records.js";

const filter = { filterType: optional(text()), filterValue: optional(text()), paginationOptions } as const;

export const subOrganizationOperations = {
	create_sub_organization: activityOperation({
		profile: "full",
		name: "create_sub_organization",
		type: "ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8",
		parameters: {
			subOrganizationName: text(),
			rootUsers: list(rootUserParameters),
			rootQuorumThreshold: uint32(),
			wallet: optional(walletParameters),
			disableEmailRecovery: optional(flag()),
			disableEmailAuth: optional(flag()),
			disableSmsAuth: optional(flag()),
			disableOtpEmailAuth: optional(flag()),
			verificationToken: optional(text()),
			clientSignature: optional(clientSignature),
		},
		intentKey: "createSubOrganizationIntentV8",
		resultKey: "createSubOrganizationResultV8",
		result: { subOrganizationId: text(), wallet: optional(anything()), rootUserIds: optional(list(text())) },
		policy: ["ORGANIZATION", "CREATE"],
	}),
	delete_sub_organization: activityOperation({
		profile: "full",
		name: "delete_sub_organization",
		type: "ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION",
		parameters: { deleteWithoutExport: optional(flag()) },
		intentKey: "deleteSubOrganizationIntent",
		resultKey: "deleteSubOrganizationResult",
		result: { subOrganizationUuid: text() },
		policy: ["ORGANIZATION", "DELETE"],
	}),
	list_suborgs: queryOperation({
		profile: "full",
		name: "list_suborgs",
		parameters: filter,
		result: { organizationIds: list(text()) },
	}),
	list_verified_suborgs: queryOperation({
		profile: "full",
		name: "list_verified_suborgs",
		parameters: filter,
		result: { organizationIds: list(text()) },
	}),
} as const;
