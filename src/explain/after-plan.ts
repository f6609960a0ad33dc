// The policies, MFA policies and private key tags of an organisation as a plan will leave them, and the organisation with them.
import { equalJson } from "../base/equal.js";
import type { JsonObject, JsonValue } from "../base/json.js";
import { isJsonArray, isJsonObject } from "../base/json.js";
import type { Address } from "../model/address.js";
import type { Organization } from "../model/organization.js";
import type { Plan, ResourceChange } from "../model/plan.js";
import { parseReferenceText, referenceToken } from "../model/reference.js";
import type { Live } from "../model/resource.js";
import { withDeclaredTags } from "../request/declared-tags.js";
import type { SourcedResource } from "./decision-view.js";

const CONCERNED: ReadonlySet<string> = new Set(["Policy", "MfaPolicy", "PrivateKeyTag"]);

/** What a plan does to what policies decide with. */
export interface AfterPlan {
	readonly resources: readonly SourcedResource[];
	readonly organization: Organization;
	/** Changes the plan holds that nothing will carry out. */
	readonly blocked: readonly Address[];
	/** Resources that are not any more as the plan found them. */
	readonly moved: readonly Address[];
}

export function afterPlan(plan: Plan, live: readonly Live[], organization: Organization): AfterPlan {
	const resources = new Map<string, SourcedResource>(live.map((each) => [`${each.kind} ${each.id}`, each]));
	const blocked: Address[] = [];
	const moved: Address[] = [];
	for (const change of plan.resource_changes) {
		if (!CONCERNED.has(change.type)) continue;
		const { before, after, actions } = change.change;
		const key = `${change.type} ${change.id ?? change.address}`;
		const now = resources.get(key);
		if (before === null ? hasOne(live, change) : now === undefined || !equalJson(now.attributes, before)) {
			moved.push(change.address);
		}
		if (actions[0] === "no-op") continue;
		if (change.blocked !== undefined) {
			blocked.push(change.address);
			continue;
		}
		if (after === null || actions.includes("delete" as never)) resources.delete(key);
		if (after !== null) resources.set(key, resourceAfter(change, after));
	}
	const left = [...resources.values()];
	const renamed = withNewNames(organization, plan);
	return { resources: left, organization: withoutTags(withDeclaredTags(renamed, left), left), blocked, moved };
}

/** Whether something of that name is there already, which the plan is about to make. */
function hasOne(live: readonly Live[], { address, type }: ResourceChange): boolean {
	return live.some((each) => each.kind === type && each.address === address && each.retired !== true);
}

function resourceAfter({ address, type, name, source }: ResourceChange, after: JsonObject): SourcedResource {
	const attributes = withTokens(after) as JsonObject;
	return { address, kind: type, name, attributes, ...(source === undefined ? {} : { source }) };
}

const PRINTED = /\$\{([A-Za-z]+\/[^}]+)\}/g;

/** References that are not known yet stand in a plan as they are printed. */
function withTokens(value: JsonValue): JsonValue {
	if (typeof value === "string") {
		return value.replaceAll(PRINTED, (_, text: string) => referenceToken(parseReferenceText(text)));
	}
	if (isJsonArray(value)) return value.map(withTokens);
	if (!isJsonObject(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withTokens(each)]));
}

/** A tag keeps its identifier when it gets another name. */
function withNewNames(organization: Organization, plan: Plan): Organization {
	const names = new Map(
		plan.resource_changes.flatMap(({ type, id, name, change }) =>
			type === "PrivateKeyTag" && id !== undefined && change.after !== null ? [[id, name] as const] : [],
		),
	);
	const { privateKeyTags = [] } = organization;
	return { ...organization, privateKeyTags: privateKeyTags.map((tag) => ({ ...tag, name: names.get(tag.id) ?? tag.name })) };
}

/** Tags that go are not on the keys any more. */
function withoutTags(organization: Organization, left: readonly SourcedResource[]): Organization {
	const names = new Set(left.filter((each) => each.kind === "PrivateKeyTag").map((each) => each.name));
	const gone = new Set((organization.privateKeyTags ?? []).filter((tag) => !names.has(tag.name)).map((tag) => tag.id));
	if (gone.size === 0) return organization;
	return {
		...organization,
		privateKeyTags: (organization.privateKeyTags ?? []).filter((tag) => !gone.has(tag.id)),
		privateKeys: (organization.privateKeys ?? []).map((key) => ({ ...key, tagIds: key.tagIds.filter((id) => !gone.has(id)) })),
	};
}
