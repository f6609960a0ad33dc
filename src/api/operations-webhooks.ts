// Webhook endpoints. Rows of the catalogue.
import { flag, list, optional, text } from "./field.js";
import { activityOperation, queryOperation } from "./operation.js";
import { subscription, webhookEndpoint } from "./records.js";

export const webhookOperations = {
	create_webhook_endpoint: activityOperation({
		profile: "core",
		name: "create_webhook_endpoint",
		type: "ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT",
		parameters: { url: text(), name: text(), subscriptions: optional(list(subscription)) },
		intentKey: "createWebhookEndpointIntent",
		resultKey: "createWebhookEndpointResult",
		result: { endpointId: text(), webhookEndpoint },
		policy: ["WEBHOOK_ENDPOINT", "CREATE"],
	}),
	update_webhook_endpoint: activityOperation({
		profile: "core",
		name: "update_webhook_endpoint",
		type: "ACTIVITY_TYPE_UPDATE_WEBHOOK_ENDPOINT",
		parameters: { endpointId: text(), url: optional(text()), name: optional(text()), isActive: optional(flag()) },
		intentKey: "updateWebhookEndpointIntent",
		resultKey: "updateWebhookEndpointResult",
		result: { endpointId: text(), webhookEndpoint },
		policy: ["WEBHOOK_ENDPOINT", "UPDATE"],
	}),
	list_webhook_endpoints: queryOperation({
		profile: "core",
		name: "list_webhook_endpoints",
		parameters: {},
		result: { webhookEndpoints: list(webhookEndpoint) },
	}),
	delete_webhook_endpoint: activityOperation({
		profile: "full",
		name: "delete_webhook_endpoint",
		type: "ACTIVITY_TYPE_DELETE_WEBHOOK_ENDPOINT",
		parameters: { endpointId: text() },
		intentKey: "deleteWebhookEndpointIntent",
		resultKey: "deleteWebhookEndpointResult",
		result: { endpointId: text() },
		policy: ["WEBHOOK_ENDPOINT", "DELETE"],
	}),
} as const;
