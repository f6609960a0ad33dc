// The activity log, newest first, a page at a time. The cursor `after` asks for what follows an activity in that order, that
// is for older ones: documented only as "an object identifier", so every page is checked to be older than the one before.
import { type Activity, timestampMilliseconds } from "./activity.js";
import type { QueryPort } from "./port.js";

/** The most the service gives at once. */
const PAGE_SIZE = 100;

export interface ActivityFilter {
	readonly statuses?: readonly string[];
	readonly types?: readonly string[];
}

/**
 * Yields pages until the log ends. Ends early, with `complete: false` in the last page, when the service gives a page that
 * does not go on from the one before: then nothing may be concluded from what was not seen. Rejects with `ServiceFailure`.
 */
export async function* activityPages(
	port: QueryPort,
	filter: ActivityFilter,
): AsyncGenerator<{ readonly activities: readonly Activity[]; readonly last: boolean; readonly complete: boolean }> {
	const seen = new Set<string>();
	let after: string | undefined;
	let oldest = Number.POSITIVE_INFINITY;
	for (;;) {
		const { activities: found } = await port.query("list_activities", {
			...(filter.statuses === undefined ? {} : { filterByStatus: filter.statuses }),
			...(filter.types === undefined ? {} : { filterByType: filter.types }),
			paginationOptions: { limit: String(PAGE_SIZE), ...(after === undefined ? {} : { after }) },
		});
		const activities = found as unknown as readonly Activity[];
		const newest = Math.max(...activities.map((activity) => timestampMilliseconds(activity.createdAt) ?? 0), 0);
		if (activities.some((activity) => seen.has(activity.id)) || newest > oldest) {
			yield { activities: [], last: true, complete: false };
			return;
		}
		for (const activity of activities) seen.add(activity.id);
		const end = activities.at(-1);
		const last = end === undefined || activities.length < PAGE_SIZE;
		yield { activities, last, complete: true };
		if (last) return;
		after = end.id;
		oldest = timestampMilliseconds(end.createdAt) ?? oldest;
	}
}
