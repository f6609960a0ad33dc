// One event on its way to one webhook endpoint: what is to be sent, and how far it has come.

/**
 * `PENDING` waits for its next attempt, `DELIVERED` was taken with a 2xx, `FAILED` will not be tried again, `DROPPED` lost
 * its endpoint before it got through.
 */
export const DELIVERY_STATES = ["PENDING", "DELIVERED", "FAILED", "DROPPED"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** An event to be told to an endpoint, as it is put into the outbox. */
export interface NewDelivery {
	/** The same for every endpoint that is told of the event, and for every attempt. */
	readonly eventId: string;
	/** `ACTIVITY_UPDATES` and the like. */
	readonly eventType: string;
	/** The number of the organisation the endpoint belongs to, and the endpoint. */
	readonly organization: number;
	readonly endpointId: string;
	/** The activity the event is about. */
	readonly activityId: string;
	/** The JSON text that is sent and signed, the same in every attempt. */
	readonly body: string;
	/** Milliseconds since the epoch. */
	readonly createdAt: number;
}

/** What came of the last attempt. */
export interface Attempt {
	/** Milliseconds since the epoch. */
	readonly at: number;
	/** The destination as it was then. */
	readonly url: string;
	/** Null when no answer came. */
	readonly httpStatus: number | null;
	/** Why it did not succeed; null when it did. */
	readonly problem: string | null;
}

export interface Delivery extends NewDelivery {
	/** Its place in the outbox. */
	readonly sequence: number;
	readonly state: DeliveryState;
	readonly attempts: number;
	/** When it is to be tried next, in milliseconds since the epoch; meaningless once it is over. */
	readonly dueAt: number;
	/** Null before the first. */
	readonly lastAttempt: Attempt | null;
}

/** A delivery as people look at it, without its body. */
export interface DeliverySummary extends Omit<Delivery, "body" | "organization"> {
	readonly organizationId: string;
}
