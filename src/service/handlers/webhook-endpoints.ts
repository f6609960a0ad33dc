// Webhook endpoints: where events are sent. Names and URLs may repeat; subscriptions are given at creation and never
// change.
import { put, remove, type WebhookEndpointEntity } from "../entity.js";
import type { OrganizationView } from "../organization.js";
import { forbidden, invalid } from "../refusal.js";
import { webhookUrlProblem } from "../webhook-url.js";
import { filterProblem } from "../webhooks/event-filter.js";
import { checkLabel, found } from "./argument.js";
import type { ActivityHandler, ExecutionContext, QueryHandler } from "./handler.js";

/** Events about balances and transactions, which only an organisation of its own may subscribe to. */
const BILLING_EVENTS: ReadonlySet<string> = new Set([
	"BALANCE_CONFIRMED_UPDATES",
	"BALANCE_FINALIZED_UPDATES",
	"SEND_TRANSACTION_STATUS_UPDATES",
]);

export const createWebhookEndpoint: ActivityHandler<"create_webhook_endpoint"> = (context, parameters) => {
	const { organization, limits, now } = context;
	checkLabel("name", parameters.name, limits);
	checkUrl(context, parameters.url);
	const endpoint: WebhookEndpointEntity = {
		id: context.newId(),
		name: parameters.name,
		url: parameters.url,
		isActive: true,
		subscriptions: (parameters.subscriptions ?? []).map(({ eventType, filtersJson, isActive }) => {
			if (eventType === "") throw invalid("invalid request body: `eventType` must not be empty");
			if (organization.self.parentId !== null && BILLING_EVENTS.has(eventType)) {
				throw forbidden(`only the billing organization may subscribe to ${eventType}`);
			}
			const problem = filterProblem(filtersJson ?? "");
			if (problem !== undefined) throw invalid(`invalid request body: \`filtersJson\`: ${problem}`);
			return { eventType, filtersJson: filtersJson ?? null, isActive: isActive ?? true };
		}),
		createdAt: now,
		updatedAt: now,
	};
	return { changes: [put("webhookEndpoint", endpoint)], result: endpointResult(organization, endpoint) };
};

export const updateWebhookEndpoint: ActivityHandler<"update_webhook_endpoint"> = (context, parameters) => {
	const { organization, limits, now } = context;
	const before = found(organization, organization.webhookEndpoints, "endpointId", "webhook endpoint", parameters.endpointId);
	const name = parameters.name ?? before.name;
	const url = parameters.url ?? before.url;
	checkLabel("name", name, limits);
	checkUrl(context, url);
	const after = { ...before, name, url, isActive: parameters.isActive ?? before.isActive, updatedAt: now };
	return { changes: [put("webhookEndpoint", after)], result: endpointResult(organization, after) };
};

export const deleteWebhookEndpoint: ActivityHandler<"delete_webhook_endpoint"> = ({ organization }, { endpointId }) => {
	const endpoint = found(organization, organization.webhookEndpoints, "endpointId", "webhook endpoint", endpointId);
	return { changes: [remove("webhookEndpoint", endpoint.id)], result: { endpointId } };
};

export const listWebhookEndpoints: QueryHandler<"list_webhook_endpoints"> = ({ organization }) => ({
	webhookEndpoints: [...organization.webhookEndpoints.all()].map((each) => endpointRecord(organization, each)),
});

function endpointResult(organization: OrganizationView, endpoint: WebhookEndpointEntity) {
	return { endpointId: endpoint.id, webhookEndpoint: endpointRecord(organization, endpoint) };
}

function endpointRecord(organization: OrganizationView, endpoint: WebhookEndpointEntity) {
	return {
		endpointId: endpoint.id,
		organizationId: organization.id,
		url: endpoint.url,
		name: endpoint.name,
		isActive: endpoint.isActive,
		subscriptions: endpoint.subscriptions.map(({ eventType, filtersJson, isActive }) => ({
			eventType,
			...(filtersJson === null ? {} : { filtersJson }),
			isActive,
		})),
	};
}

function checkUrl({ allowLoopbackWebhooks }: ExecutionContext, url: string): void {
	const problem = webhookUrlProblem(url, allowLoopbackWebhooks);
	if (problem !== undefined) throw invalid(`invalid webhook URL: ${problem}`);
}
