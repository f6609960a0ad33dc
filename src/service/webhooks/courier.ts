// Delivers what is in the outbox, until it is closed. Every endpoint something waits for has a lane of its own, which sends
// one delivery after the other and sleeps until the next one is due; so an endpoint that does not answer holds up nobody
// else, and what is in memory does not grow with what waits.
//
// A delivery is attempted only once the activity it tells of is on disk, and it is over only once that is written down; so
// nothing is lost when the process ends, and what was under way is sent again, under the same event identifier.
import type { WebhookEndpointEntity } from "../entity.js";
import type { Organization } from "../organization.js";
import type { ServiceSetting } from "../service-setting.js";
import type { Store } from "../store.js";
import type { Delivery } from "./delivery.js";
import type { WaitingEndpoint } from "./delivery-table.js";
import { Poster, type PosterOptions, type PostOutcome } from "./post.js";
import { deliveryHeaders } from "./webhook-signature.js";

/** Attempts under way at once. */
const CONCURRENCY = 16;
/** How long to leave the store alone after it failed, in milliseconds. */
const STORE_PAUSE = 1000;
/** Finished deliveries between two clean-ups. */
const PRUNE_EVERY = 500;

interface Lane {
	readonly endpoint: WaitingEndpoint;
	/** Ends its sleep. */
	wake: () => void;
	/** Whether something arrived that it has not looked at. */
	called: boolean;
}

export class Courier {
	readonly #store: Store;
	readonly #setting: ServiceSetting;
	readonly #poster: Poster;
	readonly #lanes = new Map<string, Lane>();
	readonly #running = new Set<Promise<void>>();
	readonly #turns = new Turns(CONCURRENCY);
	#finished = 0;
	#closing = false;

	constructor(store: Store, setting: ServiceSetting, options: Pick<PosterOptions, "lookup"> = {}) {
		this.#store = store;
		this.#setting = setting;
		this.#poster = new Poster({
			...options,
			allowLocal: setting.allowLoopbackWebhooks,
			timeout: setting.limits.webhookTimeout,
		});
	}

	/** Takes up what was left in the outbox. */
	start(): void {
		for (const endpoint of this.#store.deliveries.waiting()) this.call(endpoint);
	}

	/** Says that something waits for an endpoint. */
	call(endpoint: WaitingEndpoint): void {
		if (this.#closing) return;
		const key = `${endpoint.organization} ${endpoint.endpointId}`;
		const existing = this.#lanes.get(key);
		if (existing) {
			existing.called = true;
			existing.wake();
			return;
		}
		const lane: Lane = { endpoint, wake: () => {}, called: false };
		this.#lanes.set(key, lane);
		const running = this.#run(lane).finally(() => {
			this.#running.delete(running);
			this.#lanes.delete(key);
			if (lane.called) this.call(endpoint);
		});
		this.#running.add(running);
	}

	/** Breaks off what is under way, which will be sent again when the store is next opened. */
	async close(): Promise<void> {
		this.#closing = true;
		this.#poster.close();
		for (const lane of this.#lanes.values()) lane.wake();
		await Promise.all(this.#running);
	}

	async #run(lane: Lane): Promise<void> {
		while (!this.#closing) {
			lane.called = false;
			const delivery = this.#store.deliveries.next(lane.endpoint);
			if (!delivery) return;
			const wait = delivery.dueAt - this.#setting.clock.now();
			if (wait > 0) {
				await this.#sleep(lane, wait);
				continue;
			}
			try {
				await this.#turns.take();
				try {
					// What was read may not be on disk yet, and then may never be.
					await this.#store.settled();
					if (this.#closing) return;
					await this.#attempt(delivery);
				} finally {
					this.#turns.give();
				}
			} catch (error) {
				this.#setting.log({ level: "error", message: "a webhook delivery could not be written down", cause: String(error) });
				await this.#sleep(lane, STORE_PAUSE);
			}
		}
	}

	async #attempt(delivery: Delivery): Promise<void> {
		const { organization, endpoint } = this.#destination(delivery);
		if (!organization || !endpoint?.isActive) {
			this.#finish(delivery, { ...delivery, state: "DROPPED" });
			return;
		}
		const at = this.#setting.clock.now();
		const outcome = await this.#poster.post({
			url: endpoint.url,
			headers: deliveryHeaders(delivery, organization.id, at, this.#setting.keys.webhook),
			body: delivery.body,
		});
		if (this.#closing && outcome.httpStatus === null) return;
		const attempts = delivery.attempts + 1;
		const problem = problemOf(outcome);
		const lastAttempt = { at, url: endpoint.url, httpStatus: outcome.httpStatus, problem };
		const delay = isWorthAnother(outcome) ? this.#setting.limits.webhookRetryDelays[attempts - 1] : undefined;
		if (problem === null) this.#finish(delivery, { state: "DELIVERED", attempts, dueAt: at, lastAttempt });
		else if (delay === undefined) this.#finish(delivery, { state: "FAILED", attempts, dueAt: at, lastAttempt });
		else this.#record(delivery, { state: "PENDING", attempts, dueAt: this.#setting.clock.now() + delay, lastAttempt });
		this.#setting.log({
			level: problem === null ? "info" : "warn",
			message: problem === null ? "webhook delivered" : "webhook not delivered",
			eventId: delivery.eventId,
			endpointId: delivery.endpointId,
			activityId: delivery.activityId,
			attempts,
			httpStatus: outcome.httpStatus,
			...(problem === null ? {} : { problem, again: delay !== undefined }),
		});
	}

	/** As they are now: an endpoint may have been changed, switched off or deleted since. */
	#destination(delivery: Delivery): {
		readonly organization: Organization | undefined;
		readonly endpoint: WebhookEndpointEntity | undefined;
	} {
		const organization = this.#store.organizationNumber(delivery.organization);
		return { organization, endpoint: organization?.webhookEndpoints.get(delivery.endpointId) };
	}

	#record(delivery: Delivery, outcome: Pick<Delivery, "state" | "attempts" | "dueAt" | "lastAttempt">): void {
		this.#store.write(() => this.#store.deliveries.record(delivery.sequence, outcome));
	}

	#finish(delivery: Delivery, outcome: Pick<Delivery, "state" | "attempts" | "dueAt" | "lastAttempt">): void {
		this.#record(delivery, outcome);
		this.#finished += 1;
		if (this.#finished % PRUNE_EVERY !== 0) return;
		this.#store.write(() => this.#store.deliveries.prune(this.#setting.limits.keptDeliveries));
	}

	/** Until the time is over, something arrives, or the courier is closed. */
	async #sleep(lane: Lane, milliseconds: number): Promise<void> {
		if (lane.called || this.#closing) return;
		const awake = new AbortController();
		lane.wake = () => awake.abort(new Error("called"));
		try {
			await this.#setting.clock.sleep(milliseconds, awake.signal);
		} catch {
			// Woken.
		} finally {
			lane.wake = () => {};
		}
	}
}

/** Documented: 2xx is success; redirects and 4xx, 429 among them, are final; 5xx and network errors are tried again. */
function isWorthAnother(outcome: PostOutcome): boolean {
	return outcome.httpStatus === null ? !outcome.final : outcome.httpStatus >= 500;
}

function problemOf(outcome: PostOutcome): string | null {
	if (outcome.httpStatus === null) return outcome.problem;
	return outcome.httpStatus >= 200 && outcome.httpStatus < 300 ? null : `answered with status ${outcome.httpStatus}`;
}

/** So many at once, the others in order of arrival. */
class Turns {
	#free: number;
	readonly #queue: (() => void)[] = [];

	constructor(count: number) {
		this.#free = count;
	}

	take(): Promise<void> {
		if (this.#free > 0) {
			this.#free -= 1;
			return Promise.resolve();
		}
		return new Promise((resolve) => this.#queue.push(resolve));
	}

	give(): void {
		const next = this.#queue.shift();
		if (next) next();
		else this.#free += 1;
	}
}
