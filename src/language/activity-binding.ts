// The root `activity` of a request, and whether its author needs a policy at all: what the language itself knows of a request
// besides what it signs with and carries.
import type { JsonObject, JsonValue } from "../base/json.js";
import { isJsonArray } from "../base/json.js";
import type { Binding } from "./bindings.js";
import { activityOf } from "./environment/activities.js";
import { parametersOf } from "./environment/parameters.js";

/** An activity as policies see it; its parameters as they are sent, of which `activity.params` shows a few. */
export interface AskedActivity {
	/** Exact, with the version. */
	readonly type: string;
	readonly parameters: JsonObject;
}

/** The binding of `activity`. Members that the service has no name for are left out, and so are parameters not given. */
export function activityBinding({ type, parameters }: AskedActivity): Binding {
	const { kind, resource, action } = activityOf(type) ?? {};
	const params: Record<string, Binding> = {};
	for (const name of parametersOf(type)) {
		const value = shown(parameters[name.replace(/_([a-z])/g, (_whole, letter: string) => letter.toUpperCase())]);
		if (value !== undefined) params[name] = value;
	}
	return {
		type,
		...(kind === undefined ? {} : { kind }),
		...(resource === undefined ? {} : { resource }),
		...(action === undefined ? {} : { action }),
		params,
	};
}

function shown(value: JsonValue | undefined): Binding | undefined {
	if (typeof value === "string" || typeof value === "boolean" || typeof value === "number") return value;
	return isJsonArray(value) ? value.filter((each) => typeof each === "string") : undefined;
}

/** Sessions are credentials too: whoever can stamp may have one for themselves. */
const OWN_SESSION: ReadonlySet<string> = new Set(["STAMP_LOGIN", "CREATE_READ_WRITE_SESSION"]);

/** Users may change their own credentials and import for themselves unless a policy speaks about it. */
export function isOwn({ type, parameters }: AskedActivity, requesterId: string): boolean {
	const { kind, resource, action } = activityOf(type) ?? {};
	const userId = parameters["userId"];
	if (resource === "CREDENTIAL" || action === "IMPORT") return userId === requesterId;
	return kind !== undefined && OWN_SESSION.has(kind) && (userId ?? requesterId) === requesterId;
}
