// PrivateKeyTag: a named group of private keys, which policies refer to by the tag's identifier.
import type { Activity } from "../api/activity.js";
import { compareText } from "../base/canonical-json.js";
import type { JsonObject } from "../base/json.js";
import { formatAddress } from "../model/address.js";
import { isIdentifier } from "../model/identifier.js";
import { containsReference, referenceToken } from "../model/reference.js";
import type { Live } from "../model/resource.js";
import type { Kind } from "./kind.js";
import { recordedReading } from "./recorded-reading.js";
import { checkName, present, stringAt, stringsAt } from "./spec-value.js";
import { touchedIdentifiers } from "./touched.js";

function normalise(attributes: JsonObject): JsonObject {
	return present({
		name: stringAt(attributes, "name"),
		privateKeys: [...new Set(stringsAt(attributes, "privateKeys"))].sort(compareText),
	});
}

/** A member may be written as a name, as a reference, or as an identifier. */
function memberReference(member: string): string {
	if (containsReference(member) || isIdentifier(member)) return member;
	return referenceToken({ address: formatAddress("PrivateKey", member) });
}

const without = (list: readonly string[], others: readonly string[]): string[] => list.filter((item) => !others.includes(item));

export const privateKeyTag: Kind = {
	name: "PrivateKeyTag",
	schema: "private-key-tag.schema.json",
	uniqueNames: true,
	expressions: [],
	itemKeys: { privateKeys: "" },

	fromSpec: (name, spec) => ({ name, privateKeys: stringsAt(spec, "privateKeys").map(memberReference) }),
	toSpec: ({ name: _, ...spec }) => spec,
	normalise,

	check: ({ name }, limits) => checkName(name, limits.nameLength),
	checkTogether(declarations, limits) {
		if (declarations.length <= limits.tags) return [];
		return declarations.slice(limits.tags, limits.tags + 1).map(({ address }) => ({
			address,
			code: "Q2331" as const,
			severity: "error" as const,
			path: [],
			message: `${declarations.length} private key tags are declared, an organisation can hold ${limits.tags} tags`,
			help: "join tags; user tags count against the same limit",
		}));
	},

	asks: ["list_private_key_tags", "list_private_keys"],
	async read(reader) {
		if (!reader.offers("list_private_key_tags")) return recordedReading(reader, "the profile offers no list_private_key_tags");
		const [{ privateKeyTags }, { privateKeys }] = await Promise.all([
			reader.ask("list_private_key_tags", {}),
			reader.ask("list_private_keys", {}),
		]);
		const members = new Map<string, string[]>(privateKeyTags.map((tag) => [tag.tagId, []]));
		for (const key of privateKeys) for (const tagId of key.privateKeyTags) members.get(tagId)?.push(key.privateKeyId);
		const live = privateKeyTags
			.filter((tag) => tag.tagType === "TAG_TYPE_PRIVATE_KEY")
			.map(
				(tag): Live => ({
					address: formatAddress("PrivateKeyTag", tag.tagName),
					kind: "PrivateKeyTag",
					id: tag.tagId,
					name: tag.tagName,
					attributes: normalise({ name: tag.tagName, privateKeys: members.get(tag.tagId) ?? [] }),
				}),
			);
		return { completeness: "read", live };
	},

	create: [
		{
			operation: "create_private_key_tag",
			writes: ["name", "privateKeys"],
			parameters: ({ after }) => ({ privateKeyTagName: after["name"] ?? "", privateKeyIds: stringsAt(after, "privateKeys") }),
			identifier: "/privateKeyTagId",
		},
	],
	createDefaults: {},
	update: [
		{
			operation: "update_private_key_tag",
			writes: ["name", "privateKeys"],
			parameters: ({ id, before, after, changed }) => ({
				privateKeyTagId: id,
				...(changed.has("name") ? { newPrivateKeyTagName: after["name"] ?? "" } : {}),
				addPrivateKeyIds: without(stringsAt(after, "privateKeys"), stringsAt(before, "privateKeys")),
				removePrivateKeyIds: without(stringsAt(before, "privateKeys"), stringsAt(after, "privateKeys")),
			}),
		},
	],
	remove: [
		{
			operation: "delete_private_key_tags",
			writes: [],
			parameters: ({ id }) => ({ privateKeyTagIds: [id] }),
			batch: { list: "privateKeyTagIds", limit: 100, item: ({ id }) => id },
		},
	],

	activityTypes: [
		"ACTIVITY_TYPE_CREATE_PRIVATE_KEY_TAG",
		"ACTIVITY_TYPE_UPDATE_PRIVATE_KEY_TAG",
		"ACTIVITY_TYPE_DELETE_PRIVATE_KEY_TAGS",
	],
	touchedBy: (activity: Activity) => touchedIdentifiers(activity, ["privateKeyTagId", "privateKeyTagIds"]),
};
