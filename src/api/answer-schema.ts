// What an operation answers with when it does not refuse, as JSON Schema.
import type { JsonObject } from "../base/json.js";
import { ACTIVITY_STATUSES } from "./activity.js";
import { anything, type Field, flag, integer, list, objectSchema, oneOf, optional, record, text } from "./field.js";
import type { ActivityOperation, Operation } from "./operation.js";
import { activity, timestamp, user } from "./records.js";

/** RFC 3339 text as the interface has it, or the object that other deployments of the service write. */
const moment: Field<unknown, true> = {
	schema: { anyOf: [{ type: "string", format: "date-time" }, timestamp.schema] },
	required: true,
};

const vote = record({
	id: text(),
	userId: text(),
	user: optional(user),
	activityId: text(),
	selection: oneOf("VOTE_SELECTION_APPROVED", "VOTE_SELECTION_REJECTED"),
	message: text(),
	publicKey: text(),
	signature: text(),
	scheme: text(),
	createdAt: moment,
});

const someObject: Field<unknown, true> = { schema: { type: "object" }, required: true };

/** The activity record whatever its type. */
export const activityRecord = record({
	id: text(),
	organizationId: text(),
	status: oneOf(...ACTIVITY_STATUSES),
	type: text(),
	intent: someObject,
	result: someObject,
	votes: list(vote),
	appProofs: list(anything()),
	fingerprint: text(),
	canApprove: flag(),
	canReject: flag(),
	createdAt: moment,
	updatedAt: moment,
	failure: optional(record({ code: integer(), message: text(), details: list(anything()) })),
});

/** The JSON Schema of the body of an operation's answer with status 200. */
export function answerSchema(operation: Operation): JsonObject {
	if (operation.form !== "activity") return withActivities(objectSchema(operation.result));
	return objectSchema({ activity: { schema: activityOf(operation), required: true } });
}

/** Votes answer with the activity that was voted on, which may be of any type. */
function activityOf(operation: ActivityOperation): JsonObject {
	if (operation.type === "ACTIVITY_TYPE_APPROVE_ACTIVITY" || operation.type === "ACTIVITY_TYPE_REJECT_ACTIVITY") {
		return activityRecord.schema;
	}
	const { type, intentKey, resultKey, parameters, result } = operation;
	const completed = objectSchema({ [resultKey]: record(result) });
	const narrowed = {
		type: { const: type },
		intent: objectSchema({ [intentKey]: record(parameters) }),
		result: { description: "Empty unless the activity is completed.", anyOf: [completed, objectSchema({})] },
	};
	return { allOf: [activityRecord.schema, { type: "object", properties: narrowed }] };
}

/** The catalogue passes activities through; the document says what they are. */
function withActivities(schema: JsonObject): JsonObject {
	const properties = schema["properties"] as JsonObject;
	const known: Record<string, JsonObject> = {};
	for (const [name, value] of Object.entries(properties) as [string, JsonObject][]) {
		known[name] = value === activity.schema ? activityRecord.schema : value;
		if (value["items"] === activity.schema) known[name] = { ...value, items: activityRecord.schema };
	}
	return { ...schema, properties: known };
}
