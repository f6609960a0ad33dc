// Private key tags as manifests declare them: who has such a tag is what the manifests say, whatever the organisation has now.
import { isJsonArray } from "../base/json.js";
import { splitAddress } from "../model/address.js";
import type { Organization, OrganizationKey, OrganizationTag } from "../model/organization.js";
import { referencesIn } from "../model/reference.js";
import { identifierOf } from "./named-identifier.js";
import type { PolicyResource } from "./policy-set.js";

/** The organisation once the tags among the resources are as they say. A tag that is new gets an identifier of its own. */
export function withDeclaredTags<O extends Organization>(organization: O, resources: readonly PolicyResource[]): O {
	const tags: OrganizationTag[] = [...(organization.privateKeyTags ?? [])];
	let keys: readonly OrganizationKey[] = organization.privateKeys ?? [];
	for (const { address, kind, name, attributes } of resources) {
		if (kind !== "PrivateKeyTag" || !isJsonArray(attributes["privateKeys"])) continue;
		const known = tags.find((each) => each.name === name);
		const id = known?.id ?? identifierOf(address);
		if (known === undefined) tags.push({ id, name });
		const members = new Set(attributes["privateKeys"].map(memberOf));
		keys = keys.map((key) => {
			const others = key.tagIds.filter((each) => each !== id);
			return { ...key, tagIds: members.has(key.name) || members.has(key.id) ? [...others, id] : others };
		});
	}
	return { ...organization, privateKeyTags: tags, privateKeys: keys };
}

/** A member is a reference to a key by its name, or an identifier. */
function memberOf(member: unknown): string {
	if (typeof member !== "string") return "";
	const [reference] = referencesIn(member);
	return reference === undefined ? member : (splitAddress(reference.address)?.path ?? "");
}
