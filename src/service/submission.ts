// One write on its way through the service, and what its steps make of it: a vote, a question to the policies, an
// execution.
import type { IncomingHttpHeaders } from "node:http";
import type { Vote } from "../api/activity.js";
import type { ActivityOperation } from "../api/operation.js";
import { type ActivityName, isActivityName, operations } from "../api/operations.js";
import type { ActivityParameters } from "../api/port.js";
import type { JsonObject } from "../base/json.js";
import type { StoredActivity, StoredProof, StoredVote } from "./activity-record.js";
import { Errand, type ErrandOutcome } from "./errand.js";
import { activityHandler } from "./handlers/all.js";
import type { Execution, ExecutionContext } from "./handlers/handler.js";
import { newId } from "./identifier.js";
import type { Message } from "./identity/message.js";
import type { Organization, OrganizationView } from "./organization.js";
import { unimplemented } from "./refusal.js";
import type { Requester } from "./requester.js";
import type { ServiceSetting } from "./service-setting.js";
import type { Store } from "./store.js";

export interface IncomingRequest {
	readonly headers: IncomingHttpHeaders;
	/** The body exactly as received. */
	readonly bytes: Uint8Array;
	/** The client's address, from its socket. */
	readonly address: string | undefined;
}

/** Everything known about a request for a write once it is authenticated and well-formed. */
export interface Submission {
	readonly name: ActivityName;
	readonly operation: ActivityOperation;
	/** Where it is carried out. */
	readonly organization: Organization;
	readonly requester: Requester;
	/** The requester's organisation, whose policies decide: the same one, or its parent. */
	readonly home: Organization;
	readonly parameters: JsonObject;
	readonly fingerprint: string;
	/** The body as text. */
	readonly text: string;
	readonly address: string | undefined;
	/** Milliseconds since the epoch. */
	readonly now: number;
	/** Whether the login proxy does it, on its own authority. */
	readonly proxied: boolean;
	/** What came of the errand its activity was on; undefined before it went. */
	readonly errand: ErrandOutcome | undefined;
	/** What is to be sent once everything is stored; filled when its activity is carried out. */
	readonly messages: Message[];
}

interface NamedOperation {
	readonly name: ActivityName;
	readonly operation: ActivityOperation;
}

const BY_TYPE: ReadonlyMap<string, NamedOperation> = new Map(
	Object.entries(operations).flatMap(([name, operation]): [string, NamedOperation][] =>
		operation.form === "activity" && isActivityName(name) ? [[operation.type, { name, operation }]] : [],
	),
);

/** Every activity type that can be in the log. */
export const ACTIVITY_TYPES: readonly string[] = [...BY_TYPE.keys()];

/** The requester's vote. `onOwnBody`: what was signed is the activity's own body, which is kept once. */
export function voteOf(
	submission: Submission,
	selection: Vote["selection"],
	{ onOwnBody, evaluations }: { readonly onOwnBody: boolean; readonly evaluations: StoredVote["evaluations"] },
): StoredVote {
	const { requester, text, now } = submission;
	const { publicKey, signature, scheme } = requester.stamp;
	return {
		id: newId(),
		userId: requester.userId,
		selection,
		message: onOwnBody ? null : text,
		publicKey,
		signature,
		scheme,
		createdAt: now,
		evaluations,
	};
}

/** What the requester's stamp proves about who is there. */
export function proofOf({ requester, now }: Submission): StoredProof {
	return { userId: requester.userId, ...requester.proof, createdAt: now };
}

/**
 * What carrying out an activity would change and give, or the errand it must go on first; changes nothing itself. Throws a
 * `Refusal` when it cannot be carried out.
 */
export function executionOf(
	setting: ServiceSetting,
	organization: Organization,
	activity: StoredActivity,
	{ now, errand }: Pick<Submission, "now" | "errand">,
): Errand | Execution {
	const { name, operation } = BY_TYPE.get(activity.type) ?? {};
	const handler = name && activityHandler(name);
	if (!handler || !operation) throw unimplemented(`${activity.type} is not supported by this service`);
	const context = contextOf(setting, organization, activity, now);
	const parameters = activity.parameters as ActivityParameters<ActivityName>;
	if (typeof handler === "function") return underResultKey(operation, handler(context, parameters));
	handler.check(context, parameters);
	if (errand === undefined)
		return new Errand(`${organization.id} ${activity.fingerprint}`, () => handler.prepare(context, parameters));
	if ("refusal" in errand) throw errand.refusal;
	return underResultKey(operation, handler.execute(context, parameters, errand.value));
}

/** Throws a `Refusal` for an activity that is refused whatever policies say about it. */
export function checkAdmission(setting: ServiceSetting, organization: Organization, activity: StoredActivity, now: number): void {
	const { name } = BY_TYPE.get(activity.type) ?? {};
	const handler = name && activityHandler(name);
	if (typeof handler !== "object" || !handler.admit) return;
	handler.admit(contextOf(setting, organization, activity, now), activity.parameters as ActivityParameters<ActivityName>);
}

function contextOf(setting: ServiceSetting, organization: Organization, activity: StoredActivity, now: number): ExecutionContext {
	const { limits, engine, sealer, keys, issuers, allowLoopbackWebhooks, allowUnsatisfiableMfa } = setting;
	const requesterId = activity.requester.userId;
	return {
		organization,
		requesterId,
		home: homeOf(organization, requesterId),
		now,
		limits,
		engine,
		sealer,
		keys,
		issuers,
		allowLoopbackWebhooks,
		allowUnsatisfiableMfa,
		newId,
	};
}

/** The organisation a requester belongs to: where a login is asked for by the parent's user, that is the parent. */
function homeOf(organization: OrganizationView, userId: string): OrganizationView {
	return organization.users.get(userId) ? organization : (organization.parent ?? organization);
}

/** Stores what an activity changes, and notes what is to be sent when that is certain. */
export function takeEffect(store: Store, { organization, messages }: Submission, execution: Omit<Execution, "result">): void {
	store.apply(organization, execution.changes);
	for (const { self, changes } of execution.founded ?? []) store.apply(store.addOrganization(self), changes);
	for (const { organizationId, changes } of execution.elsewhere ?? []) {
		const other = store.organization(organizationId);
		if (other) store.apply(other, changes);
	}
	if (execution.dissolved) store.removeOrganization(organization);
	messages.push(...(execution.messages ?? []));
}

function underResultKey({ resultKey }: ActivityOperation, execution: Execution): Execution {
	return { ...execution, result: { [resultKey]: execution.result } };
}
