// The webhook outbox as plain data: what went where, how often it was tried, and what the other side said.
import type { Store } from "../store.js";
import { timestampText } from "../timestamp.js";
import type { DeliveryState, DeliverySummary } from "../webhooks/delivery.js";
import type { DeliveryPage, InspectedDelivery } from "./inspected.js";

export interface DeliveryQuestion {
	readonly state?: DeliveryState | undefined;
	/** Only those before this place. */
	readonly before?: number | undefined;
	readonly limit: number;
}

/** Newest first, of every organisation. */
export function inspectDeliveries(store: Store, { state, before, limit }: DeliveryQuestion): DeliveryPage {
	const found = store.deliveries.page({ limit: limit + 1, state, before });
	const page = found.slice(0, limit);
	return {
		deliveries: page.map((each) => inspectDelivery(store, each)),
		next: found.length > limit ? (page.at(-1)?.sequence ?? null) : null,
	};
}

export function inspectDelivery(store: Store, delivery: DeliverySummary): InspectedDelivery {
	const { sequence, eventId, eventType, activityId, organizationId, endpointId, state, attempts, lastAttempt } = delivery;
	const endpoint = store.organization(organizationId)?.webhookEndpoints.get(endpointId);
	return {
		...{ sequence, eventId, eventType, activityId, organizationId, state, attempts },
		endpoint: { id: endpointId, name: endpoint?.name ?? "" },
		createdAt: timestampText(delivery.createdAt),
		dueAt: state === "PENDING" ? timestampText(delivery.dueAt) : null,
		lastAttempt: lastAttempt && { ...lastAttempt, at: timestampText(lastAttempt.at) },
	};
}
