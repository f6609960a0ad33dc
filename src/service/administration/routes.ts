// What the service's owner may have it do, for tests of their own: vote as a seeded user, send a webhook delivery again.
// The owner is who can read the token in the data directory; the calls are taken over loopback only.
import { randomBytes, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { activityRow } from "../../api/operations.js";
import type { JsonObject } from "../../base/json.js";
import { Secret } from "../../base/secret.js";
import type { ActivityPipeline } from "../activity-pipeline.js";
import type { StoredActivity } from "../activity-record.js";
import { sendJson, sendRefusal } from "../answer.js";
import type { Credentials } from "../data-directory.js";
import type { InFlight } from "../in-flight.js";
import { inspectActivity } from "../inspection/inspect-activity.js";
import { inspectDelivery } from "../inspection/inspect-deliveries.js";
import { checkNearness } from "../inspection/nearness.js";
import { internalError } from "../internal-error.js";
import { badRequest, invalid, Refusal, unauthenticated } from "../refusal.js";
import { readBody } from "../request-body.js";
import type { ServiceSetting } from "../service-setting.js";
import type { Store } from "../store.js";
import type { Courier } from "../webhooks/courier.js";
import { keyOf, stampWith } from "./held-keys.js";
import { ADMIN_PATHS } from "./paths.js";

export interface Administration {
	/** What the owner proves themselves with, in `Authorization: Bearer`. */
	readonly token: Secret;
	/** The keys to vote with, as they are held now. */
	heldCredentials(): readonly Credentials[];
	readonly courier: Courier;
}

interface Parts {
	readonly store: Store;
	readonly setting: ServiceSetting;
	readonly activities: ActivityPipeline;
	readonly inFlight: InFlight;
	readonly administration: Administration;
}

/** A token of 256 bits. */
export function newAdminToken(): Secret {
	return new Secret(randomBytes(32).toString("hex"));
}

export function addAdministration(server: FastifyInstance, parts: Parts): void {
	addCall(server, parts, ADMIN_PATHS.approve, (body, request) => vote(parts, "approve_activity", body, request));
	addCall(server, parts, ADMIN_PATHS.reject, (body, request) => vote(parts, "reject_activity", body, request));
	addCall(server, parts, ADMIN_PATHS.retry, (body) => retry(parts, body));
}

/** Stamps the vote with the user's own key and submits it like any client: nothing is decided differently because of it. */
async function vote(
	{ store, setting, activities, administration }: Parts,
	name: "approve_activity" | "reject_activity",
	body: JsonObject,
	request: FastifyRequest,
): Promise<object> {
	const meant = text(body, "activity");
	const user = text(body, "user");
	const [organization] = store.organizations();
	if (!organization) throw new Refusal("NotFound", "there is no organization");
	const find = () =>
		store.activities.withId(organization.number, meant) ?? store.activities.withFingerprint(organization.number, meant);
	const activity = find();
	if (!activity) throw new Refusal("NotFound", `there is no activity \`${meant}\` in organization ${organization.id}`);
	const privateKey = keyOf(organization, user, administration.heldCredentials());
	const bytes = Buffer.from(
		JSON.stringify({
			type: activityRow(name).type,
			timestampMs: String(setting.clock.now()),
			organizationId: organization.id,
			parameters: { fingerprint: activity.fingerprint },
		}),
	);
	const headers = { "x-stamp": stampWith(privateKey, bytes) };
	await activities.submit(name, { headers, bytes, address: request.socket.remoteAddress });
	setting.log({ level: "info", message: `${name} as ${user}, asked for by the owner`, activityId: activity.id });
	const after = find() ?? activity;
	return { activity: inspectActivity(setting, organization, after), repeated: isUnchanged(activity, after) };
}

/** Whether a vote that was taken changed nothing, because the same user had given the same one before. */
function isUnchanged(before: StoredActivity, after: StoredActivity): boolean {
	return (
		before.status === after.status &&
		before.votes.length === after.votes.length &&
		before.lapsedVotes.length === after.lapsedVotes.length &&
		before.proofs.length === after.proofs.length
	);
}

async function retry({ store, setting, administration }: Parts, body: JsonObject): Promise<object> {
	const { delivery: sequence } = body;
	if (typeof sequence !== "number" || !Number.isSafeInteger(sequence)) throw invalid("`delivery` must be a delivery's number");
	const delivery = store.deliveries.withSequence(sequence);
	if (!delivery) throw new Refusal("NotFound", `there is no delivery ${sequence}`);
	if (delivery.state === "PENDING") throw new Refusal("FailedPrecondition", `delivery ${sequence} is still under way`);
	const endpoint = store.organization(delivery.organizationId)?.webhookEndpoints.get(delivery.endpointId);
	if (!endpoint) throw new Refusal("FailedPrecondition", `the endpoint of delivery ${sequence} is gone`);
	if (!endpoint.isActive) throw new Refusal("FailedPrecondition", `the endpoint of delivery ${sequence} is inactive`);
	const again = { state: "PENDING", attempts: 0, dueAt: setting.clock.now(), lastAttempt: delivery.lastAttempt } as const;
	store.write(() => store.deliveries.record(sequence, again));
	await store.settled();
	const organization = store.organization(delivery.organizationId)?.number ?? 0;
	administration.courier.call({ organization, endpointId: delivery.endpointId });
	return { delivery: inspectDelivery(store, { ...delivery, ...again }) };
}

function text(body: JsonObject, name: string): string {
	const value = body[name];
	if (typeof value !== "string" || value === "") throw invalid(`\`${name}\` must be a text`);
	return value;
}

function addCall(
	server: FastifyInstance,
	{ administration, inFlight, setting }: Parts,
	path: string,
	call: (body: JsonObject, request: FastifyRequest) => Promise<object>,
): void {
	server.post(path, async (request, reply) => {
		reply.hijack();
		if (!inFlight.enter()) {
			sendRefusal(reply.raw, new Refusal("Unavailable", "the service is closing"));
			return;
		}
		try {
			checkNearness(request);
			checkToken(request, administration.token);
			if (!(request.body instanceof Uint8Array)) throw badRequest("expected content type application/json");
			sendJson(reply.raw, 200, JSON.stringify(await call(readBody(request.body).value, request)));
		} catch (error) {
			sendRefusal(reply.raw, error instanceof Refusal ? error : internalError(error, setting.log));
		} finally {
			inFlight.leave();
		}
	});
}

function checkToken({ headers }: FastifyRequest, token: Secret): void {
	const given = Buffer.from(headers.authorization ?? "");
	const expected = Buffer.from(`Bearer ${token.reveal()}`);
	if (given.byteLength === expected.byteLength && timingSafeEqual(given, expected)) return;
	throw unauthenticated("this call is for the service's owner: send the token in its data directory as `Authorization: Bearer`");
}
