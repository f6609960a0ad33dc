// User tags, and which users carry them. A user knows their tags; a tag does not know its users.
import { type Change, put, remove, type TagEntity, type UserEntity } from "../entity.js";
import { invalid } from "../refusal.js";
import { checkLabel, checkLimit, found, uniqueIds } from "./argument.js";
import type { ActivityHandler, ExecutionContext, QueryHandler } from "./handler.js";
import { tagLimit, tagRecord } from "./private-key-tags.js";

export const createUserTag: ActivityHandler<"create_user_tag"> = (context, { userTagName, userIds }) => {
	const { organization, limits, now } = context;
	checkName(context, userTagName);
	checkLimit("tags", organization.userTags.size + organization.privateKeyTags.size + 1, tagLimit(organization, limits));
	const tag: TagEntity = { id: context.newId(), name: userTagName, createdAt: now, updatedAt: now };
	const users = usersWith(context, userIds);
	return {
		changes: [put("userTag", tag), ...users.map((user) => tagged(user, now, [...user.tags, tag.id]))],
		result: { userTagId: tag.id, userIds: users.map((user) => user.id) },
	};
};

/** Name and members change together or not at all; adding a member and removing a stranger change nothing. */
export const updateUserTag: ActivityHandler<"update_user_tag"> = (context, parameters) => {
	const { organization, now } = context;
	const { addUserIds, removeUserIds } = parameters;
	const tag = found(organization, organization.userTags, "userTagId", "user tag", parameters.userTagId);
	const name = parameters.newUserTagName ?? tag.name;
	if (name !== tag.name) checkName(context, name);
	const both = addUserIds.find((id) => removeUserIds.includes(id));
	if (both !== undefined) throw invalid(`invalid request body: user ${both} is both added and removed`);
	const added = usersWith(context, addUserIds).filter((user) => !user.tags.includes(tag.id));
	const removed = usersWith(context, removeUserIds).filter((user) => user.tags.includes(tag.id));
	return {
		changes: [
			put("userTag", { ...tag, name, updatedAt: now }),
			...added.map((user) => tagged(user, now, [...user.tags, tag.id])),
			...removed.map((user) => tagged(user, now, without(user.tags, [tag.id]))),
		],
		result: { userTagId: tag.id },
	};
};

/** Users survive their tags; policies that mention a deleted tag stay as they are. */
export const deleteUserTags: ActivityHandler<"delete_user_tags"> = ({ organization, now }, { userTagIds }) => {
	const ids = uniqueIds("userTagIds", userTagIds);
	const tags = ids.map((id) => found(organization, organization.userTags, "userTagIds", "user tag", id));
	const users = new Map(tags.flatMap((tag) => [...organization.users.group(tag.id)]));
	return {
		changes: [
			...[...users.values()].map((user) => tagged(user, now, without(user.tags, ids))),
			...tags.map((tag) => remove("userTag", tag.id)),
		],
		result: { userTagIds: [...ids], userIds: [...users.keys()] },
	};
};

export const listUserTags: QueryHandler<"list_user_tags"> = ({ organization }) => ({
	userTags: [...organization.userTags.all()].map((tag) => tagRecord(tag, "TAG_TYPE_USER")),
});

function checkName({ organization, limits }: ExecutionContext, name: string): void {
	checkLabel("userTagName", name, limits);
	if (organization.userTags.withKey(name)) throw invalid("tag label must be unique");
}

function usersWith({ organization }: ExecutionContext, ids: readonly string[]): UserEntity[] {
	return [...new Set(ids)].map((id) => found(organization, organization.users, "userIds", "user", id));
}

function tagged(user: UserEntity, now: number, tags: readonly string[]): Change {
	return put("user", { ...user, tags, updatedAt: now });
}

function without(tags: readonly string[], removed: readonly string[]): readonly string[] {
	return tags.filter((each) => !removed.includes(each));
}
