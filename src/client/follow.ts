// Follows an activity until it is terminal or waits for people.
import { type Activity, phaseOf } from "../api/activity.js";
import { ServiceFailure } from "../api/failure.js";
import type { Clock } from "../base/clock.js";

export interface FollowOptions {
	readonly clock: Clock;
	/** Asks once for the activity's present state. Rejects with `ServiceFailure`. */
	readonly look: (signal: AbortSignal | undefined) => Promise<Activity>;
	/** For how long; after that the last state is returned as it is. */
	readonly deadlineMs: number;
	/** The name that failures carry. */
	readonly operation: string;
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5000;

/**
 * Looks with doubling pauses while the activity runs. Returns its last state: terminal, waiting for consensus or
 * authenticators, or still running when the time is up. A status it does not know counts as running.
 */
export async function follow(activity: Activity, options: FollowOptions, signal?: AbortSignal): Promise<Activity> {
	const { clock, look, deadlineMs, operation } = options;
	const end = clock.now() + deadlineMs;
	let latest = activity;
	for (let pause = FIRST_PAUSE_MS; phaseOf(latest.status) === "running"; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
		const left = end - clock.now();
		if (left <= 0) return latest;
		try {
			await clock.sleep(Math.min(pause, left), signal);
		} catch (cause) {
			const message = `following \`${operation}\` was cancelled`;
			throw new ServiceFailure({ category: "aborted", operation, message, attempts: 0, reason: "cancelled", cause });
		}
		latest = await look(signal);
	}
	return latest;
}
