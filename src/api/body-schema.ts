// The body a request of an operation has, as JSON Schema: what the service validates and what its OpenAPI document shows.
import type { JsonObject } from "../base/json.js";
import { flag, objectSchema, optional, record, text } from "./field.js";
import type { ActivityOperation, Operation } from "./operation.js";

/** The JSON Schema of an operation's whole request body. */
export function bodySchema(operation: Operation): JsonObject {
	switch (operation.form) {
		case "activity":
			return envelopeSchema(operation);
		case "query":
			return objectSchema({ organizationId: text(), ...operation.parameters });
		case "proxy":
			return objectSchema(operation.parameters);
	}
}

function envelopeSchema(operation: ActivityOperation): JsonObject {
	return objectSchema({
		type: { schema: { const: operation.type }, required: true },
		timestampMs: text(),
		organizationId: text(),
		parameters: record(operation.parameters),
		...(operation.appProofs ? { generateAppProofs: optional(flag()) } : {}),
	});
}
