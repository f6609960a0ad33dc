// The way of every read: authenticate, validate, IP allowlist, session scope, look up. Any user may read their own
// organisation, and a parent's users its sub-organisations; policies are not asked.
import { type QueryName, queryRow } from "../api/operations.js";
import type { JsonObject } from "../base/json.js";
import { checkAddress } from "./access.js";
import { assertStillValid, authenticate } from "./authentication.js";
import type { BodyValidation } from "./body-validation.js";
import { queryHandler } from "./handlers/all.js";
import type { QueryHandler } from "./handlers/handler.js";
import { mfaProgress } from "./mfa-gate.js";
import { presentTo } from "./presenter.js";
import { noOrganization } from "./refusal.js";
import { readBody } from "./request-body.js";
import type { ServiceSetting } from "./service-setting.js";
import type { Store } from "./store.js";
import type { IncomingRequest } from "./submission.js";

export class QueryPipeline {
	readonly #store: Store;
	readonly #setting: ServiceSetting;
	readonly #validation: BodyValidation;

	constructor(store: Store, setting: ServiceSetting, validation: BodyValidation) {
		this.#store = store;
		this.#setting = setting;
		this.#validation = validation;
	}

	/** The text to answer with, once everything it was read from is on disk. Rejects with a `Refusal`. */
	async ask(name: QueryName, { headers, bytes, address }: IncomingRequest): Promise<string> {
		const handler = queryHandler(name);
		const body = readBody(bytes);
		const validate = await this.#validation.validatorFor(queryRow(name));
		const request = { name, form: "query", headers, bytes, body, now: this.#setting.clock.now() } as const;
		const organizations = { organization: (id: string) => this.#store.organization(id) };
		const requester = await authenticate({ ...request, ...organizations }, this.#setting);
		validate(body.value);
		const home = assertStillValid(requester, this.#store.organization(requester.homeOrganizationId));
		const organization = this.#store.organization(requester.organizationId);
		if (!organization) throw noOrganization();
		checkAddress(home, requester, address);
		const answer = JSON.stringify(
			handler(
				{
					organization,
					home,
					requesterId: requester.userId,
					activities: this.#store.activities,
					mfaProgress: (activity, userId) =>
						mfaProgress(this.#setting, organization, activity, userId, this.#setting.clock.now()),
					present: (activity) => presentTo(this.#setting, organization, activity, requester.userId) as unknown as JsonObject,
				},
				body.value as Parameters<QueryHandler>[1],
			),
		);
		await this.#store.settled();
		return answer;
	}
}
