// What only the root quorum may change: itself, the organisation's name and its features.
import { type OrganizationEntity, put } from "../entity.js";
import type { OrganizationView } from "../organization.js";
import { invalid } from "../refusal.js";
import { checkLabel, found } from "./argument.js";
import type { ActivityHandler } from "./handler.js";
import { TIME_FEATURE } from "./policies.js";

/** The features there are, and the one of ours. */
const FEATURES: ReadonlySet<string> = new Set([
	"FEATURE_NAME_ROOT_USER_EMAIL_RECOVERY",
	"FEATURE_NAME_WEBAUTHN_ORIGINS",
	"FEATURE_NAME_EMAIL_AUTH",
	"FEATURE_NAME_EMAIL_RECOVERY",
	"FEATURE_NAME_WEBHOOK",
	"FEATURE_NAME_SMS_AUTH",
	"FEATURE_NAME_OTP_EMAIL_AUTH",
	"FEATURE_NAME_AUTH_PROXY",
	"FEATURE_NAME_SOLANA_RENT_PREFUND_ENABLED",
	"FEATURE_NAME_SWAP_CONFIG",
	"FEATURE_NAME_EARN_CONFIG",
	TIME_FEATURE,
]);

export const updateRootQuorum: ActivityHandler<"update_root_quorum"> = ({ organization, now }, { threshold, userIds }) => {
	const members = [...new Set(userIds)].map((id) => found(organization, organization.users, "userIds", "user", id).id);
	if (threshold < 1 || threshold > members.length) {
		throw invalid(`invalid request body: \`threshold\` must be from 1 to the number of users, which is ${members.length}`);
	}
	return { changes: [changed(organization, { rootQuorum: { threshold, userIds: members } }, now)], result: {} };
};

/** Setting a feature again replaces its value. */
export const setOrganizationFeature: ActivityHandler<"set_organization_feature"> = ({ organization, now }, { name, value }) => {
	checkFeature(name);
	const feature = { name, value: value ?? null };
	const before = organization.self.features;
	const features = before.some((each) => each.name === name)
		? before.map((each) => (each.name === name ? feature : each))
		: [...before, feature];
	return { changes: [changed(organization, { features }, now)], result: { features: featureRecords(features) } };
};

/** Removing one that is not set changes nothing. */
export const removeOrganizationFeature: ActivityHandler<"remove_organization_feature"> = ({ organization, now }, { name }) => {
	checkFeature(name);
	const features = organization.self.features.filter((each) => each.name !== name);
	return { changes: [changed(organization, { features }, now)], result: { features: featureRecords(features) } };
};

export const updateOrganizationName: ActivityHandler<"update_organization_name"> = (context, { organizationName }) => {
	const { organization, limits, now } = context;
	checkLabel("organizationName", organizationName, limits);
	return {
		changes: [changed(organization, { name: organizationName }, now)],
		result: { organizationId: organization.id, organizationName },
	};
};

export function featureRecords(features: OrganizationEntity["features"]) {
	return features.map(({ name, value }) => ({ name, ...(value === null ? {} : { value }) }));
}

function changed({ self }: OrganizationView, difference: Partial<OrganizationEntity>, now: number) {
	return put("organization", { ...self, ...difference, updatedAt: now });
}

function checkFeature(name: string): void {
	if (!FEATURES.has(name)) throw invalid(`invalid request body: \`name\` must be one of ${[...FEATURES].join(", ")}`);
}
