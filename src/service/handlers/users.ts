// Users: creating, changing and deleting them, and reading them with everything that hangs on them.
import { type Change, type ContactKind, put, remove, type UserEntity } from "../entity.js";
import { newUsers } from "../identity/new-user.js";
import { type ProvenIdentities, proveIdentities } from "../identity/proven-identities.js";
import { useToken } from "../identity/used-token.js";
import { checkEmail, checkPhone, contactKind, withContact, withVerified } from "../identity/user-contact.js";
import { readVerificationToken } from "../identity/verification-token.js";
import type { OrganizationView } from "../organization.js";
import { invalid } from "../refusal.js";
import { timestampObject } from "../timestamp.js";
import { checkLabel, checkLimit, found, uniqueIds } from "./argument.js";
import { apiKeyRecord, authenticatorRecord, oauthProviderRecord } from "./credential-records.js";
import { type ActivityHandler, type Execution, type ExecutionContext, type QueryHandler, waiting } from "./handler.js";
import { mfaPolicyRecords } from "./mfa-policies.js";

export const createUsers = waiting<"create_users", ProvenIdentities>({
	check({ organization, limits }, { users }) {
		if (users.length === 0) throw invalid("invalid request body: `users` must not be empty");
		checkLimit("users", organization.users.size + users.length, limits.users);
	},
	prepare: (context, { users }) =>
		proveIdentities(
			users.flatMap((each) => each.oauthProviders ?? []),
			context,
			context.now,
		),
	execute(context, { users }, proven) {
		const created = newUsers(context.organization, users, proven, context);
		return {
			changes: created.flatMap((each) => each.changes),
			result: { userIds: created.map((each) => each.user.id) },
		};
	},
});

/** What is left out or null stays; so do the tags when their list is empty, which cannot be told from one left out. */
export const updateUser: ActivityHandler<"update_user"> = (context, parameters) => {
	const { organization, limits, now } = context;
	const before = found(organization, organization.users, "userId", "user", parameters.userId);
	const { userName, userEmail, userPhoneNumber, userTagIds } = parameters;
	if (typeof userName === "string") checkLabel("userName", userName, limits);
	let after: UserEntity = { ...before, name: userName ?? before.name, updatedAt: now };
	if (typeof userEmail === "string") after = withChecked(after, "email", userEmail, now);
	if (typeof userPhoneNumber === "string") after = withChecked(after, "phone", userPhoneNumber, now);
	const tags = [...new Set(userTagIds ?? [])].map(
		(id) => found(organization, organization.userTags, "userTagIds", "user tag", id).id,
	);
	if (tags.length > 0) after = { ...after, tags };
	return { changes: [put("user", after)], result: { userId: after.id } };
};

export const updateUserName: ActivityHandler<"update_user_name"> = ({ organization, limits, now }, { userId, userName }) => {
	const user = found(organization, organization.users, "userId", "user", userId);
	checkLabel("userName", userName, limits);
	return { changes: [put("user", { ...user, name: userName, updatedAt: now })], result: { userId: user.id } };
};

/** An empty text removes the address. With a verification token for it, it counts as proven. */
export const updateUserEmail: ActivityHandler<"update_user_email"> = (context, { userId, userEmail, verificationToken }) =>
	replaceContact(context, userId, { kind: "email", contact: userEmail, verificationToken });

export const updateUserPhoneNumber: ActivityHandler<"update_user_phone_number"> = (context, parameters) => {
	const { userId, userPhoneNumber, verificationToken } = parameters;
	return replaceContact(context, userId, { kind: "phone", contact: userPhoneNumber, verificationToken });
};

/** What belongs to them goes with them. Members of the root quorum stay until they are no longer in it. */
export const deleteUsers: ActivityHandler<"delete_users"> = ({ organization }, { userIds }) => {
	const ids = uniqueIds("userIds", userIds);
	const users = ids.map((id) => found(organization, organization.users, "userIds", "user", id));
	const rooted = users.find((user) => organization.self.rootQuorum.userIds.includes(user.id));
	if (rooted) throw invalid(`user ${rooted.id} is a member of the root quorum and cannot be deleted`);
	return { changes: users.flatMap((user) => removals(organization, user)), result: { userIds: [...ids] } };
};

export const whoami: QueryHandler<"whoami"> = ({ organization, home, requesterId }) => ({
	organizationId: organization.id,
	organizationName: organization.self.name,
	userId: requesterId,
	username: home.users.get(requesterId)?.name ?? "",
});

export const listUsers: QueryHandler<"list_users"> = ({ organization }) => ({
	users: [...organization.users.all()].map((each) => userRecord(organization, each)),
});

export const getUser: QueryHandler<"get_user"> = ({ organization }, { userId }) => ({
	user: userRecord(organization, found(organization, organization.users, "userId", "user", userId)),
});

/** The record as list_users gives it, which every vote carries too. */
export function userRecord(organization: OrganizationView, user: UserEntity) {
	return {
		userId: user.id,
		userName: user.name,
		...(user.email === null ? {} : { userEmail: user.email }),
		...(user.phone === null ? {} : { userPhoneNumber: user.phone }),
		authenticators: [...organization.authenticators.group(user.id).values()].map(authenticatorRecord),
		apiKeys: [...organization.apiKeys.group(user.id).values()].map(apiKeyRecord),
		userTags: [...user.tags],
		oauthProviders: [...organization.oauthProviders.group(user.id).values()].map(oauthProviderRecord),
		mfaPolicies: mfaPolicyRecords(organization, user.id),
		createdAt: timestampObject(user.createdAt),
		updatedAt: timestampObject(user.updatedAt),
	};
}

interface ContactChange {
	readonly kind: ContactKind;
	readonly contact: string;
	readonly verificationToken?: string | null | undefined;
}

function replaceContact(
	context: ExecutionContext,
	userId: string,
	{ kind, contact, verificationToken }: ContactChange,
): Execution {
	const { organization, keys, now } = context;
	const user = found(organization, organization.users, "userId", "user", userId);
	const changed = withChecked(user, kind, contact, now);
	const result = { userId: user.id };
	if (verificationToken === null || verificationToken === undefined) return { changes: [put("user", changed)], result };
	const token = readVerificationToken(verificationToken, { keys, organization, now });
	if (contactKind(token.verificationType) !== kind || token.contact.toLowerCase() !== contact.toLowerCase()) {
		throw invalid("verification token was issued for another contact");
	}
	return {
		changes: [put("user", withVerified(changed, kind, now))],
		elsewhere: [useToken(organization, token, now)],
		result,
	};
}

/** The user with another address or number, or with none. Throws a `Refusal` (400) when it is none. */
function withChecked(user: UserEntity, kind: ContactKind, contact: string, now: number): UserEntity {
	if (contact !== "") (kind === "email" ? checkEmail : checkPhone)(contact);
	return withContact(user, kind, contact === "" ? null : contact, now);
}

function removals(organization: OrganizationView, user: UserEntity): Change[] {
	const keys = [...organization.apiKeys.group(user.id).values()];
	return [
		...keys.map((key) => remove("apiKey", key.id)),
		...keys.filter((key) => organization.ipAllowlists.get(key.publicKey)).map((key) => remove("ipAllowlist", key.publicKey)),
		...[...organization.authenticators.group(user.id).keys()].map((id) => remove("authenticator", id)),
		...[...organization.oauthProviders.group(user.id).keys()].map((id) => remove("oauthProvider", id)),
		...[...organization.mfaPolicies.group(user.id).keys()].map((id) => remove("mfaPolicy", id)),
		remove("user", user.id),
	];
}
