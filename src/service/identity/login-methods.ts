// By which ways a user can get in. Nobody may be left without one.
import type { ContactKind, OrganizationEntity, UserEntity } from "../entity.js";
import type { OrganizationView } from "../organization.js";
import { invalid } from "../refusal.js";

/** The feature that lets users of a sub-organisation in by a one-time password, by where it is sent. */
export const OTP_FEATURES: Readonly<Record<ContactKind, string>> = {
	email: "FEATURE_NAME_OTP_EMAIL_AUTH",
	phone: "FEATURE_NAME_SMS_AUTH",
};

/**
 * Whether a one-time password gets users of this organisation in. A sub-organisation lists what it has; an organisation of
 * its own is not asked.
 */
export function admitsOtp({ parentId, features }: OrganizationEntity, kind: ContactKind): boolean {
	return parentId === null || features.some((feature) => feature.name === OTP_FEATURES[kind]);
}

/** Whether an address or number alone gets a user in: only in a sub-organisation. */
export function reachable(self: OrganizationEntity, user: Pick<UserEntity, ContactKind>): boolean {
	const kinds = ["email", "phone"] as const;
	return self.parentId !== null && kinds.some((kind) => user[kind] !== null && admitsOtp(self, kind));
}

/** Throws a `Refusal` (400) when a user would have no way in once these credentials are gone. Sessions are no way in. */
export function checkStillReachable(organization: OrganizationView, user: UserEntity, going: readonly string[]): void {
	const stays = ({ id }: { readonly id: string }): boolean => !going.includes(id);
	const left =
		[...organization.apiKeys.group(user.id).values()].some((key) => key.expirationSeconds === null && stays(key)) ||
		[...organization.authenticators.group(user.id).values()].some(stays) ||
		[...organization.oauthProviders.group(user.id).values()].some(stays) ||
		reachable(organization.self, user);
	if (!left) throw invalid(`user missing valid credential: ${user.id} would have no way left to authenticate`);
}
