// Milliseconds since the epoch, written the way each record wants them.
import type { Timestamp } from "../api/activity.js";

/** The object form: both members decimal strings. */
export function timestampObject(milliseconds: number): Timestamp {
	const seconds = Math.floor(milliseconds / 1000);
	return { seconds: String(seconds), nanos: String(Math.round((milliseconds - seconds * 1000) * 1e6)) };
}

/** RFC 3339 in UTC with milliseconds. */
export function timestampText(milliseconds: number): string {
	return new Date(milliseconds).toISOString();
}

/** How an activity's own times are written: the interface's table says text, the vendor's schema says object. */
export type TimestampForm = "string" | "object";

export function activityTimestamp(milliseconds: number, form: TimestampForm): string | Timestamp {
	return form === "string" ? timestampText(milliseconds) : timestampObject(milliseconds);
}
