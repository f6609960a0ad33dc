// WebhookEndpoint: where the service sends its events, and which. The service has no operation that changes an endpoint's
// subscriptions, so changing them means a new endpoint.
import type { Activity } from "../api/activity.js";
import { EVENT_TYPES } from "../api/records.js";
import { canonicalJson, compareText } from "../base/canonical-json.js";
import type { JsonObject, JsonValue } from "../base/json.js";
import { didYouMean } from "../diagnostics/suggestion.js";
import { formatAddress } from "../model/address.js";
import type { Live } from "../model/resource.js";
import type { Declaration, Kind, SpecFinding } from "./kind.js";
import { booleanAt, checkName, objectsAt, onlyChanged, present, stringAt } from "./spec-value.js";
import { touchedIdentifiers } from "./touched.js";
import { checkWebhookUrl, normaliseUrl } from "./webhook-url.js";

/** Filters compare by meaning: text that is JSON becomes its value; text that is not stays text. */
function filtersOf(subscription: JsonObject): JsonValue | undefined {
	const filters = subscription["filters"];
	if (filters !== undefined && filters !== null) return filters;
	const text = stringAt(subscription, "filtersJson");
	if (text === undefined || text.trim() === "") return undefined;
	try {
		const value = JSON.parse(text) as JsonValue;
		return value === null ? undefined : value;
	} catch {
		return text;
	}
}

function normaliseSubscription(subscription: JsonObject): JsonObject {
	return present({
		eventType: stringAt(subscription, "eventType"),
		filters: filtersOf(subscription),
		active: booleanAt(subscription, "active") ?? true,
	});
}

/** A set: neither order nor repetition means anything to the service. */
function normaliseSubscriptions(attributes: JsonObject): JsonObject[] {
	const given = objectsAt(attributes, "subscriptions");
	if (given.length < 2) return given.map(normaliseSubscription);
	const unique = new Map(
		given.map((each) => {
			const subscription = normaliseSubscription(each);
			return [canonicalJson(subscription), subscription];
		}),
	);
	return [...unique].sort(([a], [b]) => compareText(a, b)).map(([, subscription]) => subscription);
}

function normalise(attributes: JsonObject): JsonObject {
	return {
		name: stringAt(attributes, "name") ?? "",
		url: normaliseUrl(stringAt(attributes, "url") ?? ""),
		active: booleanAt(attributes, "active") ?? true,
		subscriptions: normaliseSubscriptions(attributes),
	};
}

function subscriptionParameter(subscription: JsonObject): JsonObject {
	const filters = subscription["filters"];
	return present({
		eventType: stringAt(subscription, "eventType"),
		filtersJson: filters === undefined ? undefined : typeof filters === "string" ? filters : canonicalJson(filters),
		isActive: subscription["active"] === false ? false : undefined,
	});
}

function checkSubscriptions({ spec, name }: Declaration): SpecFinding[] {
	const findings: SpecFinding[] = [];
	const subscriptions = objectsAt(spec, "subscriptions");
	if (subscriptions.length === 0) {
		findings.push({
			code: "Q2342",
			severity: "warning",
			path: ["spec"],
			message: `the endpoint \`${name}\` subscribes to nothing and will never receive an event`,
			help: `add \`subscriptions:\` with an \`eventType\` such as ${EVENT_TYPES[0]}`,
		});
	}
	for (const [index, subscription] of subscriptions.entries()) {
		const eventType = stringAt(subscription, "eventType") ?? "";
		if (!(EVENT_TYPES as readonly string[]).includes(eventType)) {
			findings.push({
				code: "Q2343",
				severity: "warning",
				path: ["spec", "subscriptions", index, "eventType"],
				message: `\`${eventType}\` is no event type the service documents`,
				help: didYouMean(eventType, EVENT_TYPES) ?? `known are ${EVENT_TYPES.join(", ")}`,
			});
		}
		const text = stringAt(subscription, "filtersJson");
		if (text !== undefined && typeof filtersOf({ filtersJson: text }) === "string") {
			findings.push({
				code: "Q2344",
				severity: "error",
				path: ["spec", "subscriptions", index, "filtersJson"],
				message: "`filtersJson` is not JSON",
				help: "write the filter as YAML under `filters:` instead, or correct the text",
			});
		}
	}
	return findings;
}

export const webhookEndpoint: Kind = {
	name: "WebhookEndpoint",
	schema: "webhook-endpoint.schema.json",
	uniqueNames: false,
	expressions: [],
	itemKeys: { subscriptions: "eventType" },

	fromSpec: (name, spec) => ({ ...spec, name }),
	toSpec: ({ name: _, ...spec }) => ({
		...spec,
		subscriptions: objectsAt(spec, "subscriptions").map((each) =>
			typeof each["filters"] === "string"
				? present({ eventType: each["eventType"], filtersJson: each["filters"], active: each["active"] })
				: each,
		),
	}),
	normalise,

	check: (declaration, limits) => [
		...checkName(declaration.name, limits.nameLength),
		...checkWebhookUrl(stringAt(declaration.spec, "url") ?? "", ["spec", "url"]),
		...checkSubscriptions(declaration),
	],
	checkTogether: () => [],

	asks: ["list_webhook_endpoints"],
	async read(reader) {
		const { webhookEndpoints } = await reader.ask("list_webhook_endpoints", {});
		const removable = reader.offers("delete_webhook_endpoint");
		const live = webhookEndpoints.map(
			(record): Live => ({
				address: formatAddress("WebhookEndpoint", record.name),
				kind: "WebhookEndpoint",
				id: record.endpointId,
				name: record.name,
				attributes: normalise({
					name: record.name,
					url: record.url,
					active: record.isActive,
					subscriptions: (record.subscriptions ?? []).map((each) =>
						present({
							eventType: each.eventType,
							filtersJson: each.filtersJson ?? undefined,
							active: each.isActive ?? undefined,
						}),
					),
				}),
				...(!removable && !record.isActive ? { retired: true } : {}),
			}),
		);
		return { completeness: "read", live };
	},

	create: [
		{
			operation: "create_webhook_endpoint",
			writes: ["name", "url", "subscriptions"],
			parameters: ({ after }) => ({
				url: after["url"] ?? "",
				name: after["name"] ?? "",
				subscriptions: objectsAt(after, "subscriptions").map(subscriptionParameter),
			}),
			identifier: "/endpointId",
		},
	],
	createDefaults: { active: true },
	update: [
		{
			operation: "update_webhook_endpoint",
			writes: ["name", "url", "active"],
			parameters: ({ id, after, changed }) => ({
				endpointId: id,
				...onlyChanged(changed, {
					url: ["url", after["url"]],
					name: ["name", after["name"]],
					active: ["isActive", after["active"]],
				}),
			}),
		},
	],
	remove: [
		{ operation: "delete_webhook_endpoint", writes: [], parameters: ({ id }) => ({ endpointId: id }) },
		{
			operation: "update_webhook_endpoint",
			writes: [],
			parameters: ({ id }) => ({ endpointId: id, isActive: false }),
			deactivates: true,
		},
	],

	activityTypes: [
		"ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT",
		"ACTIVITY_TYPE_UPDATE_WEBHOOK_ENDPOINT",
		"ACTIVITY_TYPE_DELETE_WEBHOOK_ENDPOINT",
	],
	touchedBy: (activity: Activity) => touchedIdentifiers(activity, ["endpointId"]),
};
