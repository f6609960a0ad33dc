// Who touched a resource, asked of the activity log: the newest completed activity that names it.
import type { Activity } from "../api/activity.js";
import { timestampMilliseconds } from "../api/activity.js";
import { activityPages } from "../api/activity-pages.js";
import { ServiceFailure } from "../api/failure.js";
import type { QueryPort } from "../api/port.js";
import type { Address } from "../model/address.js";
import type { Attribution } from "../model/plan.js";
import type { Kind } from "./kind.js";

export interface Suspect {
	readonly address: Address;
	readonly kind: Kind;
	readonly id: string;
}

/** Pages of the log that are read at most; older history is left unattributed. */
const PAGES = 20;

/** What can be told, by address. A log that is not offered or does not answer leaves everything unattributed. */
export async function attribute(port: QueryPort, suspects: readonly Suspect[]): Promise<ReadonlyMap<Address, Attribution>> {
	const found = new Map<Address, Attribution>();
	if (suspects.length === 0 || !port.offers("list_activities")) return found;
	const open = new Set(suspects);
	const types = [...new Set(suspects.flatMap((suspect) => suspect.kind.activityTypes))].sort();
	let pages = 0;
	try {
		for await (const { activities } of activityPages(port, { statuses: ["ACTIVITY_STATUS_COMPLETED"], types })) {
			for (const activity of activities) {
				for (const suspect of open) {
					if (!suspect.kind.activityTypes.includes(activity.type) || !suspect.kind.touchedBy(activity).includes(suspect.id))
						continue;
					found.set(suspect.address, attributionOf(activity));
					open.delete(suspect);
				}
			}
			pages += 1;
			if (open.size === 0 || pages === PAGES) break;
		}
	} catch (failure) {
		if (!(failure instanceof ServiceFailure)) throw failure;
	}
	return found;
}

function attributionOf(activity: Activity): Attribution {
	const at = timestampMilliseconds(activity.createdAt);
	return {
		activity_id: activity.id,
		activity_type: activity.type,
		fingerprint: activity.fingerprint,
		at: at === undefined ? "at an unknown time" : new Date(at).toISOString(),
		users: activity.votes
			.filter((vote) => vote.selection === "VOTE_SELECTION_APPROVED")
			.map((vote) => {
				const name = vote.user?.["userName"];
				return { id: vote.userId, ...(typeof name === "string" ? { name } : {}) };
			}),
	};
}

/** Activities that wait for approvals or authenticators, newest first; empty where there is no log to ask. */
export async function openActivities(port: QueryPort, types: readonly string[]): Promise<readonly Activity[]> {
	if (types.length === 0 || !port.offers("list_activities")) return [];
	const waiting = { statuses: ["ACTIVITY_STATUS_CONSENSUS_NEEDED", "ACTIVITY_STATUS_AUTHENTICATORS_NEEDED"], types };
	const found: Activity[] = [];
	for await (const { activities } of activityPages(port, waiting)) found.push(...activities);
	return found;
}
