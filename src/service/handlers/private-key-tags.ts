// Private key tags, and which private keys carry them. A key knows its tags; a tag does not know its keys.
import { type Change, type PrivateKeyEntity, put, remove, type TagEntity } from "../entity.js";
import type { OrganizationView } from "../organization.js";
import { invalid } from "../refusal.js";
import type { ServiceLimits } from "../service-limits.js";
import { timestampObject } from "../timestamp.js";
import { checkLabel, checkLimit, found, uniqueIds } from "./argument.js";
import type { ActivityHandler, ExecutionContext, QueryHandler } from "./handler.js";

export const createPrivateKeyTag: ActivityHandler<"create_private_key_tag"> = (context, parameters) => {
	const { organization, limits, now } = context;
	checkName(context, parameters.privateKeyTagName);
	checkLimit("tags", organization.userTags.size + organization.privateKeyTags.size + 1, tagLimit(organization, limits));
	const tag: TagEntity = { id: context.newId(), name: parameters.privateKeyTagName, createdAt: now, updatedAt: now };
	const keys = keysWith(context, parameters.privateKeyIds);
	return {
		changes: [put("privateKeyTag", tag), ...keys.map((key) => tagged(key, now, [...key.tags, tag.id]))],
		result: { privateKeyTagId: tag.id, privateKeyIds: keys.map((key) => key.id) },
	};
};

/** Name and members change together or not at all; adding a member and removing a stranger change nothing. */
export const updatePrivateKeyTag: ActivityHandler<"update_private_key_tag"> = (context, parameters) => {
	const { organization, now } = context;
	const { addPrivateKeyIds, removePrivateKeyIds } = parameters;
	const tag = found(organization, organization.privateKeyTags, "privateKeyTagId", "private key tag", parameters.privateKeyTagId);
	const name = parameters.newPrivateKeyTagName ?? tag.name;
	if (name !== tag.name) checkName(context, name);
	const both = addPrivateKeyIds.find((id) => removePrivateKeyIds.includes(id));
	if (both !== undefined) throw invalid(`invalid request body: private key ${both} is both added and removed`);
	const added = keysWith(context, addPrivateKeyIds).filter((key) => !key.tags.includes(tag.id));
	const removed = keysWith(context, removePrivateKeyIds).filter((key) => key.tags.includes(tag.id));
	return {
		changes: [
			put("privateKeyTag", { ...tag, name, updatedAt: now }),
			...added.map((key) => tagged(key, now, [...key.tags, tag.id])),
			...removed.map((key) => tagged(key, now, without(key.tags, [tag.id]))),
		],
		result: { privateKeyTagId: tag.id },
	};
};

/** Keys survive their tags; policies that mention a deleted tag stay as they are. */
export const deletePrivateKeyTags: ActivityHandler<"delete_private_key_tags"> = (context, { privateKeyTagIds }) => {
	const { organization, now } = context;
	const ids = uniqueIds("privateKeyTagIds", privateKeyTagIds);
	const tags = ids.map((id) => found(organization, organization.privateKeyTags, "privateKeyTagIds", "private key tag", id));
	const keys = new Map(tags.flatMap((tag) => [...organization.privateKeys.group(tag.id)]));
	return {
		changes: [
			...[...keys.values()].map((key) => tagged(key, now, without(key.tags, ids))),
			...tags.map((tag) => remove("privateKeyTag", tag.id)),
		],
		result: { privateKeyTagIds: [...ids], privateKeyIds: [...keys.keys()] },
	};
};

export const listPrivateKeyTags: QueryHandler<"list_private_key_tags"> = ({ organization }) => ({
	privateKeyTags: [...organization.privateKeyTags.all()].map((tag) => tagRecord(tag, "TAG_TYPE_PRIVATE_KEY")),
});

export function tagRecord(tag: TagEntity, tagType: "TAG_TYPE_USER" | "TAG_TYPE_PRIVATE_KEY") {
	return {
		tagId: tag.id,
		tagName: tag.name,
		tagType,
		createdAt: timestampObject(tag.createdAt),
		updatedAt: timestampObject(tag.updatedAt),
	};
}

/** User tags and private key tags count against one limit, which is lower in a sub-organisation. */
export function tagLimit({ self }: OrganizationView, limits: ServiceLimits): number {
	return self.parentId === null ? limits.tags : limits.subOrganizationTags;
}

function checkName({ organization, limits }: ExecutionContext, name: string): void {
	checkLabel("privateKeyTagName", name, limits);
	if (organization.privateKeyTags.withKey(name)) throw invalid("tag label must be unique");
}

function keysWith({ organization }: ExecutionContext, ids: readonly string[]): PrivateKeyEntity[] {
	return [...new Set(ids)].map((id) => found(organization, organization.privateKeys, "privateKeyIds", "private key", id));
}

function tagged(key: PrivateKeyEntity, now: number, tags: readonly string[]): Change {
	return put("privateKey", { ...key, tags, updatedAt: now });
}

function without(tags: readonly string[], removed: readonly string[]): readonly string[] {
	return tags.filter((each) => !removed.includes(each));
}
