// Organisations and what guards them as a whole. Rows of the catalogue.
import { flag, list, optional, record, text, uint32 } from "./field.js";
import { organizationFeature } from "./identity-records.js";
import { activityOperation, queryOperation } from "./operation.js";
import { ipAllowlist, organizationConfigs, organizationData } from "./records.js";

export const organizationOperations = {
	remove_ip_allowlist: activityOperation({
		profile: "core",
		name: "remove_ip_allowlist",
		type: "ACTIVITY_TYPE_REMOVE_IP_ALLOWLIST",
		parameters: { publicKey: optional(text()) },
		intentKey: "removeIpAllowlistIntent",
		resultKey: "removeIpAllowlistResult",
		result: {},
	}),
	set_ip_allowlist: activityOperation({
		profile: "full",
		name: "set_ip_allowlist",
		type: "ACTIVITY_TYPE_SET_IP_ALLOWLIST",
		parameters: {
			publicKey: optional(text()),
			enabled: optional(flag()),
			rules: optional(list(record({ cidr: text(), label: optional(text()) }))),
			onEvaluationError: optional(text()),
		},
		intentKey: "setIpAllowlistIntent",
		resultKey: "setIpAllowlistResult",
		result: {},
	}),
	get_ip_allowlist: queryOperation({
		profile: "full",
		name: "get_ip_allowlist",
		parameters: { publicKey: optional(text()) },
		result: { allowlist: ipAllowlist },
	}),
	get_organization: queryOperation({
		profile: "full",
		name: "get_organization",
		parameters: {},
		result: { organizationData },
	}),
	get_organization_configs: queryOperation({
		profile: "full",
		name: "get_organization_configs",
		parameters: {},
		result: { configs: organizationConfigs },
	}),
	update_organization_name: activityOperation({
		profile: "full",
		name: "update_organization_name",
		type: "ACTIVITY_TYPE_UPDATE_ORGANIZATION_NAME",
		parameters: { organizationName: text() },
		intentKey: "updateOrganizationNameIntent",
		resultKey: "updateOrganizationNameResult",
		result: { organizationId: text(), organizationName: text() },
	}),
	update_root_quorum: activityOperation({
		profile: "full",
		name: "update_root_quorum",
		type: "ACTIVITY_TYPE_UPDATE_ROOT_QUORUM",
		parameters: { threshold: uint32(), userIds: list(text()) },
		intentKey: "updateRootQuorumIntent",
		resultKey: "updateRootQuorumResult",
		result: {},
	}),
	set_organization_feature: activityOperation({
		profile: "full",
		name: "set_organization_feature",
		type: "ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE",
		parameters: { name: text(), value: optional(text()) },
		intentKey: "setOrganizationFeatureIntent",
		resultKey: "setOrganizationFeatureResult",
		result: { features: list(organizationFeature) },
	}),
	remove_organization_feature: activityOperation({
		profile: "full",
		name: "remove_organization_feature",
		type: "ACTIVITY_TYPE_REMOVE_ORGANIZATION_FEATURE",
		parameters: { name: text() },
		intentKey: "removeOrganizationFeatureIntent",
		resultKey: "removeOrganizationFeatureResult",
		result: { features: list(organizationFeature) },
	}),
} as const;
