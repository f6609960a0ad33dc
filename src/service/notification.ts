// Telling webhook endpoints that an activity changed. Called inside the transaction that stores the change, so that what
// is to be delivered is stored with it; it is sent once that transaction is on disk.
//
// One event per change of an activity's state, the first included. The endpoints of the activity's own organisation are told,
// and those of its parent. Of the event types there are, this service has cause for one.
import type { JsonObject } from "../base/json.js";
import type { StoredActivity } from "./activity-record.js";
import { newId } from "./identifier.js";
import type { Organization } from "./organization.js";
import { presentToAnyone } from "./presenter.js";
import type { ServiceSetting } from "./service-setting.js";
import type { Store } from "./store.js";
import type { Courier } from "./webhooks/courier.js";
import type { WaitingEndpoint } from "./webhooks/delivery-table.js";
import { meetsFilter } from "./webhooks/event-filter.js";

const EVENT_TYPE = "ACTIVITY_UPDATES";

export class Notifier {
	readonly #store: Store;
	readonly #setting: ServiceSetting;
	readonly #courier: Courier;

	constructor(store: Store, setting: ServiceSetting, courier: Courier) {
		this.#store = store;
		this.#setting = setting;
		this.#courier = courier;
	}

	activityChanged(organization: Organization, activity: StoredActivity): void {
		const { parentId } = organization.self;
		const owners = [organization, parentId === null ? undefined : this.#store.organization(parentId)];
		let event: { readonly id: string; readonly record: JsonObject; readonly body: string } | undefined;
		const told: WaitingEndpoint[] = [];
		for (const owner of owners) {
			for (const endpoint of owner?.webhookEndpoints.group(EVENT_TYPE).values() ?? []) {
				if (!owner) continue;
				if (event === undefined) {
					const record = presentToAnyone(this.#setting, organization, activity) as unknown as JsonObject;
					event = { id: newId(), record, body: JSON.stringify(record) };
				}
				const { id: eventId, record, body } = event;
				const wanted = endpoint.subscriptions.some(
					(each) => each.isActive && each.eventType === EVENT_TYPE && meetsFilter(each.filtersJson, record),
				);
				if (!wanted) continue;
				const place = { organization: owner.number, endpointId: endpoint.id };
				const createdAt = activity.updatedAt;
				this.#store.write(() =>
					this.#store.deliveries.insert({
						...place,
						eventId,
						eventType: EVENT_TYPE,
						activityId: activity.id,
						body,
						createdAt,
					}),
				);
				told.push(place);
			}
		}
		if (told.length === 0) return;
		this.#store.settled().then(
			() => {
				for (const place of told) this.#courier.call(place);
			},
			() => {}, // Nothing happened, so there is nothing to tell.
		);
	}
}
