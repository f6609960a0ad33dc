// The activity record of an answer: checked for what everybody relies on, and completed where the service may leave out.
import type { Activity, Vote } from "../api/activity.js";
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "../base/json.js";

const TEXTS = ["id", "organizationId", "status", "type", "fingerprint"] as const;

/** Says what the `activity` member of an answer lacks; undefined when it can be used. */
export function checkActivity(answer: JsonObject): string | undefined {
	const activity = answer["activity"];
	if (!isJsonObject(activity)) return "`activity` is missing";
	const lacking = TEXTS.find((name) => typeof activity[name] !== "string");
	if (lacking !== undefined) return `\`activity.${lacking}\` is missing`;
	for (const name of ["intent", "result"]) {
		if (!isObjectOrNull(activity[name])) return `\`activity.${name}\` is not an object`;
	}
	const votes = activity["votes"];
	return votes === undefined || votes === null || isJsonArray(votes) ? undefined : "`activity.votes` is not a list";
}

/** The record of an answer that `checkActivity` found usable. Unset members come as null, as empty, or not at all. */
export function activityOf(answer: JsonObject): Activity {
	const activity = answer["activity"] as unknown as Activity & JsonObject;
	return {
		...activity,
		intent: activity.intent ?? null,
		result: activity.result ?? null,
		votes: (activity.votes as readonly Vote[] | null | undefined) ?? [],
		canApprove: activity.canApprove === true,
		canReject: activity.canReject === true,
	};
}

function isObjectOrNull(value: JsonValue | undefined): boolean {
	return value === undefined || value === null || isJsonObject(value);
}
